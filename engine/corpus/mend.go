package corpus

import (
	"slices"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/mend"
)

// maxPasses limits the repair passes over a paper. A repair can provide evidence for another.
const maxPasses = 4

// mendWords repairs words in texts extracted from PDFs.
func mendWords(p *engine.Paper, pages pageText) {
	if pages == noText || len(p.Body) == 0 {
		return
	}
	for range maxPasses {
		if !mendOnce(p, pages) {
			return
		}
	}
}

func mendOnce(p *engine.Paper, pages pageText) (mended bool) {
	body, trusted := p.BodyTexts(), []string{p.Title, p.Abstract}
	if pages == allText {
		trusted = trusted[:1]
		body = func(yield func(string) bool) {
			if yield(p.Abstract) {
				p.BodyTexts()(yield)
			}
		}
	}
	vocabulary := mend.NewVocabulary(trusted, body)
	for _, section := range p.Body {
		for _, paragraph := range section.Paragraphs {
			for i := range paragraph {
				mended = mendSentence(vocabulary, &paragraph[i]) || mended
			}
		}
	}
	if pages == allText {
		abstract := vocabulary.Mend(p.Abstract)
		mended = mended || abstract != p.Abstract
		p.Abstract = abstract
	}
	return mended
}

// mendSentence repairs the words of a sentence, except inside citation marks.
func mendSentence(vocabulary *mend.Vocabulary, s *engine.Sentence) (mended bool) {
	edits := slices.DeleteFunc(vocabulary.Edits(s.Text), func(e bib.Edit) bool {
		return slices.ContainsFunc(s.Cites, func(c engine.CiteSpan) bool { return e.Start < c.End && e.End > c.Start })
	})
	if len(edits) == 0 {
		return false
	}
	for i := range s.Cites {
		shift := 0
		for _, e := range edits {
			if e.End <= s.Cites[i].Start {
				shift += len(e.Text) - (e.End - e.Start)
			}
		}
		s.Cites[i].Start += shift
		s.Cites[i].End += shift
	}
	s.Text = bib.Apply(s.Text, edits)
	return true
}
