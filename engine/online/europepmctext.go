package online

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A TextIndex is a citation index that provides full texts.
type TextIndex interface {
	CitationIndex
	// Sentences returns the works that a work cites, as references, with the sentences of its full
	// text that cite them.
	Sentences(ctx context.Context, key string, r *Record) ([]Citation, error)
}

var _ TextIndex = (*europePMC)(nil)

// Limits on a full text read for its citing sentences.
const (
	maxCitingText    = 8 << 20 // in bytes
	maxTextCitations = 500     // number of cited works
)

// Sentences implements TextIndex. It reads the full text of an open-access article.
func (e *europePMC) Sentences(ctx context.Context, key string, r *Record) ([]Citation, error) {
	whole, err := e.readFullText(ctx, r, maxCitingText)
	if err != nil {
		return nil, err
	}
	return citationsIn(whole, key), nil
}

// citationsIn returns the citations in the body of a full text, in the order of the references.
func citationsIn(p *paper.Paper, key string) (all []Citation) {
	texts := make([][]scalar, len(p.References))
	for _, section := range p.Body {
		for _, paragraph := range section.Paragraphs {
			for _, s := range paragraph {
				addCitingSentence(texts, s)
			}
		}
	}
	for i, r := range p.References {
		work := paper.Reference{Title: cleanField(r.Title), DOI: paper.DOI(r.DOI), Year: r.Year}
		if len(r.Authors) > 0 {
			work.Authors = []paper.Author{{Family: cleanField(r.Authors[0].Family)}}
		}
		sentences := cleanTexts(texts[i])
		if len(sentences) > 0 && (work.Title != "" || work.DOI != "") && len(all) < maxTextCitations {
			all = append(all, Citation{Citing: key, Texts: sentences, Work: &work})
		}
	}
	return all
}

// addCitingSentence adds a sentence to the list of each work that it cites. It omits the citation
// marks.
func addCitingSentence(texts [][]scalar, s paper.Sentence) {
	var plain strings.Builder
	at := 0
	cited := make(map[int]bool)
	for _, c := range s.Cites {
		if c.Start < at || c.End < c.Start || c.End > len(s.Text) {
			return
		}
		plain.WriteString(s.Text[at:c.Start])
		at = c.End
		if 0 <= c.Reference && c.Reference < len(texts) {
			cited[c.Reference] = true
		}
	}
	plain.WriteString(s.Text[at:])
	for i := range cited {
		if len(texts[i]) < maxContexts {
			texts[i] = append(texts[i], scalar(plain.String()))
		}
	}
}

// cleanField returns a field of a reference on one line, truncated to a maximum length.
func cleanField(s string) string {
	if all := cleanTexts([]scalar{scalar(s)}); len(all) > 0 {
		return all[0]
	}
	return ""
}
