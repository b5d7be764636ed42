package app

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/answer"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// The most papers and corpora that one question is asked of.
const (
	MaxAskedPapers  = 50
	MaxAskedCorpora = 50
)

// NewAsker returns what answers questions by the papers of engines. settings returns
// those in force. The language model of the settings writes the answers, where there is
// one; one on another machine gets text only where approve says so, as in [OpenLLM].
func NewAsker(engines *Engines, settings func() config.Settings, approve func(context.Context, llm.Request) error) Asker {
	return &asker{engines: engines, settings: settings, models: llmKeeper{approve: approve}}
}

type asker struct {
	engines  *Engines
	settings func() config.Settings
	models   llmKeeper
}

// Ask implements Asker.
func (a *asker) Ask(ctx context.Context, q Question, step func(AskStep)) (Answered, error) {
	o, err := a.open(ctx, q)
	if err != nil {
		return Answered{}, err
	}
	if o.Model, err = a.models.open(a.settings().LLM); err != nil {
		o.notices = append(o.notices, Notice{Code: answer.NoticeModel, Text: "answered by quotes: " + err.Error()})
	}
	found, err := o.Ask(ctx, o.question, o.steps(step))
	if err != nil {
		return Answered{}, err
	}
	answered := Answered{
		Said: found.Said, Text: found.Text(), Sentences: []AnswerSentence{}, Passages: o.passages(found.Passages), By: found.By,
		Searched: OrEmpty(o.searched), Notices: OrEmpty(slices.Concat(o.notices, found.Notices)),
	}
	for _, s := range found.Sentences {
		answered.Sentences = append(answered.Sentences, answerSentence(s))
	}
	return answered, nil
}

// Passages implements Asker.
func (a *asker) Passages(ctx context.Context, q Question) (passages []AskedPassage, searched []string, err error) {
	o, err := a.open(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	found, _, err := o.Answerer.Passages(ctx, o.question)
	return o.passages(found), OrEmpty(o.searched), err
}

// An opened question has all that answers it.
type openedQuestion struct {
	answer.Answerer
	question answer.Question
	searched []string
	notices  []Notice
}

func (a *asker) open(ctx context.Context, q Question) (*openedQuestion, error) {
	o := &openedQuestion{question: questionOf(q, a.settings().Ask)}
	if err := checkQuestion(q, o.question); err != nil {
		return nil, err
	}
	used, err := a.engines.Get(ctx)
	if err != nil {
		return nil, Nothing(err)
	}
	view, searched, err := used.Among(ctx, q.Corpora)
	if err != nil {
		return nil, err
	}
	o.Answerer, o.searched = answer.Answerer{Engine: view, Embedder: onnx.Static()}, searched
	if len(q.Papers) > 0 {
		o.searched = nil
		o.question.Papers, err = asked(ctx, used, q.Papers)
		return o, err
	}
	return o, a.engines.WhyNothing(ctx, used)
}

func questionOf(q Question, s config.Ask) answer.Question {
	asked := answer.Question{Text: q.Text, Claim: q.Claim, About: q.About, TopK: cmp.Or(q.TopK, s.TopK), MinScore: s.MinScore, Quotes: q.Quotes}
	if q.MinScore != nil {
		asked.MinScore = *q.MinScore
	}
	for _, x := range q.History {
		asked.History = append(asked.History, answer.Exchange{Question: x.Question, Answer: x.Answer})
	}
	return asked
}

func checkQuestion(q Question, read answer.Question) error {
	switch {
	case !read.HasWords():
		return ErrNoQuestion
	case len(q.Papers) > MaxAskedPapers:
		return wrong("papers", "%d papers are too many for one question: name at most %d, or none to search all", len(q.Papers), MaxAskedPapers)
	case len(q.Corpora) > MaxAskedCorpora:
		return wrong("corpora", "%d corpora are too many for one question: name at most %d, or none to search all", len(q.Corpora), MaxAskedCorpora)
	}
	if err := config.CheckTopK(read.TopK); err != nil {
		return wrong("topK", "%v", err)
	}
	if err := config.CheckMinScore(read.MinScore); err != nil {
		return wrong("minScore", "%v", err)
	}
	return nil
}

// asked are the whole records of papers, each once.
func asked(ctx context.Context, e *engine.Engine, papers []PaperRef) (all []*engine.Paper, err error) {
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

// maxNamed is how much of a name an error repeats. Unit: bytes.
const maxNamed = 200

func (o *openedQuestion) steps(step func(AskStep)) answer.Steps {
	if step == nil {
		return answer.Steps{}
	}
	return answer.Steps{
		Passages: func(found []answer.Passage) { step(AskStep{Passages: o.passages(found)}) },
		Sentence: func(s answer.Sentence) {
			sentence := answerSentence(s)
			step(AskStep{Sentence: &sentence})
		},
	}
}

func (o *openedQuestion) passages(found []answer.Passage) []AskedPassage {
	all := []AskedPassage{}
	for i, f := range found {
		p := f.Paper
		all = append(all, AskedPassage{
			Quote: Quote{f.Text, text.OneLine(f.Section)}, Number: i + 1, ID: p.ID, Corpus: p.Corpus, Title: text.OneLine(p.Title), Byline: Byline(p),
			Link: WebAddress(p.DOI, p.ArXiv, p.URL), File: p.File, Index: f.Index, Score: hundredths(f.Score),
		})
	}
	return all
}

func answerSentence(s answer.Sentence) AnswerSentence {
	return AnswerSentence{Text: s.Text, Passages: OrEmpty(s.Passages), Quoted: s.Quoted, Unsupported: s.Doubt != "", Reason: s.Doubt}
}
