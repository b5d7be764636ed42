package page

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

// A paperView is the page of a single paper.
type paperView struct {
	Paper     wire.PaperText
	Ref       wire.PaperRef
	Chosen    bool
	Choose    string // URL of the search with this paper selected or deselected
	Exports   []formattedList
	Sentence  *sentence  // sentence that cites the paper and follows the query's text
	Others    []sentence // other forms of the sentence, and other statements
	Reason    string     // the reason why Sentence is nil
	Markups   []markupText
	Claim     string
	Explained *wire.Explanation // nil if the query has no claim
}

func (p *page) paper(r *http.Request) (view, error) {
	ref := wire.PaperRef{Corpus: r.PathValue("corpus"), Paper: r.PathValue("id")}
	q := queryOf(r.Form)
	v := paperView{Ref: ref, Claim: claimOf(r.Form, q), Chosen: slices.Contains(q.Chosen, ref)}
	var err error
	if v.Paper, err = p.Engines.Read(r.Context(), ref); err != nil {
		return view{}, err
	}
	v.Choose = chosenOrNot(q, ref)
	return view{Title: v.Paper.Title, Data: &v}, p.fill(r.Context(), &v, q)
}

// fill adds the references, the citing sentence and the passages to a view.
func (p *page) fill(ctx context.Context, v *paperView, q query) error {
	exports, keys, err := p.inFormats(ctx, refs{v.Ref})
	if err != nil {
		return err
	}
	v.Exports = exports
	request := wire.DraftRequest{PaperRef: v.Ref, Text: q.Text, Keywords: q.Keywords, Variants: wire.MaxVariants}
	drafted, err := p.Engines.DraftSentences(ctx, request)
	if err != nil {
		return err
	}
	v.Reason = drafted.Reason
	if all := sentencesOf(drafted, v.Paper.Byline, v.Paper.Title); len(all) > 0 {
		v.Sentence, v.Others = &all[0], all[1:]
		v.Markups = p.inMarkups([]sentence{*v.Sentence}, [][]string{keys})
	}
	if v.Claim == "" {
		return nil
	}
	explained, err := p.Engines.Explain(ctx, wire.ExplainRequest{PaperRef: v.Ref, Text: v.Claim})
	v.Explained = &explained
	return err
}

// claimOf returns the claim in a form, or else the last sentence of the text.
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

// chosenOrNot returns the URL of the search with the paper added to the chosen papers or, if it was
// chosen, removed from them.
func chosenOrNot(q query, ref wire.PaperRef) string {
	others := slices.DeleteFunc(slices.Clone(q.Chosen), func(have wire.PaperRef) bool { return have == ref })
	if len(others) == len(q.Chosen) {
		others = append(others, ref)
	}
	q.Chosen = others
	return q.Address()
}
