package route

import (
	"math"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Limits on a claim in bytes, and on its context in sentences.
const (
	maxClaim    = 4 << 10
	maxTitle    = 1 << 10
	maxSentence = 1 << 10
	maxContext  = 8
)

// A Claim is a statement that needs a citation.
type Claim struct {
	Text    string
	Context []string // sentences before the claim, oldest first; optional
	Title   string   // title of the manuscript; optional
}

// Weights of a claim's parts.
const (
	contextWeight = 0.8
	titleWeight   = 1.0
)

// A part is a text with its weight and a name, which is used in the reasoning.
type part struct {
	text   string
	weight float64
	name   string
}

func (c Claim) parts() []part {
	parts := []part{{text.Cut(c.Text, maxClaim), 1, "the claim"}}
	if c.Title != "" {
		parts = append(parts, part{text.Cut(c.Title, maxTitle), titleWeight, "the title"})
	}
	near := c.Context[max(0, len(c.Context)-maxContext):]
	if len(near) > 0 {
		pieces := make([]string, len(near))
		for i, sentence := range near {
			pieces[i] = text.Cut(sentence, maxSentence)
		}
		parts = append(parts, part{strings.Join(pieces, "\n"), contextWeight, "the context"})
	}
	return parts
}

// whole returns the claim, the title and the context.
func (c Claim) whole() string {
	var b strings.Builder
	for _, p := range c.parts() {
		b.WriteString(p.text + ". ")
	}
	return b.String()
}

// A feature is the id of a row of weights and a value.
type feature struct {
	id    int32
	value float64
}

// features returns the known terms of a text. If it has n terms, each has the value n^(-1/4). The
// evidence thus grows more slowly than the text, since words are not independent of each other.
func features(s string, id func(term string) (int32, bool)) []feature {
	var found []feature
	seen := make(map[int32]bool)
	text.EachTerm(prose(s), func(term string, _ bool) {
		if i, known := id(term); known && !seen[i] {
			seen[i] = true
			found = append(found, feature{id: i})
		}
	})
	value := 1 / math.Sqrt(math.Sqrt(float64(max(1, len(found)))))
	for i := range found {
		found[i].value = value
	}
	return found
}

// maxFormula is the maximum length of a formula between dollar signs, in bytes.
const maxFormula = 300

// prose returns s without citation marks and LaTeX formulas.
func prose(s string) string {
	s = text.WithoutCiteMarks(s)
	if !strings.Contains(s, "$") {
		return s
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, "$")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteByte(' ')
		if after != "" && '0' <= after[0] && after[0] <= '9' { // a dollar sign before a digit is money
			s = after
			continue
		}
		if end := strings.IndexByte(after[:min(len(after), maxFormula)], '$'); end >= 0 {
			after = after[end+1:]
		}
		s = after
	}
}
