package answer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/judge"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
)

// An Answerer answers questions. It is safe for concurrent use.
type Answerer struct {
	Engine   *engine.Engine    // searches for papers if a question names none; may be nil otherwise
	Embedder evidence.Embedder // may be nil
	Model    *llm.Client       // writes the answers; if nil, answers consist of quotes
	Judge    judge.Network     // judges whether the best sentences answer the question; may be nil
}

// DefaultTopK is the default number of passages for an answer.
const DefaultTopK = 6

// Quotes is the value of Answer.By for answers made of quotes.
const Quotes = "passages"

// nearHeading precedes the nearest passages if none answers the question.
const nearHeading = "The closest passages are:"

// papersRead is the number of search results whose full texts are read.
const papersRead = 16

// An Answer is the answer to a question.
type Answer struct {
	Answered  bool // whether the papers answer the question
	Sentences []Sentence
	Passages  []Passage       // best first
	By        string          // Quotes, or the name of the model
	Coverage  engine.Coverage // coverage of the search; nil if the question names its papers
	Notices   []engine.Notice
}

// Steps are callbacks that receive the parts of an answer as they become available. Each may be
// nil.
type Steps struct {
	Passages func([]Passage)
	Sentence func(Sentence)
}

// Codes of notices about a failed language model and a failed judge.
const (
	NoticeModel = "model"
	NoticeJudge = "judge"
)

// Passages returns the passages that reach the question's minimum score, best first.
func (a *Answerer) Passages(ctx context.Context, q Question) ([]Passage, engine.Coverage, error) {
	found, err := a.find(ctx, q)
	passages := slices.DeleteFunc(found.passages, func(p Passage) bool { return p.Score < q.MinScore })
	return passages, found.search.Coverage, err
}

// A ScoredSentence is a sentence with its feature values, parallel to [Features].
type ScoredSentence struct {
	Text     string
	Paper    string // its ID
	Features []float64
	Judged   *float64 // Judge's logit that the sentence answers the question; nil if Judge did not read it
}

// ScoreSentences returns the sentences of the best passages with their features, which are used to
// fit the weights.
func (a *Answerer) ScoreSentences(ctx context.Context, q Question) (compared []ScoredSentence, err error) {
	found, err := a.find(ctx, q)
	for _, s := range found.sentences {
		compared = append(compared, ScoredSentence{s.text, s.of.Paper.ID, s.features, s.answers})
	}
	return compared, err
}

// Ask answers a question. A model receives the best passages whatever their scores. Passages are quoted
// only if they reach the question's minimum score.
func (a *Answerer) Ask(ctx context.Context, q Question, steps Steps) (Answer, error) {
	found, err := a.find(ctx, q)
	answer := Answer{Passages: found.passages, By: Quotes, Coverage: found.search.Coverage, Notices: found.search.Notices}
	if err != nil || len(found.passages) == 0 {
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
	if len(found.sentences) > 0 && found.sentences[0].score >= q.MinScore {
		answer.Sentences = quote(found.sentences)
	}
	for _, s := range answer.Sentences {
		steps.Sentence(s)
	}
	answer.Answered = len(answer.Sentences) > 0
	return answer, nil
}

// write answers with the model. It reports whether the model replied, even if the reply is that the
// passages contain no answer.
func (a *Answerer) write(
	ctx context.Context, q Question, answer *Answer, say func(Sentence),
) (done bool, err error) {
	r := replyReader{passages: answer.Passages, say: say}
	failed := r.ask(ctx, a.Model, q)
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	if failed != nil {
		effect := "the answer consists only of quotations: "
		if len(r.sentences) > 0 {
			effect = "the answer may be incomplete: "
		}
		answer.Notices = append(answer.Notices, engine.Notice{
			Code: NoticeModel, Subject: a.Model.Host(), Text: effect + failed.Error(),
		})
	}
	if len(r.sentences) == 0 && (failed != nil || !r.abstained) {
		return false, nil
	}
	answer.Sentences, answer.Answered = r.sentences, len(r.sentences) > 0
	answer.By = cmp.Or(a.Model.Model(), a.Model.Host())
	return true, nil
}

// A finding holds the best passages for a question and their sentences, both best first.
type finding struct {
	passages  []Passage
	sentences []*sentence
	search    engine.Discovery
}

// find scores the sentences of the papers that may answer the question. It returns the best
// passages.
func (a *Answerer) find(ctx context.Context, q Question) (found finding, err error) {
	in := read(q)
	papers, search, searched, err := a.papers(ctx, in, q)
	found.search = search
	if err != nil {
		return found, err
	}
	all, err := a.score(ctx, in, papers, searched)
	if err != nil {
		return found, err
	}
	if err := a.judge(ctx, in, all); err != nil {
		if ctx.Err() != nil {
			return found, err
		}
		found.search.Notices = append(found.search.Notices, engine.Notice{
			Code: NoticeJudge, Text: "the passages were scored without the neural model that reads " +
				"them together with the question: " + err.Error(),
		})
	}
	for _, s := range all {
		s.of.Score = max(s.of.Score, s.score)
	}
	number := make(map[*candidate]int)
	for _, c := range distinct(all, len(papers) > 1) {
		if len(found.passages) < cmp.Or(q.TopK, DefaultTopK) {
			found.passages = append(found.passages, c.Passage)
			number[c] = len(found.passages)
		}
	}
	for _, s := range all {
		if s.passage = number[s.of]; s.passage > 0 {
			found.sentences = append(found.sentences, s)
		}
	}
	return found, nil
}

// Text returns the answer as plain text with passage numbers in brackets. If the papers do not
// answer the question, it lists the corpora that could not be searched.
func (a Answer) Text() string {
	if missing := a.Coverage.Missing(); !a.Answered && len(missing) > 0 {
		names := make([]string, len(missing))
		for i, m := range missing {
			names[i] = m.Corpus
		}
		return "The papers that could be searched do not answer the question. Not " +
			"searched: " + strings.Join(names, ", ") + "."
	}
	if !a.Answered && len(a.Passages) > 0 {
		return notSaid + " " + nearHeading
	}
	if !a.Answered {
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
		text += " (the passages do not fully support this: " + s.Doubt + ")"
	}
	return text
}

// Exchange converts the answer to an entry in the history of later questions. Its papers are those cited
// in the answer, or those of the nearest passages.
func (a Answer) Exchange(question string) Exchange {
	x := Exchange{Question: question, Answer: a.Text()}
	cited := make(map[int]bool)
	for _, s := range a.Sentences {
		for _, n := range s.Passages {
			cited[n] = true
		}
	}
	for i, p := range a.Passages {
		ref := PaperRef{p.Paper.ID, p.Paper.Corpus}
		if (len(cited) == 0 || cited[i+1]) && !slices.Contains(x.Papers, ref) {
			x.Papers = append(x.Papers, ref)
		}
	}
	return x
}
