package cite

import (
	"sort"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// contextOfClaim is how many sentences before a claim say what it is about.
const contextOfClaim = 3

// ClaimOf is the sentence that a citation is in, and those before it; false where it is in
// none. The citation is a draft.Mark, others in the sentence are a doc.CiteMark.
func ClaimOf(d *workspace.Document, c doc.Citation) (evidence.Claim, bool) {
	m := d.Manuscript()
	if c.Aside {
		inset, ok := m.InsetAt(c.Start)
		if !ok || d.Markup.Inset == nil {
			return evidence.Claim{}, false
		}
		m = d.Markup.Inset(d.Text, m, inset, c.Start)
	}
	sentence, ok := m.SentenceAt(c.Start)
	if !ok {
		return evidence.Claim{}, false
	}
	return evidence.Claim{Text: marked(m, sentence, c), Context: m.ContextBefore(sentence.Start, contextOfClaim), Title: m.Title}, true
}

// maxMarks is how many citations of one sentence are told apart.
const maxMarks = 200

// marked is the text of a sentence with the mark of one of its citations.
func marked(m *doc.Manuscript, s doc.Sentence, c doc.Citation) string {
	before := 0
	first := sort.Search(len(m.Citations), func(i int) bool { return m.Citations[i].Start >= s.Start })
	for _, other := range m.Citations[first:] {
		if other.Start >= c.Start || before > maxMarks {
			break
		}
		if !other.Aside {
			before++
		}
	}
	parts := strings.SplitN(s.Text, doc.CiteMark, before+2)
	if before > maxMarks || len(parts) < before+2 { // it hangs on the sentence
		return s.Text
	}
	return strings.Join(parts[:before+1], doc.CiteMark) + draft.Mark + parts[before+1]
}
