package draft

import (
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/reword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Support is the degree to which a paper supports a claim.
type Support struct {
	// Score is the probability that passages of the paper support the whole sentence. It is
	// calibrated on claims, half of which are true.
	Score    float64
	Flaw     string              // reason why the sentence is not supported, or ""
	Evidence highlight.Highlight // sentence of the paper that supports the claim best
}

// Supported reports whether a sentence may be inserted.
func (s Support) Supported() bool { return s.Score >= check.Threshold() }

// A Checker compares sentences with papers. It ignores keywords and context, since they are not
// evidence. The zero value is ready to use.
type Checker struct {
	// OwnWork permits sentences that report the author's own use of the cited work, such as "We use
	// ...". Only the rest of such a sentence is checked.
	OwnWork bool
}

// Check computes how well p supports a sentence with a Mark in place of its citation.
func (c Checker) Check(ctx context.Context, p *paper.Paper, sentence string) (Support, error) {
	return c.check(ctx, newSources(p), withoutScope(p, sentence))
}

func (c Checker) check(ctx context.Context, s *sources, sentence string) (Support, error) {
	found, err := c.compare(ctx, s, sentence)
	if err != nil || found.Evidence < 0 {
		return Support{Flaw: found.Flaw}, err
	}
	support := Support{Evidence: found.sources[found.Evidence]}
	if found.OwnWork != "" {
		support.Flaw = found.Flaw
		return support, nil
	}
	support.Score = found.Probability()
	support.Evidence.Score = support.Score
	if !support.Supported() {
		support.Flaw = found.Reason()
	}
	return support, nil
}

// A Comparison is the result of comparing a sentence with a paper.
type Comparison struct {
	check.Examination
	sources []highlight.Highlight
}

// Source returns the sentence of the paper that supports the sentence best, or a zero Highlight if none
// does.
func (c Comparison) Source() highlight.Highlight {
	if c.Evidence < 0 {
		return highlight.Highlight{}
	}
	return c.sources[c.Evidence]
}

// Compare compares a sentence with a paper.
func (c Checker) Compare(ctx context.Context, p *paper.Paper, sentence string) (Comparison, error) {
	return c.compare(ctx, newSources(p), withoutScope(p, sentence))
}

// sources holds the sentences of a paper against which drafts are checked.
type sources struct {
	all   []highlight.Highlight
	paper *check.Paper
}

func newSources(p *paper.Paper) *sources {
	all := sentencesOf(p)
	return &sources{all, check.NewPaper(textsOf(all))}
}

func (c Checker) compare(ctx context.Context, s *sources, sentence string) (Comparison, error) {
	if err := ctx.Err(); err != nil {
		return Comparison{}, err
	}
	sentence = withoutQuotes.Replace(strings.Replace(text.Cut(sentence, maxSentence), " of "+Mark+" ", " ", 1))
	if about := check.AboutPaper(sentence); c.OwnWork && about != "" {
		sentence = about
	}
	return Comparison{s.paper.Examine(sentence), s.all}, nil
}

// withoutScope returns a sentence without the topic that the composer may have put before its
// statement. It parses the paper's title only if the sentence can have such a topic.
func withoutScope(p *paper.Paper, sentence string) string {
	sentence = text.Cut(sentence, maxSentence)
	if !strings.HasPrefix(sentence, "For ") &&
		(!strings.HasPrefix(sentence, Mark+" ") || !strings.Contains(sentence, " and ")) {
		return sentence
	}
	return compose.ScopeOf(workOf(Request{Paper: p})).Without(sentence)
}

// Maximum lengths of compared texts in bytes. Real abstracts and sentences are shorter.
const (
	maxAbstract = 16 << 10
	maxSentence = 1 << 12
)

// sentencesOf returns the title and all sentences of a paper.
func sentencesOf(p *paper.Paper) []highlight.Highlight {
	all := []highlight.Highlight{{Text: p.Title, Section: "Title"}}
	abstract := text.Cut(p.Abstract, maxAbstract)
	for i, span := range text.Sentences(abstract) {
		all = append(all, highlight.Highlight{Text: strings.TrimSpace(abstract[span.Start:span.End]),
			Section: highlight.AbstractSection, Index: i})
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

// Copies reports whether a sentence repeats a long run of the paper's words outside quotation marks.
func Copies(p *paper.Paper, sentence string) bool {
	texts := slices.Concat([]string{p.Title, p.Abstract}, slices.Collect(p.BodyTexts()))
	return reword.NewPaper(p.Title, texts, nil).Copies(sentence)
}

func textsOf(sources []highlight.Highlight) []string {
	texts := make([]string, len(sources))
	for i, s := range sources {
		texts[i] = s.Text
	}
	return texts
}
