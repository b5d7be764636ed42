package page

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

var indexFolder string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "scilit-page")
	if err != nil {
		panic(err)
	}
	indexFolder = folder
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// indexed is the number of papers in the index of the tests.
const indexed = 120

var buildOnce = sync.OnceValue(func() error {
	_, err := index.Build(context.Background(), index.BuildOptions{Dir: indexFolder, Name: "acl", Embedder: onnx.Static()}, someOf(corpus.File(context.Background(), "../../testdata/papers/acl.jsonl.gz")))
	return err
})

func someOf(papers iter.Seq2[*engine.Paper, error]) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		n := 0
		for p, err := range papers {
			if n++; n > indexed || !yield(p, err) {
				return
			}
		}
	}
}

// A site is the web page as a browser without JavaScript displays it.
type site struct {
	*testing.T
	http.Handler
	failures []string // errors passed to Deps.Failed, whose text the page does not show
}

func newSite(t *testing.T, more ...engine.Retriever) *site {
	t.Helper()
	if err := buildOnce(); err != nil {
		t.Fatal(err)
	}
	return siteOver(t, func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		x, err := index.Open(indexFolder)
		if err != nil {
			return nil, nil, err
		}
		return engine.New(engine.Parts{Retrievers: append(more, x), Embedder: onnx.Static()}), nil, nil
	})
}

func siteOver(t *testing.T, open func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error)) *site {
	t.Helper()
	engines := app.NewService(open)
	engines.Start(t.Context(), config.Settings{})
	t.Cleanup(engines.Close)
	s := &site{T: t}
	asker := app.NewAsker(engines, config.Default, nil)
	s.Handler = New(Deps{Engines: engines, Asker: asker, Failed: func(_ string, err error) { s.failures = append(s.failures, err.Error()) }})
	return s
}

// send sends a request. A POST request contains the fields of a form.
func (s *site) send(method, address string, fields url.Values) *http.Response {
	s.Helper()
	request := httptest.NewRequest(method, address, strings.NewReader(fields.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer := httptest.NewRecorder()
	s.ServeHTTP(answer, request)
	return answer.Result()
}

// get returns the page at an address. It fails if the address has a fragment that the page does not
// contain.
func (s *site) get(address string) *node {
	s.Helper()
	address, place, _ := strings.Cut(address, "#")
	page := s.pageOf(s.send("GET", address, nil), address)
	if place != "" {
		page.id(s.T, place)
	}
	return page
}

func (s *site) pageOf(r *http.Response, address string) *node {
	s.Helper()
	body, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		s.Fatalf("%s: %s %v\n%s", address, r.Status, err, body)
	}
	return parse(s.T, string(body))
}

// submit submits a form with a button and returns the resulting page.
func (s *site) submit(form, button *node) *node {
	s.Helper()
	action := actionOf(form, button)
	if form.attrs["method"] == "get" {
		return s.get(action + "?" + form.fields(button).Encode())
	}
	r := s.send("POST", action, form.fields(button))
	if r.StatusCode == http.StatusSeeOther {
		return s.get(r.Header.Get("Location"))
	}
	return s.pageOf(r, action)
}

func titlesOf(page *node) (titles []string) {
	for _, link := range page.with("class", "title") {
		titles = append(titles, link.content())
	}
	return titles
}

func tick(boxes ...*node) {
	for _, box := range boxes {
		box.attrs["checked"] = "checked"
	}
}

func boxesOf(page *node) (boxes []*node) {
	for box := range page.all("input") {
		if box.attrs["type"] == "checkbox" {
			boxes = append(boxes, box)
		}
	}
	return boxes
}

func TestPapersAreChosenOnSeveralPagesAndWrittenAbout(t *testing.T) {
	s := newSite(t)
	form := s.get("/").id(t, "search")
	for field := range form.all("textarea") {
		field.children = []*node{{text: "Neural models translate sentences. They need parallel text."}}
	}
	first := s.submit(form, form.button(t, "Search"))
	if len(titlesOf(first)) != perPage || len(first.with("class", "sentence")) == 0 || len(first.with("class", "highlights")) == 0 {
		t.Fatalf("%d papers, %d sentences", len(titlesOf(first)), len(first.with("class", "sentence")))
	}
	tick(boxesOf(first)[2])
	form = first.id(t, "search")
	second := s.submit(form, form.button(t, "Page 2"))
	tick(boxesOf(second)[0])
	form = second.id(t, "search")
	related := s.submit(form, form.button(t, "Write related work"))

	order := func(page *node) (titles []string) {
		for list := range page.all("ol") {
			if list.attrs["class"] == "order" {
				for link := range list.all("a") {
					titles = append(titles, link.content())
				}
			}
		}
		return titles
	}
	want := []string{titlesOf(first)[2], titlesOf(second)[0]}
	if got := order(related); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("chosen %q, want %q", got, want)
	}
	before := related.with("class", "paragraph")[0].content()
	form = related.id(t, "related")
	related = s.submit(form, form.button(t, "↑Move up: "+want[1]))
	if got := order(related); fmt.Sprint(got) != fmt.Sprint([]string{want[1], want[0]}) {
		t.Errorf("moved: %q", got)
	}
	if after := related.with("class", "paragraph")[0].content(); after == before {
		t.Errorf("the paragraph has not changed: %s", after)
	}
	form = related.id(t, "related")
	related = s.submit(form, form.button(t, "✕Remove: "+want[1]))
	if got := order(related); fmt.Sprint(got) != fmt.Sprint(want[:1]) {
		t.Errorf("taken out: %q", got)
	}
}

func TestABarOfTheHistogramSearchesInItsYears(t *testing.T) {
	s := newSite(t)
	found := s.get("/?keywords=translation")
	bars := found.with("class", "years")[0]
	last := ""
	for link := range bars.all("a") {
		last = link.attrs["href"]
	}
	filtered := s.get(last)
	u, _ := url.Parse(last)
	from, to := number(u.Query().Get("from")), number(u.Query().Get("to"))
	if len(titlesOf(filtered)) == 0 || from == 0 {
		t.Fatalf("%s finds nothing", last)
	}
	for _, byline := range filtered.with("class", "byline") {
		var year int
		for span := range byline.all("span") {
			year = max(year, number(span.content()))
		}
		if year < from || year > to {
			t.Errorf("%s is not of %d to %d", byline.content(), from, to)
		}
	}
	if chosen := filtered.with("aria-current", "true"); len(chosen) != 1 {
		t.Errorf("%d bars are chosen", len(chosen))
	}
}

func TestAConversationIsInItsForm(t *testing.T) {
	s := newSite(t)
	page := s.get("/ask")
	for i, question := range []string{"How are sentences translated?", "And into German?"} {
		form := page.id(t, "ask")
		page.id(t, "question").children = []*node{{text: question}}
		page = s.submit(form, form.button(t, "Ask"))
		if got := len(page.with("class", "exchange")); got != i+1 {
			t.Fatalf("%d exchanges after question %d", got, i+1)
		}
	}
	sources := page.with("class", "sources")
	if len(sources) == 0 {
		t.Fatal("no answer has sources")
	}
	for link := range sources[0].all("a") {
		if strings.HasPrefix(link.attrs["href"], "/paper/") {
			s.get(link.attrs["href"])
		}
	}
	asked := s.get(askAddress(readOne(t, page)))
	if len(asked.with("class", "asked")) != 1 {
		t.Error("the paper that is asked is not named")
	}
}

// readOne returns a paper to which a page links.
func readOne(t *testing.T, page *node) wire.PaperRef {
	t.Helper()
	for link := range page.all("a") {
		if tail, ok := strings.CutPrefix(link.attrs["href"], "/paper/"); ok {
			tail, _, _ = strings.Cut(tail, "#")
			tail, _, _ = strings.Cut(tail, "?")
			ref, err := readRef(tail)
			if err != nil {
				t.Fatal(err)
			}
			return ref
		}
	}
	t.Fatal("no paper is linked")
	return wire.PaperRef{}
}

// A conversation comes from the browser, where anybody may have changed it. It is displayed as
// text.
func TestAConversationThatAnybodyWroteIsText(t *testing.T) {
	s := newSite(t)
	exchanges := []string{
		`{"question":"<img src=x onerror=alert(1)>","answered":{"said":true,"text":"<b>","by":"<i>","sentences":[{"text":"<script>alert(1)</script>","passages":[1,-7]}],
		  "passages":[{"number":1,"id":"../../x","corpus":"a/b","title":"<u>","link":"javascript:alert(1)","text":"<s>","index":-3}]}}`,
		"not JSON", `{"question":" "}`, `[]`,
	}
	page := s.pageOf(s.send("POST", "/ask", url.Values{"exchange": exchanges}), "/ask")
	if got := len(page.with("class", "exchange")); got != 1 {
		t.Errorf("%d exchanges", got)
	}
	checkSafe(t, page)
	if strings.Contains(fmt.Sprint(page.with("class", "sources")[0].content()), "Read it") {
		t.Error("a link that is none of the web is shown")
	}
}

func TestReferencesAreExportedInAllFormats(t *testing.T) {
	s := newSite(t)
	ref := readOne(t, s.get("/?keywords=translation"))
	for format, want := range map[string]string{
		"apa": "(", "ieee": "“", "chicago": "“", "mla": "“", "vancouver": ".", "bibtex": "@", "biblatex": "@", "csl-json": `"title"`, "ris": "TY  - ",
	} {
		r := s.send("GET", "/export?"+url.Values{"format": {format}, "paper": {refValue(ref)}}.Encode(), nil)
		body, _ := io.ReadAll(r.Body)
		if r.StatusCode != http.StatusOK || !strings.Contains(string(body), want) || !strings.HasPrefix(r.Header.Get("Content-Disposition"), "attachment; ") {
			t.Errorf("%s: %s\n%s", format, r.Status, body)
		}
	}
}

// A paper's page lists its sentence in other forms, each with the form's name.
func TestAPaperIsCitedInSeveralForms(t *testing.T) {
	s := newSite(t)
	list := s.get("/?keywords=translation&text=Translation+is+hard.")
	for link := range list.all("a") {
		if !strings.Contains(link.attrs["href"], "/paper") {
			continue
		}
		others := s.get(link.attrs["href"]).with("class", "others")
		if len(others) == 0 {
			continue
		}
		for item := range others[0].all("li") {
			if form := slices.Collect(item.all("small")); len(form) == 0 || form[0].content() == "" {
				t.Errorf("no form: %s", item.content())
			}
		}
		return
	}
	t.Error("no paper has another sentence")
}

// hostile returns a corpus with a record written by an attacker.
func hostile(t *testing.T) engine.Retriever {
	t.Helper()
	const evil = `"><script>alert(1)</script><a href='javascript:alert(1)' onclick=alert(1)>`
	p := &engine.Paper{
		ID: `../..//a?b#c%2F"<b>` + "\u202e", Title: "Zebra " + evil, Authors: []engine.Author{{Given: evil, Family: evil}}, Venue: evil, URL: "javascript:alert(1)", Year: 2020,
		Abstract:   "We study zebras. We show that zebras " + evil + " outperform horses. </textarea></script>",
		Body:       []engine.Section{{Title: evil, Paragraphs: []engine.Paragraph{{{Text: "Zebras " + evil + " run."}}}}},
		References: []engine.Reference{{Title: evil}},
	}
	dots := &engine.Paper{ID: "..", Title: "Zebra of dots", Year: 2021, URL: "https://user@evil.example/", Abstract: "Zebras have dots."}
	return memory.New("c", `c/"<b>`, p, dots)
}

func TestRecordsOfStrangersStayText(t *testing.T) {
	s := newSite(t, hostile(t))
	found := s.get("/?keywords=zebra&text=" + url.QueryEscape(`</textarea><script>alert(1)</script>`))
	checkSafe(t, found)
	titles := titlesOf(found)
	if len(titles) != 2 || !strings.Contains(strings.Join(titles, ""), "<script>alert(1)</script>") {
		t.Fatalf("found %q", titles)
	}
	tick(boxesOf(found)...)
	form := found.id(t, "search")
	checkSafe(t, s.submit(form, form.button(t, "Write related work")))
	for _, link := range found.with("class", "title") {
		page := s.get(link.attrs["href"])
		checkSafe(t, page)
		if got := page.id(t, "title").content(); got != link.content() {
			t.Errorf("%s leads to %q", link.attrs["href"], got)
		}
		for link := range page.all("a") {
			if link.content() == "Ask this paper" {
				checkSafe(t, s.get(link.attrs["href"]))
			}
		}
	}
	for link := range found.all("a") {
		if strings.Contains(link.attrs["rel"], "external") {
			t.Errorf("a link leads to %s", link.attrs["href"])
		}
	}
}

// checkSafe fails the test if a page contains inline scripts or styles, event handlers, links to
// other than web addresses, or assets from other hosts.
func checkSafe(t *testing.T, page *node) {
	t.Helper()
	for e := range page.all() {
		switch {
		case (e.name == "script" || e.name == "style") && (strings.TrimSpace(e.content()) != "" || !strings.HasPrefix(e.attrs["src"], "/assets/")):
			t.Errorf("<%s> has %v %q", e.name, e.attrs, e.content())
		case e.name == "link" && !strings.HasPrefix(e.attrs["href"], "/assets/"), e.name == "img", e.name == "iframe", e.name == "object", e.name == "base":
			t.Errorf("<%s> has %v", e.name, e.attrs)
		}
		for name, value := range e.attrs {
			if strings.HasPrefix(name, "on") || name == "style" || name == "srcdoc" {
				t.Errorf("<%s %s=%q>", e.name, name, value)
			}
		}
		if href, ok := e.attrs["href"]; ok && e.name == "a" && !isSafe(href, e.attrs["rel"]) {
			t.Errorf("a link leads to %s", href)
		}
	}
}

func isSafe(href, rel string) bool {
	u, err := url.Parse(href)
	if err != nil {
		return false
	}
	if u.Scheme == "" && u.Host == "" {
		return strings.HasPrefix(href, "/") || strings.HasPrefix(href, "#")
	}
	return (u.Scheme == "http" || u.Scheme == "https") && strings.Contains(rel, "noopener")
}

func TestWhatCannotBeShownIsExplained(t *testing.T) {
	s := newSite(t)
	without := siteOver(t, func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		return nil, nil, errors.New("/home/ada/secret: broken")
	})
	for _, c := range []struct {
		on              *site
		method, address string
		status          int
		says            string
	}{
		{s, "GET", "/nowhere", 404, "This page does not exist"},
		{s, "GET", "/paper/acl/none", 404, "No index on this server contains this paper"},
		{s, "GET", "/assets/none.css", 404, ""},
		{s, "GET", "/?keywords=x&from=2020&to=2010", 400, "The first year, 2020, is after the last, 2010"},
		{s, "GET", "/export?format=bibtex", 400, "papers"},
		{s, "GET", "/export?format=pdf&paper=a/b", 404, "This page does not exist"},
		{s, "GET", "/related?" + strings.Repeat("paper=a/b&", 3) + "paper=c/d", 404, "Search for other papers"},
		{s, "GET", "/?keywords=%zz", 400, "is invalid"},
		{s, "POST", "/ask", 200, "no searchable words"},
		{without, "GET", "/?keywords=x", 503, "administrator"},
	} {
		r := c.on.send(c.method, c.address, nil)
		body, _ := io.ReadAll(r.Body)
		if r.StatusCode != c.status || !strings.Contains(string(body), c.says) || strings.Contains(string(body), "/home/ada") {
			t.Errorf("%s: %s\n%s", c.address, r.Status, body)
		}
	}
	if len(without.failures) != 1 || !strings.Contains(without.failures[0], "/home/ada") {
		t.Errorf("whoever runs the server learns %q", without.failures)
	}
}

func TestWhoeverLoggedInCanLogOut(t *testing.T) {
	for _, in := range []bool{true, false} {
		s := &site{T: t, Handler: New(Deps{Engines: app.NewService(nil), LoggedIn: func(*http.Request) bool { return in }})}
		if got := len(s.get("/").with("action", "/logout")) == 1; got != in {
			t.Errorf("logged in is %v, and the page can log out: %v", in, got)
		}
	}
}

func TestAssetsMayBeKeptForEver(t *testing.T) {
	s := newSite(t)
	for name := range assets {
		for address, want := range map[string]string{assetAddress(name): "immutable", "/assets/" + name + "?v=old": "max-age=3600"} {
			r := s.send("GET", address, nil)
			if r.StatusCode != http.StatusOK || !strings.Contains(r.Header.Get("Cache-Control"), want) {
				t.Errorf("%s: %s, %s", address, r.Status, r.Header.Get("Cache-Control"))
			}
		}
	}
}

// References on the page keep the types of their entries, both in memory and from an index.
func TestReferencesKeepTheirTypes(t *testing.T) {
	papers := []*engine.Paper{
		{ID: "t", Title: "Iron in theses", Year: 2001, EntryType: "phdthesis", Publisher: "Uppsala University", Authors: []engine.Author{{Family: "Gray"}}},
		{ID: "b", Title: "Iron in books", Year: 2002, EntryType: "book", Publisher: "Springer", Authors: []engine.Author{{Family: "Ito"}}},
	}
	dir := filepath.Join(t.TempDir(), "typed")
	all := func(yield func(*engine.Paper, error) bool) {
		for _, p := range papers {
			if !yield(p, nil) {
				return
			}
		}
	}
	if _, err := index.Build(t.Context(), index.BuildOptions{Dir: dir, Name: "typed"}, all); err != nil {
		t.Fatal(err)
	}
	onDisk, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t, memory.New("m:1", "few", papers...), onDisk)
	for _, corpus := range []string{"few", "typed"} {
		raw, _ := io.ReadAll(s.send("GET", "/export?format=bibtex&paper="+corpus+"/t&paper="+corpus+"/b", nil).Body)
		if got := string(raw); !strings.Contains(got, "@phdthesis{") || !strings.Contains(got, "@book{") {
			t.Errorf("%s: %s", corpus, got)
		}
	}
}
