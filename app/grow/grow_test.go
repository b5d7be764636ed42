package grow

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/internal/literature"
)

// A desk contains a synthetic literature on a server, and a folder for the corpus.
type desk struct {
	*testing.T
	lit    *literature.World
	world  *onlinetest.World
	dir    string
	source string
	on     []string
	slept  []time.Duration
}

const topic = 3

var madeUp = literature.Options{Seed: 7, Works: 6000, Topics: 12, Fields: 4}

// theLiterature returns the literature shared by all desks. Tests do not change its works.
var theLiterature = sync.OnceValue(func() *literature.World { return literature.New(madeUp) })

func newDesk(t *testing.T, source string) *desk {
	var hosts []string
	for _, name := range sources.Names() {
		s, _ := sources.Find(name)
		hosts = append(hosts, s.Contacts()...)
	}
	lit := *theLiterature() // each desk has its own retractions and revisions
	d := &desk{T: t, lit: &lit,
		world: onlinetest.New(t, hosts...), dir: filepath.Join(t.TempDir(), "mine"), source: source, on: []string{source}}
	d.world.Literature(d.lit)
	return d
}

func (d *desk) client() *online.Client {
	c, err := online.New(online.Options{Sources: d.on, StandIn: d.world.Addr(), Roots: d.world.Roots,
		Unpaced: true})
	if err != nil {
		d.Fatal(err)
	}
	return c
}

// seeds returns the identifiers of n works that an author writing about the topic would cite.
func (d *desk) seeds(n int) (s Seeds) {
	for _, i := range d.lit.Seeds(topic, n) {
		s.IDs = append(s.IDs, online.ID{Scheme: online.DOI, Value: d.lit.Work(i).DOI})
	}
	s.Read = n
	s.sort()
	return s
}

func (d *desk) open() *Grower {
	g, err := Open(Options{Dir: d.dir, Client: d.client(),
		Sleep: func(_ context.Context, wait time.Duration) error { d.slept = append(d.slept, wait); return nil }})
	if err != nil {
		d.Fatal(err)
	}
	return g
}

// grow grows the corpus once and closes it.
func (d *desk) grow(seeds Seeds, goals Goals) (Result, Plan, error) {
	plan, err := NewPlan(d.client(), d.source, seeds, goals)
	if err != nil {
		d.Fatal(err)
	}
	g := d.open()
	result, err := g.Grow(d.Context(), d.source, seeds, goals, plan)
	return result, plan, errors.Join(err, g.Close())
}

func (d *desk) ids() []string {
	ids, err := index.IDs(d.Context(), d.dir)
	if err != nil {
		d.Fatal(err)
	}
	slices.Sort(ids)
	return ids
}

// goals are the goals of most tests. They are lower in short mode, which the race detector uses, since
// the first papers already start all goroutines.
var goals = Goals{Papers: 400, Hops: 3}

// shortPapers is the goal in short mode. That many papers are published in two batches.
const shortPapers = firstPublished + 50

func TestACorpusGrowsAroundItsSeeds(t *testing.T) {
	sources := Sources()
	if testing.Short() {
		sources = sources[:1] // they differ in requests, not in goroutines
	}
	for _, source := range sources {
		t.Run(source, func(t *testing.T) {
			d := newDesk(t, source)
			result, plan, err := d.grow(d.seeds(30), goals)
			if err != nil || result.Papers != goals.Papers || len(result.Missing) != 0 {
				t.Fatal(result, err)
			}
			if n := len(d.world.Requests()); n != result.Requests || n > plan.Requests {
				t.Errorf("%d requests, %d counted, %d planned", n, result.Requests, plan.Requests)
			}
			own := 0
			for _, id := range d.ids() {
				var i int
				if _, err := fmt.Sscanf(id, "doi:10.5555/world.%d", &i); err == nil && int(d.lit.Topic[i]) == topic {
					own++
				}
			}
			if own < goals.Papers/2 {
				t.Errorf("%d of %d papers are of the topic", own, goals.Papers)
			}
		})
	}
}

// TestNothingIsSentBeyondThePlan compares every part of every request with the plan and the preceding
// replies.
func TestNothingIsSentBeyondThePlan(t *testing.T) {
	if testing.Short() {
		t.Skip("its requests are those of other tests")
	}
	for _, source := range Sources() {
		t.Run(source, func(t *testing.T) {
			d := newDesk(t, source)
			allowed := make(map[string]bool)
			seeds := d.seeds(30)
			plan, err := NewPlan(d.client(), source, seeds, goals)
			if err != nil || len(d.world.Requests()) != 0 {
				t.Fatal(err, d.world.Requests())
			}
			for _, id := range plan.IDs {
				allowed[strings.TrimPrefix(id, "doi:")] = true
			}
			for i := range 2 * d.lit.Works { // the keys that occur in replies
				allowed[fmt.Sprintf("W%d", i+1)], allowed[fmt.Sprintf("%040x", i+1)] = true, true
				allowed[fmt.Sprintf("(EXT_ID:%d AND SRC:MED)", i+1)], allowed[strconv.Itoa(i+1)] = true, true
				if source == "crossref" { // Crossref identifies references by their DOIs
					allowed[fmt.Sprintf("10.5555/world.%d", i)] = true
				}
			}
			if _, _, err := d.grow(seeds, goals); err != nil {
				t.Fatal(err)
			}
			for _, asked := range d.world.Asked() {
				if !slices.Contains(plan.Hosts, asked.URL.Host) {
					t.Errorf("%s is no host of the plan", asked.URL.Host)
				}
				for _, sent := range sentIn(t, asked) {
					if !allowed[sent] {
						t.Errorf("%q was sent to %s", sent, asked.URL)
					}
				}
			}
		})
	}
}

// TestOfATitleOnlyThePlanIsSent compares the words of each request to a registry with the plan.
func TestOfATitleOnlyThePlanIsSent(t *testing.T) {
	d := newDesk(t, "openalex")
	d.on = []string{"openalex", "crossref", "arxiv"}
	d.world.Say("api.crossref.org/works", 200, "application/json", `{"message":{"items":[]}}`)
	d.world.Say("export.arxiv.org/api/query", 200, "application/xml", `<feed xmlns="http://www.w3.org/2005/Atom"/>`)
	seeds := d.seeds(3)
	secret := &engine.Paper{Title: "On {W}ords \x1b[31mof <i>many</i> kinds", Abstract: "secret", Venue: "secret",
		Year: 2001, Authors: []engine.Author{{Given: "Secret", Family: "Doe"}, {Family: "Secret"}}, Key: "secret"}
	seeds.add(secret)
	result, plan, err := d.grow(seeds, Goals{Papers: 20, Hops: 2})
	if err != nil || len(plan.Titles) != 1 || len(result.Missing) != 1 {
		t.Fatal(result, plan, err)
	}
	shown := strings.ToLower(plan.Titles[0] + " " + strings.Join(plan.Hosts, " "))
	asked := 0
	for _, a := range d.world.Asked() {
		if a.URL.Host == "api.openalex.org" {
			continue
		}
		asked++
		query := a.URL.Query()
		sent := query.Get("query.bibliographic") + " " + query.Get("query.title") + " " +
			query.Get("query.author") + " " + query.Get("search_query")
		for _, word := range regexp.MustCompile(`[A-Za-z]{3,}`).FindAllString(sent, -1) {
			isSyntax := slices.Contains([]string{"AND", "submittedDate"}, word)
			if !isSyntax && !strings.Contains(shown, strings.ToLower(word)) {
				t.Errorf("%q was sent: %s", word, a.URL)
			}
		}
		if all := strings.ToLower(a.URL.String()); strings.Contains(all, "secret") || !strings.Contains(shown, a.URL.Host) {
			t.Errorf("sent: %s", all)
		}
	}
	if asked != 2 {
		t.Errorf("%d requests to registries", asked)
	}
}

// constant matches parameters that contain no information about the corpus.
var constant = regexp.MustCompile(`^(format=json|resultType=core|(select|fields)=[A-Za-z_.,]+|` +
	`(per_page|page|limit|offset|rows|pageSize)=\d+)$`)

// sentIn returns the values in a request that are not constants of the API.
func sentIn(t *testing.T, a onlinetest.Request) (all []string) {
	query, err := url.ParseQuery(a.URL.RawQuery)
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range query {
		switch {
		case name == "filter" && a.URL.Host == "api.crossref.org":
			all = append(all, strings.Split(strings.ReplaceAll(values[0], "doi:", ""), ",")...)
		case name == "filter":
			_, list, _ := strings.Cut(values[0], ":")
			all = append(all, strings.Split(list, "|")...)
		case name == "query":
			for _, clause := range strings.Split(values[0], " OR ") {
				all = append(all, strings.Trim(strings.TrimPrefix(clause, "DOI:"), `"`))
			}
		case len(values) > 1 || !constant.MatchString(name+"="+values[0]):
			t.Errorf("the parameter %s=%s", name, values)
		}
	}
	all = append(all, sentInPath(t, a)...)
	var batch struct{ IDs []string }
	if len(a.Body) > 0 {
		if err := json.Unmarshal(a.Body, &batch); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range batch.IDs {
		all = append(all, strings.TrimPrefix(id, "DOI:"))
	}
	return all
}

// sentInPath returns the identifiers in the path of a request.
func sentInPath(t *testing.T, a onlinetest.Request) []string {
	if list := regexp.MustCompile(`^/europepmc/webservices/rest/MED/([^/]+)/(references|citations)$`).
		FindStringSubmatch(a.URL.Path); list != nil {
		return list[1:2]
	}
	if text := regexp.MustCompile(`^/europepmc/webservices/rest/PMC([0-9]+)/fullTextXML$`).
		FindStringSubmatch(a.URL.Path); text != nil {
		return text[1:2]
	}
	path := strings.TrimPrefix(a.URL.Path, "/graph/v1/paper/")
	if key, ok := strings.CutSuffix(path, "/citations"); ok {
		return []string{key}
	}
	if !slices.Contains([]string{"/works", "batch", "/europepmc/webservices/rest/search"}, path) {
		t.Errorf("the path %s", a.URL.Path)
	}
	return nil
}

// TestAnInterruptedRunEndsWithTheSameCorpus ends runs after each reply, in the middle of a journal
// line.
func TestAnInterruptedRunEndsWithTheSameCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("its requests are those of other tests")
	}
	for source, goals := range map[string]Goals{"openalex": goals, "europepmc": {Papers: 60, Hops: 3}} {
		t.Run(source, func(t *testing.T) { testInterruptions(t, source, goals) })
	}
}

func testInterruptions(t *testing.T, source string, goals Goals) {
	whole := newDesk(t, source)
	if _, _, err := whole.grow(whole.seeds(30), goals); err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, source)
	d.lit = whole.lit
	d.world.Literature(d.lit)
	plan, _ := NewPlan(d.client(), d.source, d.seeds(30), goals)
	for i := range maxInterruptions {
		g := d.open()
		ctx, cancel := context.WithCancel(t.Context())
		g.Progress = interruptAfter(i, cancel)
		result, err := g.Grow(ctx, d.source, d.seeds(30), goals, plan)
		if err := g.Close(); err != nil {
			t.Fatal(err)
		}
		cancel()
		if err == nil {
			if result.Reason != reasonGoal {
				t.Fatal(result)
			}
			break
		}
		tear(t, filepath.Join(d.dir, stateFolder, journalName))
	}
	if got, want := d.ids(), whole.ids(); !slices.Equal(got, want) {
		t.Errorf("%d papers after interruptions, %d without", len(got), len(want))
	}
	seen := make(map[string]bool)
	for _, request := range d.world.Requests() {
		if seen[request] {
			t.Errorf("sent twice: %.200s", request)
		}
		seen[request] = true
	}
}

// maxInterruptions is the maximum number of interrupted runs before one that completes.
const maxInterruptions = 200

// interruptAfter returns a function for Grower.Progress that interrupts run i, counted from 0. The first
// runs end at their first step and later runs after more steps, since every run replays the journal of
// all earlier ones.
func interruptAfter(i int, cancel func()) func(Progress) {
	steps := 0
	return func(Progress) {
		if steps++; steps > i*i/64 {
			cancel()
		}
	}
}

// tear appends the beginning of a line to a file, as a killed process does.
func tear(t *testing.T, path string) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.WriteString(`{"date":"2026-11-23","answer":{"nodes":[{"Ke`)
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestABusyServiceLosesNothing(t *testing.T) {
	d := newDesk(t, "openalex")
	sent := 0
	d.world.On("api.openalex.org/works", func(rw http.ResponseWriter, r *http.Request) {
		if sent++; sent == 3 {
			rw.Header().Set("Retry-After", "61200")
			rw.WriteHeader(http.StatusTooManyRequests)
			return
		}
		d.serve(rw, r)
	})
	result, _, err := d.grow(d.seeds(30), goals)
	if online.KindOf(err) != online.Busy || !strings.Contains(err.Error(), "run the same command again") || len(d.slept) != 0 {
		t.Fatal(err, d.slept)
	}
	if len(d.ids()) != result.Papers || result.Papers == 0 {
		t.Errorf("%d of %d papers can be searched", len(d.ids()), result.Papers)
	}
	if result, _, err = d.grow(d.seeds(30), goals); err != nil || result.Papers != goals.Papers {
		t.Error(result, err)
	}
}

// serve answers requests from the synthetic literature.
func (d *desk) serve(rw http.ResponseWriter, r *http.Request) { onlinetest.ServeOpenAlex(rw, r, d.lit) }

func TestARemovedPaperStaysRemoved(t *testing.T) {
	d := newDesk(t, "openalex")
	if _, _, err := d.grow(d.seeds(30), goals); err != nil {
		t.Fatal(err)
	}
	gone := d.ids()[5]
	if _, _, err := index.Remove(t.Context(), d.dir, []string{gone}, false); err != nil {
		t.Fatal(err)
	}
	more := goals.Papers + 200
	if _, _, err := d.grow(d.seeds(40), Goals{Papers: more, Hops: 3}); err != nil {
		t.Fatal(err)
	}
	if ids := d.ids(); slices.Contains(ids, gone) || len(ids) != more-1 {
		t.Errorf("%d papers, removed one among them: %v", len(ids), slices.Contains(ids, gone))
	}
	status, err := Look(t.Context(), d.dir)
	if err != nil || status.Removed != 1 || status.Searchable != more-1 || status.Chosen != more || status.NoAbstract == 0 ||
		status.Licenses["cc-by"] != more {
		t.Errorf("%+v, %v", status, err)
	}
}

func TestCitingSentencesAreKept(t *testing.T) {
	d := newDesk(t, "semanticscholar")
	if _, _, err := d.grow(d.seeds(30), goals); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(d.dir, stateFolder, citingName))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		var c CitingText
		if err := json.Unmarshal([]byte(line), &c); err != nil || len(c.Cited) == 0 || len(c.Texts) == 0 ||
			c.Source != d.source || !strings.HasPrefix(c.Citing, "doi:") && !strings.HasPrefix(c.Citing, "sha256:") {
			t.Fatalf("%s: %+v, %v", line, c, err)
		}
	}
}

func TestSeedsAreReadFromFilesAndIdentifiers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "refs.bib")
	bib := "@article{a, title={A work of many words}, author={Doe, Jane}, year=2001}\n" +
		"@article{b, title={Another}, doi={10.1000/B}}\n@article{b2, title={Another}, doi={10.1000/b}}\n" +
		"@misc{c, title={Untitled}}\n@misc{d, title={A work of words}, year=2001}\n@misc{e, title={Other works of words}}\n"
	if err := os.WriteFile(path, []byte(bib), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := ReadSeeds(t.Context(), corpus.Library{}, []string{path, "arXiv:1706.03762"}, []*engine.Paper{{DOI: "10.1001/x"}, {ID: "b3"}})
	want := []online.ID{{Scheme: online.ArXiv, Value: "1706.03762"}, {Scheme: online.DOI, Value: "10.1000/b"},
		{Scheme: online.DOI, Value: "10.1001/x"}}
	unusable := []string{
		`"Untitled" has no identifier, and its title has fewer than 3 words: add an identifier`,
		`"A work of words" has no identifier: add one, or add the missing author`,
		`"Other works of words" has no identifier: add one, or add the missing author and year`,
		`b3 has no identifier: add one, or add the missing title, author and year`,
	}
	if err != nil || !slices.Equal(s.IDs, want) || !slices.Equal(s.Unusable, unusable) ||
		!slices.Equal(s.Titles, []TitleSeed{{"A work of many words", "Doe", 2001}}) {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := ReadSeeds(t.Context(), corpus.Library{}, []string{"no-such-file"}, nil); err == nil {
		t.Error("a name that is neither file nor identifier was accepted")
	}
}
