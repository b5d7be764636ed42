package eval

import (
	"iter"
	"strconv"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// FieldArticles are full texts of a field. Their reference lists identify the cited works.
type FieldArticles struct {
	Field  string
	Papers iter.Seq2[*engine.Paper, error]
}

const (
	leastTitle     = 12 // minimum length in bytes of the title of a cited work
	leastParagraph = 20 // minimum number of words of a paragraph used as a query
)

// addArticles adds the citations in full texts, and all works in their reference lists.
func (s *fieldSets) addArticles(a FieldArticles) error {
	file := Dev + "/" + a.Field
	if s.works[a.Field] == nil {
		s.works[a.Field] = make(map[string]fieldPaper)
	}
	for p, err := range a.Papers {
		if err != nil {
			return err
		}
		if len(p.Body) == 0 {
			continue
		}
		known := make([]string, len(p.References))
		for i, r := range p.References {
			if len(text.FoldedWords(r.Title)) >= leastTitle {
				work := workOf(a.Field, r)
				s.works[a.Field][work.ID], known[i] = work, work.ID
			}
		}
		s.contexts[file] = append(s.contexts[file], contextsIn(p, known, a.Field)...)
		s.contexts[file+"-paragraphs"] = append(s.contexts[file+"-paragraphs"], paragraphsIn(p, known, a.Field)...)
	}
	return nil
}

// paragraphsIn returns the paragraphs of a full text as queries for all works that they cite.
func paragraphsIn(p *engine.Paper, known []string, field string) (found []Context) {
	for _, section := range p.Body {
		for _, paragraph := range section.Paragraphs {
			var sentences, cited []string
			words := 0
			for _, sentence := range paragraph {
				sentences = append(sentences, text.WithoutCiteMarks(masked(sentence)))
				words += len(text.Tokens(sentence.Text))
				cited = addCited(cited, sentence, known)
			}
			if len(cited) > 0 && words >= leastParagraph {
				found = append(found, Context{
					ID: p.ID + "#p" + strconv.Itoa(len(found)), Source: field, Citing: p.ID, CitingTitle: p.Title,
					CitingYear: p.Year, Context: sentences, Cited: cited[0], Also: cited[1:],
				})
			}
		}
	}
	return found
}
