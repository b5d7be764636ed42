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
	Sentences []relatedSentence // one per paper that the paragraph cites
	Unsaid    []chosenPaper     // papers about which no sentence was written
	Plain     string            // paragraph as plain text
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
	Cites []citedPaper // the papers that the sentence cites; empty if an earlier sentence cites Paper
}

// A citedPaper is a link to a paper with the words that cite it.
type citedPaper struct {
	Paper chosenPaper
	Text  string
}

// Plain returns the sentence with the authors and the years in place of the citation.
func (s relatedSentence) Plain() string {
	words := make([]string, len(s.Cites))
	for i, c := range s.Cites {
		words[i] = c.Text
	}
	return s.Before + strings.Join(words, " ") + s.After
}

// cite adds a paper to the citation in parentheses.
func (s *relatedSentence) cite(also relatedSentence) {
	last := &s.Cites[len(s.Cites)-1].Text
	*last = strings.TrimSuffix(*last, ")") + ";"
	s.Cites = append(s.Cites, citedPaper{also.Paper, strings.TrimPrefix(also.Citation, "(")})
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
	at := make(map[int]int) // index in v.Sentences of each sentence of the reply
	cited := make(map[int][]string)
	for i, made := range related.Sentences {
		paper := v.Papers[i]
		s := firstSentence(made.DraftReply, paper.Byline, paper.Title)
		if s == nil {
			paper.Reason = made.Reason
			v.Unsaid = append(v.Unsaid, paper)
			continue
		}
		at[i] = len(v.Sentences)
		said := relatedSentence{sentence: *s, Paper: paper}
		if made.Joins != nil {
			v.Sentences[at[*made.Joins]].cite(said)
			cited[at[*made.Joins]] = append(cited[at[*made.Joins]], keys[i])
		} else {
			said.Cites = []citedPaper{{paper, s.Citation}}
			cited[at[i]] = []string{keys[i]}
		}
		v.Sentences = append(v.Sentences, said)
	}
	v.Plain, v.Markups = p.paragraphOf(v.Sentences, cited)
}

// paragraphOf returns the sentences, which cite the given keys, as plain text and in each markup.
func (p *page) paragraphOf(all []relatedSentence, cited map[int][]string) (plain string, markups []markupText) {
	var sentences []sentence
	var keys [][]string
	var parts []string
	for i, s := range all {
		if len(s.Cites) > 0 {
			sentences, keys, parts = append(sentences, s.sentence), append(keys, cited[i]), append(parts, s.Plain())
		}
	}
	if len(sentences) == 0 {
		return "", nil
	}
	return strings.Join(parts, " "), p.inMarkups(sentences, keys)
}
