package page

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
)

// A paperView is all about one paper.
type paperView struct {
	Paper     app.PaperText
	Ref       app.PaperRef
	Chosen    bool
	Choose    string // address of the search with the paper chosen, or not any more
	Exports   []exported
	Sentence  *sentence // that cites it after the query's text
	Reason    string    // why there is none
	Markups   []written
	Claim     string
	Explained *app.Explanation // nil where there is no claim
}

func (p *page) paper(r *http.Request) (view, error) {
	ref := app.PaperRef{Corpus: r.PathValue("corpus"), Paper: r.PathValue("id")}
	q := queryOf(r.Form)
	v := paperView{Ref: ref, Claim: claimOf(r.Form, q), Chosen: q.Chosen.Has(ref)}
	var err error
	if v.Paper, err = p.Engines.Read(r.Context(), ref); err != nil {
		return view{}, err
	}
	v.Choose = chosenOrNot(q, ref)
	return view{Title: v.Paper.Title, Data: &v}, p.fill(r.Context(), &v, q)
}

// fill adds references, the sentence and the passages.
func (p *page) fill(ctx context.Context, v *paperView, q query) error {
	exports, keys, err := p.inFormats(ctx, refs{v.Ref})
	if err != nil {
		return err
	}
	v.Exports = exports
	drafted, err := p.Engines.DraftSentences(ctx, app.DraftQuestion{PaperRef: v.Ref, Text: q.Text, Keywords: q.Keywords})
	if err != nil {
		return err
	}
	v.Sentence, v.Reason = firstSentence(drafted, v.Paper.Byline, v.Paper.Title), drafted.Reason
	if v.Sentence != nil {
		v.Markups = p.inMarkups([]sentence{*v.Sentence}, keys)
	}
	if v.Claim == "" {
		return nil
	}
	explained, err := p.Engines.Explain(ctx, app.ClaimQuestion{PaperRef: v.Ref, Text: v.Claim})
	v.Explained = &explained
	return err
}

// claimOf is the claim that was asked for, else the last sentence of the text.
func claimOf(form url.Values, q query) string {
	claim := strings.TrimSpace(lastOf(form.Get("claim")))
	if sentences := app.LastSentences(q.Text); claim == "" && len(sentences) > 0 {
		claim = sentences[len(sentences)-1]
	}
	if len(app.LastSentences(claim)) == 0 {
		return ""
	}
	return claim
}

// chosenOrNot is the address of the search with a paper chosen, or without it where it is.
func chosenOrNot(q query, ref app.PaperRef) string {
	var others refs
	for _, have := range q.Chosen {
		if have != ref {
			others = append(others, have)
		}
	}
	if len(others) == len(q.Chosen) {
		others = append(others, ref)
	}
	q.Chosen = others
	return q.Address()
}
