package read

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
)

// filterRuns is the number of runs of each query, after a warm-up.
const filterRuns = 5

// BenchmarkFilter measures only the Boolean filter. SCILIT_FILTER_INDEX is the folder of a corpus,
// and SCILIT_FILTER_QUERIES a file with lines such as {"keywords": "a; b"}. If SCILIT_FILTER_OUT is
// set, the figures for the tables of bench/peers are written to that file.
func BenchmarkFilter(b *testing.B) {
	dir := os.Getenv("SCILIT_FILTER_INDEX")
	if dir == "" {
		b.Skip("SCILIT_FILTER_INDEX is not set: see make bench-peers")
	}
	s, err := OpenPublished(context.Background(), dir, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Release()
	queries := filterQueries(b)
	for b.Loop() {
		err = s.View(func(v *View) error {
			r := v.Segments[0] // a single build writes one segment
			times, counts, err := ask(r, queries)
			writeFilterOut(
				b,
				map[string]any{
					"bytes":  r.Manifest.Files[format.TermsFile].Size,
					"pairs":  r.Manifest.Pairs,
					"times":  times,
					"counts": counts,
				},
			)
			reportTimes(b, times)
			return err
		})
	}
	if err != nil {
		b.Fatal(err)
	}
}

func filterQueries(b *testing.B) (queries []keyword.Expr) {
	file, err := os.Open(os.Getenv("SCILIT_FILTER_QUERIES"))
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	for decoder := json.NewDecoder(file); ; {
		var q struct{ Keywords string }
		if err := decoder.Decode(&q); errors.Is(err, io.EOF) {
			return queries
		} else if err != nil {
			b.Fatal(err)
		}
		e, mistakes := keyword.Parse(q.Keywords)
		if len(mistakes) > 0 {
			b.Fatalf("%s: %v", q.Keywords, mistakes)
		}
		queries = append(queries, e)
	}
}

// ask returns the median time of each query in seconds, and the number of papers that match it.
func ask(r *SegmentView, queries []keyword.Expr) (times []float64, counts []uint64, err error) {
	for _, e := range queries {
		var runs []float64
		for run := range 1 + filterRuns {
			start := time.Now()
			set, err := keyword.Eval(context.Background(), e, keyword.Source[*roaring.Bitmap](r))
			if err != nil {
				return nil, nil, err
			}
			if run == 0 {
				counts = append(counts, set.GetCardinality())
			} else {
				runs = append(runs, time.Since(start).Seconds())
			}
		}
		slices.Sort(runs)
		times = append(times, runs[filterRuns/2])
	}
	return times, counts, nil
}

func reportTimes(b *testing.B, times []float64) {
	sorted := slices.Sorted(slices.Values(times))
	b.ReportMetric(1e3*sorted[len(sorted)/2], "p50-ms")
	b.ReportMetric(1e3*sorted[len(sorted)*95/100], "p95-ms")
}

func writeFilterOut(b *testing.B, result map[string]any) {
	path := os.Getenv("SCILIT_FILTER_OUT")
	if path == "" {
		return
	}
	raw, err := json.Marshal(result)
	if err == nil {
		err = os.WriteFile(path, raw, 0o644)
	}
	if err != nil {
		b.Fatal(err)
	}
}
