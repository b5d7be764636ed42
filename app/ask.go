package app

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/answer"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// An Asker answers questions from the texts of papers. It is safe for concurrent use.
type Asker interface {
	// Ask answers a question. It calls step, unless nil, with each part of the answer as soon as
	// that part is ready, never concurrently.
	Ask(ctx context.Context, q wire.AskRequest, step func(wire.AskStep)) (wire.AskReply, error)
	// Passages returns the passages that reach the minimum score, best first, without an answer.
	// The coverage is nil if the question names the papers to search.
	Passages(ctx context.Context, q wire.AskRequest) (passages []wire.AskedPassage, coverage engine.Coverage, err error)
}

// ErrNoQuestion is returned for a question without searchable words.
var ErrNoQuestion = errors.New("the question has no searchable words: use words that occur in papers")

// NewAsker returns an Asker that searches the papers of a service with the current settings. The
// configured language model, if any, writes the answers. approve is called before a request to a
// remote model; see [backend.OpenLLM].
func NewAsker(
	engines *Service, settings func() config.Settings, approve func(context.Context, llm.Request) error,
) Asker {
	return &asker{engines: engines, settings: settings, models: backend.NewLLMKeeper(approve)}
}

type asker struct {
	engines  *Service
	settings func() config.Settings
	models   *backend.LLMKeeper
}

// Ask implements Asker.
func (a *asker) Ask(ctx context.Context, q wire.AskRequest, step func(wire.AskStep)) (wire.AskReply, error) {
	o, err := a.open(ctx, q)
	if err != nil {
		return wire.AskReply{}, err
	}
	if o.Model, err = a.models.Open(a.settings().LLM); err != nil {
		o.notices = append(o.notices, wire.Notice{Code: answer.NoticeModel, Text: "the answer consists only of " +
			"quotations: " + err.Error()})
	}
	found, err := o.Ask(ctx, o.question, o.steps(step))
	if err != nil {
		return wire.AskReply{}, err
	}
	answered := wire.AskReply{
		Answered:  found.Answered,
		Text:      found.Text(),
		Sentences: []wire.AnswerSentence{},
		Passages:  o.passages(found.Passages),
		By:        found.By,
		Searched:  found.Coverage.Answered(),
		Coverage:  wire.OrEmpty(found.Coverage),
		Notices:   wire.OrEmpty(slices.Concat(o.notices, found.Notices)),
	}
	for _, s := range found.Sentences {
		answered.Sentences = append(answered.Sentences, answerSentence(s))
	}
	return answered, nil
}

// Passages implements Asker.
func (a *asker) Passages(
	ctx context.Context, q wire.AskRequest,
) (passages []wire.AskedPassage, coverage engine.Coverage, err error) {
	o, err := a.open(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	found, coverage, err := o.Answerer.Passages(ctx, o.question)
	return o.passages(found), coverage, err
}

// A pendingAnswer is a validated question together with the engine and model that answer it.
type pendingAnswer struct {
	answer.Answerer
	question answer.Question
	notices  []wire.Notice
}

func (a *asker) open(ctx context.Context, q wire.AskRequest) (*pendingAnswer, error) {
	o := &pendingAnswer{question: questionOf(q, a.settings().Ask)}
	if err := checkQuestion(q, o.question); err != nil {
		return nil, err
	}
	used, err := a.engines.Get(ctx)
	if err != nil {
		return nil, backend.Unavailable(err)
	}
	view, err := used.Among(ctx, q.Corpora)
	if err != nil {
		return nil, err
	}
	o.Answerer = answer.Answerer{Engine: view, Embedder: onnx.Static(), Judge: used.Judge()}
	if len(q.Papers) > 0 {
		o.question.Papers, err = asked(ctx, used, q.Papers)
		return o, err
	}
	return o, a.engines.CheckAvailable(ctx, used)
}

func questionOf(q wire.AskRequest, s config.Ask) answer.Question {
	asked := answer.Question{
		Text: q.Text, Claim: q.Claim, About: q.About, History: q.History,
		TopK: cmp.Or(q.TopK, s.TopK), MinScore: s.MinScore, Quotes: q.Quotes,
	}
	if q.MinScore != nil {
		asked.MinScore = *q.MinScore
	}
	return asked
}

func checkQuestion(q wire.AskRequest, read answer.Question) error {
	switch {
	case !read.HasWords():
		return ErrNoQuestion
	case len(q.Papers) > wire.MaxPapers:
		return wire.Invalid("papers", "the question names %d papers: name at most %d, or none to search all",
			len(q.Papers), wire.MaxPapers)
	case len(q.Corpora) > wire.MaxCorpora:
		return wire.Invalid("corpora", "the question names %d corpora: name at most %d, or none to search all",
			len(q.Corpora), wire.MaxCorpora)
	}
	if err := config.CheckNumber("ask.topK", float64(read.TopK)); err != nil {
		return wire.Invalid("topK", "%v", err)
	}
	if err := config.CheckNumber("ask.minScore", read.MinScore); err != nil {
		return wire.Invalid("minScore", "%v", err)
	}
	return nil
}

// asked returns the complete records of the papers named in a question, without duplicates.
func asked(ctx context.Context, e *engine.Engine, papers []wire.PaperRef) (all []*engine.Paper, err error) {
	refs := make([]engine.WorkRef, len(papers))
	for i, p := range papers {
		refs[i] = engine.WorkRef{ID: p.Paper, Corpus: p.Corpus, DOI: strings.ToLower(p.Paper)}
	}
	records, err := e.Papers(ctx, refs)
	if err != nil {
		return nil, err
	}
	for i, p := range records {
		if p == nil {
			return nil, NotFound(text.OneLine(text.Cut(papers[i].Paper, maxNamed)))
		}
		if !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all, nil
}

const maxNamed = 200 // maximum length of a name in an error message, in bytes

func (o *pendingAnswer) steps(step func(wire.AskStep)) answer.Steps {
	if step == nil {
		return answer.Steps{}
	}
	return answer.Steps{
		Passages: func(found []answer.Passage) { step(wire.AskStep{Passages: o.passages(found)}) },
		Sentence: func(s answer.Sentence) {
			sentence := answerSentence(s)
			step(wire.AskStep{Sentence: &sentence})
		},
	}
}

func (o *pendingAnswer) passages(found []answer.Passage) []wire.AskedPassage {
	all := []wire.AskedPassage{}
	for i, f := range found {
		p := f.Paper
		all = append(all, wire.AskedPassage{
			Quote:  wire.Quote{Text: f.Text, Section: text.OneLine(f.Section)},
			Number: i + 1,
			ID:     p.ID,
			Corpus: p.Corpus,
			Title:  text.OneLine(p.Title),
			Byline: display.Byline(p),
			Link:   display.WebAddress(p.DOI, p.ArXiv, p.URL),
			File:   p.File,
			Index:  f.Index,
			Score:  hundredths(f.Score),
		})
	}
	return all
}

func answerSentence(s answer.Sentence) wire.AnswerSentence {
	return wire.AnswerSentence{
		Text: s.Text, Passages: wire.OrEmpty(s.Passages), Quoted: s.Quoted,
		Unsupported: s.Doubt != "", Reason: s.Doubt,
	}
}
