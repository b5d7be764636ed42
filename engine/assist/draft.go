// Package assist implements the engine's interfaces with a language model. The model drafts sentences,
// routes claims and chooses keywords. Its output is untrusted. Drafts must pass the engine's check,
// routes may contain only known repositories, and keywords must occur in the user's text.
package assist

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Drafter drafts citing sentences. engine.CheckedWriter checks them.
type Drafter struct{ Model *llm.Client }

var _ draft.Drafter = Drafter{}

// Spends reports whether drafting uses a remote model, which may cost money.
func (d Drafter) Spends() bool { return !d.Model.IsLoopback() }

const (
	// maxDrafts is the maximum number of sentences per reply.
	maxDrafts = 4
	// draftTokens is the maximum number of tokens in a reply, including reasoning. The reply is cut
	// off after the last requested sentence.
	draftTokens = 1500
	// nearSentences is the number of sentences before the citation given to the model.
	nearSentences = 3
)

const draftInstruction = `You write citing sentences for a scientific manuscript, in English.
Each sentence cites one paper and says only what the quoted passages of this paper say. Add no number, name, comparison or claim that the passages do not have.
Write ` + text.CiteMark + ` exactly once in each sentence: in place of the authors as its subject (` + text.CiteMark + ` show that ...), or before the full stop at its end (... ` + text.CiteMark + `.).
Each is one sentence of at most 40 words that can be read on its own. Mention no other reference, year, section, table or figure.`

// Drafts implements draft.Drafter.
func (d Drafter) Drafts(ctx context.Context, req engine.DraftRequest, n int) ([]engine.Draft, error) {
	answer, err := d.Model.Ask(ctx, DraftPrompt(req, n), nil)
	if err != nil {
		return nil, err
	}
	var drafts []engine.Draft
	for line := range strings.Lines(answer.Text) {
		draft := draftOf(line)
		if fenceLine.MatchString(line) {
			continue // small models repeat the delimiters of the prompt
		}
		if draft.Text != "" && !slices.ContainsFunc(drafts, func(d engine.Draft) bool { return d.Text == draft.Text }) {
			drafts = append(drafts, draft)
		}
	}
	return drafts, nil
}

// DraftPrompt returns the prompt for a draft, with the paper, the last sentences before the
// citation, and the keywords.
func DraftPrompt(req engine.DraftRequest, n int) llm.Prompt {
	n = min(n, maxDrafts)
	p := llm.Prompt{Instruction: draftInstruction, Answer: draftTokens, Lines: n}
	add := func(name, quoted string) {
		if strings.TrimSpace(quoted) != "" {
			p.Data = append(p.Data, llm.Data{Name: name, Text: quoted})
		}
	}
	add("passages of the paper that fit best", strings.Join(req.Passages, "\n\n"))
	add("title of the paper", req.Paper.Title)
	near := strings.Join(req.Context[max(0, len(req.Context)-nearSentences):], " ")
	add("the manuscript before the citation", strings.ReplaceAll(near, engine.Mark, text.CiteMark))
	add("abstract of the paper", req.Paper.Abstract)
	p.Question = fmt.Sprintf("Write %s that cite the paper next in the manuscript, each on a line of its own, the best "+
		"first, and nothing else.", text.Count(max(n, 1), "different sentence"))
	if len(req.Keywords) > 0 {
		p.Question += " Name these where the passages allow it: " + strings.Join(req.Keywords, ", ") + "."
	}
	if req.Intent != "" {
		p.Question += " The paper is cited for this: " + req.Intent + "."
	}
	return p
}

// listMark matches list markers.
var listMark = regexp.MustCompile(`^\s*(?:[-*•]|\d{1,2}[.)])\s+`)

var fenceLine = regexp.MustCompile(`^\s*</?data\b`)

// draftOf parses a sentence written by a model. The citation mark may follow the full stop. If it is
// missing, it is appended.
func draftOf(sentence string) engine.Draft {
	sentence = strings.Join(strings.Fields(listMark.ReplaceAllString(sentence, "")), " ")
	for _, end := range []string{".", "!", "?"} {
		if before, found := strings.CutSuffix(strings.TrimSuffix(sentence, end), end+" "+text.CiteMark); found {
			sentence = before + " " + text.CiteMark + end
		}
	}
	if before, found := strings.CutSuffix(sentence, "."); found && !strings.Contains(sentence, text.CiteMark) {
		sentence = before + " " + text.CiteMark + "."
	}
	sentence = strings.ReplaceAll(sentence, text.CiteMark, engine.Mark)
	return engine.Draft{Text: sentence, Textual: strings.HasPrefix(sentence, engine.Mark)}
}
