package index_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

var (
	entropy = engine.Reference{Title: "A maximum entropy model for tagging", Authors: []engine.Author{{Family: "Ratnaparkhi"}}}
	grammar = engine.Reference{Title: "Probabilistic grammars of English", DOI: "10.1000/grammars"}
	rice    = engine.Reference{Title: "The growth of rice in water"}
)

// companionPapers returns papers that cite the treebank together with some of the other works.
func companionPapers() []*engine.Paper {
	return []*engine.Paper{
		citingPaper("old", 2000, "We train the parser", treebank, entropy),
		citingPaper("new", 2010, "We train it again", treebank, entropy, grammar),
		citingPaper("other", 1990, "Rice grows", rice),
	}
}

// companionsOf returns how often the papers in an index cite each of the works above together with
// the given ones.
func companionsOf(t *testing.T, x *index.Index, req engine.Request, works ...engine.Reference) map[string]float64 {
	t.Helper()
	hits, err := x.Companions(t.Context(), req, profile.TableOf(refsOf(works)))
	if err != nil {
		t.Fatal(err)
	}
	table, found := profile.NewCompanionTable(hits), make(map[string]float64)
	for name, work := range map[string]engine.Reference{
		"treebank": treebank, "entropy": entropy, "grammar": grammar, "rice": rice,
		"new": {Title: "The paper new"}, "old": {Title: "The paper old"},
	} {
		p := &engine.Paper{Title: work.Title, Authors: work.Authors, DOI: work.DOI}
		if n := table.Score(p); n > 0 {
			found[name] = n
		}
	}
	return found
}

func refsOf(works []engine.Reference) (refs []paper.Ref) {
	for _, w := range works {
		ref := paper.Ref{Title: w.Title, DOI: w.DOI}
		if len(w.Authors) > 0 {
			ref.Author = w.Authors[0].Family
		}
		refs = append(refs, ref)
	}
	return refs
}

func TestWorksCitedTogetherAreFound(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, nil, sequence(companionPapers()))
	x := open(t, dir)
	until := func(year int) engine.Request { return engine.Request{Years: engine.Years{To: year}} }
	for name, test := range map[string]struct {
		req   engine.Request
		works []engine.Reference
		want  string
	}{
		"one work":        {until(0), []engine.Reference{treebank}, "map[entropy:2 grammar:1 new:1 old:1]"},
		"two works":       {until(0), []engine.Reference{treebank, grammar}, "map[entropy:3 grammar:1 new:2 old:1 treebank:1]"},
		"by DOI":          {until(0), []engine.Reference{{DOI: "https://doi.org/10.1000/GRAMMARS"}}, "map[entropy:1 new:1 treebank:1]"},
		"another author":  {until(0), []engine.Reference{{Title: treebank.Title, Authors: []engine.Author{{Family: "Nobody"}}}}, "map[]"},
		"no newer papers": {until(2005), []engine.Reference{treebank}, "map[entropy:1 old:1]"},
		"all newer":       {until(1995), []engine.Reference{treebank}, "map[]"},
		"manuscript":      {engine.Request{Title: "The Paper NEW"}, []engine.Reference{treebank}, "map[entropy:1 old:1]"},
		"no works":        {until(0), nil, "map[]"},
	} {
		if got := fmt.Sprint(companionsOf(t, x, test.req, test.works...)); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

func TestCompanionsFollowTheCorpus(t *testing.T) {
	dir := t.TempDir()
	papers := companionPapers()
	build(t, dir, nil, sequence(papers[:1]))
	add(t, dir, nil, papers[1:])
	want := "map[entropy:2 grammar:1 new:1 old:1]"
	if got := fmt.Sprint(companionsOf(t, open(t, dir), engine.Request{}, treebank)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	remove(t, dir, "new")
	want = "map[entropy:1 old:1]"
	if got := fmt.Sprint(companionsOf(t, open(t, dir), engine.Request{}, treebank)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestCompanionsBecomeCandidates(t *testing.T) {
	dir := t.TempDir()
	cited := &engine.Paper{ID: "entropy", Title: entropy.Title, Authors: entropy.Authors, Year: 1996}
	build(t, dir, nil, sequence(append(companionPapers(), cited)))
	x := open(t, dir)
	req := engine.Request{Context: []string{"Rice needs water."}, Limit: 2, Profiles: []profile.Hit{}}
	if got := profileOf(t, x, req, "entropy"); got != -1 {
		t.Fatal("the paper shares words with the query")
	}
	var err error
	if req.Companions, err = x.Companions(t.Context(), req, profile.TableOf(refsOf([]engine.Reference{treebank}))); err != nil {
		t.Fatal(err)
	}
	if got := profileOf(t, x, req, "entropy"); got == -1 {
		t.Error("the paper is no candidate")
	}
	req.Years.To = 1995
	if got := profileOf(t, x, req, "entropy"); got != -1 {
		t.Error("a paper newer than the years is a candidate")
	}
}

func TestForgedCompanionsAreRefused(t *testing.T) {
	f := forgedProfiles(t)
	f.file("mentions.bin", func(raw []byte) []byte {
		binary.LittleEndian.PutUint32(raw[20:], 1<<31) // a paper that the segment lacks
		return raw
	})
	table := profile.TableOf(refsOf([]engine.Reference{treebank}))
	if _, err := open(t, f.dir).Companions(t.Context(), engine.Request{}, table); err == nil ||
		!strings.Contains(err.Error(), "mentions.bin") {
		t.Errorf("%v", err)
	}
}
