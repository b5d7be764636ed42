package index_test

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
)

// BenchmarkIdentity looks up works as a reference check does. SCILIT_BENCH_IDENTITY is an index for
// identity search, and SCILIT_BENCH_DUMP the dump from which it was built.
func BenchmarkIdentity(b *testing.B) {
	dir, dump := os.Getenv("SCILIT_BENCH_IDENTITY"), os.Getenv("SCILIT_BENCH_DUMP")
	if dir == "" || dump == "" {
		b.Skip("SCILIT_BENCH_IDENTITY and SCILIT_BENCH_DUMP name no index and no dump")
	}
	papers := someOf(b, dump)
	x := open(b, dir)
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{x}})
	for name, ask := range map[string]func(p *engine.Paper) bool{
		"doi":    func(p *engine.Paper) bool { return looksUp(b, x, engine.WorkRef{DOI: p.DOI}, p) },
		"title":  func(p *engine.Paper) bool { return looksUp(b, x, engine.WorkRef{Title: p.Title}, p) },
		"absent": func(p *engine.Paper) bool { return looksUp(b, x, engine.WorkRef{Title: p.Title + " x"}, nil) },
		"words": func(p *engine.Paper) bool {
			found, _, err := e.Titled(context.Background(), p.Title+" again", nil, 8)
			return err == nil && slices.ContainsFunc(found, func(f *engine.Paper) bool { return f.Title == p.Title })
		},
		"words and author": func(p *engine.Paper) bool {
			found, _, err := e.Titled(context.Background(), p.Title, engine.ByAuthor(p.Authors[0].Family), 8)
			return err == nil && slices.ContainsFunc(found, func(f *engine.Paper) bool { return f.ID == p.ID })
		},
	} {
		b.Run(name, func(b *testing.B) {
			var took []time.Duration
			found := 0
			for i := 0; b.Loop(); i++ {
				begin := time.Now()
				if ask(papers[i%len(papers)]) {
					found++
				}
				took = append(took, time.Since(begin))
			}
			slices.Sort(took)
			b.ReportMetric(took[len(took)/2].Seconds()*1e6, "µs-p50")
			b.ReportMetric(took[len(took)*95/100].Seconds()*1e6, "µs-p95")
			b.ReportMetric(float64(found)/float64(len(took)), "found")
		})
	}
}

// looksUp reports whether a lookup finds the wanted paper, or no paper if want is nil.
func looksUp(b *testing.B, x engine.Retriever, ref engine.WorkRef, want *engine.Paper) bool {
	found, err := x.Papers(context.Background(), []engine.WorkRef{ref})
	if err != nil {
		b.Fatal(err)
	}
	return (found[0] == nil) == (want == nil) && (want == nil || found[0].Title == want.Title)
}

// someOf returns papers with authors and a DOI from the beginning of a dump.
func someOf(b *testing.B, dump string) (papers []*engine.Paper) {
	read := 0
	for p, err := range corpus.File(b.Context(), dump) {
		if read++; err == nil && read%50 == 0 && p.DOI != "" && len(p.Authors) > 0 {
			papers = append(papers, p)
		}
		if len(papers) == 2000 {
			break
		}
	}
	return papers
}
