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
	Engine   *engine.Engine    // needed only if a question names no papers; may be nil otherwise
	Embedder evidence.Embedder // may be nil
	Model    *llm.Client       // writes answers; answers are quotes if nil
}

// DefaultTopK is the default number of passages for an answer.
const DefaultTopK = 6

// Quotes is the value of Answer.By for answers made of quotes.
const Quotes = "passages"

// papersRead is the number of search results whose full texts are read.
const papersRead = 16

// An Answer is the answer to a question.
type Answer struct {
	Said      bool // whether the papers answer the question
	Sentences []Sentence
	Passages  []Passage       // best first
	By        string          // Quotes, or the name of the model
	Coverage  engine.Coverage // of the search; nil if the question names its papers
	Notices   []engine.Notice
}

// Steps are callbacks that receive the parts of an answer as they become available. Each may be
// nil.
type Steps struct {
	Passages func([]Passage)
	Sentence func(Sentence)
}

// NoticeModel is the code of the notice about a failed model.
const NoticeModel = "model"

// Passages returns the passages that reach the question's minimum score, best first.
func (a *Answerer) Passages(ctx context.Context, q Question) ([]Passage, engine.Coverage, error) {
	in := read(q)
	all, search, err := a.find(ctx, &in, q)
	return shown(all), search.Coverage, err
}

// A Compared is a Passage with its feature values, parallel to [Features].
type Compared struct {
	Passage
	Features []float64
}

// Compare returns the best passages with their features, regardless of the minimum score. It is
// used to fit the weights.
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
	all, search, err := a.find(ctx, &in, q)
	answer := Answer{Passages: shown(all), By: Quotes, Coverage: search.Coverage, Notices: search.Notices}
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

// write answers with the model. It reports whether the model replied, even if the reply is that the
// passages contain no answer.
func (a *Answerer) write(
	ctx context.Context, q Question, answer *Answer, say func(Sentence),
) (done bool, err error) {
	r := reading{passages: answer.Passages, say: say}
	failed := r.ask(ctx, a.Model, q)
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	if failed != nil {
		answer.Notices = append(answer.Notices, engine.Notice{
			Code: NoticeModel, Subject: a.Model.Host(), Text: "answered by quotes: " + failed.Error(),
		})
	}
	if len(r.sentences) == 0 && (failed != nil || !r.abstained) {
		return false, nil
	}
	answer.Sentences, answer.Said = r.sentences, len(r.sentences) > 0
	answer.By = cmp.Or(a.Model.Model(), a.Model.Host())
	return true, nil
}

// find returns the best passages in the question's papers, or in search results if it names none.
func (a *Answerer) find(
	ctx context.Context, in *inquiry, q Question,
) (best []candidate, search engine.Discovery, err error) {
	papers := q.Papers
	if len(papers) == 0 {
		if papers, search, err = a.search(ctx, in); err != nil {
			return nil, search, err
		}
	}
	all, err := a.score(ctx, in, papers, len(q.Papers) == 0)
	if err != nil {
		return nil, search, err
	}
	for _, f := range distinct(all, len(papers) > 1) {
		if len(best) < cmp.Or(q.TopK, DefaultTopK) && f.Score >= q.MinScore {
			best = append(best, f)
		}
	}
	return best, search, nil
}

// search searches for papers for a question and loads their complete records.
func (a *Answerer) search(ctx context.Context, in *inquiry) ([]*engine.Paper, engine.Discovery, error) {
	result, err := a.Engine.Discover(ctx, engine.Query{
		Context: []string{in.text}, Limit: papersRead, Quick: true, AllYears: true,
	})
	if err != nil {
		return nil, result, err
	}
	refs := make([]engine.WorkRef, len(result.Papers))
	for i, f := range result.Papers {
		refs[i] = engine.WorkRef{ID: f.Paper.ID, Corpus: f.Paper.Corpus}
	}
	records, err := a.Engine.Papers(ctx, refs)
	for i, p := range records {
		if p == nil { // removed from its index since the search
			records[i] = result.Papers[i].Paper
		}
	}
	return records, result, err
}

func shown(all []candidate) []Passage {
	passages := make([]Passage, len(all))
	for i, f := range all {
		passages[i] = f.Passage
	}
	return passages
}

// Text returns the answer as plain text with passage numbers in brackets. If the papers do not
// answer the question, it lists the corpora that could not be searched.
func (a Answer) Text() string {
	if missing := a.Coverage.Missing(); !a.Said && len(missing) > 0 {
		names := make([]string, len(missing))
		for i, m := range missing {
			names[i] = m.Corpus
		}
		return "The papers that could be searched do not say. Not searched: " + strings.Join(names, ", ") + "."
	}
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

// String returns the sentence with its passage numbers and doubt. Quotes are in quotation marks.
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
