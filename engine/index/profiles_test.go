package index_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// citingPaper returns a paper whose full text contains one sentence about each reference.
func citingPaper(id string, year int, sentence string, cited ...engine.Reference) *engine.Paper {
	p := &engine.Paper{ID: id, Title: "The paper " + id, Year: year, References: cited}
	var all engine.Paragraph
	for i := range cited {
		all = append(all, engine.Sentence{
			Text: sentence + " [1]", Cites: []engine.CiteSpan{{Start: len(sentence) + 1, End: len(sentence) + 4, Reference: i}},
		})
	}
	p.Body = []engine.Section{{Title: "Methods", Paragraphs: []engine.Paragraph{all}}}
	return p
}

// treebank is a paper whose own words differ from those of the sentences that cite it.
var treebank = engine.Reference{Title: "Building a large annotated corpus of English", Authors: []engine.Author{{Family: "Marcus"}}}

// profilePapers returns a cited paper, two papers that cite it, and others that contain words of
// the query.
func profilePapers() []*engine.Paper {
	papers := []*engine.Paper{
		{ID: "treebank", Title: treebank.Title, Authors: treebank.Authors, Year: 1993},
		{ID: "twin", Title: treebank.Title, Authors: []engine.Author{{Family: "Nobody"}}, Year: 1994},
		citingPaper("old", 2000, "We train the parser on section 23", treebank),
		citingPaper("new", 2010, "Our dependency parser is trained with sections", treebank),
	}
	for i := range 5 {
		papers = append(papers, &engine.Paper{ID: fmt.Sprint("other", i), Title: "A parser", Abstract: "Trained sections.", Year: 1990})
	}
	return papers
}

func profileRequest(to int) engine.Request {
	return engine.Request{Context: []string{"The parser was trained on all sections."}, Limit: 3, Years: engine.Years{To: to}}
}

// profileOf returns the profile score of a paper, or -1 if it is not a candidate.
func profileOf(t *testing.T, x engine.Retriever, req engine.Request, id string) float64 {
	t.Helper()
	found, err := x.Search(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range found.Candidates {
		if c.Paper.ID == id {
			return c.Profile
		}
	}
	return -1
}

func TestAPaperIsFoundByWhatOthersSayOfIt(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, nil, sequence(profilePapers()))
	x := open(t, dir)
	both := profileOf(t, x, profileRequest(0), "treebank")
	if both <= 0 {
		t.Fatalf("score %g", both)
	}
	if got := profileOf(t, x, profileRequest(0), "twin"); got > 0 {
		t.Errorf("a paper of the same title by another author scores %g", got)
	}
	old := profileOf(t, x, profileRequest(2005), "treebank")
	if old <= 0 || old >= both {
		t.Errorf("until 2005 it scores %g, without years %g", old, both)
	}
	if got := profileOf(t, x, profileRequest(1995), "treebank"); got > 0 {
		t.Errorf("citing papers newer than the years leak: %g", got)
	}
	req := profileRequest(2005)
	req.Title = "The Paper OLD"
	if got := profileOf(t, x, req, "treebank"); got > 0 {
		t.Errorf("the manuscript itself says %g of it", got)
	}
}

func TestProfilesFollowTheCorpus(t *testing.T) {
	whole, dir := t.TempDir(), t.TempDir()
	papers := profilePapers()
	build(t, whole, nil, sequence(papers))
	want := profileOf(t, open(t, whole), profileRequest(0), "treebank")

	build(t, dir, nil, sequence(papers[:3]))
	alone := profileOf(t, open(t, dir), profileRequest(0), "treebank")
	add(t, dir, nil, papers[3:])
	near := func(what string, want float64) {
		t.Helper()
		got := profileOf(t, open(t, dir), profileRequest(0), "treebank")
		if diff := got - want; diff < -1e-6 || diff > 1e-6 {
			t.Errorf("%s: score %g, want %g", what, got, want)
		}
	}
	near("added", want)
	add(t, dir, nil, []*engine.Paper{citingPaper("more", 2011, "Rice grows in water", treebank)})
	remove(t, dir, "more")
	if err := index.Compact(t.Context(), dir, false); err != nil {
		t.Fatal(err)
	}
	near("compacted", want)
	for _, name := range []string{"mentions.bin", "profiles.db"} {
		a, _ := filepath.Glob(filepath.Join(dir, "segment-*", name))
		b, _ := filepath.Glob(filepath.Join(whole, "segment-*", name))
		if len(a) != 1 || len(b) != 1 || !slices.Equal(readFile(t, a[0]), readFile(t, b[0])) {
			t.Errorf("%s differs from that of a build: %v, %v", name, a, b)
		}
	}
	remove(t, dir, "new")
	if got := profileOf(t, open(t, dir), profileRequest(0), "treebank"); got <= 0 || got >= want {
		t.Errorf("without one of two citing papers: score %g of %g, alone %g", got, want, alone)
	}
	remove(t, dir, "old")
	if got := profileOf(t, open(t, dir), profileRequest(0), "treebank"); got > 0 {
		t.Errorf("without citing papers: score %g", got)
	}
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// forgedProfiles returns a copy of an index with profiles.
func forgedProfiles(t *testing.T) forgery {
	t.Helper()
	dir := t.TempDir()
	build(t, dir, nil, sequence(profilePapers()))
	return forge(t, dir)
}

// unprofiled removes the profiles, as in an index written by an older version of the program.
func (f forgery) unprofiled() {
	f.t.Helper()
	for _, name := range []string{"mentions.bin", "profiles.db"} {
		if err := os.Remove(f.path(name)); err != nil {
			f.t.Fatal(err)
		}
	}
	f.manifest(func(members map[string]any) {
		for _, name := range []string{"Profiled", "Mentions", "MentionLength"} {
			delete(members, name)
		}
		delete(members["Files"].(map[string]any), "mentions.bin")
		delete(members["Files"].(map[string]any), "profiles.db")
	})
}

func TestAnIndexWithoutProfilesIsReadAndRebuilt(t *testing.T) {
	f := forgedProfiles(t)
	f.unprofiled()
	if got := profileOf(t, open(t, f.dir), profileRequest(0), "treebank"); got > 0 {
		t.Fatalf("score %g without profiles", got)
	}
	done, err := index.Rebuild(t.Context(), f.dir, false)
	if err != nil || !done.Rebuilt || done.Papers != len(profilePapers()) {
		t.Fatal(done, err)
	}
	if got := profileOf(t, open(t, f.dir), profileRequest(0), "treebank"); got <= 0 {
		t.Errorf("score %g after rebuild", got)
	}
	if done, err := index.Rebuild(t.Context(), f.dir, false); err != nil || done.Rebuilt {
		t.Error(done, err)
	}
}

func TestMergingAddsMissingProfiles(t *testing.T) {
	f := forgedProfiles(t)
	f.unprofiled()
	add(t, f.dir, nil, []*engine.Paper{citingPaper("more", 2011, "A parser was trained", treebank)})
	if err := index.Compact(t.Context(), f.dir, false); err != nil {
		t.Fatal(err)
	}
	whole := t.TempDir()
	build(t, whole, nil, sequence(append(profilePapers(), citingPaper("more", 2011, "A parser was trained", treebank))))
	got := profileOf(t, open(t, f.dir), profileRequest(0), "treebank")
	if want := profileOf(t, open(t, whole), profileRequest(0), "treebank"); got != want || got <= 0 {
		t.Errorf("score %g, want %g", got, want)
	}
}

func TestDamagedProfilesAreReported(t *testing.T) {
	for _, name := range []string{"mentions.bin", "profiles.db"} {
		f := forgedProfiles(t)
		raw := f.read(f.path(name))
		raw[len(raw)-1] ^= 1
		raw[len(raw)/2] ^= 1
		f.write(f.path(name), raw)
		damages, err := index.Verify(t.Context(), f.dir)
		if err != nil || len(damages) != 1 || !strings.Contains(damages[0].String(), name) {
			t.Errorf("%s: %v, %v", name, damages, err)
		}
	}
	f := forgedProfiles(t)
	raw := f.read(f.path("mentions.bin"))
	raw[0] ^= 1
	f.write(f.path("mentions.bin"), raw)
	x := open(t, f.dir)
	if _, err := x.Search(t.Context(), profileRequest(0)); err == nil || !strings.Contains(err.Error(), "mentions.bin") {
		t.Errorf("a damaged file is searched: %v", err)
	}
}

// An attacker can compute matching checksums, so contents are validated too.
func TestForgedProfilesAreRefused(t *testing.T) {
	f := forgedProfiles(t)
	f.file("mentions.bin", func(raw []byte) []byte {
		binary.LittleEndian.PutUint32(raw[20:], 1<<31) // a paper that the segment lacks
		return raw
	})
	x := open(t, f.dir)
	if _, err := x.Search(t.Context(), profileRequest(0)); err == nil || !strings.Contains(err.Error(), "mentions.bin") {
		t.Errorf("search: %v", err)
	}
	for name, change := range map[string]func(map[string]any){
		"too many":      func(m map[string]any) { m["Mentions"] = 1 << 40 },
		"negative":      func(m map[string]any) { m["Mentions"] = -1 },
		"not profiled":  func(m map[string]any) { m["Profiled"] = false },
		"bare mentions": func(m map[string]any) { m["BareMentions"] = 1 << 20 },
		"length":        func(m map[string]any) { m["MentionLength"] = 1 << 50 },
		"fewer rows":    func(m map[string]any) { m["Mentions"] = 1 },
		"missing table": func(m map[string]any) { delete(m["Files"].(map[string]any), "profiles.db") },
	} {
		f := forgedProfiles(t)
		f.manifest(change)
		if x, err := index.Open(f.dir); err == nil {
			x.Close()
			t.Errorf("%s: opened", name)
		}
	}
}
