package diagnose

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// manyEntries returns a .bib with n entries that no index contains.
func manyEntries(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "@article{key%d,\n  title = {A Title of Some Words, the %d},\n  author = {Doe, Jane and Roe, Richard},\n  year = {2001},\n  journal = {Journal of Things},\n}\n\n", i, i)
	}
	return b.String()
}

// A counting corpus counts the works that are looked up.
type counting struct {
	engine.Retriever
	asked int
}

func (c *counting) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	c.asked += len(refs)
	return c.Retriever.Papers(ctx, refs)
}

func (c *counting) Info(ctx context.Context) (engine.Info, error) {
	info, err := c.Retriever.Info(ctx)
	info.State = "one"
	return info, err
}

// Each entry is looked up once. If an entry changes, only that entry is looked up again; if a macro
// changes, all entries that may use it are.
func TestOnlyWhatChangedIsCompared(t *testing.T) {
	c := &counting{Retriever: memory.New("few", "few")}
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{c}})
	r, source := NewReferences(), "@string{j = {Journal}}\n"+manyEntries(20)
	compare := func(source string) (asked int) {
		c.asked = 0
		if err := r.Compare(t.Context(), e, bib.Parse(source), nil, func(int, int) {}); err != nil {
			t.Fatal(err)
		}
		return c.asked
	}
	all := compare(source)
	again, changed := compare(source), compare(strings.Replace(source, "the 7}", "the seventh}", 1))
	macro := compare(strings.Replace(source, "{Journal}", "{Journals}", 1))
	if all == 0 || again != 0 || changed != all/20 || macro != all {
		t.Errorf("asked for %d, again %d, of one changed entry %d, of a macro %d", all, again, changed, macro)
	}
}

// If a file has more entries than the limit, only the first ones are compared.
func TestTheFirstEntriesOfALargeFileAreCompared(t *testing.T) {
	source := manyEntries(MaxCompared + 10)
	r, file := NewReferences(), bib.Parse(source)
	if err := r.Compare(t.Context(), engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("few", "few")}}), file, nil, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	if found, all := r.Findings(file, source, true); len(found) != MaxCompared || !all {
		t.Errorf("%d findings, all %v", len(found), all)
	}
	if found, _ := r.Findings(file, source, false); len(found) != 0 {
		t.Errorf("entries without a record are named without being asked for: %v", found[0])
	}
}

// An interrupted comparison keeps its results and reports that it is incomplete.
func TestAnInterruptedComparisonGoesOn(t *testing.T) {
	source := manyEntries(3 * comparedAtOnce)
	r, file := NewReferences(), bib.Parse(source)
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("few", "few")}})
	ctx, cancel := context.WithCancel(t.Context())
	if err := r.Compare(ctx, e, file, nil, func(int, int) { cancel() }); err == nil {
		t.Fatal("an interrupted comparison is whole")
	}
	if found, all := r.Findings(file, source, true); len(found) != comparedAtOnce || all {
		t.Errorf("%d findings, all %v", len(found), all)
	}
}

// Without an index, an entry is still checked for consistency, but is never reported to lack a
// record.
func TestWithoutAnIndexEntriesAreComparedWithThemselves(t *testing.T) {
	source := "@article{a, title = {A Title of Some Words}, author = {Doe, Jane}, year = 2001, doi = {nonsense}}"
	r, file := NewReferences(), bib.Parse(source)
	if err := r.Compare(t.Context(), engine.New(engine.Parts{}), file, nil, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	found, _ := r.Findings(file, source, true)
	if len(found) != 1 || found[0].Code != "doi-malformed" || source[found[0].Span.Start:found[0].Span.End] != "nonsense" {
		t.Errorf("%+v", found)
	}
}

// Values from a record are inserted as plain text. Markup in them has no effect in the .bib or the
// menu.
func TestAFixOfAHostileRecordIsText(t *testing.T) {
	hostile := &engine.Paper{ID: "1", Title: "A Title of Some Words} , evil = {\x1b[31m \\input{/etc/passwd} % \u202e", Authors: []engine.Author{{Given: "Jane", Family: "Doe"}}, Year: 2001, Venue: "Journal of Things", DOI: "10.1234/x"}
	source := "@article{a, title = {A Title of Others}, author = {Doe, Jane}, year = 2001, journal = {Journal of Things}, doi = {10.1234/x}}"
	r, file := NewReferences(), bib.Parse(source)
	if err := r.Compare(t.Context(), engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("few", "few", hostile)}}), file, nil, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	rules := Rules{Diagnostics: config.Default().Diagnostics}
	fixes := r.Fixes(file, source, doc.Span{Start: 0, End: len(source)}, rules)
	if len(fixes) == 0 || !strings.HasPrefix(fixes[0].Title, "Replace the title") {
		t.Fatalf("%+v", fixes)
	}
	for _, f := range fixes {
		if strings.ContainsAny(f.Title+f.Edits[0].Text, "\x1b\u202e") {
			t.Errorf("%+v", f)
		}
	}
	fixed := bib.Parse(bib.Apply(source, fixes[0].Edits))
	if len(fixed.Entries) != 1 || len(fixed.Entries[0].Fields) != 5 || len(fixed.Problems()) > 0 {
		t.Errorf("%+v", fixes[0])
	}
}

// If a record contains only the beginning of a title, it does not correct the entry.
func TestACutTitleOfARecordIsNoFix(t *testing.T) {
	cut := &engine.Paper{ID: "1", Title: "Learning Phrase Representations using Encoder", Authors: []engine.Author{{Given: "Jane", Family: "Doe"}}, Year: 2001, Venue: "Journal of Things", DOI: "10.1234/x"}
	const whole = "Learning Phrase Representations using Encoder Decoder Networks"
	rules := Rules{Diagnostics: config.Default().Diagnostics}
	for title, record := range map[string]string{whole: cut.Title, cut.Title: whole} {
		source := "@article{a, title = {" + title + "}, author = {Doe, Jane}, year = 2001, journal = {Journal of Things}, doi = {10.1234/x}}"
		p := *cut
		p.Title = record
		r, file := NewReferences(), bib.Parse(source)
		if err := r.Compare(t.Context(), engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("few", "few", &p)}}), file, nil, func(int, int) {}); err != nil {
			t.Fatal(err)
		}
		found, _ := r.Findings(file, source, true)
		fixes := r.Fixes(file, source, doc.Span{Start: 0, End: len(source)}, rules)
		takes := len(fixes) > 0 && strings.HasPrefix(fixes[0].Title, "Replace the title")
		if len(found) != 1 || found[0].Severity != Information || takes != (title == cut.Title) {
			t.Errorf("%q beside %q: %+v, %+v", title, record, found, fixes)
		}
		if blames := !strings.Contains(found[0].Message, "the record has only the beginning"); blames != (title == cut.Title) {
			t.Errorf("%q beside %q: %s", title, record, found[0].Message)
		}
	}
}

// BenchmarkFindings measures the diagnostics after a pause in typing, in a .bib with 72,000
// unchanged entries.
func BenchmarkFindings(b *testing.B) {
	source := manyEntries(72_000)
	r, file := NewReferences(), bib.Parse(source)
	if err := r.Compare(b.Context(), engine.New(engine.Parts{}), file, nil, func(int, int) {}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, all := r.Findings(file, source, true); !all {
			b.Fatal("not whole")
		}
	}
}
