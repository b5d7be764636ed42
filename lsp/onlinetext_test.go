package lsp

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

const (
	fetchedDOI  = "10.18653/v1/2023.emnlp-main.359" // DOI of a paper whose abstract is in the index
	fetchedSays = "needs no learning of parameters at all"
	fetchedText = `<article><front><article-meta><article-id pub-id-type="doi">` + fetchedDOI + `</article-id><title-group><article-title>Ditto</article-title></title-group></article-meta></front>` +
		`<body><sec><title>Results</title><p>Diagonal attention pooling ` + fetchedSays + `.</p></sec></body></article>`
	fetchedSearch = `{"hitCount":1,"resultList":{"result":[{"id":"1","source":"MED","doi":"` + fetchedDOI + `","pmcid":"PMC77","title":"Ditto","authorString":"Chen Q.","pubYear":"2023"}]}}`
	citesDitto    = "---\nbibliography: refs.bib\n---\nDiagonal attention pooling needs no learning of parameters [@ditto].\n"
)

// Nothing is sent before the user consents. After that, one host receives the displayed DOI, and
// hovers show the full text.
func TestTheFullTextOfACitedPaperIsFetched(t *testing.T) {
	w := worldOf(t, "")
	w.Say("www.ebi.ac.uk/europepmc/webservices/rest/search", 200, "application/json", fetchedSearch)
	w.Say("www.ebi.ac.uk/europepmc/webservices/rest/PMC77/fullTextXML", 200, "application/xml", fetchedText)
	dir := t.TempDir()
	p, err := play(t.Context(), Options{Openers: onlineOpeners(t, w, false)}, json.RawMessage(`{}`), json.RawMessage(`{"online": {"sources": ["europepmc"]}}`), dir)
	if err != nil {
		t.Fatal(err)
	}
	questions, path := 0, filepath.Join(dir, "main.md")
	p.Pick = func(titles []string) int { questions++; return slices.Index(titles, answerSend) }
	for _, file := range [][3]string{{filepath.Join(dir, "refs.bib"), "bibtex", "@misc{ditto, title={X}, doi={" + fetchedDOI + "}}\n"}, {path, "markdown", citesDitto}} {
		if err := p.Open(t.Context(), file[0], file[1], file[2]); err != nil {
			t.Fatal(err)
		}
	}
	at := strings.Index(citesDitto, "ditto]") + 2
	action := func() *protocol.CodeAction {
		actions, err := p.Actions(t.Context(), path, at)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(actions, func(a *protocol.CodeAction) bool { return a.Title == "Fetch the full text: ditto" })
		if i < 0 {
			return nil
		}
		return actions[i]
	}
	if before, err := p.Hover(t.Context(), path, at); err != nil || strings.Contains(before, fetchedSays) || len(w.Requests()) > 0 {
		t.Fatal(before, err, w.Requests())
	}
	if err := p.Choose(t.Context(), action()); err != nil {
		t.Fatal(err)
	}
	for _, asked := range w.Requests() {
		if !strings.HasPrefix(asked, "www.ebi.ac.uk/") {
			t.Errorf("asked %s", asked)
		}
	}
	if questions != 1 || len(w.Requests()) != 2 {
		t.Errorf("%d questions, %q", questions, w.Requests())
	}
	if after, err := p.Hover(t.Context(), path, at); err != nil || !strings.Contains(after, fetchedSays) {
		t.Error(after, err)
	}
	if action() != nil {
		t.Error("a text that is there is offered again")
	}
}
