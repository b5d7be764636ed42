package page

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"golang.org/x/sync/errgroup"
)

// A searchView is a page of search results. Page is nil if the query is empty.
type searchView struct {
	Page      *wire.PaperPage
	First     int // number of the first paper on the page
	Papers    []listedPaper
	Years     []bar
	Pages     []int
	Elsewhere refs // chosen papers on other pages
	Corpora   corpora
}

// Mistakes returns the syntax errors in the keywords.
func (v searchView) Mistakes() []wire.ParseError {
	if v.Page == nil {
		return nil
	}
	return v.Page.Mistakes
}

// A listedPaper is a paper with a sentence that could cite it.
type listedPaper struct {
	wire.ListedPaper
	Number   int
	Chosen   bool
	Sentence *sentence // nil if no sentence could be written
	Reason   string    // the reason why Sentence is nil
}

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
	found.Notices, found.Coverage = p.Notices(ctx, found.Notices), found.Coverage.WithoutReasons()
	v.Page = &found
	v.First = (q.Page-1)*perPage + 1
	v.Years, v.Pages = bars(years, q), pages(v.Page.Total)
	v.Papers, err = p.listedFor(ctx, q, v)
	v.Elsewhere, v.Corpora = elsewhere(q.Chosen, v.Papers), p.corpora(ctx, q.Corpora)
	return v, err
}

const atOnce = 4 // maximum number of sentences that are composed in parallel

func (p *page) listedFor(ctx context.Context, q query, v searchView) ([]listedPaper, error) {
	all := make([]listedPaper, len(v.Page.Papers))
	work, working := errgroup.WithContext(ctx)
	work.SetLimit(atOnce)
	for i, found := range v.Page.Papers {
		work.Go(func() error {
			ref := found.Ref()
			all[i] = listedPaper{ListedPaper: found, Number: v.First + i, Chosen: slices.Contains(q.Chosen, ref)}
			request := wire.DraftRequest{PaperRef: ref, Text: q.Text, Keywords: q.Keywords}
			drafted, err := p.Engines.ComposeSentence(working, request)
			if err != nil {
				all[i].Reason = unreadable
				return working.Err()
			}
			all[i].Sentence, all[i].Reason = firstSentence(drafted, found.Byline, found.Title), drafted.Reason
			return nil
		})
	}
	return all, work.Wait()
}

// unreadable is the reason given if a paper's record could not be read again.
const unreadable = "its index is not responding"

// elsewhere returns the chosen papers that are not on this page.
func elsewhere(chosen refs, papers []listedPaper) refs {
	return slices.DeleteFunc(slices.Clone(chosen), func(ref wire.PaperRef) bool {
		return slices.ContainsFunc(papers, func(l listedPaper) bool { return l.Ref() == ref })
	})
}

// pages returns the page numbers for the given number of papers.
func pages(total int) (numbers []int) {
	for first := 0; first < total; first += perPage {
		numbers = append(numbers, first/perPage+1)
	}
	return numbers
}

// A bar is one bar in the histogram of years. It links to the search restricted to its years.
type bar struct {
	Label   string // years such as "2019" or "2018–2019"
	Short   string // text below the bar
	Papers  int
	Height  int // height from 0 to 100, relative to the highest bar
	Address string
	Chosen  bool // the search is restricted to these years
}

// maxBars is the maximum number of bars. It is small enough that each bar can be tapped on a
// phone.
const maxBars = 12

// bars returns one bar per year. For long ranges, it returns one bar per group of years.
func bars(years []wire.YearCount, q query) []bar {
	if len(years) == 0 {
		return nil
	}
	first, last := years[0].Year, years[len(years)-1].Year
	width := widthOf(last - first + 1)
	first -= first % width
	all := make([]bar, (last-first)/width+1)
	most := 0
	for _, y := range years {
		b := &all[(y.Year-first)/width]
		b.Papers += y.Papers
		most = max(most, b.Papers)
	}
	for i := range all {
		from := first + i*width
		all[i] = labelled(all[i], from, from+width-1, most, q)
	}
	return all
}

// widthOf returns the number of years per bar.
func widthOf(years int) int {
	for _, width := range []int{1, 2, 5, 10, 20, 50} {
		if years+width-1 <= width*maxBars {
			return width
		}
	}
	return years
}

func labelled(b bar, from, to, most int, q query) bar {
	b.Label, b.Short = fmt.Sprint(from), fmt.Sprintf("’%02d", from%100)
	if to > from {
		b.Label = fmt.Sprintf("%d–%d", from, to)
	}
	b.Height = b.Papers * 100 / most
	if b.Papers > 0 {
		b.Height = max(b.Height, 3) // make the bar of a single paper visible
	}
	b.Address = q.Between(from, to).Address()
	b.Chosen = (q.From > 0 || q.To > 0) && q.From <= from && (q.To == 0 || q.To >= to)
	return b
}
