package grow

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// newWorks is the number of works published between the growth and the update.
const newWorks = 300

// grownBefore returns a desk whose corpus was grown before the last works were published, in the
// same year. The desk serves all works. Since the growth, one work in the corpus was retracted and
// one was revised.
func grownBefore(t *testing.T, source string) (d *desk, gone, revised int) {
	d = newDesk(t, source)
	if grownFiles[source] == nil {
		growBefore(t, source)
	}
	if err := os.CopyFS(d.dir, grownFiles[source]); err != nil {
		t.Fatal(err)
	}
	gone, revised = numberIn(t, d.ids()[3]), numberIn(t, d.ids()[5])
	d.lit.Retracted, d.lit.Revised = map[int]bool{gone: true}, map[int]bool{revised: true}
	return d, gone, revised
}

// grownFiles caches the files of the corpora of grownBefore, keyed by source.
var grownFiles = make(map[string]fstest.MapFS)

// growBefore grows a corpus before the last works were published, and reads its files.
func growBefore(t *testing.T, source string) {
	d := newDesk(t, source)
	d.lit = d.lit.Before(d.lit.Works - newWorks)
	d.world.Literature(d.lit)
	g := d.openOn(2025)
	plan, err := NewPlan(d.client(), source, d.seeds(30), Goals{Papers: 120, Hops: 3})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Grow(t.Context(), source, d.seeds(30), Goals{Papers: 120, Hops: 3}, plan); err != nil {
		t.Fatal(err)
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	files := make(fstest.MapFS)
	root := os.DirFS(d.dir)
	err = fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := fs.ReadFile(root, path)
		files[path] = &fstest.MapFile{Data: raw, Mode: 0o600}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	grownFiles[source] = files
}

func (d *desk) openOn(year int) *Grower {
	g := d.open()
	g.Now = func() time.Time { return time.Date(year, 6, 1, 12, 0, 0, 0, time.UTC) }
	return g
}

func numberIn(t *testing.T, id string) (n int) {
	if _, err := fmt.Sscanf(id, "doi:10.5555/world.%d", &n); err != nil {
		t.Fatal(id, err)
	}
	return n
}

// TestUpdatesOfOtherSources updates corpora of sources that list different kinds of changes.
func TestUpdatesOfOtherSources(t *testing.T) {
	if testing.Short() {
		t.Skip("its requests are those of other tests")
	}
	for source, lists := range map[string]struct {
		citing, retracted, changed bool
		unlisted                   string
	}{
		"semanticscholar": {citing: true, changed: true, unlisted: "retractions"},
		"europepmc":       {citing: true, retracted: true, unlisted: "changed records"},
		"crossref":        {retracted: true, changed: true, unlisted: "new works that cite the corpus"},
	} {
		t.Run(source, func(t *testing.T) {
			d, gone, revised := grownBefore(t, source)
			first := len(d.ids())
			g := d.openOn(2026)
			plan, err := g.PlanUpdate()
			if err != nil || strings.Join(plan.Unlisted, ", ") != lists.unlisted {
				t.Errorf("%+v, %v", plan, err)
			}
			result, err := g.Update(t.Context(), plan)
			if err := cmp.Or(err, g.Close()); err != nil || result.Requests == 0 || result.Requests > plan.Requests ||
				result.Reason != reasonNews {
				t.Fatalf("%+v, %v", result, err)
			}
			if (result.Added > 0) != lists.citing || len(d.ids()) != first+result.Added || (len(result.News) > 0) != lists.citing {
				t.Errorf("%d papers were added, news: %v", result.Added, result.News)
			}
			checkNewPapers(t, d, result)
			for _, p := range d.papers() {
				if p.Retracted != (lists.retracted && numberOf(p.ID) == gone) {
					t.Errorf("%s is retracted: %v", p.ID, p.Retracted)
				}
				if strings.HasSuffix(p.Title, ", revised") != (lists.changed && numberOf(p.ID) == revised) {
					t.Errorf("%s: %s", p.ID, p.Title)
				}
			}
			if status, err := Look(t.Context(), d.dir); err != nil || (status.Retracted == 1) != lists.retracted {
				t.Errorf("%+v, %v", status, err)
			}
		})
	}
}

// numberOf returns the number of the work with an ID, or -1 if it has no DOI.
func numberOf(id string) int {
	n := -1
	_, _ = fmt.Sscanf(id, "doi:10.5555/world.%d", &n)
	return n
}

// checkNewPapers checks that an update added works from its years, that they cite others, and that
// most of them belong to the topic.
func checkNewPapers(t *testing.T, d *desk, result Result) {
	t.Helper()
	own, dated := 0, 0
	for _, title := range result.Titles {
		var n int
		if _, err := fmt.Sscan(title[strings.LastIndex(title, "part ")+5:], &n); err != nil {
			continue // the title was revised
		}
		if d.lit.Year(n) >= 2025 {
			dated++
		}
		if int(d.lit.Topic[n]) == topic {
			own++
		}
	}
	if result.Added > 0 && (own < result.Added/3 || dated < result.Added) {
		t.Errorf("%d of the topic, %d of the year, %d added", own, dated, result.Added)
	}
}

// TestAnUpdateAsksAgainForNothing repeats an update after which nothing has changed.
func TestAnUpdateAsksAgainForNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("its requests are those of other tests")
	}
	d, _, _ := grownBefore(t, "semanticscholar")
	if _, err := d.update(); err != nil {
		t.Fatal(err)
	}
	asked := len(d.world.Asked())
	result, err := d.update()
	if err != nil || result.Added != 0 || len(result.Retracted) != 0 || len(result.Titles) != 0 {
		t.Errorf("%+v, %v", result, err)
	}
	if n := len(d.world.Asked()) - asked; n != 1 {
		t.Errorf("%d requests for one batch without new citing works", n)
	}
}

// TestAnInterruptedUpdateContinues ends updates after a growing number of steps, and compares them with
// an uninterrupted update.
func TestAnInterruptedUpdateContinues(t *testing.T) {
	sources := []string{"crossref", "europepmc", "semanticscholar"}
	if testing.Short() {
		sources = sources[:1]
	}
	for _, source := range sources {
		t.Run(source, func(t *testing.T) {
			whole, _, _ := grownBefore(t, source)
			if _, err := whole.update(); err != nil {
				t.Fatal(err)
			}
			d, _, _ := grownBefore(t, source)
			before := len(d.world.Requests())
			for i := range maxInterruptions {
				g := d.open()
				plan, err := g.PlanUpdate()
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithCancel(t.Context())
				g.Progress = interruptAfter(i, cancel)
				_, failed := g.Update(ctx, plan)
				cancel()
				if err := g.Close(); err != nil {
					t.Fatal(err)
				}
				if failed == nil {
					break
				}
				tear(t, filepath.Join(d.dir, stateFolder, journalName))
			}
			if got, want := d.ids(), whole.ids(); !slices.Equal(got, want) {
				t.Errorf("%d papers after interruptions, %d without", len(got), len(want))
			}
			seen := make(map[string]bool)
			for i, a := range d.world.Asked() {
				request := a.URL.String() + string(a.Body)
				if i >= before && seen[request] {
					t.Errorf("sent twice: %.200s", request)
				}
				seen[request] = seen[request] || i >= before
			}
		})
	}
}

// TestAnUpdateSendsWhatItsPlanNames checks that every part of an update's requests is a work in the
// corpus or in a reply, or the date.
func TestAnUpdateSendsWhatItsPlanNames(t *testing.T) {
	if testing.Short() {
		t.Skip("its requests are those of other tests")
	}
	for _, source := range []string{"semanticscholar", "europepmc", "crossref"} {
		t.Run(source, func(t *testing.T) {
			d, _, _ := grownBefore(t, source)
			before := len(d.world.Asked())
			g := d.openOn(2026)
			plan, err := g.PlanUpdate()
			if err != nil || strings.Contains(plan.Query, "the date of the last run, 2025-06-01") == (source == "semanticscholar") {
				t.Fatal(plan, err)
			}
			if _, err := g.Update(t.Context(), plan); err != nil {
				t.Fatal(err)
			}
			if err := g.Close(); err != nil {
				t.Fatal(err)
			}
			for _, a := range d.world.Asked()[before:] {
				if !slices.Contains(plan.Hosts, a.URL.Host) {
					t.Errorf("sent to %s", a.URL.Host)
				}
				checkUpdateRequest(t, a.URL.Path, a.URL.Query(), string(a.Body))
			}
		})
	}
}

// planned matches the parts of a request that a plan contains: paths, operators, identifiers of
// synthetic works, cursors and dates.
var planned = regexp.MustCompile(`^/(works|graph/v1/paper/(batch|0{20}[0-9a-f]{20}/citations)|` +
	`europepmc/webservices/rest/(search|PMC\d+/fullTextXML|MED/\d+/(references|citations)))|\{"ids":\[("0{20}[0-9a-f]{20}",?)+\]\}|` +
	`CITES:\d+_MED|\(EXT_ID:\d+ AND SRC:MED\)|PUB_TYPE:"Retracted Publication"|FIRST_PDATE:\[2025-06-01 TO 3000-12-31\]|` +
	`cursorMark (\*|\d+)|filter ((doi|updates):10\.5555/world\.\d+,?)+(from-index-date:2025-06-01)?|` +
	`select DOI,update-to|query|\bOR\b|\bAND\b|[() ]`)

// checkUpdateRequest checks that a request contains only parts that are in the plan.
func checkUpdateRequest(t *testing.T, path string, query map[string][]string, body string) {
	t.Helper()
	sent := path + " " + body
	for name, values := range query {
		if constant.MatchString(name + "=" + values[0]) {
			continue
		}
		sent += " " + name + " " + strings.Join(values, " ")
	}
	if rest := planned.ReplaceAllString(sent, ""); rest != "" {
		t.Errorf("%q was sent beyond the plan: %s", rest, sent)
	}
}

// TestACorpusWithoutPapersHasNoUpdate tries to update a corpus for which no seed was found.
func TestACorpusWithoutPapersHasNoUpdate(t *testing.T) {
	d := newDesk(t, "crossref")
	seeds := Seeds{IDs: []online.ID{{Scheme: online.DOI, Value: "10.5555/unknown"}}, Read: 1}
	if _, _, err := d.grow(seeds, goals); err != nil {
		t.Fatal(err)
	}
	g := d.open()
	if _, err := g.PlanUpdate(); err == nil {
		t.Error("an update without requests was planned")
	}
	if _, err := g.Update(t.Context(), Plan{Requests: 9}); err == nil {
		t.Error("an update that requested nothing succeeded")
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
}

// TestGrowthLeavesTheDateOfTheLastUpdate grows a corpus further, which does not look for changes to
// the papers that it already has.
func TestGrowthLeavesTheDateOfTheLastUpdate(t *testing.T) {
	d, _, _ := grownBefore(t, "crossref")
	g := d.openOn(2026)
	plan, err := NewPlan(d.client(), d.source, d.seeds(30), Goals{Papers: 150, Hops: 3})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Grow(t.Context(), d.source, d.seeds(30), Goals{Papers: 150, Hops: 3}, plan); err != nil {
		t.Fatal(err)
	}
	if g.lastRun != "2025-06-01" {
		t.Errorf("the next update asks from %s on", g.lastRun)
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
}

// TestHostileUpdates updates from services that report false changes. The corpus must not change.
func TestHostileUpdates(t *testing.T) {
	if testing.Short() {
		t.Skip("its requests are those of other tests")
	}
	notice := `{"message":{"items":[{"update-to":[%s]}]}}`
	for name, tt := range map[string]struct {
		source, at, words, body string
		kind                    online.Kind
	}{
		"notices about other works": {"crossref", "api.crossref.org/works", "filter=updates:",
			fmt.Sprintf(notice, `{"DOI":"10.1/other","type":"retraction"},{"DOI":"10.5555/world.1,type:book","type":"retraction"}`), 0},
		"corrections": {"crossref", "api.crossref.org/works", "filter=updates:",
			fmt.Sprintf(notice, `{"DOI":"10.5555/world.1","type":"correction"},{"DOI":{"a":1},"type":7},null`), 0},
		"no list of notices": {"crossref", "api.crossref.org/works", "filter=updates:", `{"message":{}}`, online.Malformed},
		"changed works that are not of the corpus": {"crossref", "api.crossref.org/works", "from-index-date",
			`{"message":{"items":[{"DOI":"10.1000/x","type":"journal-article","title":["A title of words"]}]}}`, 0},
		"a cursor that changes the request": {"europepmc", "www.ebi.ac.uk/europepmc/webservices/rest/search", "CITES:",
			`{"hitCount":9000,"nextCursorMark":"x\n&query=evil","resultList":{"result":[{"id":"7","source":"MED","title":"T"}]}}`,
			online.Malformed},
		"keys that change the request": {"europepmc", "www.ebi.ac.uk/europepmc/webservices/rest/search", "CITES:",
			`{"hitCount":2,"resultList":{"result":[{"id":"7/../8","source":"MED","title":"A title","hasReferences":"Y"}]}}`, 0},
		"batches of another shape": {"semanticscholar", "api.semanticscholar.org/graph/v1/paper/batch", "",
			`{"data":"gone"}`, online.Malformed},
		"batches of null": {"semanticscholar", "api.semanticscholar.org/graph/v1/paper/batch", "", `[null,null,7,{}]`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			d, _, _ := grownBefore(t, tt.source)
			before := d.papers()
			d.lit.Retracted, d.lit.Revised = nil, nil
			d.world.Say(tt.at, 200, "application/json", tt.body, tt.words)
			result, err := d.update()
			if online.KindOf(err) != tt.kind || len(result.Retracted) != 0 {
				t.Errorf("%+v, %v", result, err)
			}
			after := d.papers()
			for i := range before {
				if i >= len(after) || after[i].Title != before[i].Title || after[i].Retracted {
					t.Fatalf("%s changed", before[i].ID)
				}
			}
			for _, request := range d.world.Requests() {
				if strings.Contains(request, "evil") || strings.Contains(request, "..") || strings.Contains(request, "book") {
					t.Errorf("sent: %s", request)
				}
			}
		})
	}
}
