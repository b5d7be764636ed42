package page

import (
	"context"
	"net/http"

	"github.com/scilit-lsp/scilit-lsp/app"
	"golang.org/x/sync/errgroup"
)

// A searchView is a page of papers. Found is nil where nothing was asked.
type searchView struct {
	Found     *app.Discovered
	First     int // the number of the first paper
	Papers    []listed
	Years     []bar
	Pages     []int
	Elsewhere refs // chosen papers that are not on this page
	Corpora   corpora
}

// Mistakes are those in the keywords.
func (v searchView) Mistakes() []app.ParseError {
	if v.Found == nil {
		return nil
	}
	return v.Found.Mistakes
}

// A listed paper has the sentence that could cite it.
type listed struct {
	app.ListedPaper
	Number   int
	Chosen   bool
	Sentence *sentence // nil where none can be written
	Reason   string    // why there is none
}

// Ref names the paper.
func (l listed) Ref() app.PaperRef { return app.PaperRef{Paper: l.ID, Corpus: l.Corpus} }

func (p *page) search(r *http.Request) (view, error) {
	q := queryOf(r.Form)
	if q.IsEmpty() {
		return view{Data: searchView{Elsewhere: q.Chosen, Corpora: p.corpora(r.Context(), q.Corpora)}}, nil
	}
	v, err := p.found(r.Context(), q)
	return view{Title: "Papers", Data: v}, err
}

func (p *page) found(ctx context.Context, q query) (v searchView, err error) {
	found, years, err := p.Engines.SuggestWithYears(ctx, q.question())
	if err != nil {
		return v, err
	}
	v.Found = &found
	v.First = (q.Page-1)*perPage + 1
	v.Years, v.Pages = bars(years, q), pages(v.Found.Total)
	v.Papers, err = p.listedFor(ctx, q, v)
	v.Elsewhere, v.Corpora = elsewhere(q.Chosen, v.Papers), p.corpora(ctx, q.Corpora)
	return v, err
}

// atOnce is how many sentences are composed at the same time.
const atOnce = 4

func (p *page) listedFor(ctx context.Context, q query, v searchView) ([]listed, error) {
	all := make([]listed, len(v.Found.Papers))
	work, working := errgroup.WithContext(ctx)
	work.SetLimit(atOnce)
	for i, found := range v.Found.Papers {
		work.Go(func() error {
			ref := app.PaperRef{Paper: found.ID, Corpus: found.Corpus}
			all[i] = listed{ListedPaper: found, Number: v.First + i, Chosen: q.Chosen.Has(ref)}
			drafted, err := p.Engines.ComposeSentence(working, app.DraftQuestion{PaperRef: ref, Text: q.Text, Keywords: q.Keywords})
			all[i].Sentence, all[i].Reason = firstSentence(drafted, found.Byline, found.Title), drafted.Reason
			return err
		})
	}
	return all, work.Wait()
}

// elsewhere are the chosen papers that have no box on the page.
func elsewhere(chosen refs, papers []listed) (others refs) {
	here := make(map[app.PaperRef]bool)
	for _, l := range papers {
		here[l.Ref()] = true
	}
	for _, ref := range chosen {
		if !here[ref] {
			others = append(others, ref)
		}
	}
	return others
}

// pages are the numbers of all pages of so many papers.
func pages(total int) (numbers []int) {
	for first := 0; first < total; first += perPage {
		numbers = append(numbers, first/perPage+1)
	}
	return numbers
}
