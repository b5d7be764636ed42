package grow

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// historyServer simulates PubMed's searches and result pages. One record is added per day from 2000 on.
// A search returns up to most records.
type historyServer struct {
	*testing.T
	records, most int
	expires       int // number of fetches after which the server forgets all searches, once
	searches      [][2]int
	fetches       int
	busyAfter     int // number of fetches after which a request is answered with 429, once
}

var firstEntry = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func (s *historyServer) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	rw.Header().Set("Content-Type", "text/xml")
	switch {
	case s.busyAfter > 0 && s.fetches == s.busyAfter:
		s.busyAfter = 0
		rw.Header().Set("Retry-After", "61200")
		rw.WriteHeader(http.StatusTooManyRequests)
	case strings.HasSuffix(r.URL.Path, "/esearch.fcgi"):
		first, last := 0, s.records
		if query.Get("mindate") != "" {
			first, last = s.day(query.Get("mindate"), 0), s.day(query.Get("maxdate"), 1)
		}
		s.searches = append(s.searches, [2]int{max(0, first), min(s.records, last)})
		fmt.Fprintf(rw, `<eSearchResult><Count>%d</Count><RetMax>0</RetMax><QueryKey>1</QueryKey>`+
			`<WebEnv>MCID_%d</WebEnv><IdList/></eSearchResult>`, max(0, min(s.records, last)-max(0, first)), len(s.searches)-1)
	default:
		s.fetch(rw, query)
	}
}

func (s *historyServer) day(date string, add int) int {
	day, err := time.Parse("2006/01/02", date)
	if err != nil {
		s.Error(err)
	}
	return int(day.Sub(firstEntry).Hours())/24 + add
}

func (s *historyServer) fetch(rw http.ResponseWriter, query url.Values) {
	n, err := strconv.Atoi(strings.TrimPrefix(query.Get("WebEnv"), "MCID_"))
	start, size := number(query.Get("retstart")), number(query.Get("retmax"))
	if err != nil || n >= len(s.searches) || start >= s.most || query.Get("query_key") != "1" {
		s.Errorf("fetched %v", query)
		return
	}
	if s.fetches++; s.fetches == s.expires {
		rw.WriteHeader(http.StatusBadRequest)
		io.WriteString(rw, `<eFetchResult><ERROR>Unable to obtain query #1</ERROR></eFetchResult>`)
		return
	}
	io.WriteString(rw, `<PubmedArticleSet>`)
	for i := s.searches[n][0] + start; i < min(s.searches[n][0]+start+size, s.searches[n][1]); i++ {
		fmt.Fprintf(rw, `<PubmedArticle><MedlineCitation><PMID>%d</PMID><Article><ArticleTitle>Work %d</ArticleTitle>`+
			`<Abstract><AbstractText>Pollinators.</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle>`, i+1, i)
	}
	io.WriteString(rw, `</PubmedArticleSet>`)
}

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func newHistory(t *testing.T, records int) (*desk, *historyServer) {
	d, s := newDesk(t, "pubmed"), &historyServer{T: t, records: records, most: 9_999}
	d.world.On("eutils.ncbi.nlm.nih.gov/entrez/eutils/", s.ServeHTTP)
	return d, s
}

var pollinators = online.Harvest{Keywords: []string{"flowering time", "pollinator"}, Since: 2010}

func TestPubMedIsHarvestedFromItsHistoryServer(t *testing.T) {
	d, s := newHistory(t, 450)
	s.expires = 2
	result, err := d.harvest(pollinators, Goals{})
	if err != nil || result.Papers != 450 || len(s.searches) != 2 || s.fetches != 5 || result.Reason != reasonWhole {
		t.Fatalf("%+v, %v, %+v", result, err, s)
	}
	want := `"flowering time" AND pollinator AND 2010:3000[dp]`
	if got := d.world.Asked()[0].URL.Query().Get("term"); got != want {
		t.Errorf("sent %s", got)
	}
	checkHarvestRequests(t, d, map[string]string{"db": "pubmed", "term": want, "retmode": "xml", "tool": "scilit-lsp",
		"usehistory": "y", "query_key": "1"}, "retmax", "retstart", "WebEnv")
}

// checkHarvestRequests reports parameters that occur neither in the plan nor in a reply.
func checkHarvestRequests(t *testing.T, d *desk, allowed map[string]string, numbered ...string) {
	t.Helper()
	for _, asked := range d.world.Asked() {
		for name, values := range asked.URL.Query() {
			isNumber := strings.Trim(values[0], "0123456789") == "" || strings.HasPrefix(values[0], "MCID_")
			if len(values) > 1 || allowed[name] != values[0] && !(slices.Contains(numbered, name) && isNumber) {
				t.Errorf("sent %s=%s", name, values)
			}
		}
		if len(asked.Body) > 0 {
			t.Errorf("sent %q", asked.Body)
		}
	}
}

// TestLongSearchesOfPubMedAreSplit finds more records than the history server returns for one search.
func TestLongSearchesOfPubMedAreSplit(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads the pages of a long list")
	}
	d, s := newHistory(t, 12_000)
	if n := d.list("pubmed", pollinators); n != 12_000 {
		t.Errorf("%d records", n)
	}
	if s.fetches > 12_000/200+3 {
		t.Errorf("%d pages", s.fetches)
	}
}

// list requests all pages of a harvest and returns the number of distinct records.
func (d *desk) list(source string, h online.Harvest) int {
	from, err := d.client().Harvester(source)
	if err != nil {
		d.Fatal(err)
	}
	records, token := make(map[string]bool), ""
	for first := true; first || token != ""; first = false {
		page, err := from.Harvest(d.Context(), h, token)
		if err != nil {
			d.Fatal(err)
		}
		for _, r := range page.Records {
			records[r.ID] = true
		}
		token = page.Next
	}
	return len(records)
}

// TestAHarvestOfPubMedContinues continues after a busy service and an incomplete journal line.
func TestAHarvestOfPubMedContinues(t *testing.T) {
	d, s := newHistory(t, 900)
	s.busyAfter = 2
	_, err := d.harvest(pollinators, Goals{})
	if online.KindOf(err) != online.Busy || !strings.Contains(err.Error(), "run the same command again") {
		t.Fatal(err)
	}
	tear(t, filepath.Join(d.dir, stateFolder, journalName))
	result, err := d.harvest(pollinators, Goals{})
	if err != nil || result.Papers != 900 || len(s.searches) != 1 || s.fetches != 5 {
		t.Errorf("%+v, %v, %+v", result, err, s)
	}
}

// TestHostilePlacesOnTheHistoryServer serves malformed replies and positions that would change the
// next request.
func TestHostilePlacesOnTheHistoryServer(t *testing.T) {
	for name, reply := range map[string]string{
		"an address":  `<eSearchResult><Count>5</Count><QueryKey>1</QueryKey><WebEnv>x&amp;db=evil</WebEnv></eSearchResult>`,
		"no key":      `<eSearchResult><Count>5</Count><WebEnv>MCID_1</WebEnv></eSearchResult>`,
		"a long one":  `<eSearchResult><Count>5</Count><QueryKey>1</QueryKey><WebEnv>` + strings.Repeat("a", 1000) + `</WebEnv></eSearchResult>`,
		"no number":   `<eSearchResult><Count>many</Count></eSearchResult>`,
		"a failure":   `<eSearchResult><ERROR>Search Backend failed</ERROR></eSearchResult>`,
		"other roots": `<html><body>Maintenance</body></html>`,
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, "pubmed")
			d.world.Say("eutils.ncbi.nlm.nih.gov/entrez/eutils/", 200, "text/xml", reply)
			if _, err := d.harvest(pollinators, Goals{}); online.KindOf(err) != online.Malformed || len(d.world.Asked()) != 1 {
				t.Errorf("%v after %d requests", err, len(d.world.Asked()))
			}
		})
	}
}

// topicServer lists the works on a topic in pages, at most 10,000 works per query. One work was
// published per day from 2000 on.
type topicServer struct {
	*testing.T
	works, pages int
}

func (s *topicServer) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	first, last := 0, s.works
	for part := range strings.SplitSeq(query.Get("filter"), ",") {
		name, value, _ := strings.Cut(part, ":")
		day, err := time.Parse(time.DateOnly, value)
		at := int(day.Sub(firstEntry).Hours()) / 24
		switch {
		case name == "primary_topic.id" && value == "T10028":
		case name == "from_publication_date" && err == nil:
			first = max(first, at)
		case name == "to_publication_date" && err == nil:
			last = min(last, at+1)
		default:
			s.Errorf("filtered by %s", part)
		}
	}
	page, size := number(query.Get("page")), number(query.Get("per_page"))
	if s.pages++; page*size > 10_000 || query.Get("cursor") != "" {
		rw.WriteHeader(http.StatusBadRequest)
		return
	}
	results := []any{}
	for i := first + (page-1)*size; i < min(first+page*size, last); i++ {
		results = append(results, map[string]any{"id": fmt.Sprintf("https://openalex.org/W%d", i+1), "type": "article",
			"title": fmt.Sprintf("Work %d", i), "doi": fmt.Sprintf("https://doi.org/10.5555/topic.%d", i),
			"publication_year": firstEntry.AddDate(0, 0, i).Year()})
	}
	rw.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(rw).Encode(map[string]any{"meta": map[string]any{"count": max(0, last-first)},
		"results": results}); err != nil {
		s.Error(err)
	}
}

func TestATopicOfOpenAlexIsHarvested(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads the pages of a long list")
	}
	d, s := newDesk(t, "openalex"), &topicServer{T: t, works: 10_900}
	d.world.On("api.openalex.org/works", s.ServeHTTP)
	h := online.Harvest{Set: "T10028", Since: 2001}
	plan, err := NewHarvestPlan(d.client(), "openalex", h, Goals{})
	if err != nil || plan.Query != "primary_topic.id:T10028,from_publication_date:2001-01-01" || plan.Cost == 0 {
		t.Errorf("%+v, %v", plan, err)
	}
	if n := d.list("openalex", h); n != 10_900-366 || s.pages > 120 {
		t.Errorf("%d works, %d pages", n, s.pages)
	}
	s.works = 700
	result, err := d.harvest(h, Goals{})
	if err != nil || result.Papers != 700-366 || result.Reason != reasonWhole {
		t.Errorf("%+v, %v", result.Reason, err)
	}
	_, err = NewHarvestPlan(d.client(), "openalex", pollinators, Goals{})
	if err == nil || !strings.Contains(err.Error(), "--query cannot be used with OpenAlex: use --topic") {
		t.Error(err)
	}
	if _, err := NewHarvestPlan(d.client(), "openalex", online.Harvest{Set: "T1,type:book"}, Goals{}); err == nil {
		t.Error("a filter passed as a topic")
	}
}

// TestAStrangeListingEnds continues a harvest whose journal has a damaged position.
func TestAStrangeListingEnds(t *testing.T) {
	for _, token := range []string{"x", "5-1;0;", "0-99999999999;0;", "0-1;-1;", "0-1;0;1:1:a b"} {
		d := newDesk(t, "pubmed")
		if err := os.MkdirAll(filepath.Join(d.dir, stateFolder), 0o700); err != nil {
			t.Fatal(err)
		}
		lines := `{"date":"2026-11-24","start":{"source":"pubmed","goals":{"Papers":0,"Since":0,"Hops":0},"harvest":` +
			`{"keywords":["flowering time","pollinator"],"since":2010}}}` + "\n" +
			fmt.Sprintf(`{"date":"2026-11-24","harvested":{"records":[],"next":%q}}`, token) + "\n"
		if err := os.WriteFile(filepath.Join(d.dir, stateFolder, journalName), []byte(lines), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := d.harvest(pollinators, Goals{}); err == nil || len(d.world.Asked()) != 0 {
			t.Errorf("%q: %v, %d requests", token, err, len(d.world.Asked()))
		}
	}
}
