package online

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// record returns an unconfirmed record, as taken from an entry, a search or a model.
func record(title, family string, year int, ids ...string) *Record {
	r := &Record{Source: "elsewhere"}
	r.Title, r.Year = title, year
	if family != "" {
		r.Authors = []paper.Author{{Family: family}}
	}
	for _, s := range ids {
		switch id, _ := ParseID(s); id.Scheme {
		case DOI:
			r.DOI = id.Value
		case ArXiv:
			r.ArXiv = id.Value
		case PMID:
			r.PMID = id.Value
		}
	}
	return r
}

const plosTitle = "Methylphenidate Exposure Induces Dopamine Neuron Loss and Activation of Microglia in the Basal Ganglia of Mice"

// TestAWorkIsConfirmedByItsRegistry replays responses of registries and checks which ones are queried.
func TestAWorkIsConfirmedByItsRegistry(t *testing.T) {
	const works, ra = "api.crossref.org/works", "doi.org/ra/"
	type replies map[string]string // by address
	tests := []struct {
		name    string
		r       *Record
		sources string
		replies replies
		want    string
	}{
		{"by Crossref", record(plosTitle, "Sadasivan", 2012, plos.Value), "doi crossref", replies{ra: "doi/ra-crossref.json", works: "crossref/works-one.json"}, "crossref by identifier"},
		{"its title is a bit another", record("Methylphenidate Exposure Induces Dopamine Neuron Loss and Activation of Microglia in Basal Ganglia of Mice", "Sadasivan", 2012, plos.Value), "doi crossref", replies{ra: "doi/ra-crossref.json", works: "crossref/works-one.json"}, "crossref by identifier"},
		{"by DataCite", record("Eating your own Dog Food", "Fenner", 2016, "10.5438/4k3m-nyvg"), "doi crossref datacite", replies{ra: "doi/ra-datacite.json", "api.datacite.org/": "datacite/doi.json"}, "datacite by identifier"},
		{"without doi.org both agencies are asked", record("Eating your own Dog Food", "Fenner", 2016, "10.5438/4k3m-nyvg"), "crossref datacite", replies{works: "crossref/works-404.txt", "api.datacite.org/": "datacite/doi.json"}, "datacite by identifier"},
		{"by arXiv", record("Heat-bath random walks with Markov bases", "Stanley", 2016, "1605.08386"), "arxiv", replies{"export.arxiv.org/": "arxiv/id-one.atom.xml"}, "arxiv by identifier"},
		{"by PubMed", record("The London Patient", "Brown", 2020, "32160763"), "pubmed", replies{"eutils.ncbi.nlm.nih.gov/": "pubmed/efetch-32160763.xml"}, "pubmed by identifier"},
		{"the DOI of another paper", record("Attention is All you Need", "Vaswani", 2017, plos.Value), "doi crossref", replies{ra: "doi/ra-crossref.json", works: "crossref/works-one.json"},
			`not confirmed: doi:10.1371/journal.pone.0033693 belongs to another paper, "` + plosTitle + `"`},
		{"the first hit is another paper", record("Attention is All you Need", "Vaswani", 2017), "crossref", replies{works: "crossref/title-author-search.json"},
			"not confirmed: none of the queried registries lists this title by Vaswani (2017)"},
		{"a prefix that nobody registered", record("Attention is All you Need", "Vaswani", 2017, "10.99999/x"), "doi crossref", replies{ra: "doi/ra-unknown.json", works: "crossref/title-author-search.json"},
			"not confirmed: doi:10.99999/x is not registered, and none of the queried registries lists this title by Vaswani (2017)"},
		{"a DOI that its agency does not have", record("Invented", "Nobody", 2020, "10.1371/notarealdoi"), "doi crossref", replies{ra: "doi/ra-crossref.json", works + "/": "crossref/works-404.txt", works + "?": "", works: "crossref/works-query.json"},
			"not confirmed: doi:10.1371/notarealdoi is not registered, and none of the queried registries lists this title by Nobody (2020)"},
		{"by title, author and year", record("Chemical ecology", "Kessler", 2013), "crossref", replies{works: "crossref/works-query.json"}, "crossref by title, first author and year"},
		{"two years off", record("Chemical ecology", "Kessler", 2014), "crossref", replies{works: "crossref/works-query.json"}, "not confirmed: none of the queried registries lists this title by Kessler (2014)"},
		{"another first author", record("Chemical ecology", "Berenbaum", 2012), "crossref", replies{works: "crossref/works-query.json"}, "not confirmed: none of the queried registries lists this title by Berenbaum (2012)"},
		{"an agency that is not asked", record("Chemical ecology", "Kessler", 2012, "10.1392/x"), "doi crossref", replies{ra: "doi/ra-medra.json", works: "crossref/works-query.json"}, "crossref by title, first author and year"},
		{"nothing to ask by", record("Chemical ecology", "", 0), "crossref", nil, "not confirmed: it cannot be searched for by title, because its title, author or year is missing"},
		{"nothing is on", record("Chemical ecology", "Kessler", 2012, "1605.08386"), "", nil, "not confirmed: no registry could be searched for the title: enable crossref or arxiv, or try again later; could not ask: arxiv is not enabled: add it to your online.sources setting"},
		{"the registry fails", record(plosTitle, "Sadasivan", 2012, plos.Value), "doi crossref", replies{ra: "doi/ra-crossref.json", works: "crossref/504.html"},
			"not confirmed: no registry could be searched for the title: enable crossref or arxiv, or try again later; could not ask: doi:10.1371/journal.pone.0033693: crossref cannot be reached (HTTP 504); could not ask: crossref cannot be reached (HTTP 504)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			if name := tt.replies[works]; name != "" {
				w.Replay(works, name)
			}
			for at, name := range tt.replies {
				if name != "" && at != works {
					w.Replay(at, name)
				}
			}
			on := strings.Fields(tt.sources)
			if len(on) == 0 {
				on = []string{"unpaywall"}
			}
			result := w.client(nil, on...).Confirm(t.Context(), tt.r)
			got := result.By + " by " + result.How
			if !result.Confirmed {
				got = "not confirmed: " + result.Reason
			}
			for _, err := range result.Errs {
				got += "; could not ask: " + err.Error()
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || result.Confirmed != (result.Record != nil) {
				t.Error(diff)
			}
		})
	}
}

func TestARecordOfItsRegistryIsConfirmedAtOnce(t *testing.T) {
	all := lookedUp(t,
		[3]string{"crossref", plos.Value, "crossref/works-one.json"},
		[3]string{"pubmed", "32160763", "pubmed/efetch-32160763.xml"},
		[3]string{"arxiv", "1605.08386", "arxiv/id-one.atom.xml"},
		[3]string{"semanticscholar", "10.1038/s42256-024-00832-8", "semanticscholar/paper-by-doi.json"},
	)
	w := newWorld(t)
	w.Replay("", "crossref/journal-article.json")
	c := w.client(nil, "crossref")
	for i, r := range all {
		result := c.Confirm(t.Context(), r)
		if want := []string{"crossref", "pubmed", "arxiv", "crossref"}[i]; !result.Confirmed || result.By != want {
			t.Errorf("%s: %+v", r.ID, result)
		}
	}
	if n := len(w.Requests()); n != 1 {
		t.Errorf("%d requests", n)
	}
}

func TestTheSameTitle(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"Attention Is All You Need", "attention is all you need.", true},
		{"Deep residual learning: for image recognition", "Deep Residual Learning for Image Recognition", true},
		{"The state of open access articles", "The state of open access articles: a large-scale analysis", true},
		{"The state", "The state: a large-scale analysis", false},
		{"The state of open access articles", "The state of open access articles in Finland", false},
		{"", "", false}, {"!", "?", false},
	} {
		if SameTitle(tt.a, tt.b) != tt.want || SameTitle(tt.b, tt.a) != tt.want {
			t.Errorf("%q and %q: want %v", tt.a, tt.b, tt.want)
		}
	}
}

// The replies below follow the documentation of Crossref's updates, PubMed's CommentsCorrections and
// arXiv's withdrawals. None was recorded.
const (
	retractedWork = `{"message":{"DOI":"10.1000/bad","type":"journal-article","title":["A bad study"],"author":[{"family":"Doe"}],"issued":{"date-parts":[[2015]]},
		"updated-by":[{"DOI":"10.1000/bad.erratum","type":"erratum","updated":{"date-parts":[[2015,11]]}},{"DOI":"10.1000/notice","type":"retraction","updated":{"date-parts":[[2016,3,1]]}},{"DOI":"10.1000/eoc","type":"expression_of_concern"}]}}`
	retractionNotice = `{"message":{"DOI":"10.1000/notice","type":"journal-article","title":["Retraction: A bad study"],"update-to":[{"DOI":"10.1000/BAD","type":"retraction","updated":{"date-parts":[[2016,3,1]]}}]}}`
	retractedPubMed  = `<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>9500320</PMID><Article><Journal><JournalIssue><PubDate><Year>1998</Year><Month>Feb</Month></PubDate></JournalIssue><Title>A journal</Title></Journal><ArticleTitle>A bad study.</ArticleTitle><PublicationTypeList><PublicationType>Journal Article</PublicationType><PublicationType>Retracted Publication</PublicationType></PublicationTypeList></Article><CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn"><RefSource>A journal. 2010;375:445. doi: 10.1000/notice.</RefSource><PMID>20137807</PMID></CommentsCorrections></CommentsCorrectionsList></MedlineCitation></PubmedArticle></PubmedArticleSet>`
	withdrawnArXiv   = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"><entry><id>http://arxiv.org/abs/2001.00001v3</id><title>A proof</title><summary>We prove it.</summary><published>2020-01-01T00:00:00Z</published><author><name>A. Person</name></author><arxiv:comment>This paper has been withdrawn by the author due to an error in Lemma 2</arxiv:comment></entry></feed>`
	publishedArXiv   = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"><entry><id>http://arxiv.org/abs/2001.00002v1</id><title>An account of money withdrawn from banks</title><summary>We study withdrawals.</summary><arxiv:doi>10.1000/published</arxiv:doi></entry></feed>`
	publishedRxiv    = `{"messages":[{"status":"ok"}],"collection":[{"doi":"10.1101/2020.01.01.1","title":"Old","version":"1","published":"NA"},{"doi":"10.1101/2020.01.01.1","title":"A preprint","authors":"Gómez, F.; Team, X. Y.","date":"2020-02-01","version":"2","type":"withdrawn","published":"10.1000/published","server":"medRxiv"}]}`
)

func TestHintsOnARecord(t *testing.T) {
	tests := []struct {
		source, id, body string
		want             []string
	}{
		{"crossref", "10.1000/bad", retractedWork, []string{"retracted 10.1000/notice 2016-03-01", "concern 10.1000/eoc ", "corrected 10.1000/bad.erratum 2015-11"}},
		{"crossref", "10.1000/notice", retractionNotice, []string{"notice 10.1000/bad 2016-03-01"}},
		{"pubmed", "9500320", retractedPubMed, []string{"retracted 10.1000/notice "}},
		{"arxiv", "2001.00001", withdrawnArXiv, []string{"withdrawn  "}},
		{"arxiv", "2001.00002", publishedArXiv, []string{"published 10.1000/published "}},
		{"medrxiv", "10.1101/2020.01.01.1", publishedRxiv, []string{"withdrawn  ", "published 10.1000/published "}},
		{"crossref", plos.Value, string(onlinetest.Reply(t, "crossref/works-one.json")), []string{"corrected 10.1371/annotation/c76da2c1-ccb8-4797-94c1-359d3ceceeda 2012-05-08"}},
		{"arxiv", "1605.08386", string(onlinetest.Reply(t, "arxiv/id-one.atom.xml")), nil},
	}
	for _, tt := range tests {
		w := newWorld(t)
		w.Say("", 200, "", tt.body)
		id, _ := ParseID(tt.id)
		r, err := w.client(nil).Lookup(t.Context(), tt.source, id)
		if err != nil {
			t.Errorf("%s: %v", tt.id, err)
			continue
		}
		var got []string
		for _, h := range r.Hints() {
			got = append(got, fmt.Sprintf("%s %s %s", h.Kind, h.DOI, h.Date))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.id, diff)
		}
	}
}

func TestWithdrawalNotices(t *testing.T) {
	for notice, want := range map[string]bool{
		"This paper has been withdrawn by the author due to an error": true, "Withdrawn": true, "withdrawn because of a crucial sign error": true,
		"This submission has been withdrawn by arXiv administrators": true, "The paper is withdrawn.": true, "Paper temporarily withdrawn": true,
		"This article has been temporarily withdrawn": true, "12 pages; money withdrawn from banks": false, "": false, "Published in Nature": false,
		"We study how deposits are withdrawn": false, "Cash withdrawn from machines": false, "We withdraw this paper, as Theorem 1 is wrong": true,
	} {
		if isWithdrawn(notice, "") != want {
			t.Errorf("%q: want %v", notice, want)
		}
	}
}

func TestThePublishedVersionOfAPreprint(t *testing.T) {
	all := lookedUp(t, [3]string{"crossref", "10.1101/2024.04.01.587366", "crossref/preprint-posted-content.json"})
	w := newWorld(t)
	w.Say("api.crossref.org/works/10.1016/j.xgen.2025.100814", 200, "application/json", `{"message":{"DOI":"10.1016/j.xgen.2025.100814","type":"journal-article","title":["High-throughput screening"]}}`)
	c := w.client(nil, "crossref")
	if r, err := c.Published(t.Context(), all[0]); err != nil || r.DOI != "10.1016/j.xgen.2025.100814" {
		t.Error(r, err)
	}
	w.Replay("api.crossref.org/works", "crossref/title-author-search.json", "query.bibliographic")
	if r, err := c.Published(t.Context(), record("Attention is All you Need", "Vaswani", 2017)); KindOf(err) != NotFound {
		t.Error(r, err)
	}
	if r, err := c.Published(t.Context(), record("Self-attention with relative position representations", "Shaw", 2018)); err != nil || r.DOI != "10.18653/v1/n18-2074" {
		t.Error(r, err)
	}
}

func TestTheAgencyOfADOI(t *testing.T) {
	for name, want := range map[string]string{
		"doi/ra-crossref.json": "Crossref", "doi/ra-datacite.json": "DataCite", "doi/ra-medra.json": "mEDRA", "doi/ra-jalc.json": "JaLC",
		"doi/ra-unknown.json": "kind 4", "doi/ra-invalid.json": "kind 4", "doi/unknown-404.html": "kind 4", "doi/malformed-400.html": "kind 5",
		"doi/bibtex-1-302.html": "kind 5",
	} {
		w := newWorld(t)
		w.Replay("doi.org/ra/10.1000", name)
		agency, err := w.client(nil).Source("doi").(*doiAgency).Agency(t.Context(), "10.1000/x")
		if got := string(agency); got != want && fmt.Sprintf("kind %d", KindOf(err)) != want {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

func TestAnIdentifierIsResolvedByItsRegistry(t *testing.T) {
	w := newWorld(t)
	w.Replay("doi.org/ra/", "doi/ra-crossref.json")
	w.Replay("api.crossref.org/works/", "crossref/works-one.json")
	w.Replay("api.unpaywall.org/", "unpaywall/doi-4.json")
	c := w.client(func(o *Options) { o.Email = "me@example.org" }, "doi", "crossref", "unpaywall")
	r, err := c.Resolve(t.Context(), plos)
	if err != nil || r.Title != plosTitle {
		t.Fatal(r, err)
	}
	if err := c.AddLinks(t.Context(), r); KindOf(err) != Malformed { // the record is for a different DOI
		t.Error(err)
	}
	r.DOI = "10.1073/pnas.1414271111"
	if err := c.AddLinks(t.Context(), r); err != nil {
		t.Error(err)
	}
	if best, _ := r.BestLink(); best.URL != "https://www.pnas.org/content/pnas/111/45/E4832.full.pdf" {
		t.Errorf("%+v", best)
	}
	if _, err := c.Resolve(t.Context(), ID{Scheme: ArXiv, Value: "1605.08386"}); KindOf(err) != Off {
		t.Error(err)
	}
	w.Replay("api.crossref.org/works/", "crossref/works-404.txt")
	if _, err := c.Resolve(t.Context(), plos); KindOf(err) != NotFound {
		t.Error(err)
	}
	if _, err := w.client(nil, "arxiv").Resolve(t.Context(), plos); KindOf(err) != Off {
		t.Error(err)
	}
}
