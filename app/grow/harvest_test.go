package grow

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// arXivServer lists synthetic records by OAI-PMH, in pages.
type arXivServer struct {
	records int
	perPage int
	expired bool // whether the token expires once, at the second page
	circle  bool // whether every page returns the same token
	revised bool // whether the title of the first record has changed
	asked   []url.Values
}

func (s *arXivServer) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	s.asked = append(s.asked, query)
	rw.Header().Set("Content-Type", "text/xml")
	begin := 0
	if token := query.Get("resumptionToken"); token != "" {
		if s.expired {
			s.expired = false
			io.WriteString(rw, `<OAI-PMH><error code="badResumptionToken">expired</error></OAI-PMH>`)
			return
		}
		fmt.Sscanf(token, "6000|%d", &begin)
	}
	if begin >= s.records {
		io.WriteString(rw, `<OAI-PMH><error code="noRecordsMatch">none</error></OAI-PMH>`)
		return
	}
	io.WriteString(rw, `<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>`)
	end := min(begin+s.perPage, s.records)
	for i := begin; i < end; i++ {
		more := "more"
		if s.revised && i == 0 {
			more = "other"
		}
		fmt.Fprintf(rw, `<record><header><identifier>oai:arXiv.org:2101.%05d</identifier></header><metadata>`+
			`<arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>2101.%05d</id><created>%d-01-02</created><authors><author>`+
			`<keyname>Doe</keyname><forenames>Jane</forenames></author></authors><title>Work %d &amp; %s</title>`+
			`<categories>cs.CL cs.LG</categories><license>http://creativecommons.org/licenses/by/4.0/</license>`+
			`<abstract>About number %d.</abstract></arXiv></metadata></record>`, i, i, 2015+i%10, i, more, i)
	}
	io.WriteString(rw, `<record><header status="deleted"><identifier>x</identifier></header></record>`)
	if s.circle {
		end = 1
	}
	if end < s.records {
		fmt.Fprintf(rw, `<resumptionToken completeListSize="%d">6000|%d</resumptionToken>`, s.records, end)
	}
	io.WriteString(rw, `</ListRecords></OAI-PMH>`)
}

// newHarvest returns a desk with a server that simulates arXiv.
func newHarvest(t *testing.T, s *arXivServer) *desk {
	d := newDesk(t, "arxiv")
	d.world.On("oaipmh.arxiv.org/oai", s.ServeHTTP)
	return d
}

func (d *desk) harvest(h online.Harvest, goals Goals) (Result, error) {
	plan, err := NewHarvestPlan(d.client(), d.source, h, goals)
	if err != nil {
		d.Fatal(err)
	}
	g := d.open()
	result, err := g.Harvest(d.Context(), d.source, h, goals, plan)
	if err := g.Close(); err != nil {
		d.Fatal(err)
	}
	return result, err
}

var category = online.Harvest{Set: "cs.CL", Since: 2018}

func TestACategoryIsHarvested(t *testing.T) {
	s := &arXivServer{records: 250, perPage: 100}
	d := newHarvest(t, s)
	result, err := d.harvest(category, Goals{})
	// the records from 7 of 10 years
	if err != nil || result.Papers != 175 || result.Requests != 3 || result.Reason != reasonWhole {
		t.Fatalf("%+v, %v", result, err)
	}
	if q := s.asked[0]; q.Get("set") != "cs:cs:CL" || q.Get("from") != "2018-01-01" || q.Get("metadataPrefix") != "arXiv" {
		t.Errorf("asked %v", q)
	}
	for _, p := range d.papers() {
		if p.Year < 2018 || p.ArXiv == "" || !strings.Contains(p.Title, " & more") || p.Abstract == "" ||
			p.License == "" {
			t.Fatalf("%+v", p)
		}
	}
}

// TestAHarvestContinues ends a harvest at a limit and at an expired token.
func TestAHarvestContinues(t *testing.T) {
	s := &arXivServer{records: 250, perPage: 100}
	d := newHarvest(t, s)
	h := online.Harvest{Set: "cs.CL"}
	if result, err := d.harvest(h, Goals{Papers: 50}); err != nil || result.Papers != 100 {
		t.Fatal(result, err)
	}
	s.expired = true
	result, err := d.harvest(h, Goals{})
	if err != nil || result.Papers != 250 || len(d.ids()) != 250 {
		t.Errorf("%+v, %v", result, err)
	}
	if n := len(s.asked); n != 5 { // one request, one with the expired token, and three pages
		t.Errorf("%d requests", n)
	}
}

func TestACircleOfTokensEnds(t *testing.T) {
	s := &arXivServer{records: 250, perPage: 100, circle: true}
	d := newHarvest(t, s)
	if _, err := d.harvest(online.Harvest{Set: "cs.CL"}, Goals{}); err == nil || !strings.Contains(err.Error(), "the same page twice") ||
		len(s.asked) > 3 {
		t.Errorf("%v after %d requests", err, len(s.asked))
	}
	if len(d.ids()) == 0 {
		t.Error("what was received is lost")
	}
}

func TestAnUpdateOfAHarvestAsksForChanges(t *testing.T) {
	s := &arXivServer{records: 90, perPage: 100}
	d := newHarvest(t, s)
	if _, err := d.harvest(online.Harvest{Set: "cs.CL"}, Goals{}); err != nil {
		t.Fatal(err)
	}
	s.records = 95
	result, err := d.update()
	last := s.asked[len(s.asked)-1]
	if err != nil || result.Added != 5 || result.Papers != 95 || last.Get("from") == "" {
		t.Errorf("%+v, %v, %v", result, err, last)
	}
}

// TestAnUpdateReplacesChangedRecords changes one record and has the user remove another.
func TestAnUpdateReplacesChangedRecords(t *testing.T) {
	s := &arXivServer{records: 9, perPage: 100}
	d := newHarvest(t, s)
	if _, err := d.harvest(online.Harvest{Set: "cs.CL"}, Goals{}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := index.Remove(t.Context(), d.dir, []string{"arxiv:2101.00005"}, false); err != nil {
		t.Fatal(err)
	}
	s.revised = true
	result, err := d.update()
	if err != nil || result.Added != 0 || result.Papers != 8 {
		t.Fatalf("%+v, %v", result, err)
	}
	changed := 0
	for _, p := range d.papers() {
		if p.Title == "Work 0 & other" {
			changed++
		}
		if p.ID == "arxiv:2101.00005" {
			t.Error("a removed paper came back")
		}
	}
	if changed != 1 || len(d.ids()) != 8 {
		t.Errorf("%d changed, %v", changed, d.ids())
	}
}

func (d *desk) update() (Result, error) {
	g := d.open()
	plan, err := g.PlanUpdate()
	if err != nil {
		d.Fatal(err)
	}
	result, err := g.Update(d.Context(), plan)
	if err := g.Close(); err != nil {
		d.Fatal(err)
	}
	if result.Requests > plan.Requests {
		d.Errorf("%d requests, %d planned", result.Requests, plan.Requests)
	}
	return result, err
}

func TestEuropePMCIsHarvestedByCursor(t *testing.T) {
	d := newDesk(t, "europepmc")
	page := func(i int, next string) string {
		return fmt.Sprintf(`{"hitCount":2,"nextCursorMark":%q,"resultList":{"result":[{"id":"%d","source":"MED","pmid":"%d",`+
			`"title":"Flowering time %d","authorString":"Doe J.","pubYear":"2020","abstractText":"Pollinators."}]}}`, next, i, i, i)
	}
	at := "www.ebi.ac.uk/europepmc/webservices/rest/search"
	d.world.Say(at, 200, "application/json", page(1, "AoE1=="), "cursorMark=*")
	d.world.Say(at, 200, "application/json", page(2, "AoE2"), "cursorMark=AoE1==")
	d.world.Say(at, 200, "application/json", `{"hitCount":2,"resultList":{"result":[]}}`, "cursorMark=AoE2")
	result, err := d.harvest(online.Harvest{Keywords: []string{"flowering time", "pollinator"}, Since: 2010}, Goals{})
	if err != nil || result.Papers != 2 || result.Requests != 3 {
		t.Errorf("%+v, %v", result, err)
	}
	want := `query="flowering time" AND pollinator AND PUB_YEAR:[2010 TO 3000]`
	if got, _ := url.QueryUnescape(d.world.Requests()[0]); !strings.Contains(got, want) {
		t.Errorf("sent %s", got)
	}
}

func TestAnUpdateAddsNewCitersAndRetractions(t *testing.T) {
	d := newDesk(t, "openalex")
	if _, _, err := d.grow(d.seeds(30), Goals{Papers: 200, Hops: 3}); err != nil {
		t.Fatal(err)
	}
	gone := d.ids()[3]
	d.world.On("api.openalex.org/works", func(rw http.ResponseWriter, r *http.Request) {
		d.serveNews(rw, r, strings.TrimPrefix(gone, "doi:10.5555/world."))
	})
	result, err := d.update()
	if err != nil || len(result.Retracted) != 1 || result.Added == 0 || result.Reason != reasonNews {
		t.Fatalf("%+v, %v", result, err)
	}
	checkNews(t, d, result)
	status, err := Look(t.Context(), d.dir)
	if err != nil || status.Retracted != 1 || status.Searchable != result.Papers {
		t.Errorf("%+v, %v", status, err)
	}
}

// checkNews checks that the new works come from the update and cite seeds. Works with more
// citations come first.
func checkNews(t *testing.T, d *desk, result Result) {
	t.Helper()
	seeds := make(map[string]bool)
	for _, i := range d.lit.Seeds(topic, 30) {
		seeds[d.lit.Work(i).Title] = true
	}
	citing, last := 0, len(seeds)
	for _, n := range result.News {
		if n.Preprint != "" {
			continue
		}
		if len(n.Cites) == 0 || len(n.Cites) > last || !slices.Contains(result.Titles, n.Title) {
			t.Errorf("%+v", n)
		}
		citing, last = citing+1, len(n.Cites)
		for _, title := range n.Cites {
			if !seeds[title] {
				t.Errorf("%q is no seed", title)
			}
		}
	}
	if citing == 0 || citing > result.Added {
		t.Errorf("%d works cite seeds, %d were added", citing, result.Added)
	}
}

// TestAnUpdateNamesPublishedVersions serves a citing work with the title and author of a preprint in
// the corpus.
func TestAnUpdateNamesPublishedVersions(t *testing.T) {
	d := newDesk(t, "openalex")
	work := func(id, kind, refs string) string {
		return fmt.Sprintf(`{"id":"https://openalex.org/%s","title":"A preprint with a long title","doi":"https://doi.org/10.5555/%s",`+
			`"publication_year":2020,"type":"%s","cited_by_count":1,"referenced_works":[%s],`+
			`"authorships":[{"author":{"display_name":"Jane Doe"}}]}`, id, id, kind, refs)
	}
	published := ""
	d.world.On("api.openalex.org/works", func(rw http.ResponseWriter, r *http.Request) {
		results := ""
		switch filter := r.URL.Query().Get("filter"); {
		case strings.Contains(filter, "is_retracted"):
		case strings.Contains(filter, "from_publication_date"):
			results = published
		case strings.HasPrefix(filter, "doi:"):
			results = work("W1", "preprint", `"W9"`)
		}
		fmt.Fprintf(rw, `{"meta":{"count":1},"results":[%s]}`, results)
	})
	if _, _, err := d.grow(d.seeds(1), Goals{Papers: 5, Hops: 1}); err != nil {
		t.Fatal(err)
	}
	published = work("W2", "article", `"W1"`)
	result, err := d.update()
	want := []News{{Title: "A preprint with a long title", DOI: "10.5555/w2", Preprint: "A preprint with a long title"}}
	if err != nil || !reflect.DeepEqual(result.News, want) {
		t.Errorf("%+v, %v", result.News, err)
	}
}

// serveNews serves the literature after one work was retracted.
func (d *desk) serveNews(rw http.ResponseWriter, r *http.Request, retracted string) {
	query := r.URL.Query()
	filter, isUpdate := strings.CutSuffix(query.Get("filter"), ",is_retracted:true")
	if isUpdate {
		var n int
		if _, err := fmt.Sscan(retracted, &n); err != nil {
			d.Error(err)
		}
		if key := fmt.Sprintf("W%d", n+1); strings.Contains(filter+"|", key+"|") {
			fmt.Fprintf(rw, `{"meta":{"count":1},"results":[{"id":"https://openalex.org/%s","title":%q,"is_retracted":true,`+
				`"doi":"https://doi.org/10.5555/world.%d","publication_year":2001,"type":"article"}]}`, key,
				d.lit.Work(n).Title, n)
			return
		}
		io.WriteString(rw, `{"meta":{"count":0},"results":[]}`)
		return
	}
	filter, from, _ := strings.Cut(filter, ",from_publication_date:")
	if from == "" {
		d.Errorf("an update asked for %s", filter)
	}
	query.Set("filter", filter)
	r.URL.RawQuery = query.Encode()
	d.serve(rw, r)
}
