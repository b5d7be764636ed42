package draft

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Support says how well a paper supports what a sentence says of it.
type Support struct {
	// Score is the probability that passages of the paper show all that the
	// sentence says, fitted on claims of which half are true.
	Score    float64
	Flaw     string              // why the sentence is not supported, "" where it is
	Evidence highlight.Highlight // the sentence of the paper that shows most
}

// Supported reports whether a sentence may be written into a manuscript.
func (s Support) Supported() bool { return s.Score >= check.Threshold() }

// A Checker compares sentences with papers. The user's keywords and text choose
// among sentences, they excuse nothing, so a Checker never sees them. The zero
// value is ready for use.
type Checker struct {
	// OwnWork lets a sentence say what its author does with the cited work, in a
	// known frame ("We use ..."): the rest of it is checked.
	OwnWork bool
}

// Check says how well p supports sentence, which has a Mark for the citation.
func (c Checker) Check(ctx context.Context, p *paper.Paper, sentence string) (Support, error) {
	found, err := c.Compare(ctx, p, sentence)
	if err != nil || found.Evidence < 0 {
		return Support{Flaw: found.Flaw}, err
	}
	s := Support{Evidence: found.sources[found.Evidence]}
	if found.OwnWork != "" {
		s.Flaw = found.Flaw
		return s, nil
	}
	s.Score = found.Probability()
	s.Evidence.Score = s.Score
	if !s.Supported() {
		s.Flaw = found.Reason()
	}
	return s, nil
}

// A Comparison is all that was found when a sentence was compared with a paper.
type Comparison struct {
	check.Examination
	sources []highlight.Highlight
}

// Source is the sentence of the paper that shows most, empty where none does.
func (c Comparison) Source() highlight.Highlight {
	if c.Evidence < 0 {
		return highlight.Highlight{}
	}
	return c.sources[c.Evidence]
}

// Compare compares a sentence with a paper: what Check judges by.
func (c Checker) Compare(ctx context.Context, p *paper.Paper, sentence string) (Comparison, error) {
	if err := ctx.Err(); err != nil {
		return Comparison{}, err
	}
	sentence = text.Cut(sentence, maxSentence)
	if about := check.AboutPaper(sentence); c.OwnWork && about != "" {
		sentence = about
	}
	sources := sentencesOf(p)
	return Comparison{check.Examine(sentence, textsOf(sources)), sources}, nil
}

// How much of a text is read, in bytes: more than any abstract or sentence has.
const (
	maxAbstract = 16 << 10
	maxSentence = 1 << 12
)

// sentencesOf are the title and all sentences of a paper.
func sentencesOf(p *paper.Paper) []highlight.Highlight {
	all := []highlight.Highlight{{Text: p.Title, Section: "Title"}}
	abstract := text.Cut(p.Abstract, maxAbstract)
	for i, span := range text.Sentences(abstract) {
		all = append(all, highlight.Highlight{Text: strings.TrimSpace(abstract[span.Start:span.End]), Section: highlight.AbstractSection, Index: i})
	}
	index := 0
	for _, section := range p.Body {
		for _, paragraph := range section.Paragraphs {
			for _, s := range paragraph {
				if highlight.IsMatter(section.Title) {
					all = append(all, highlight.Highlight{Text: s.Text, Section: section.Title, Index: index})
				}
				index++
			}
		}
	}
	return all
}

func textsOf(sources []highlight.Highlight) []string {
	texts := make([]string, len(sources))
	for i, s := range sources {
		texts[i] = s.Text
	}
	return texts
}
