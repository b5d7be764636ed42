package page

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

// An askView is the page of a conversation. The form contains the whole conversation, so the server
// does not store it.
type askView struct {
	Exchanges []exchange
	Papers    []wire.ListedPaper // papers to search; if empty, all are searched
	Refs      refs
	Mistake   string // the reason why the question has no answer
	Question  string // a question that has not been answered
	Corpora   corpora
}

// An exchange is a question and its answer, as stored in the form.
type exchange struct {
	Question string        `json:"question"`
	Reply    wire.AskReply `json:"answered"`
	Number   int           `json:"-"`
	Parts    []answerPart  `json:"-"`
	JSON     string        `json:"-"`
}

// An answerPart is a sentence of an answer with links to its sources.
type answerPart struct {
	wire.AnswerSentence
	Exchange int
}

// Limits on a conversation.
const (
	maxExchanges = 20     // number of exchanges; the latest are kept
	maxQuestion  = 2_000  // size of a question in bytes
	maxAnswer    = 20_000 // size of an answer's text in bytes
)

func (p *page) ask(r *http.Request) (view, error) {
	papers := refsIn(r.Form["paper"])
	v := &askView{Refs: papers[:min(len(papers), wire.MaxPapers)], Exchanges: exchangesIn(r.PostForm["exchange"])}
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
		request := wire.AskRequest{Text: question, Papers: v.Refs, Corpora: searched}
		if err := p.answerTo(r.Context(), v, request); err != nil {
			return view{}, err
		}
	}
	if err := v.number(); err != nil {
		return view{}, err
	}
	return view{Title: "Ask papers", Data: v}, nil
}

// answerTo answers a question and appends the exchange to the view.
func (p *page) answerTo(ctx context.Context, v *askView, q wire.AskRequest) error {
	for _, e := range v.Exchanges {
		q.History = append(q.History, e.Reply.Exchange(e.Question))
	}
	answered, err := p.Asker.Ask(ctx, q, nil)
	if errors.Is(err, app.ErrNoQuestion) {
		v.Mistake, v.Question = "The question has no searchable words: use words that occur in papers.", q.Text
		return nil
	}
	if err == nil {
		answered.Notices, answered.Coverage = p.Notices(ctx, answered.Notices), answered.Coverage.WithoutReasons()
		v.Exchanges = append(v.Exchanges, exchange{Question: q.Text, Reply: answered})
		v.Exchanges = v.Exchanges[max(0, len(v.Exchanges)-maxExchanges):]
	}
	return err
}

// exchangesIn parses the exchanges in a form and skips invalid ones.
func exchangesIn(values []string) (all []exchange) {
	for _, value := range values[max(0, len(values)-maxExchanges):] {
		var e exchange
		if json.Unmarshal([]byte(value), &e) != nil || strings.TrimSpace(e.Question) == "" {
			continue
		}
		e.Question, e.Reply.Text = firstOf(e.Question, maxQuestion), firstOf(e.Reply.Text, maxAnswer)
		all = append(all, e)
	}
	return all
}

// number assigns numbers to the exchanges and splits the answers into parts for the template.
func (v *askView) number() error {
	for i := range v.Exchanges {
		e := &v.Exchanges[i]
		e.Number = i + 1
		for _, s := range e.Reply.Sentences {
			e.Parts = append(e.Parts, answerPart{s, e.Number})
		}
		for j := range e.Reply.Passages {
			source := &e.Reply.Passages[j]
			source.Link = display.WebAddress("", "", source.Link) // derive the link again, since a form is untrusted
		}
		raw, err := json.Marshal(e)
		if err != nil {
			return err
		}
		e.JSON = string(raw)
	}
	return nil
}

// sourceAddress returns the URL of a passage on its paper's page.
func sourceAddress(s wire.AskedPassage) string {
	u := "/paper/" + refValue(wire.PaperRef{Paper: s.ID, Corpus: s.Corpus})
	if s.Index > 0 {
		return u + "#" + passageID(s.Index)
	}
	return u + "#abstract"
}
