package answer

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
)

// An Answerer answers questions. It is safe for concurrent use.
type Answerer struct {
	Engine   *engine.Engine    // searches where a question names no papers; may be nil where all do
	Embedder evidence.Embedder // may be nil
	Model    *llm.Client       // nil quotes
}

// DefaultTopK is how many passages an answer is made of.
const DefaultTopK = 6

// Quotes is what an answer of quotes is made by.
const Quotes = "passages"

// papersRead is how many papers of a search are read in full.
const papersRead = 16

// An Answer to a question.
type Answer struct {
	Said      bool
	Sentences []Sentence
	Passages  []Passage // best first
	By        string    // Quotes, or the name of the model
	Notices   []engine.Notice
}

// Steps are told the parts of an answer as they are there. Each may be nil.
type Steps struct {
	Passages func([]Passage)
	Sentence func(Sentence)
}

// NoticeModel is the code of a notice that the model did not answer.
const NoticeModel = "model"

// Passages finds the passages that may answer a question, best first, down to its
// least score.
func (a *Answerer) Passages(ctx context.Context, q Question) ([]Passage, []engine.Notice, error) {
	in := read(q)
	all, notices, err := a.find(ctx, &in, q)
	return shown(all), notices, err
}

// A Compared passage has the features that it was scored by, parallel to [Features].
type Compared struct {
	Passage
	Features []float64
}

// Compare returns the passages with the best scores, whatever these are: what a fit sees.
func (a *Answerer) Compare(ctx context.Context, q Question) (compared []Compared, err error) {
	q.MinScore = 0
	in := read(q)
	all, _, err := a.find(ctx, &in, q)
	for _, f := range all {
		compared = append(compared, Compared{f.Passage, f.features})
	}
	return compared, err
}

// Ask answers a question.
func (a *Answerer) Ask(ctx context.Context, q Question, steps Steps) (Answer, error) {
	in := read(q)
	all, notices, err := a.find(ctx, &in, q)
	answer := Answer{Passages: shown(all), By: Quotes, Notices: notices}
	if err != nil || len(all) == 0 {
		return answer, err
	}
	if steps.Passages != nil {
		steps.Passages(answer.Passages)
	}
	if steps.Sentence == nil {
		steps.Sentence = func(Sentence) {}
	}
	if a.Model != nil && !q.Quotes {
		if done, err := a.write(ctx, q, &answer, steps.Sentence); done || err != nil {
			return answer, err
		}
	}
	answer.Sentences, err = a.quote(ctx, &in, all)
	for _, s := range answer.Sentences {
		steps.Sentence(s)
	}
	answer.Said = len(answer.Sentences) > 0
	return answer, err
}

// write has the model answer, and reports whether it did: that the passages do not say
// is an answer, too.
func (a *Answerer) write(ctx context.Context, q Question, answer *Answer, say func(Sentence)) (done bool, err error) {
	r := reading{passages: answer.Passages, say: say}
	failed := r.ask(ctx, a.Model, q)
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	if failed != nil {
		answer.Notices = append(answer.Notices, engine.Notice{Code: NoticeModel, Subject: a.Model.Host(), Text: "answered by quotes: " + failed.Error()})
	}
	if len(r.sentences) == 0 && (failed != nil || !r.abstained) {
		return false, nil
	}
	answer.Sentences, answer.Said = r.sentences, len(r.sentences) > 0
	answer.By = cmp.Or(a.Model.Model(), a.Model.Host())
	return true, nil
}

// find scores the passages of the papers that are asked, or that a search finds.
func (a *Answerer) find(ctx context.Context, in *inquiry, q Question) (best []found, notices []engine.Notice, err error) {
	papers := q.Papers
	if len(papers) == 0 {
		if papers, notices, err = a.search(ctx, in); err != nil {
			return nil, notices, err
		}
	}
	all, err := a.score(ctx, in, papers, len(q.Papers) == 0)
	if err != nil {
		return nil, notices, err
	}
	for _, f := range distinct(all, len(papers) > 1) {
		if len(best) < cmp.Or(q.TopK, DefaultTopK) && f.Score >= q.MinScore {
			best = append(best, f)
		}
	}
	return best, notices, nil
}

// search finds papers, whole.
func (a *Answerer) search(ctx context.Context, in *inquiry) ([]*engine.Paper, []engine.Notice, error) {
	result, err := a.Engine.Discover(ctx, engine.Query{Context: []string{in.text}, Limit: papersRead, Quick: true})
	if err != nil {
		return nil, nil, err
	}
	refs := make([]engine.WorkRef, len(result.Papers))
	for i, f := range result.Papers {
		refs[i] = engine.WorkRef{ID: f.Paper.ID, Corpus: f.Paper.Corpus}
	}
	records, err := a.Engine.Papers(ctx, refs)
	for i, p := range records {
		if p == nil { // it was removed from its index meanwhile
			records[i] = result.Papers[i].Paper
		}
	}
	return records, result.Notices, err
}

func shown(all []found) []Passage {
	passages := make([]Passage, len(all))
	for i, f := range all {
		passages[i] = f.Passage
	}
	return passages
}

// Text is an answer as plain text, with the numbers of passages in brackets.
func (a Answer) Text() string {
	if !a.Said {
		return notSaid
	}
	var b strings.Builder
	for _, s := range a.Sentences {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(s.String())
	}
	return b.String()
}

// String is a sentence with its marks: quotes where it is quoted, the numbers of its
// passages, and whether it is in doubt.
func (s Sentence) String() string {
	text := s.Text
	if s.Quoted {
		text = "“" + text + "”"
	}
	for _, n := range s.Passages {
		text += fmt.Sprintf(" [%d]", n)
	}
	if s.Doubt != "" {
		text += " (not all of this is in the passages: " + s.Doubt + ")"
	}
	return text
}
