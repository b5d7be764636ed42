package page

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
)

// endsElement is a name that would end an HTML element if it were not escaped.
const endsElement = `"><script>alert(1)</script>`

func twoCorpora(t *testing.T) *site {
	return newSite(t, memory.New("m:theses", "theses "+endsElement, &engine.Paper{ID: "1", Title: "A thesis on translation", Abstract: "Models translate sentences."}))
}

// corpusOf returns the checkbox of a corpus.
func corpusOf(page *node, name string) *node {
	for _, label := range page.with("class", "corpus") {
		if strings.HasPrefix(strings.TrimSpace(label.content()), name) {
			for box := range label.all("input") {
				return box
			}
		}
	}
	return nil
}

func TestChosenCorporaAreInTheAddress(t *testing.T) {
	s := twoCorpora(t)
	all := s.get("/?keywords=translation&text=Models+translate.")
	checkSafe(t, all)
	if found := len(titlesOf(all)); found < 2 || !strings.Contains(all.content(), "In all 2 corpora") || !strings.Contains(all.content(), endsElement) {
		t.Fatalf("%d papers: %s", found, all.content())
	}
	tick(corpusOf(all, "theses"))
	form := all.id(t, "search")
	theses := s.submit(form, form.button(t, "Search"))
	if got := titlesOf(theses); !slices.Equal(got, []string{"A thesis on translation"}) {
		t.Errorf("%q", got)
	}
	if corpusOf(theses, "theses").attrs["checked"] == "" || corpusOf(theses, "acl").attrs["checked"] != "" || !strings.Contains(theses.content(), "Only in theses") {
		t.Error(theses.content())
	}
	kept := "corpus=" + url.QueryEscape("m:theses")
	for _, link := range append(theses.with("class", "title"), linksTo(theses, "/related")...) {
		if !strings.Contains(link.attrs["href"], kept) {
			t.Errorf("%s forgets the corpus", link.attrs["href"])
		}
	}
	paper := s.get(theses.with("class", "title")[0].attrs["href"])
	if back := linksTo(paper, "/?"); len(back) == 0 || !strings.Contains(back[0].attrs["href"], kept) {
		t.Errorf("%v", back)
	}
}

func linksTo(page *node, prefix string) (links []*node) {
	for link := range page.all("a") {
		if strings.HasPrefix(link.attrs["href"], prefix) {
			links = append(links, link)
		}
	}
	return links
}

func TestAQuestionIsAskedOfChosenCorpora(t *testing.T) {
	s := twoCorpora(t)
	page := s.get("/ask?corpus=m:theses")
	form := page.id(t, "ask")
	for field := range form.all("textarea") {
		field.children = []*node{{text: "What do models translate?"}}
	}
	answer := s.submit(form, form.button(t, "Ask"))
	sources := linksTo(answer.id(t, "exchanges"), "/paper/")
	if len(sources) != 1 || !strings.HasSuffix(sources[0].attrs["href"], "/1#abstract") {
		t.Errorf("%d sources: %s", len(sources), answer.id(t, "exchanges").content())
	}
	if corpusOf(answer, "theses").attrs["checked"] == "" {
		t.Error("the next question is asked of other corpora")
	}
}

// The page offers no choice of corpora if there is only one. A request for an unknown corpus fails.
func TestCorporaThatAreNoChoice(t *testing.T) {
	if page := newSite(t).get("/"); len(page.with("class", "corpus")) > 0 {
		t.Error(page.content())
	}
	s := twoCorpora(t)
	if r := s.send("GET", "/?keywords=translation&corpus=gone", nil); r.StatusCode != 404 {
		t.Error(r.Status)
	}
	if got := corporaIn([]string{"a", "", "a", strings.Repeat("x", maxListed), "b"}); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("%q", got)
	}
}

// silent is a corpus that fails all searches with an error that contains a path on the server.
type silent struct {
	engine.Retriever
	failure error
}

func (s silent) Search(context.Context, engine.Request) (engine.Result, error) {
	return engine.Result{}, s.failure
}

func TestThePageNamesTheCorporaThatWereNotSearched(t *testing.T) {
	failed := silent{memory.New("m:1", "theses "+endsElement), errors.New("read /srv/secret/theses")}
	skipped := silent{memory.New("m:2", "notes"), engine.ErrKeywordsOnly}
	s := newSite(t, failed, skipped)
	want := "Not searched: theses " + endsElement + " (it did not answer), notes (it receives only keywords)"
	found := s.get("/?text=Models+translate.")
	checkSafe(t, found)
	if got := found.id(t, "answer").content(); !strings.Contains(got, want) {
		t.Errorf("search: %s", got)
	}
	page := s.get("/ask")
	form := page.id(t, "ask")
	for field := range form.all("textarea") {
		field.children = []*node{{text: "What do models translate?"}}
	}
	answer := s.submit(form, form.button(t, "Ask"))
	checkSafe(t, answer)
	if got := answer.id(t, "exchanges").content(); !strings.Contains(got, "Not searched: theses "+endsElement) {
		t.Errorf("ask: %s", got)
	}
	for hidden := range answer.all("input") {
		if value := hidden.attrs["value"]; strings.Contains(value, `"reason":"read`) {
			t.Errorf("the form has the reason of the server: %s", value)
		}
	}
}

func TestAnotherMethodIsNotAllowed(t *testing.T) {
	s := newSite(t)
	for request, allowed := range map[string]string{"PUT /": "GET, HEAD, POST", "POST /help": "GET, HEAD", "POST /paper/acl/x": "GET, HEAD", "DELETE /related": "GET, HEAD, POST", "POST /export": "GET, HEAD", "PATCH /ask": "GET, HEAD, POST", "POST /assets/page.js": "GET, HEAD"} {
		method, path, _ := strings.Cut(request, " ")
		r := s.send(method, path, nil)
		if r.StatusCode != 405 || r.Header.Get("Allow") != allowed {
			t.Errorf("%s: %s, Allow %q", request, r.Status, r.Header.Get("Allow"))
		}
	}
}

func TestCountsHaveTheirThousandsApart(t *testing.T) {
	for n, want := range map[int]string{0: "0 papers", 1: "1 paper", 999: "999 papers", 45033: "45,033 papers", 136600000: "136,600,000 papers"} {
		if got := many(n, "paper"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
