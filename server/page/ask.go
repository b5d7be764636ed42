package page

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
)

var errNoAsker = errors.New("this server answers no questions")

// An askView is a conversation. All of it is in the form, so that the server keeps none.
type askView struct {
	Exchanges []exchange
	Papers    []app.ListedPaper // that are asked; all where there are none
	Refs      refs
	Mistake   string // why the question was not answered
	Question  string // that was not answered
	Corpora   corpora
}

// An exchange is a question with its answer, as the form carries it.
type exchange struct {
	Question string       `json:"question"`
	Answered app.Answered `json:"answered"`
	Number   int          `json:"-"`
	Parts    []answerPart `json:"-"`
	JSON     string       `json:"-"`
}

// An answerPart is a sentence of an answer with links to its sources.
type answerPart struct {
	app.AnswerSentence
	Exchange int
}

// Bounds of a conversation.
const (
	maxExchanges = 20     // the last ones
	maxQuestion  = 2_000  // bytes
	maxAnswer    = 20_000 // bytes of the text of an answer
)

func (p *page) ask(r *http.Request) (view, error) {
	if p.Asker == nil {
		return view{}, errNoAsker
	}
	papers := refsIn(r.Form["paper"])
	v := &askView{Refs: papers[:min(len(papers), app.MaxAskedPapers)], Exchanges: exchangesIn(r.PostForm["exchange"])}
	for _, ref := range v.Refs {
		details, err := p.Engines.Details(r.Context(), ref)
		if err != nil {
			return view{}, err
		}
		v.Papers = append(v.Papers, details.ListedPaper)
	}
	var searched []string
	if len(v.Refs) == 0 {
		searched = corporaIn(r.Form["corpus"])
		v.Corpora = p.corpora(r.Context(), searched)
	}
	question := strings.TrimSpace(firstOf(r.PostForm.Get("question"), maxQuestion))
	if r.Method == http.MethodPost && (question != "" || len(v.Exchanges) == 0) {
		if err := p.answerTo(r.Context(), v, app.Question{Text: question, Papers: v.Refs, Corpora: searched}); err != nil {
			return view{}, err
		}
	}
	if err := v.number(); err != nil {
		return view{}, err
	}
	return view{Title: "Ask the papers", Data: v}, nil
}

// answerTo asks, and adds the exchange.
func (p *page) answerTo(ctx context.Context, v *askView, q app.Question) error {
	for _, e := range v.Exchanges {
		q.History = append(q.History, app.Exchange{Question: e.Question, Answer: e.Answered.Text})
	}
	answered, err := p.Asker.Ask(ctx, q, nil)
	if errors.Is(err, app.ErrNoQuestion) {
		v.Mistake, v.Question = "Ask in words that papers may use.", q.Text
		return nil
	}
	if err == nil {
		v.Exchanges = append(v.Exchanges, exchange{Question: q.Text, Answered: answered})
		v.Exchanges = v.Exchanges[max(0, len(v.Exchanges)-maxExchanges):]
	}
	return err
}

// exchangesIn are those of a form; what is none is left out.
func exchangesIn(values []string) (all []exchange) {
	for _, value := range values[max(0, len(values)-maxExchanges):] {
		var e exchange
		if json.Unmarshal([]byte(value), &e) != nil || strings.TrimSpace(e.Question) == "" {
			continue
		}
		e.Question, e.Answered.Text = firstOf(e.Question, maxQuestion), firstOf(e.Answered.Text, maxAnswer)
		all = append(all, e)
	}
	return all
}

// number completes the exchanges for the template.
func (v *askView) number() error {
	for i := range v.Exchanges {
		e := &v.Exchanges[i]
		e.Number = i + 1
		for _, s := range e.Answered.Sentences {
			e.Parts = append(e.Parts, answerPart{s, e.Number})
		}
		for j := range e.Answered.Passages {
			source := &e.Answered.Passages[j]
			source.Link = app.WebAddress("", "", source.Link) // the form may have been made by anybody
		}
		kept, err := json.Marshal(e)
		if err != nil {
			return err
		}
		e.JSON = string(kept)
	}
	return nil
}

// sourceAddress is the place of a passage in its paper.
func sourceAddress(s app.AskedPassage) string {
	u := "/paper/" + refValue(app.PaperRef{Paper: s.ID, Corpus: s.Corpus})
	if s.Index > 0 {
		return u + "#" + passageID(s.Index)
	}
	return u + "#abstract"
}
