package plan_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/plan"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

func work() *paper.Paper {
	return &paper.Paper{Title: "Concise Integer Programming", Year: 2009, DOI: "10.1/x", Authors: []paper.Author{{Given: "A.", Family: "Martins"}}}
}

// A shelf is a library that contains one work.
type shelf struct{ own *paper.Paper }

func (s shelf) Papers(context.Context, []paper.Ref) ([]*paper.Paper, error) {
	return []*paper.Paper{s.own}, nil
}

func file(path, source string) plan.File {
	return plan.File{File: bib.Parse(source), Path: path, Exists: source != ""}
}

func TestAWorkIsAddedOnceAndInOnePiece(t *testing.T) {
	second := &paper.Paper{Title: "Another One", Year: 2010, Authors: []paper.Author{{Family: "Smith"}}}
	before := "@misc{old2001a, title = {Old}, year = 2001}\n"
	p := plan.New([]plan.File{file("a.bib", before)}, plan.Options{KeyPattern: "[auth][year]"})
	for _, want := range []struct {
		work *paper.Paper
		key  string
	}{{work(), "martins2009"}, {second, "smith2010"}, {work(), "martins2009"}} {
		if key, err := p.Cite(t.Context(), want.work); err != nil || key != want.key {
			t.Errorf("key %q, %v, want %q", key, err, want.key)
		}
	}
	in, ok := p.Addition()
	after := string(in.Apply([]byte(before)))
	if !ok || !strings.HasPrefix(after, before) || strings.Count(after, "@") != 3 {
		t.Errorf("the file is\n%s", after)
	}
}

func TestTheLibrarysKeyAndEntryArePreferred(t *testing.T) {
	own := work()
	own.Key, own.Entry = "ilp", "@misc{ilp, title = {Concise {Integer} Programming}, note = {mine}}"
	o := plan.Options{Library: shelf{own}}
	made, err := plan.New([]plan.File{file("a.bib", "")}, o).Entry(t.Context(), work())
	if err != nil || made.Key != "ilp" || !strings.Contains(made.Entry, "note = {mine}") || made.InBib {
		t.Errorf("%+v, %v", made, err)
	}
	taken := plan.New([]plan.File{file("a.bib", ""), file("b.bib", "@misc{ILP, title = {Lisp}}")}, o)
	if made, err := taken.Entry(t.Context(), work()); err != nil || made.Key != "martins2009concise" {
		t.Errorf("beside an entry ILP: %+v, %v", made, err)
	}
	known := "@misc{here, title = {Concise {Integer} Programming}}"
	if made, err := plan.New([]plan.File{file("a.bib", known)}, o).Entry(t.Context(), work()); err != nil || made.Entry != known || !made.InBib {
		t.Errorf("%+v, %v", made, err)
	}
}

func TestNewEntriesGoWhereMostCitedKeysAre(t *testing.T) {
	cited := func(context.Context) ([]string, error) { return []string{"b1", "b2", "a1", "y1"}, nil }
	list := file("refs.yml", "@misc{y1, title = {Y}}\n@misc{b1, title = {Y}}\n@misc{b2, title = {Y}}\n@misc{a1, title = {Y}}")
	a, b := file("a.bib", "@misc{a1, title = {A}}"), file("b.bib", "@misc{b1, title = {B}}\n@misc{b2, title = {C}}")
	p := plan.New([]plan.File{list, a, b}, plan.Options{CitedKeys: cited})
	if at, err := p.Target(t.Context()); err != nil || at != 2 {
		t.Errorf("target %d, %v", at, err)
	}
	p = plan.New([]plan.File{list}, plan.Options{CitedKeys: cited})
	if _, err := p.Cite(t.Context(), work()); err == nil || !strings.Contains(err.Error(), "refs.yml: entries cannot be added to a Hayagriva file") {
		t.Errorf("a list of Hayagriva: %v", err)
	}
	broken := errors.New("cannot be read")
	a.Check = func() error { return broken }
	if _, err := plan.New([]plan.File{a}, plan.Options{}).Cite(t.Context(), work()); !errors.Is(err, broken) {
		t.Errorf("a file that cannot be read: %v", err)
	}
	if _, err := plan.New(nil, plan.Options{}).Cite(t.Context(), work()); !errors.Is(err, plan.ErrNoFile) {
		t.Errorf("no file: %v", err)
	}
}

// A cancelled request must not add an entry without the record of the library.
func TestACancelledLookupAddsNoEntry(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := plan.New([]plan.File{file("a.bib", "")}, plan.Options{Library: shelf{work()}})
	if err := p.CiteAs(ctx, work(), "mine"); !errors.Is(err, context.Canceled) {
		t.Errorf("a chosen key: %v", err)
	}
	if _, err := p.Cite(ctx, work()); !errors.Is(err, context.Canceled) {
		t.Errorf("a new key: %v", err)
	}
	if in, ok := p.Addition(); ok {
		t.Errorf("added %+v", in)
	}
}

func TestAChosenKeyIsKept(t *testing.T) {
	source := "@misc{taken, title = {Other}}\n@misc{mine, title = {Concise Integer Programming}}"
	p := plan.New([]plan.File{file("a.bib", source), file("b.bib", "@misc{second, title = {Another}}")}, plan.Options{})
	other := &paper.Paper{Title: "New", Year: 2011}
	for key, want := range map[string]string{
		"taken": "given to another entry", "second": "given to another entry", "a b": "choose another key",
	} {
		if err := p.CiteAs(t.Context(), other, key); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", key, err)
		}
	}
	if err := p.CiteAs(t.Context(), work(), "ilp"); err == nil || !strings.Contains(err.Error(), "under the key mine") {
		t.Errorf("a work under two keys: %v", err)
	}
	if err := p.CiteAs(t.Context(), other, "new"); err != nil {
		t.Error(err)
	}
	if in, _ := p.Addition(); !strings.Contains(in.Text, "@misc{new,") {
		t.Errorf("added %q", in.Text)
	}
}

func TestEntriesHaveDifferentKeys(t *testing.T) {
	twin := work()
	twin.DOI, twin.Title = "10.1/y", "Concise Models"
	keys, made := plan.Entries([]*paper.Paper{work(), twin, work()})
	if got := strings.Join(keys, " "); got != "martins2009concise martins2009concisea martins2009concise" || len(made.Entries) != 2 {
		t.Errorf("keys %s of %d entries", got, len(made.Entries))
	}
}
