package literature

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// A desk is a test fixture with a separate cache and recorded HTTP responses.
type desk struct {
	*onlinetest.World
	t        *testing.T
	settings config.Settings
	opener   Opener
}

func newDesk(t *testing.T, on ...string) *desk {
	t.Setenv("SCILIT_CACHE", t.TempDir())
	t.Setenv("SCILIT_INDEX", "")
	var hosts []string
	for _, name := range sources.Names() {
		hosts = append(hosts, sources.HostsOf(name)...)
	}
	d := &desk{World: onlinetest.New(t, hosts...), t: t, settings: config.Default()}
	d.settings.Engine, d.settings.Online.Sources = "plain", on
	d.opener = Opener{Builder: new(backend.Builder), Version: "test", StandIn: d.Addr(), Roots: d.Roots, patience: time.Hour}
	return d
}

func (d *desk) literature() backend.Literature {
	d.t.Helper()
	l, err := d.opener.Open(d.t.Context(), d.settings)
	if err != nil {
		d.t.Fatal(err)
	}
	return l
}

// search acts as a front end: it previews a search and sends it.
func (d *desk) search(claim wire.OnlineClaim, step func(wire.OnlineStep)) wire.OnlineAnswer {
	d.t.Helper()
	l := d.literature()
	p, err := l.Propose(d.t.Context(), claim)
	if err != nil {
		d.t.Fatal(err)
	}
	answer, err := l.Search(d.t.Context(), claim, p, step)
	if err != nil {
		d.t.Fatal(err)
	}
	return answer
}

var transformers = wire.OnlineClaim{Text: "Transformer language models are pretrained on large corpora and fine-tuned for question answering."}

func TestAProposalSendsNothing(t *testing.T) {
	d := newDesk(t, "arxiv", "biorxiv", "crossref", "doi", "europepmc", "unpaywall")
	d.settings.Online.KeyCommand = map[string][]string{"crossref": {"false"}}
	l := d.literature()
	tests := []struct {
		name               string
		claim              wire.OnlineClaim
		discipline         string
		primary, secondary []string
	}{
		{"computer science", transformers, "computer science", []string{"arxiv"}, []string{"crossref", "europepmc", "biorxiv"}},
		{"biology", wire.OnlineClaim{Text: "CRISPR screens identify genes that regulate transcription in human cells."}, "biology", []string{"biorxiv"}, []string{"europepmc", "crossref", "arxiv"}},
		{"no discipline", wire.OnlineClaim{Text: "Xyzzy plugh quux.", Keywords: []string{"xyzzy plugh"}}, "", []string{"crossref"}, nil},
		{"chosen sources", wire.OnlineClaim{Text: "CRISPR screens identify genes.", Sources: []string{"crossref", "arxiv"}}, "", []string{"crossref", "arxiv"}, []string{}},
	}
	for _, tt := range tests {
		p, err := l.Propose(t.Context(), tt.claim)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		slices.Sort(p.Secondary)
		slices.Sort(tt.secondary)
		if p.Discipline != tt.discipline || !slices.Equal(p.Primary, tt.primary) || tt.secondary != nil && !slices.Equal(p.Secondary, tt.secondary) || !p.Ask {
			t.Errorf("%s: %+v", tt.name, p)
		}
		if len(p.Keywords) == 0 || len(p.Keywords) > online.MaxKeywords || len(p.Queries) != len(p.Primary)+len(p.Secondary) || p.Reasoning == "" {
			t.Errorf("%s: %+v", tt.name, p)
		}
		if !slices.Equal(p.Confirm, []string{"doi.org", "api.crossref.org", "export.arxiv.org", "www.ebi.ac.uk", "api.unpaywall.org"}) {
			t.Errorf("%s: confirmed at %v", tt.name, p.Confirm)
		}
	}
	if asked := d.Requests(); len(asked) > 0 {
		t.Error(asked)
	}
}

func TestASelectionIsSplitIntoClaimsInOneBatch(t *testing.T) {
	l := newDesk(t, "arxiv", "crossref").literature()
	all, err := l.Batch(t.Context(), wire.OnlineClaim{Text: "Transformer language models answer questions. CRISPR screens identify essential genes in human cells."})
	if err != nil || len(all) != 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	if !slices.Contains(all[0].Primary, "arxiv") || all[1].Primary[0] != "crossref" || all[1].Claim != "CRISPR screens identify essential genes in human cells." {
		t.Errorf("%+v", all)
	}
	if _, err := l.Batch(t.Context(), wire.OnlineClaim{Text: " "}); !errors.Is(err, errNoWords) {
		t.Error(err)
	}
}

// A changed proposal is not sent. A search sends only the requests in its proposal.
func TestWhatIsSentIsWhatWasShown(t *testing.T) {
	d := newDesk(t, "crossref", "europepmc", "openalex", "semanticscholar")
	d.Replay("api.crossref.org/", "crossref/works-query.json")
	d.Replay("www.ebi.ac.uk/", "europepmc/search-none.json")
	d.Replay("api.openalex.org/", "openalex/title-filter.json")
	d.Replay("api.semanticscholar.org/", "semanticscholar/search-none.json")
	l := d.literature()
	claim := wire.OnlineClaim{Text: "The pooling function of our secret project matters.", Before: []string{"Nobody knows of it."}, Title: "A secret manuscript", Keywords: []string{"pooling", "chemical ecology"}, From: 2010,
		Sources: []string{"crossref", "europepmc", "openalex", "semanticscholar"}}
	p, err := l.Propose(t.Context(), claim)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*wire.OnlineProposal){
		"another keyword":      func(p *wire.OnlineProposal) { p.Keywords = []string{"pooling", "secret"} },
		"another source":       func(p *wire.OnlineProposal) { p.Primary = p.Primary[1:] },
		"another year":         func(p *wire.OnlineProposal) { p.To = 2020 },
		"another query":        func(p *wire.OnlineProposal) { p.Queries = slices.Clone(p.Queries); p.Queries[0].Query = "x" },
		"a source that is off": func(p *wire.OnlineProposal) { p.Primary = append(slices.Clone(p.Primary), "arxiv") },
	} {
		changed := p
		change(&changed)
		if _, err := l.Search(t.Context(), claim, changed, nil); err == nil {
			t.Errorf("%s is sent", name)
		}
	}
	if asked := d.Requests(); len(asked) > 0 {
		t.Fatal(asked)
	}
	if _, err := l.Search(t.Context(), claim, p, nil); err != nil {
		t.Fatal(err)
	}
	shown := make(map[string]string)
	for _, q := range p.Queries {
		shown[q.Host] = q.Query
	}
	searches := 0
	for _, a := range d.Asked() {
		sent := a.URL.Query()
		isSearch := false
		for name, values := range sent {
			for _, value := range values {
				isSearch = isSearch || value == shown[a.URL.Host] || name == "filter" && strings.Contains(value, shown[a.URL.Host])
			}
		}
		if isSearch {
			searches++
		}
		whole := strings.ToLower(a.URL.String() + string(a.Body))
		for header, values := range a.Header {
			whole += strings.ToLower(header + strings.Join(values, ""))
		}
		for _, word := range []string{"secret", "manuscript", "nobody", "matters", "function"} {
			if strings.Contains(whole, word) {
				t.Errorf("%q was sent to %s: %s", word, a.URL.Host, a.URL)
			}
		}
	}
	if searches < 4 {
		t.Errorf("only %d of 4 searches are what was shown: %v", searches, d.Requests())
	}
}

// Secondary sources are queried only if the primary ones find nothing.
func TestSecondarySourcesAreAskedWhereThePrimaryOnesHaveNothing(t *testing.T) {
	for reply, want := range map[string][]string{
		"arxiv/id-unknown-200-empty.atom.xml": {"arxiv", "crossref"}, "arxiv/search-page1.atom.xml": {"arxiv"},
	} {
		d := newDesk(t, "arxiv", "crossref")
		d.Replay("export.arxiv.org/", reply)
		d.Replay("api.crossref.org/", "crossref/works-query.json")
		answer := d.search(transformers, nil)
		var asked []string
		for _, s := range answer.Steps {
			asked = append(asked, s.Source)
		}
		if !slices.Equal(asked, want) || len(answer.Papers) == 0 {
			t.Errorf("%s: asked %v, %d papers", reply, asked, len(answer.Papers))
		}
	}
}

func TestPapersAreRankedForTheClaim(t *testing.T) {
	d := newDesk(t, "crossref")
	d.Say("api.crossref.org/", 200, "application/json", `{"message":{"items":[
		{"DOI":"10.1000/1","type":"journal-article","title":["Iron in the body"],"author":[{"family":"Gray"}],"issued":{"date-parts":[[2001]]}},
		{"DOI":"10.1000/2","type":"journal-article","title":["Pretrained transformer language models for question answering"],"abstract":"<p>We fine-tune transformer language models on question answering.</p>","author":[{"family":"Doe"}],"issued":{"date-parts":[[2019]]}},
		{"DOI":"10.1000/3","type":"journal-article","title":["Weather of 1816"],"author":[{"family":"Poe"}],"issued":{"date-parts":[[1999]]}}]}}`)
	answer := d.search(transformers, nil)
	if len(answer.Papers) != 3 || answer.Papers[0].ID != "doi:10.1000/2" || len(answer.Papers[0].Highlights) == 0 || answer.Papers[0].Score <= answer.Papers[1].Score {
		t.Errorf("%+v", answer.Papers)
	}
	for _, p := range answer.Papers {
		if !p.Confirmed || p.Corpus != backend.OnlineCorpusName || p.How != "by identifier at crossref" {
			t.Errorf("%+v", p)
		}
	}
}

// Steps report the state of each source: queried, answered or failed.
func TestStepsTellOfEachSource(t *testing.T) {
	d := newDesk(t, "crossref", "openalex", "europepmc")
	d.Replay("www.ebi.ac.uk/", "europepmc/search-none.json")
	d.Say("api.openalex.org/", 503, "text/html", "")
	d.Replay("api.crossref.org/", "crossref/works-query.json")
	var steps []string
	claim := transformers
	claim.Sources = []string{"europepmc", "openalex", "crossref"}
	answer := d.search(claim, func(s wire.OnlineStep) {
		steps = append(steps, s.Source+" at "+s.Host+" "+string(s.State))
	})
	want := []string{
		"crossref at api.crossref.org answered", "crossref at api.crossref.org asked", "europepmc at www.ebi.ac.uk asked", "europepmc at www.ebi.ac.uk none",
		"openalex at api.openalex.org asked", "openalex at api.openalex.org failed",
	}
	slices.Sort(steps)
	if diff := cmp.Diff(want, steps); diff != "" {
		t.Error(diff)
	}
	if failed := answer.Failed(); len(answer.Steps) != 3 || len(failed) != 1 || failed[0].Text != "openalex cannot be reached (HTTP 503)" {
		t.Errorf("%+v", answer.Steps)
	}
}

// A stalled registry leaves papers unconfirmed but does not block the search.
func TestWhatCannotBeConfirmedInTimeSaysSo(t *testing.T) {
	d := newDesk(t, "openalex", "crossref")
	d.Replay("api.openalex.org/", "openalex/title-filter.json")
	d.On("api.crossref.org/", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	var answer wire.OnlineAnswer
	d.opener.patience = time.Second
	for len(answer.Papers) == 0 && d.opener.patience < time.Hour { // until the time suffices for the search
		d.opener.patience *= 2
		answer = d.search(wire.OnlineClaim{Keywords: []string{"copper thin-film"}, Sources: []string{"openalex"}}, nil)
	}
	if len(answer.Papers) != 1 || answer.Papers[0].Confirmed || answer.Papers[0].Corpus != "" || answer.Papers[0].Reason != late {
		t.Errorf("%+v", answer.Papers)
	}
	if !slices.ContainsFunc(answer.Notices, func(n wire.Notice) bool { return n.Code == wire.NoticeOnlineLate }) {
		t.Error(answer.Notices)
	}
	if papers, err := d.literature().Papers(t.Context(), []wire.PaperRef{{Paper: answer.Papers[0].ID}}); err != nil || papers[0] != nil {
		t.Error(papers, err)
	}
}

func TestASearchIsCancelled(t *testing.T) {
	d := newDesk(t, "crossref")
	ctx, cancel := context.WithCancel(t.Context())
	d.On("api.crossref.org/", func(_ http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done() })
	l := d.literature()
	p, err := l.Propose(ctx, transformers)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Search(ctx, transformers, p, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// An open engine finds newly stored papers without being reopened.
func TestAnEngineThatIsOpenSeesWhatIsFound(t *testing.T) {
	d := newDesk(t, "crossref")
	d.Replay("api.crossref.org/", "crossref/works-query.json")
	e, notices, err := d.opener.Builder.Engine(t.Context(), d.settings)
	if err != nil {
		t.Fatal(err, notices)
	}
	defer e.Close()
	d.search(wire.OnlineClaim{Keywords: []string{"ecology"}}, nil)
	found, err := e.Discover(t.Context(), engine.Query{Context: []string{"Chemical ecology is about signals."}, Limit: 5})
	if err != nil || len(found.Papers) != 2 || found.Papers[0].Paper.Title != "Chemical Ecology" {
		t.Error(found.Papers, err)
	}
}

// Concurrent writers to the online corpus lose no papers, even if their embedders differ.
func TestManyWritersOfWhatWasFound(t *testing.T) {
	d := newDesk(t, "crossref")
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			found, err := new(backend.Builder).Found(d.settings)
			if err == nil {
				id := string(rune('a' + i))
				err = found.Add(context.Background(), []*engine.Paper{{ID: id, Title: "Paper " + id}, {ID: "shared", Title: "Shared"}})
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	found, err := d.opener.Builder.Found(d.settings)
	if err != nil {
		t.Fatal(err)
	}
	listing, there, err := found.Look()
	if err != nil || !there || listing.Papers != 9 {
		t.Errorf("%+v, %v", listing, err)
	}
}

func TestAnEntryIsFilledByItsDOI(t *testing.T) {
	d := newDesk(t, "crossref", "doi")
	d.Replay("doi.org/", "doi/ra-crossref.json")
	d.Replay("api.crossref.org/works/10.1371", "crossref/works-one.json")
	entryOf := func(source string) *bib.Entry { return &bib.Parse(source).Entries[0] }
	fill, err := d.literature().Fill(t.Context(), entryOf(`@article{m, title = {Methylphenidate Exposure Induces Dopamine Neuron Loss and Activation of Microglia in the Basal Ganglia of Mice}, date = {2012}, doi = {10.1371/journal.pone.0033693}}`))
	want := []wire.OnlineField{
		{Name: "author", Value: "Sadasivan, Shankar and Pond, Brooks B. and Pani, Amar K. and Qu, Chunxu and Jiao, Yun and Smeyne, Richard J."},
		{Name: "journal", Value: "PLoS ONE"}, {Name: "volume", Value: "7"}, {Name: "number", Value: "3"}, {Name: "pages", Value: "e33693"},
		{Name: "publisher", Value: "Public Library of Science (PLoS)"},
	}
	if diff := cmp.Diff(want, fill.Fields); diff != "" || err != nil || fill.Source != "crossref" || len(fill.Hints) != 1 || fill.Hints[0].Kind != "corrected" {
		t.Error(diff, err, fill.Hints)
	}
	for source, why := range map[string]string{
		`@article{m, title = {Attention is all you need}, doi = {10.1371/journal.pone.0033693}}`: "belongs to another paper",
		`@article{m, title = {Attention is all you need}}`:                                       "no DOI, arXiv or PubMed identifier",
	} {
		if _, err := d.literature().Fill(t.Context(), entryOf(source)); err == nil || !strings.Contains(err.Error(), why) {
			t.Error(source, err)
		}
	}
}

func TestHintsOfAWork(t *testing.T) {
	d := newDesk(t, "crossref", "arxiv")
	d.Say("api.crossref.org/works/10.1000/bad", 200, "application/json", `{"message":{"DOI":"10.1000/bad","type":"journal-article","title":["A bad study"],"updated-by":[{"DOI":"10.1000/notice","type":"retraction","updated":{"date-parts":[[2016,3,1]]}}]}}`)
	hints, err := d.literature().Hints(t.Context(), "10.1000/bad")
	if diff := cmp.Diff([]wire.OnlineHint{{Kind: "retracted", Text: "This work has been retracted.", DOI: "10.1000/notice", Date: "2016-03-01"}}, hints); diff != "" || err != nil {
		t.Error(diff, err)
	}
	d.Replay("export.arxiv.org/", "arxiv/id-one.atom.xml")
	d.Say("api.crossref.org/works", 200, "application/json", `{"message":{"items":[{"DOI":"10.1000/heat","type":"journal-article","title":["Heat-bath random walks with Markov bases"],"author":[{"family":"Stanley","given":"C."}],"issued":{"date-parts":[[2018]]}}]}}`)
	hints, err = d.literature().Hints(t.Context(), "https://arxiv.org/abs/1605.08386")
	if diff := cmp.Diff([]wire.OnlineHint{{Kind: "published", Text: "This preprint has been published.", DOI: "10.1000/heat"}}, hints); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// A full text is fetched by the Europe PMC identifier found for its DOI, and stored.
func TestAFullTextIsKept(t *testing.T) {
	d := newDesk(t, "crossref", "europepmc")
	d.Say("api.crossref.org/", 200, "application/json", `{"message":{"items":[{"DOI":"10.1000/open","type":"journal-article","title":["An open paper"],"author":[{"family":"Doe"}],"issued":{"date-parts":[[2016]]}}]}}`)
	d.Say("www.ebi.ac.uk/europepmc/webservices/rest/search", 200, "application/json", `{"hitCount":1,"resultList":{"result":[{"id":"1","source":"MED","doi":"10.1000/open","pmcid":"PMC77","title":"An open paper","authorString":"Doe J.","pubYear":"2016"}]}}`)
	d.Say("www.ebi.ac.uk/europepmc/webservices/rest/PMC77/fullTextXML", 200, "application/xml", `<article><front><article-meta><article-id pub-id-type="doi">10.1000/open</article-id><title-group><article-title>An open paper</article-title></title-group></article-meta></front><body><sec><title>Results</title><p>The pooling function matters. It does so often.</p></sec></body></article>`)
	answer := d.search(wire.OnlineClaim{Keywords: []string{"open"}, Sources: []string{"crossref"}}, nil)
	ref := wire.PaperRef{Paper: answer.Papers[0].ID, Corpus: answer.Papers[0].Corpus}
	l := d.literature()
	found, err := l.Papers(t.Context(), []wire.PaperRef{ref})
	if err != nil {
		t.Fatal(err)
	}
	proposal, err := l.NamingText(found[0])
	want := []wire.OnlineQuery{{Source: "europepmc", Host: "www.ebi.ac.uk", Query: "10.1000/open"}}
	if diff := cmp.Diff(want, proposal.Queries); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if _, err := l.FullText(t.Context(), found[0]); err != nil {
		t.Fatal(err)
	}
	papers, err := l.Papers(t.Context(), []wire.PaperRef{ref})
	if err != nil || len(papers[0].Body) != 1 || papers[0].Body[0].Title != "Results" || papers[0].Title != "An open paper" {
		t.Errorf("%+v, %v", papers[0], err)
	}
	if _, err := l.NamingText(&engine.Paper{Title: "A paper without identifiers"}); err == nil {
		t.Error("a text without identifiers is asked for")
	}
}

func TestSinceBoundsASearchWithoutYears(t *testing.T) {
	d := newDesk(t, "crossref")
	d.settings.Since = 2015
	for from, claim := range map[int]wire.OnlineClaim{
		2015: {Text: transformers.Text}, 1990: {Text: transformers.Text, From: 1990}, 0: {Text: transformers.Text, To: 2000},
	} {
		p, err := d.literature().Propose(t.Context(), claim)
		if err != nil || p.From != from || p.Queries[0].From != from {
			t.Errorf("from %d: %+v, %v", from, p, err)
		}
	}
}

func TestNothingIsOpenedWithoutASource(t *testing.T) {
	d := newDesk(t)
	if _, err := d.opener.Open(t.Context(), d.settings); !errors.Is(err, backend.ErrOnlineOff) {
		t.Error(err)
	}
}

// Free copies are looked up in Unpaywall, which requires the user's e-mail address.
func TestWhereAWorkIsFreeToRead(t *testing.T) {
	d := newDesk(t, "crossref", "unpaywall")
	d.Say("api.crossref.org/", 200, "application/json", `{"message":{"items":[{"DOI":"10.1073/pnas.1414271111","type":"journal-article","title":["Developing functional musculoskeletal tissues through hypoxia and lysyl oxidase-induced collagen cross-linking"],"author":[{"family":"Makris"}],"issued":{"date-parts":[[2014]]}}]}}`)
	d.Replay("api.unpaywall.org/", "unpaywall/doi-4.json")
	claim := wire.OnlineClaim{Keywords: []string{"hypoxia"}}
	without := d.search(claim, nil)
	if without.Papers[0].OpenURL != "" || !slices.ContainsFunc(without.Notices, func(n wire.Notice) bool { return n.Subject == "unpaywall" && strings.Contains(n.Text, "online.email") }) {
		t.Errorf("%+v", without)
	}
	d.settings.Online.Email = "author@example.org"
	with := d.search(claim, nil)
	if with.Papers[0].OpenURL != "https://www.pnas.org/content/pnas/111/45/E4832.full.pdf" || !with.Papers[0].Confirmed {
		t.Errorf("%+v", with)
	}
}

// Names are looked up according to their kind of identifier. Unrecognized URLs are not sent as titles.
func TestANameIsLookedUpByWhatItIs(t *testing.T) {
	d := newDesk(t, "arxiv", "crossref", "doi", "pubmed", "europepmc")
	l := d.literature()
	for named, want := range map[string]string{
		"https://doi.org/10.1371/Journal.pone.0033693": "doi.org 10.1371; api.crossref.org 10.1371/journal.pone.0033693",
		"arXiv:1706.03762v5":                           "export.arxiv.org 1706.03762",
		"https://arxiv.org/pdf/1706.03762":             "export.arxiv.org 1706.03762",
		"PMID: 32160763":                               "eutils.ncbi.nlm.nih.gov 32160763",
		"PMC5155616":                                   "www.ebi.ac.uk PMC5155616",
		"978-0-262-03384-8":                            "api.crossref.org 9780262033848",
		"https://aclanthology.org/P18-1198/":           "doi.org 10.18653; api.crossref.org 10.18653/v1/p18-1198",
		"knuth84":                                      "too short for a title",
		"/home/me/draft.tex":                           "was not sent as a title",
		`C:\drafts\a.tex`:                              "was not sent as a title",
		"https://example.org/a/b":                      "contains no DOI, arXiv, PubMed or PMC identifier",
		"":                                             "too short for a title",
	} {
		p, err := l.Naming(t.Context(), named)
		var sent []string
		for _, q := range p.Queries {
			sent = append(sent, q.Host+" "+q.Query)
		}
		got := strings.Join(sent, "; ")
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: %s", named, got)
		}
	}
	p, err := l.Naming(t.Context(), "Attention is all you need")
	if err != nil || !slices.Equal(p.Hosts(), []string{"api.crossref.org", "doi.org", "eutils.ncbi.nlm.nih.gov", "export.arxiv.org", "www.ebi.ac.uk"}) {
		t.Error(p.Hosts(), err)
	}
	d.settings.Online.Sources = []string{"doi"}
	for named, want := range map[string]string{
		"PMC5155616": "add europepmc to your", "Attention is all you need": "add crossref or arxiv to your",
	} {
		if _, err := d.literature().Naming(t.Context(), named); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", named, err)
		}
	}
	if asked := d.Requests(); len(asked) > 0 {
		t.Error(asked)
	}
}

func FuzzNames(f *testing.F) {
	for _, named := range []string{"10.1371/journal.pone.0033693", "arXiv:1706.03762v5", "978-0-262-03384-8", "Attention is all you need", "/etc/passwd", "\x1b]0;x"} {
		f.Add(named)
	}
	f.Fuzz(func(t *testing.T, named string) {
		target, err := targetOf(named)
		if known := target.id.Value != "" || target.title != ""; known == (err != nil) {
			t.Errorf("%q: %+v, %v", named, target, err)
		}
		if strings.HasPrefix(target.title, "/") && !strings.Contains(target.title, " ") {
			t.Errorf("%q is sent as a title", named)
		}
	})
}

func TestAPanicDuringConfirmationNamesItsCause(t *testing.T) {
	r := &rankedWork{was: new(online.Work)}
	r.was.DOI = "10.1000/pooling"
	links := new(session).confirmOne(t.Context(), r) // the client is nil
	if links != nil || r.confirmed || !strings.HasPrefix(r.reason, "an internal error occurred") || !strings.Contains(r.reason, "nil pointer dereference") {
		t.Errorf("%+v, %v", r, links)
	}
}
