package page

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

var errNoPapers = errors.New("no paper is selected: select at least one")

// A relatedView is the page with a paragraph about the chosen papers.
type relatedView struct {
	Papers    []chosenPaper
	Sentences []relatedSentence
	Unsaid    []chosenPaper // papers about which no sentence was written
	Plain     string        // paragraph as plain text
	Markups   []markupText
	Exports   []formattedList
}

// A chosenPaper is a paper that the user can move or remove.
type chosenPaper struct {
	wire.ListedPaper
	Ref    wire.PaperRef
	Number int
	Last   bool
	Reason string // the reason why no sentence was written about it
}

// A relatedSentence is a sentence about a paper.
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
	if err := wire.CheckRelated(len(q.Chosen)); err != nil {
		return view{}, &wire.RequestError{Field: "paper", Reason: err.Error()}
	}
	if err := p.choose(r.Context(), v, q.Chosen); err != nil {
		return view{}, err
	}
	return view{Title: title, Data: v}, p.write(r.Context(), v, q)
}

// moved returns the papers after a move. For example, "2up" and "2down" move the second paper, and
// "2out" removes it.
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
		last := i == len(papers)-1
		v.Papers = append(v.Papers, chosenPaper{ListedPaper: details.ListedPaper, Ref: ref, Number: i + 1, Last: last})
	}
	return nil
}

// write adds the sentences, in all markup languages, and the references to a view.
func (p *page) write(ctx context.Context, v *relatedView, q query) error {
	question := wire.RelatedRequest{Topics: []string{q.Keywords}, Text: q.Text, Write: true}
	for _, ref := range q.Chosen {
		question.Papers = append(question.Papers, wire.ChosenPaper{PaperRef: ref})
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

// add adds the sentences to the view. Sentences, papers and keys have the same order.
func (p *page) add(v *relatedView, related wire.RelatedReply, keys []string) {
	var sentences []sentence
	var cited, plain []string
	for i, made := range related.Sentences {
		paper := v.Papers[i]
		s := firstSentence(made.DraftReply, paper.Byline, paper.Title)
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
