package online

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// showWorks returns one line per work, with its versions.
func showWorks(works []*Work) (lines []string) {
	for _, w := range works {
		line := fmt.Sprintf("%s (%s, %d) from %s", w.ID, w.Type, w.Year, strings.Join(w.Sources, "+"))
		for _, v := range w.Versions {
			line += "; also " + v.ID
		}
		lines = append(lines, line)
	}
	return lines
}

func sourcesOf(parts []Part) (names []string) {
	for _, p := range parts {
		names = append(names, p.Source)
	}
	return names
}

// An expiring context reaches its deadline when expired is closed, regardless of the machine's speed.
type expiring struct {
	context.Context
	expired chan struct{}
}

func (e expiring) Done() <-chan struct{} { return e.expired }

func (e expiring) Err() error {
	select {
	case <-e.expired:
		return context.DeadlineExceeded
	default:
		return e.Context.Err()
	}
}

// stall responds when the request is cancelled.
func stall(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// failures returns the parts of failed sources.
func failures(f Result) []Part {
	return slices.DeleteFunc(slices.Clone(f.Parts), func(p Part) bool { return p.Err == nil })
}

// TestAllSourcesAreAskedAtOnce replays recorded responses, except for one source that sends a
// bot-detection page, one that stalls until all others have responded, one that fails, and one that
// finds nothing.
func TestAllSourcesAreAskedAtOnce(t *testing.T) {
	w := newWorld(t)
	w.Replay("export.arxiv.org/", "arxiv/id-unknown-200-empty.atom.xml")
	w.Replay("api.crossref.org/", "crossref/works-query.json")
	w.Replay("api.semanticscholar.org/", "semanticscholar/match-attention.json")
	w.Say("dblp.org/", 500, "text/html", anubis)
	w.On("api.openalex.org/", status(429, "Retry-After", "60000"))
	w.On("www.ebi.ac.uk/", stall)
	c := w.client(nil)
	ctx := expiring{t.Context(), make(chan struct{})}
	names := []string{"arxiv", "crossref", "dblp", "europepmc", "openalex", "semanticscholar", "unpaywall"}
	var came []string
	found, err := c.Search(ctx, names, Query{Keywords: []string{"ecology"}}, func(p Part) {
		if came = append(came, p.Source); len(came) == len(names)-1 {
			close(ctx.expired)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(names, sourcesOf(found.Parts)); diff != "" {
		t.Error(diff)
	}
	if came[len(came)-1] != "europepmc" || len(came) != len(names) {
		t.Errorf("parts came in the order %v", came)
	}
	kinds := make(map[string]Kind)
	for _, p := range failures(found) {
		kinds[p.Source] = KindOf(p.Err)
	}
	if diff := cmp.Diff(map[string]Kind{"dblp": BotPage, "europepmc": Unreachable, "openalex": Busy, "unpaywall": Unsupported}, kinds); diff != "" {
		t.Error(diff)
	}
	want := []string{
		"doi:10.1093/obo/9780199830060-0238 (chapter, 2022) from crossref",
		"arxiv:1706.03762 (proceedings, 2017) from semanticscholar",
		"doi:10.1093/obo/9780199830060-0023 (chapter, 2012) from crossref",
	}
	if diff := cmp.Diff(want, showWorks(found.Works)); diff != "" {
		t.Error(diff)
	}
}

func TestASearchOfOneSourceHasATimeLimit(t *testing.T) {
	w := newWorld(t)
	w.On("www.ebi.ac.uk/", stall)
	var found Result
	var err error
	for limit := time.Millisecond; len(w.Requests()) == 0 && limit < time.Hour; limit *= 2 { // until the limit leaves time for the request
		c := w.client(nil)
		c.searchLimit = limit
		found, err = c.Search(t.Context(), []string{"europepmc"}, Query{Keywords: []string{"ecology"}}, nil)
	}
	if err != nil || len(failures(found)) != 1 || KindOf(found.Parts[0].Err) != Unreachable {
		t.Error(found, err)
	}
}

func TestASearchOfASourceThatIsOffSaysSo(t *testing.T) {
	found, err := newWorld(t).client(nil).Search(t.Context(), []string{"scopus"}, Query{Keywords: []string{"ecology"}}, nil)
	if err != nil || len(found.Works) != 0 || KindOf(failures(found)[0].Err) != Off {
		t.Error(found, err)
	}
}

func TestASearchIsCancelled(t *testing.T) {
	w := newWorld(t)
	ctx, cancel := context.WithCancel(t.Context())
	w.On("api.crossref.org/", func(_ http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done() })
	if _, err := w.client(nil).Search(ctx, []string{"crossref"}, Query{Keywords: []string{"x"}}, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestOnlyPlainWordsAreSent checks that no keyword acts as an operator.
func TestOnlyPlainWordsAreSent(t *testing.T) {
	q := Query{Keywords: []string{`gene" OR au:evil AND (x)`, "self-attention", "$\\alpha$ test\u202e", "  ", "BERT", "BERT", "\x00\xff", "NOT"}, From: 2019, Limit: 5000}
	got, err := q.check()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"gene or au evil and x", "self-attention", "alpha test", "BERT", "not"}, got.Keywords); diff != "" || got.Limit != maxLimit {
		t.Error(diff, got.Limit)
	}
	tex, err := Query{Title: `{BERT}: Pre-{T}raining of G{\"o}del's <i>E. coli</i>`, Author: `{\'E}tienne`}.check()
	if err != nil || tex.Title != "BERT Pre-Training of Gödel's E coli" || tex.Author != "Étienne" {
		t.Errorf("%+v, %v", tex, err)
	}
	w := newWorld(t)
	c := w.client(nil)
	var literals []string
	shown, err := c.Preview(c.Names(), q)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range shown {
		literals = append(literals, s.Source+" at "+s.Host+": "+s.Query)
	}
	golden(t, "literals.txt", strings.Join(literals, "\n")+"\n")
	for _, bad := range []Query{{}, {Keywords: []string{"!!"}}, {Keywords: strings.Split("a b c d e f g h i j k l m", " ")}, {Title: "x", From: 2020, To: 2010}} {
		if _, err := c.Search(t.Context(), []string{"crossref"}, bad, nil); err == nil {
			t.Errorf("%+v is asked", bad)
		}
	}
	if n := len(w.Requests()); n != 0 {
		t.Errorf("%d requests", n)
	}
}

// lookedUp returns records as the sources return them.
func lookedUp(t *testing.T, asks ...[3]string) (all []*Record) {
	t.Helper()
	w := newWorld(t)
	c := w.client(func(o *Options) { o.Email = "me@example.org" })
	for _, ask := range asks {
		id, _ := ParseID(ask[1])
		w.Replay("", ask[2])
		r, err := c.Lookup(t.Context(), ask[0], id)
		if err != nil {
			t.Fatal(ask, err)
		}
		all = append(all, r)
	}
	return all
}

// TestRecordsOfOneWorkAreMerged merges the records of two works as five sources really returned them.
func TestRecordsOfOneWorkAreMerged(t *testing.T) {
	all := lookedUp(t,
		[3]string{"semanticscholar", "10.1038/s42256-024-00832-8", "semanticscholar/paper-by-doi.json"},
		[3]string{"openalex", "10.1016/j.xgen.2025.100814", "openalex/doi-work-1.json"},
		[3]string{"crossref", "10.1101/2024.04.01.587366", "crossref/preprint-posted-content.json"},
		[3]string{"crossref", "10.1038/s42256-024-00832-8", "crossref/journal-article.json"},
		[3]string{"unpaywall", "10.1016/j.xgen.2025.100814", "unpaywall/doi-0.json"},
	)
	var answers [][]*Record
	for _, r := range all {
		answers = append(answers, []*Record{r})
	}
	works := Merge(answers)
	want := []string{
		"doi:10.1038/s42256-024-00832-8 (article, 2024) from crossref+semanticscholar",
		"doi:10.1016/j.xgen.2025.100814 (article, 2025) from openalex+unpaywall; also doi:10.1101/2024.04.01.587366",
		"doi:10.1101/2024.04.01.587366 (preprint, 2024) from crossref; also doi:10.1016/j.xgen.2025.100814",
	}
	if diff := cmp.Diff(want, showWorks(works)); diff != "" {
		t.Fatal(diff)
	}
	article := works[0]
	if article.Authors[0].Family != "M. Bran" || article.Year != 2024 || article.Volume != "6" || article.PMID != "38799228" || article.ArXiv != "2304.05376" || article.Abstract == "" {
		t.Errorf("%s", show(&article.Record))
	}
	if best, ok := article.BestLink(); !ok || best.URL != "https://www.nature.com/articles/s42256-024-00832-8.pdf" || !best.Open {
		t.Errorf("%+v", best)
	}
	slices.Reverse(answers)
	if again := showWorks(Merge(answers)); len(again) != 3 {
		t.Error(again)
	}
}

func TestWhatIsNoOneWorkStaysApart(t *testing.T) {
	at := func(source, doi, title, family string, year int, kind Type) *Record {
		r := &Record{Type: kind}
		r.DOI, r.Title, r.Year = doi, title, year
		r.Authors = []paper.Author{{Family: family}}
		r.finish(source)
		return r
	}
	const long = "A survey of methods for the alignment of sequences"
	works := Merge([][]*Record{
		{at("crossref", "10.1000/a", "Introduction", "Smith", 2010, Article), at("crossref", "10.1000/b", "Introduction", "Smith", 2015, Article)},
		{at("crossref", "10.1000/c", long, "Smith", 2010, Proceedings), at("crossref", "10.1000/d", long, "Smith", 2012, Article), at("dblp", "", long, "Smith", 2012, Article)},
		{at("crossref", "10.1000/e", long, "Jones", 2010, Article)},
	})
	want := []string{
		"doi:10.1000/a (article, 2010) from crossref",
		"doi:10.1000/c (proceedings, 2010) from crossref; also doi:10.1000/d",
		"doi:10.1000/d (article, 2012) from crossref+dblp; also doi:10.1000/c",
		"doi:10.1000/e (article, 2010) from crossref",
		"doi:10.1000/b (article, 2015) from crossref",
	}
	if diff := cmp.Diff(want, showWorks(works)); diff != "" {
		t.Error(diff)
	}
}

func TestFullTextOfAnOpenArticle(t *testing.T) {
	w := newWorld(t)
	w.Replay("www.ebi.ac.uk/europepmc/webservices/rest/PMC5155616/fullTextXML", "europepmc/fulltext-PMC5155616.xml")
	texter := w.client(nil).Source("europepmc").(FullTexter)
	r := &Record{PMCID: "PMC5155616"}
	r.Title = "A title of the record"
	p, err := texter.FullText(t.Context(), r)
	if err != nil || len(p.Body) < 4 || len(p.References) < 20 || p.Title != r.Title {
		t.Errorf("%v, %v", p, err)
	}
	r.DOI = "10.1000/other"
	if _, err := texter.FullText(t.Context(), r); KindOf(err) != Malformed {
		t.Error(err)
	}
	if _, err := texter.FullText(t.Context(), &Record{}); KindOf(err) != NotFound {
		t.Error(err)
	}
	w.On("www.ebi.ac.uk/", func(rw http.ResponseWriter, _ *http.Request) {
		rw.WriteHeader(404)
		_, _ = io.WriteString(rw, "<html></html>")
	})
	if _, err := texter.FullText(t.Context(), &Record{PMCID: "PMC1"}); KindOf(err) != NotFound {
		t.Error(err)
	}
}

// TestFullTextFromArXiv replays a source in arXiv's packaging. A PDF is not a source.
func TestFullTextFromArXiv(t *testing.T) {
	packed, err := os.ReadFile("../corpus/testdata/samples/2405.00001v2.tar.gz")
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	w.Say("export.arxiv.org/e-print/2405.00001v2", 200, "application/x-eprint-tar", string(packed))
	r := &Record{Type: Preprint, Version: 2}
	r.ArXiv, r.Title = "2405.00001", "The title of the record"
	p, err := w.client(nil, "arxiv").FullText(t.Context(), r)
	if err != nil || len(p.Body) == 0 || p.Title != r.Title {
		t.Errorf("%+v, %v", p, err)
	}
	for body, want := range map[string]Kind{"%PDF-1.5": NotFound, "<html><title>Making sure you're not a bot!</title>": BotPage, "\x1f\x8bnot gzip": Malformed, "no TeX at all": Malformed, "": Malformed} {
		w := newWorld(t)
		w.Say("export.arxiv.org/e-print/", 200, "", body)
		if _, err := w.client(nil, "arxiv").FullText(t.Context(), r); KindOf(err) != want {
			t.Errorf("%q: %v", body, err)
		}
	}
	if _, err := w.client(nil, "crossref").FullText(t.Context(), r); KindOf(err) != NotFound {
		t.Error(err)
	}
}

// TestSourcesThatWereNotRecorded serves responses that follow each source's documentation.
func TestSourcesThatWereNotRecorded(t *testing.T) {
	w := newWorld(t)
	w.Say("www.ebi.ac.uk/", 200, "application/json", preprintsOfEuropePMC, `SRC:PPR AND PUBLISHER:"bioRxiv"`)
	w.Say("dblp.org/search/publ/api", 200, "application/json", dblpHits, "q=deep|learning", "h=20")
	w.Say("api.biorxiv.org/details/medrxiv/10.1101/2020.01.01.1/na/json", 200, "application/json", publishedRxiv)
	w.Say("api.biorxiv.org/details/biorxiv/", 200, "application/json", `{"messages":[{"status":"no posts found"}],"collection":[]}`)
	c := w.client(nil)
	found, err := c.Search(t.Context(), []string{"biorxiv", "dblp"}, Query{Keywords: []string{"deep learning"}, From: 2018}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"doi:10.1101/2020.01.01.1 (preprint, 2020) from biorxiv", "doi:10.18653/v1/p19-1001 (proceedings, 2019) from dblp"}
	if diff := cmp.Diff(want, showWorks(found.Works)); diff != "" || len(failures(found)) != 0 {
		t.Error(diff, failures(found))
	}
	id := ID{Scheme: DOI, Value: "10.1101/2020.01.01.1"}
	if r, err := c.Lookup(t.Context(), "medrxiv", id); err != nil || r.Version != 2 || r.Source != "medrxiv" {
		t.Error(r, err)
	}
	if r, err := c.Lookup(t.Context(), "biorxiv", id); KindOf(err) != NotFound {
		t.Error(r, err)
	}
}

// TestPubMedSearchesInTwoSteps replays the identifiers from one recorded search and the records from
// another.
func TestPubMedSearchesInTwoSteps(t *testing.T) {
	w := newWorld(t)
	w.Replay("eutils.ncbi.nlm.nih.gov/entrez/eutils/esearch.fcgi", "pubmed/esearch-pmc.xml", "db=pubmed", "term=(ecology OR \"food web\") AND 2010:2014[dp]", "retmax=2", "sort=relevance")
	w.Replay("eutils.ncbi.nlm.nih.gov/entrez/eutils/efetch.fcgi", "pubmed/efetch-24084238.xml", "id=7771231,7771052&")
	q := Query{Keywords: []string{"ecology", "food web"}, From: 2010, To: 2014, Limit: 2}
	all, err := w.client(nil).Source("pubmed").Search(t.Context(), q)
	if err != nil || len(all) != 1 || all[0].PMID != "24084238" {
		t.Error(all, err)
	}
	w.Say("eutils.ncbi.nlm.nih.gov/entrez/eutils/esearch.fcgi", 200, "text/xml", `<eSearchResult><Count>0</Count><IdList/></eSearchResult>`)
	if all, err := w.client(nil).Source("pubmed").Search(t.Context(), q); err != nil || len(all) != 0 {
		t.Error(all, err)
	}
	w.Say("eutils.ncbi.nlm.nih.gov/entrez/eutils/esearch.fcgi", 200, "text/xml", `<eSearchResult><ERROR>Search Backend failed</ERROR></eSearchResult>`)
	if _, err := w.client(nil).Source("pubmed").Search(t.Context(), q); KindOf(err) != Malformed {
		t.Error(err)
	}
}

// TestOnePreprintBySeveralSources merges arXiv's record, which has no DOI, with others that have the
// DOI registered by DataCite.
func TestOnePreprintBySeveralSources(t *testing.T) {
	all := lookedUp(t, [3]string{"semanticscholar", "2312.07559", "semanticscholar/arxiv-paper.json"})
	own := record(all[0].Title, "Lála", 2023, "2312.07559")
	own.Type, own.Abstract = Preprint, "Language models generalise well."
	if !own.finish("arxiv") {
		t.Fatal("no record")
	}
	published := record(all[0].Title, "Lála", 2024, "10.1000/paperqa")
	published.Type = Proceedings
	published.finish("crossref")
	want := []string{
		"doi:10.1000/paperqa (proceedings, 2024) from crossref; also arxiv:2312.07559",
		"arxiv:2312.07559 (preprint, 2023) from arxiv+semanticscholar; also doi:10.1000/paperqa",
	}
	works := Merge([][]*Record{all, {own}, {published}})
	if diff := cmp.Diff(want, showWorks(works)); diff != "" {
		t.Error(diff)
	}
	if works[1].Abstract != own.Abstract || works[0].Abstract != "" || works[0].ArXiv != "" {
		t.Errorf("%s%s", show(&works[0].Record), show(&works[1].Record))
	}
}

// A faultySource panics when it is searched.
type faultySource struct {
	Source
	fault func(Query)
}

func (b faultySource) Search(_ context.Context, q Query) ([]*Record, error) {
	b.fault(q)
	return nil, nil
}

// The error names a bug but never the words that were sent.
func TestAPanicOfASourceNamesItsCause(t *testing.T) {
	for want, fault := range map[string]func(Query){
		"while it was being read: runtime error: index out of range [1] with length 1": func(q Query) { _ = q.Keywords[len(q.Keywords)] },
		"while it was being read: panic with a value of type string":                   func(q Query) { panic(q.Keywords[0]) },
	} {
		c := newWorld(t).client(nil)
		c.sources["dblp"] = faultySource{c.sources["dblp"], fault}
		found, err := c.Search(t.Context(), []string{"dblp"}, Query{Keywords: []string{"ecology"}}, nil)
		if err != nil || len(found.Parts) != 1 || KindOf(found.Parts[0].Err) != Malformed {
			t.Fatalf("%+v, %v", found, err)
		}
		if got := found.Parts[0].Err.Error(); !strings.Contains(got, want) || strings.Contains(got, "ecology") {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
