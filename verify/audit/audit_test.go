package audit_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
)

const acl = "../../testdata/papers/acl.jsonl.gz"

// over returns an engine over an index of demo papers and other retrievers.
func over(t testing.TB, others ...engine.Retriever) (*engine.Engine, []*engine.Paper) {
	parsed, err := demoIndex()
	if err != nil {
		t.Fatal(err)
	}
	var papers []*engine.Paper
	for _, p := range parsed {
		papers = append(papers, &p)
	}
	x, err := index.Open(sharedFolder)
	if err != nil {
		t.Fatal(err)
	}
	e := engine.New(engine.Parts{Retrievers: append([]engine.Retriever{x}, others...)})
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e, papers
}

// sharedFolder contains the index of over. It is empty until the index is built.
var sharedFolder string

// demoIndex builds the index of over and returns its papers. The tests share the index and do not change it.
var demoIndex = sync.OnceValues(func() (papers []engine.Paper, err error) {
	if sharedFolder, err = os.MkdirTemp("", "scilit-audit-*"); err != nil {
		return nil, err
	}
	var listed []*engine.Paper
	for p, err := range corpus.File(context.Background(), acl) {
		if err != nil {
			return nil, err
		}
		papers = append(papers, *p)
		if listed = append(listed, p); len(listed) == 500 {
			break
		}
	}
	_, err = index.Build(context.Background(), index.BuildOptions{Dir: sharedFolder, Name: "acl"}, all(listed))
	return papers, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	_ = os.RemoveAll(sharedFolder)
	os.Exit(code)
}

func all(papers []*engine.Paper) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		for _, p := range papers {
			if !yield(p, nil) {
				return
			}
		}
	}
}

// written formats a paper as a careless author would: with initials, an abbreviated venue and a
// shortened author list, but without a DOI.
func written(i int, p *engine.Paper) string {
	var authors []string
	for _, a := range p.Authors[:min(len(p.Authors), 3)] {
		authors = append(authors, fmt.Sprintf("%s, %.1s.", a.Family, a.Given))
	}
	if len(p.Authors) > 3 {
		authors = append(authors, "others")
	}
	return fmt.Sprintf("@inproceedings{k%d,\n title={%s},\n author={%s},\n year=%d,\n booktitle={%s}\n}\n", i,
		strings.NewReplacer("{", "", "}", "", "\\", "").Replace(strings.ToLower(p.Title)), strings.Join(authors, " and "),
		p.Year, strings.Replace(p.Venue, "Proceedings of the", "Proc.", 1))
}

func fileOf(source string) audit.File {
	return audit.File{Path: "refs.bib", Bib: bib.Parse([]byte(source)), Source: source}
}

// TestTrueEntriesAreVerified checks carelessly written entries of real papers.
func TestTrueEntriesAreVerified(t *testing.T) {
	e, papers := over(t)
	var source strings.Builder
	for i, p := range papers[:400] {
		source.WriteString(written(i, p))
	}
	report, err := audit.Check(t.Context(), e, []audit.File{fileOf(source.String())}, audit.Options{Year: 2026})
	if err != nil || report.References.Len() != 400 || report.SourceFailed {
		t.Fatal(report.References.Len(), report.Notes, err)
	}
	for range 2 { // each iteration decodes the results again, in file order
		i := 0
		for r := range report.References.All() {
			if r.Verdict != verify.Verified && r.Code != verify.Duplicate {
				t.Errorf("%s: %s %v", r.Key, r.Verdict, r.Findings)
			}
			if r.Key != fmt.Sprint("k", i) || r.Entry.Key != r.Key || len(r.Records) == 0 {
				t.Errorf("result %d is of %s, %d records", i, r.Key, len(r.Records))
			}
			i++
		}
	}
}

// A failing index returns errors.
type failing struct{ engine.Retriever }

func (failing) Info(context.Context) (engine.Info, error) {
	return engine.Info{Name: "far"}, nil
}
func (failing) Papers(context.Context, []engine.WorkRef) ([]*engine.Paper, error) {
	return nil, errors.New("no answer")
}
func (failing) Search(context.Context, engine.Request) (engine.Result, error) {
	return engine.Result{}, errors.New("no answer")
}
func (failing) Close() error { return nil }

// A failed source does not count as a source without the work (invariant 13).
func TestASourceThatFailsIsNamed(t *testing.T) {
	e, papers := over(t, failing{})
	source := written(0, papers[0]) + "@article{none, title={Nothing that any corpus has}, author={Doe, Jane}, year=2020}\n"
	report, err := audit.Check(t.Context(), e, []audit.File{fileOf(source)}, audit.Options{Year: 2026})
	if err != nil || !report.SourceFailed || len(report.Notes) != 1 ||
		!strings.Contains(report.Notes[0], "the corpus far was not searched: no answer") {
		t.Fatal(report.SourceFailed, report.Notes, err)
	}
	if got := slices.Collect(report.References.All()); len(got) != 2 {
		t.Error(len(got))
	} else if found, lost := got[0], got[1]; found.Verdict != verify.Verified ||
		lost.Verdict != verify.Error || lost.Code != verify.NotAsked {
		t.Errorf("%s, %s %s", found.Verdict, lost.Verdict, lost.Code)
	}
}

// Findings about the file itself: repeated works, repeated keys and an unclosed entry.
func TestWhatAFileShowsItself(t *testing.T) {
	e, papers := over(t)
	source := written(1, papers[1]) + written(2, papers[1]) + written(1, papers[3]) + "@article{open, title={A"
	report, err := audit.Check(t.Context(), e, []audit.File{fileOf(source)}, audit.Options{Year: 2026})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for r := range report.References.All() {
		got = append(got, fmt.Sprintf("%s %s %s", r.Key, r.Verdict, r.Code))
	}
	if want := "k1 verified ; k2 check duplicate; k1 check duplicate-key; open error malformed"; strings.Join(got,
		"; ") != want {
		t.Errorf("%s, want %s", strings.Join(got, "; "), want)
	}
}

// An interrupted check ends immediately and returns no report.
func TestAnInterruptedCheckEnds(t *testing.T) {
	e, papers := over(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := audit.Check(ctx, e, []audit.File{fileOf(written(0, papers[0]))}, audit.Options{}); !errors.Is(err,
		context.Canceled) {
		t.Error(err)
	}
}

// BenchmarkCheck checks 500 entries, 50 of which are in no corpus.
func BenchmarkCheck(b *testing.B) {
	e, papers := over(b)
	var source strings.Builder
	for i, p := range papers[:450] {
		source.WriteString(written(i, p))
	}
	for i := range 50 {
		fmt.Fprintf(&source, "@article{n%d, title={Deep Learning of Unknown Thing %d}, author={Doe, Jane}, year=2020}\n", i,
			i)
	}
	file := fileOf(source.String())
	for b.Loop() {
		if _, err := audit.Check(b.Context(), e, []audit.File{file}, audit.Options{Year: 2026}); err != nil {
			b.Fatal(err)
		}
	}
}

// A counting corpus counts its lookups.
type counting struct {
	engine.Retriever
	asked atomic.Int32
}

func (c *counting) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	c.asked.Add(1)
	return c.Retriever.Papers(ctx, refs)
}

// An interrupted check continues where it stopped. A second check of the same entries needs no
// lookup until a corpus changes.
func TestACheckGoesOnWhereItWas(t *testing.T) {
	_, papers := over(t)
	dir, path := t.TempDir(), filepath.Join(t.TempDir(), "checked", "verdicts.jsonl")
	if _, err := index.Build(t.Context(), index.BuildOptions{Dir: dir, Name: "acl"}, all(papers)); err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	for i, p := range papers {
		source.WriteString(written(i, p))
	}
	check := func(ctx context.Context, progress func(int)) (audit.Report, int) {
		x, err := index.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		c := &counting{Retriever: x}
		e := engine.New(engine.Parts{Retrievers: []engine.Retriever{c}})
		defer e.Close()
		cache, err := audit.OpenFileCache(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer cache.Close()
		report, err := audit.Check(ctx, e, []audit.File{fileOf(source.String())},
			audit.Options{Year: 2026, Cache: cache, Progress: progress})
		if err != nil && ctx.Err() == nil {
			t.Fatal(err)
		}
		return report, int(c.asked.Load())
	}
	interrupted, cancel := context.WithCancel(t.Context())
	check(interrupted, func(done int) {
		if done >= 100 {
			cancel()
		}
	})
	if raw, err := os.ReadFile(path); err != nil || os.WriteFile(path, append(raw, `{"Key":"half`...), 0o600) != nil {
		t.Fatal(err)
	}
	whole, asked := check(t.Context(), nil)
	again, none := check(t.Context(), nil)
	if batches := (len(papers) + 49) / 50; asked == 0 || asked > batches-2 || none != 0 {
		t.Errorf("%d questions after the interruption, then %d", asked, none)
	}
	if before, after := verdictsOf(whole), verdictsOf(again); before != after {
		t.Errorf("%s\nfrom the cache:\n%s", before, after)
	}
	if _, _, err := index.Remove(t.Context(), dir, []string{papers[0].ID}, true); err != nil {
		t.Fatal(err)
	}
	if _, asked := check(t.Context(), nil); asked == 0 {
		t.Error("a changed corpus was not asked")
	}
}

func verdictsOf(report audit.Report) string {
	var b strings.Builder
	for r := range report.References.All() {
		fmt.Fprintln(&b, r.Path, r.Line, r.Key, r.Verdict, r.Findings, r.Fields)
	}
	return b.String()
}
