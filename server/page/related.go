package page

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
)

var errNoPapers = errors.New("no paper is chosen")

// A relatedView is a paragraph about the chosen papers, in their order.
type relatedView struct {
	Papers    []chosenPaper
	Sentences []relatedSentence
	Unsaid    []chosenPaper // can be cited by a mark alone
	Plain     string        // the paragraph
	Markups   []written
	Exports   []exported
}

// A chosenPaper can be moved and taken out.
type chosenPaper struct {
	app.ListedPaper
	Ref    app.PaperRef
	Number int
	Last   bool
	Reason string // why nothing is said of it
}

// A relatedSentence is shown with its evidence.
type relatedSentence struct {
	sentence
	Paper chosenPaper
}

func (p *page) related(r *http.Request) (view, error) {
	q := queryOf(r.Form)
	v := &relatedView{}
	title := "Related work"
	if len(q.Chosen) == 0 {
		return view{Title: title, Data: v}, nil
	}
	if err := app.CheckRelated(len(q.Chosen)); err != nil {
		return view{}, &app.QuestionError{Field: "paper", Reason: err.Error()}
	}
	if err := p.choose(r.Context(), v, q.Chosen); err != nil {
		return view{}, err
	}
	return view{Title: title, Data: v}, p.write(r.Context(), v, q)
}

// moved is the order after a paper went up or down, or was taken out: "2up", "2down", "2out".
func moved(papers refs, order string) refs {
	digits := strings.TrimRight(order, "abcdefghijklmnopqrstuvwxyz")
	at, to := number(digits)-1, number(digits)-1
	if at < 0 || at >= len(papers) {
		return papers
	}
	switch order[len(digits):] {
	case "up":
		to--
	case "down":
		to++
	case "out":
		return append(papers[:at:at], papers[at+1:]...)
	}
	if to >= 0 && to < len(papers) {
		papers[at], papers[to] = papers[to], papers[at]
	}
	return papers
}

func (p *page) choose(ctx context.Context, v *relatedView, papers refs) error {
	for i, ref := range papers {
		details, err := p.Engines.Details(ctx, ref)
		if err != nil {
			return err
		}
		v.Papers = append(v.Papers, chosenPaper{ListedPaper: details.ListedPaper, Ref: ref, Number: i + 1, Last: i == len(papers)-1})
	}
	return nil
}

// write asks for the sentences, and shows them in all markups.
func (p *page) write(ctx context.Context, v *relatedView, q query) error {
	question := app.RelatedQuestion{Topics: []string{q.Keywords}, Text: q.Text, Write: true}
	for _, ref := range q.Chosen {
		question.Papers = append(question.Papers, app.ChosenPaper{PaperRef: ref})
	}
	related, err := p.Engines.Related(ctx, question)
	if err != nil {
		return err
	}
	exports, keys, err := p.inFormats(ctx, q.Chosen)
	if err != nil {
		return err
	}
	v.Exports = exports
	p.add(v, related, keys)
	return nil
}

// add takes the sentences, which are parallel to the papers as keys are.
func (p *page) add(v *relatedView, related app.Related, keys []string) {
	var sentences []sentence
	var cited, plain []string
	for i, made := range related.Sentences {
		paper := v.Papers[i]
		s := firstSentence(made.Drafted, paper.Byline, paper.Title)
		if s == nil {
			paper.Reason = made.Reason
			v.Unsaid = append(v.Unsaid, paper)
			continue
		}
		v.Sentences = append(v.Sentences, relatedSentence{*s, paper})
		sentences, cited, plain = append(sentences, *s), append(cited, keys[i]), append(plain, s.Plain())
	}
	if len(sentences) > 0 {
		v.Plain, v.Markups = strings.Join(plain, " "), p.inMarkups(sentences, cited)
	}
}
