package audit_test

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
)

// repositories replays recorded replies. A search that was not recorded returns a different paper, as real
// sources do. The replies about a prefix's agency, a retraction and a busy service follow the
// documentation of doi.org and Crossref.
func repositories(t testing.TB) *onlinetest.World {
	var hosts []string
	for _, name := range sources.Names() {
		hosts = append(hosts, sources.HostsOf(name)...)
	}
	w := onlinetest.New(t, hosts...)
	w.On("doi.org/ra/", func(rw http.ResponseWriter, r *http.Request) {
		agency := map[string]string{"10.5438": "DataCite", "10.11501": "JaLC"}[path.Base(r.URL.Path)]
		if agency == "" {
			agency = "Crossref"
		}
		rw.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(rw, `[{"DOI": %q, "RA": %q}]`, path.Base(r.URL.Path), agency)
	})
	const works = "api.crossref.org/works"
	w.Replay(works, "crossref/title-author-search.json")
	w.Replay(works, "crossref/works-query.json", "Chemical Ecology")
	w.Replay(works+"/", "crossref/works-404.txt")
	w.Replay(works+"/10.1371/journal.pone.0033693", "crossref/works-one.json")
	w.Replay(works+"/10.1038/s42256-024-00832-8", "crossref/journal-article.json")
	w.Replay(works+"/10.1101/2024.04.01.587366", "crossref/preprint-posted-content.json")
	for doi, notice := range map[string]string{"s42256-024-00999-9": "retraction",
		"s42256-024-00998-8": "expression_of_concern"} {
		reply := strings.Replace(string(onlinetest.Reply(t, "crossref/journal-article.json")), `"message": {`,
			`"message": {"updated-by":[{"DOI":"10.1038/notice","type":"`+notice+`","label":"Notice","source":"publisher","updated":{"date-parts":[[2025,1,2]]}}],`, 1)
		w.Say(works+"/10.1038/"+doi, http.StatusOK, "application/json", strings.ReplaceAll(reply, "s42256-024-00832-8", doi))
	}
	w.Replay("export.arxiv.org/", "arxiv/search-page1.atom.xml")
	w.Replay("export.arxiv.org/", "arxiv/id-unknown-200-empty.atom.xml", "id_list=")
	w.Replay("export.arxiv.org/", "arxiv/id-one.atom.xml", "id_list=1605.08386")
	w.Replay("export.arxiv.org/", "arxiv/id-old-style-version.atom.xml", "id_list=quant-ph/0201082")
	withdrawn := strings.Replace(string(onlinetest.Reply(t, "arxiv/id-one.atom.xml")), "20 pages, 3 figures",
		"This paper has been withdrawn by the authors", 1)
	w.Say("export.arxiv.org/", http.StatusOK, "application/atom+xml",
		strings.ReplaceAll(withdrawn, "1605.08386", "1605.08399"), "id_list=1605.08399")
	w.Say("api.datacite.org/", http.StatusOK, "application/json", `{"data": [], "meta": {"total": 0}}`)
	w.Replay("api.datacite.org/dois/", "datacite/doi-404.json")
	w.Replay("api.datacite.org/dois/10.5438/4k3m-nyvg", "datacite/doi.json")
	w.Replay("api.semanticscholar.org/", "semanticscholar/search-none.json")
	w.Replay("api.semanticscholar.org/", "semanticscholar/match-attention.json", "Attention")
	w.Say("api.openalex.org/", http.StatusServiceUnavailable, "text/html", "<html>busy</html>")
	return w
}

func clientOf(t testing.TB, w *onlinetest.World, sources ...string) *online.Client {
	client, err := online.New(online.Options{
		Sources: sources, StandIn: w.Addr(), Roots: w.Roots, Dir: t.TempDir(),
		Keys: map[string]string{"openalex": "k", "semanticscholar": "k"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// Parts of entries about works with recorded replies.
const (
	mice     = `title={Methylphenidate Exposure Induces Dopamine Neuron Loss and Activation of Microglia in the Basal Ganglia of Mice}, `
	miceBy   = `author={Sadasivan, Shankar and others}, `
	miceDOI  = `doi={10.1371/journal.pone.0033693}, `
	plos     = `journal={PLoS ONE}, year=2012, `
	tools    = `title={Augmenting large language models with chemistry tools}, `
	toolsBy  = `author={M. Bran, Andres and others}, `
	nature   = `journal={Nature Machine Intelligence}, year=2024, `
	toolDOI  = `doi={10.1038/s42256-024-00832-8}, `
	prime    = `title={High-throughput screening of human genetic variants by pooled prime editing}, author={Herger, Michael and others}, `
	primeID  = `doi={10.1101/2024.04.01.587366}, `
	self     = `title={Self-Attention with Relative Position Representations}, `
	selfBy   = `author={Shaw, Peter and Uszkoreit, Jakob and Vaswani, Ashish}, `
	naacl    = `booktitle={NAACL}, year=2018, `
	heat     = `title={Heat-bath random walks with Markov bases}, `
	heatBy   = `author={Stanley, Caprice and Windisch, Tobias}, `
	food     = `title={Eating your own Dog Food}, author={Fenner, Martin}, year=2016, `
	needed   = `title={Attention is All you Need}, `
	neededBy = `author={Vaswani, Ashish and others}, `
)

// manyPlays is the number of plays needed to detect data races.
const manyPlays = 5

// TestPlays compares verdicts and codes of entries graded by recorded replies.
func TestPlays(t *testing.T) {
	w := repositories(t)
	e := engine.New(engine.Parts{})
	const all, arxiv = "doi crossref datacite", "crossref arxiv" // arXiv allows one request per three seconds
	for i, play := range []struct{ name, sources, entry, want string }{
		{"all agrees", all, mice + miceBy + plos + miceDOI, "verified corrected"},
		{"another year", all, mice + miceBy + `journal={PLoS ONE}, year=2016, ` + miceDOI, "mismatch year-differs corrected"},
		{"the year beside", all, mice + miceBy + `journal={PLoS ONE}, year=2013, ` + miceDOI, "check year-near corrected"},
		{"another journal", all, mice + miceBy + `journal={Nature}, year=2012, ` + miceDOI,
			"mismatch venue-differs corrected"},
		{"other authors", all, mice + `author={Doe, Jane and Roe, Richard}, ` + plos + miceDOI,
			"mismatch authors-differ corrected"},
		{"one author too many", all, mice + `author={Sadasivan, Shankar and Pond, Brooks B. and Pani, Amar K. and Qu, Chunxu and Jiao, Yun and Smeyne, Richard J. and Doe, Jane}, ` + plos + miceDOI, "mismatch authors-extra corrected"},
		{"authors left out", all, mice + `author={Sadasivan, Shankar and Pond, Brooks B.}, ` + plos + miceDOI,
			"mismatch authors-missing corrected"},
		{"a word of the title changed", all, strings.Replace(mice, "Dopamine", "Serotonin", 1) + miceBy + plos + miceDOI,
			"mismatch title-words corrected"},
		{"a slip in the title", all, strings.Replace(mice, "Microglia", "Microgila", 1) + miceBy + plos + miceDOI,
			"check title-spelling corrected"},
		{"the DOI of another paper", all, self + selfBy + naacl + miceDOI, "mismatch doi-differs doi-other-work"},
		{"the DOI of another paper and nothing else known", all,
			`title={On the Nature of Things Not Recorded}, author={Doe, Jane}, year=2012, ` + miceDOI,
			"mismatch doi-other-work"},
		{"another volume", all, mice + miceBy + plos + `volume=9, ` + miceDOI, "check volume-differs corrected"},
		{"in capitals and with TeX", all, `title={{METHYLPHENIDATE} exposure induces dopamine neuron loss and activation of microglia in the basal ganglia of mice}, author={S. Sadasivan and B.~B. Pond and others}, ` + plos + miceDOI, "verified corrected"},
		{"its journal abbreviated", all, tools + toolsBy + `journal={Nat. Mach. Intell.}, year=2024, ` + toolDOI, "verified"},
		{"a DOI as an address", all, tools + toolsBy + nature + `doi={https://doi.org/10.1038/S42256-024-00832-8}`,
			"verified"},
		{"pages of another article", all, tools + toolsBy + nature + `volume=6, pages={11--19}, ` + toolDOI,
			"check pages-differ"},
		{"retracted", all, tools + toolsBy + nature + `doi={10.1038/s42256-024-00999-9}`, "check retracted"},
		{"the publisher is concerned", all, tools + toolsBy + nature + `doi={10.1038/s42256-024-00998-8}`, "check concern"},
		{"retracted, and somebody else's", all, needed + neededBy + `doi={10.1038/s42256-024-00999-9}`,
			"mismatch doi-other-work"},
		{"a DOI that its registry does not have", all, tools + toolsBy + nature + `doi={10.1038/made-up}`,
			"mismatch doi-unresolved not-found"},
		{"a DOI that its registry does not have, the work found by title", all,
			self + selfBy + naacl + `doi={10.18653/v1/n18-9999}`, "mismatch doi-differs doi-unresolved"},
		{"a DOI that two registries do not have", "crossref datacite", self + selfBy + naacl + `doi={10.18653/v1/n18-9999}`,
			"mismatch doi-differs doi-unconfirmed"},
		{"a DOI of a registry that is not asked", all, `title={A Work of Another Registry}, author={Doe, Jane}, year=2001, doi={10.11501/3140078}`, "not_found not-found"},
		{"a preprint that was published", all, prime + `journal={bioRxiv}, year=2024, ` + primeID, "verified published"},
		{"a preprint as a publication in a journal", all, prime + `journal={Nature}, year=2024, ` + primeID,
			"check venue-unconfirmed published"},
		{"found by title", all, self + selfBy + naacl, "verified"},
		{"found by title, with another first author", all, self +
			`author={Doe, Jane and Shaw, Peter and Uszkoreit, Jakob and Vaswani, Ashish}, ` + naacl, "mismatch authors-extra"},
		{"found by title, in another order", all, self + `author={Vaswani, Ashish and Shaw, Peter and Uszkoreit, Jakob}, ` +
			naacl, "check authors-order"},
		{"found by title, initials", all, self + `author={Shaw, P. and Uszkoreit, J. and Vaswani, A.}, ` + naacl, "verified"},
		{"found by title, another conference", all, self + selfBy + `booktitle={ICML}, year=2018`, "mismatch venue-differs"},
		{"found by title, as a preprint", arxiv, self + selfBy + `journal={arXiv preprint arXiv:1803.02155}, year=2018`,
			"mismatch arxiv-unresolved published"},
		{"a title of two words, of a chapter", all, `title={Chemical Ecology}, author={Kessler, André}, booktitle={Ecology}, year=2012`, "verified"},
		{"a title of two words, of somebody else", all, `title={Chemical Ecology}, author={Doe, Jane}, booktitle={Other Things}, year=1999`, "check unconfirmed"},
		{"a preprint of arXiv", arxiv, heat + heatBy + `eprint={1605.08386}, archiveprefix={arXiv}, year=2016`, "verified"},
		{"a preprint that its authors withdrew", arxiv, heat + heatBy +
			`eprint={1605.08399}, archiveprefix={arXiv}, year=2016`, "check withdrawn"},
		{"a preprint older than its identifier", arxiv, heat + heatBy +
			`eprint={1605.08386}, archiveprefix={arXiv}, year=2012`, "mismatch year-differs arxiv-date"},
		{"an arXiv identifier of another work", arxiv, self + selfBy + naacl +
			`eprint={quant-ph/0201082}, archiveprefix={arXiv}`, "mismatch arxiv-other-work"},
		{"an arXiv identifier of nothing", arxiv, self + selfBy + naacl + `eprint={1803.99999}, archiveprefix={arXiv}`,
			"mismatch arxiv-unresolved"},
		{"registered with DataCite", all, food + `doi={10.5438/4k3m-nyvg}`, "verified"},
		{"a title with its words around", "semanticscholar", needed + neededBy + `booktitle={NIPS}, year=2017`, "verified"},
		{"nowhere, and nothing failed", all, `title={On the Nature of Things Not Recorded}, author={Doe, Jane}, year=2012`,
			"not_found not-found"},
		{"nowhere, but one source failed", "crossref openalex",
			`title={On the Nature of Things Not Recorded}, author={Doe, Jane}, year=2012`, "error not-asked"},
		{"found, whatever fails behind it", "crossref openalex", self + selfBy + naacl, "verified"},
		{"a year to come", all, mice + miceBy + `journal={PLoS ONE}, year=2031, ` + miceDOI,
			"mismatch year-differs year-future corrected"},
	} {
		if testing.Short() && i == manyPlays {
			break
		}
		t.Run(play.name, func(t *testing.T) {
			repositories := audit.NewRepositories(clientOf(t, w, strings.Fields(play.sources)...))
			source := "@article{key, " + play.entry + "}\n"
			report, err := audit.Check(t.Context(), e, []audit.File{fileOf(source)},
				audit.Options{Year: 2026, Online: repositories})
			if err != nil {
				t.Fatal(err)
			}
			got := slices.Collect(report.References.All())[0]
			words := []string{string(got.Verdict)}
			for _, f := range got.Findings {
				words = append(words, string(f.Code))
			}
			if strings.Join(words, " ") != play.want {
				t.Errorf("%s, want %s: %+v", strings.Join(words, " "), play.want, got.Findings)
			}
			if report.SourceFailed != (got.Verdict == verify.Error) {
				t.Errorf("unasked is %v: %v", report.SourceFailed, report.Notes)
			}
		})
	}
}

// Only identifiers, titles and family names of first authors leave the machine.
func TestNothingElseIsSent(t *testing.T) {
	w := repositories(t)
	repositories := audit.NewRepositories(clientOf(t, w, "doi", "crossref", "datacite"))
	source := `@article{secret-key, title={On the Nature of Things Not Recorded}, author={Doe, Jane and Coauthor, Hidden}, year=1987, journal={Hidden Journal},
 note={hidden note}, abstract={hidden abstract}, file={/home/hidden.pdf}, doi={10.1371/hidden.made.up}}`
	if _, err := audit.Check(t.Context(), engine.New(engine.Parts{}), []audit.File{fileOf(source)},
		audit.Options{Year: 2026, Online: repositories}); err != nil {
		t.Fatal(err)
	}
	if len(w.Asked()) < 4 {
		t.Errorf("asked %v", w.Requests())
	}
	for _, asked := range w.Asked() {
		sent := strings.ToLower(fmt.Sprint(asked.URL, asked.Header, string(asked.Body)))
		for _, secret := range []string{"secret-key", "jane", "coauthor", "1987", "hidden journal", "hidden note",
			"abstract", "/home", "refs.bib"} {
			if strings.Contains(sent, secret) {
				t.Errorf("%q in %s", secret, sent)
			}
		}
	}
}

// TestAPlanNamesOnlyHostsThatAreAsked enables sources that have no part in a check: preprint servers
// and Unpaywall.
func TestAPlanNamesOnlyHostsThatAreAsked(t *testing.T) {
	w := repositories(t)
	r := audit.NewRepositories(clientOf(t, w, "doi", "crossref", "biorxiv", "medrxiv", "unpaywall"))
	plan := r.Plan([]audit.File{fileOf("@article{a, " + mice + miceBy + plos + miceDOI + "}\n")})
	if want := []string{"api.crossref.org", "doi.org"}; !slices.Equal(plan.Hosts, want) {
		t.Errorf("hosts %v, want %v", plan.Hosts, want)
	}
}

// An interrupted check ends immediately, even during a query.
func TestAnInterruptedOnlineCheckEnds(t *testing.T) {
	w := repositories(t)
	ctx, cancel := context.WithCancel(t.Context())
	w.On("api.crossref.org/works", func(http.ResponseWriter, *http.Request) { cancel() })
	repositories := audit.NewRepositories(clientOf(t, w, "crossref"))
	_, err := audit.Check(ctx, engine.New(engine.Parts{}), []audit.File{fileOf("@article{a, " + self + selfBy + "}")},
		audit.Options{Online: repositories})
	if err == nil {
		t.Error("a report of an interrupted check")
	}
}
