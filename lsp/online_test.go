package lsp

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

const claimText = "Deep learning models of vision are hard to test.\n"

// playOnline opens a manuscript and replaces the online sources with recorded responses. It counts
// the questions and answers each with "Send".
func playOnline(t *testing.T, world, settings string) (p *player, path string, w *onlinetest.World, questions *int) {
	t.Helper()
	w = worldOf(t, world)
	dir := t.TempDir()
	p, err := play(t.Context(), Options{Openers: onlineOpeners(t, w, true), Log: slog.New(slog.NewTextHandler(outputOf(t), nil))}, json.RawMessage(`{"window":{"workDoneProgress":true}}`), json.RawMessage(settings), dir)
	if err != nil {
		t.Fatal(err)
	}
	questions = new(int)
	p.Pick = func(titles []string) int {
		*questions++
		return slices.Index(titles, answerSend)
	}
	path = filepath.Join(dir, "main.md")
	if err := p.Open(t.Context(), path, "markdown", claimText); err != nil {
		t.Fatal(err)
	}
	return p, path, w, questions
}

func (p *player) online(t *testing.T, method, path string, params map[string]any, answer any) error {
	t.Helper()
	params["textDocument"] = map[string]any{"uri": uri.File(path)}
	if p.Files[path] != nil {
		params["position"] = p.Point(path, len(claimText)-1).Start
	}
	return p.Call(t.Context(), method, params, answer)
}

const ecologyWorld = "api.crossref.org/works crossref/works-query.json\n"

func TestWhatWasShownIsSentWithoutAQuestionAndNothingElse(t *testing.T) {
	p, path, w, questions := playOnline(t, ecologyWorld, `{"online": {"sources": ["crossref"], "ask": "each"}}`)
	var plan wire.OnlineProposal
	edited := []string{"mutation testing", "coverage of neurons"}
	if err := p.online(t, scilit.MethodOnlinePlan, path, map[string]any{"keywords": edited}, &plan); err != nil || !plan.Ask || len(plan.Queries) != 1 {
		t.Fatal(plan, err)
	}
	if len(w.Requests()) > 0 {
		t.Fatalf("a plan sent %q", w.Requests())
	}
	search := func(keywords ...string) {
		if err := p.online(t, scilit.MethodOnlineSearch, path, map[string]any{"keywords": keywords}, nil); err != nil {
			t.Fatal(err)
		}
	}
	search(edited...)
	if asked := w.Asked(); *questions != 0 || len(asked) != 1 || asked[0].URL.Query().Get("query.bibliographic") != plan.Queries[0].Query {
		t.Errorf("shown was %q, sent %q after %d questions", plan.Queries[0].Query, w.Requests(), *questions)
	}
	search("other", "words") // these words were not shown before
	if *questions != 1 {
		t.Errorf("%d questions about other words", *questions)
	}
}

func TestThePermissionHoldsForTheDocumentAndTheHost(t *testing.T) {
	const never, first, each = 0, 2, 4
	for setting, want := range map[string]int{"never": never, "first": first, "each": each} {
		t.Run(setting, func(t *testing.T) {
			p, path, w, questions := playOnline(t, ecologyWorld, `{"online": {"sources": ["crossref"], "ask": "`+setting+`"}}`)
			other := filepath.Join(filepath.Dir(path), "other.md")
			if err := p.Open(t.Context(), other, "markdown", claimText); err != nil {
				t.Fatal(err)
			}
			for _, document := range []string{path, path, other, other} {
				if err := p.online(t, scilit.MethodOnlineSearch, document, map[string]any{}, nil); err != nil {
					t.Fatal(err)
				}
			}
			if *questions != want || len(w.Requests()) == 0 {
				t.Errorf("%d questions, want %d; sent %q", *questions, want, w.Requests())
			}
		})
	}
}

func TestARefusedSearchSendsNothing(t *testing.T) {
	p, path, w, _ := playOnline(t, ecologyWorld, `{"online": {"sources": ["crossref"]}}`)
	for name, pick := range map[string]func([]string) int{
		"refused": func(titles []string) int { return slices.Index(titles, answerDontSend) },
		"closed":  func([]string) int { return -1 },
		"no way":  func([]string) int { return -2 },
	} {
		p.Pick = pick
		if err := p.online(t, scilit.MethodOnlineSearch, path, map[string]any{}, nil); err == nil || !strings.Contains(err.Error(), "nothing was sent") {
			t.Errorf("%s: %v", name, err)
		}
		if err := p.online(t, scilit.MethodOnlineResolve, path, map[string]any{"named": "10.1000/x"}, nil); err == nil {
			t.Errorf("%s: a name was looked up", name)
		}
	}
	if sent := w.Requests(); len(sent) > 0 {
		t.Errorf("sent %q", sent)
	}
}

func TestASearchOnlineThatIsCancelledEnds(t *testing.T) {
	p, path, w, _ := playOnline(t, "", `{"online": {"sources": ["europepmc"], "ask": "never"}}`)
	asked := make(chan struct{}, 1)
	w.On("www.ebi.ac.uk/europepmc", func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-r.Context().Done()
	})
	shown := p.Bars()
	done := make(chan error, 1)
	argument := actionData{URI: string(uri.File(path)), Version: 1, At: p.Point(path, len(claimText)-1).Start, Mode: "mark"}
	go func() {
		done <- p.Call(t.Context(), protocol.MethodWorkspaceExecuteCommand, map[string]any{"command": commandSearchOnline, "arguments": []any{argument}}, nil)
	}()
	token := <-shown
	<-asked
	p.cancel(t, token, done)
	if heard := p.Heard(); len(heard) > 0 || p.Files[path].Text != claimText {
		t.Errorf("said %q, the text is %q", heard, p.Files[path].Text)
	}
}

// The notice of a checked entry appears in the next session without another request.
func TestAnEntryThatWasCheckedIsMarked(t *testing.T) {
	w := worldOf(t, "api.crossref.org/works/10.1371/journal.pone.0033693 crossref/works-one.json\n")
	openers, dir := onlineOpeners(t, w, true), t.TempDir()
	file := filepath.Join(dir, "refs.bib")
	const entry = `@misc{m, doi = {10.1371/journal.pone.0033693}, title = {Methylphenidate}}`
	for _, check := range []bool{true, false} {
		p, err := play(t.Context(), Options{Openers: openers}, json.RawMessage(`{}`), json.RawMessage(`{"online": {"sources": ["crossref"], "ask": "never"}}`), dir)
		if err != nil {
			t.Fatal(err)
		}
		p.Diagnosed = make(chan *protocol.PublishDiagnosticsParams, 10)
		if err := p.Open(t.Context(), file, "bibtex", entry); err != nil {
			t.Fatal(err)
		}
		if check {
			argument := actionData{URI: string(uri.File(file)), Version: 1, Key: "m"}
			if err := p.Call(t.Context(), protocol.MethodWorkspaceExecuteCommand, map[string]any{"command": commandHints, "arguments": []any{argument}}, nil); err != nil {
				t.Fatal(err)
			}
			if heard := strings.Join(p.Heard(), "\n"); !strings.Contains(heard, "m: A correction to this work has been published") {
				t.Errorf("said %q", heard)
			}
		}
		corrected := func(d protocol.Diagnostic) bool { return d.Code == protocol.String("corrected") }
		for published := range p.Diagnosed { // if this never happens, the deadline ends the test
			if slices.ContainsFunc(published.Diagnostics, corrected) {
				break
			}
		}
		if err := p.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if sent := w.Requests(); len(sent) != 1 {
		t.Errorf("sent %q", sent)
	}
}

// The published version of a preprint gets a separate entry: the user chooses which
// of them to cite.
func TestThePublishedVersionOfAPreprintIsAdded(t *testing.T) {
	p, path, w, _ := playOnline(t, "api.crossref.org/works/10.1101/2024.04.01.587366 crossref/preprint-posted-content.json\n", `{"online": {"sources": ["crossref"]}}`)
	const published = "10.1016/j.xgen.2025.100814"
	// no recording: this is a short form of Crossref's record
	w.Say("api.crossref.org/works/"+published, 200, "application/json", `{"message":{"DOI":"`+published+`","type":"journal-article","title":["High-throughput screening of human genetic variants by pooled prime editing"],
		"author":[{"given":"Michael","family":"Herger"}],"container-title":["Cell Genomics"],"issued":{"date-parts":[[2025]]}}}`)
	file := filepath.Join(filepath.Dir(path), "refs.bib")
	const entry = "@misc{preprint,\n  doi = {10.1101/2024.04.01.587366}\n}\n"
	if err := p.Open(t.Context(), file, "bibtex", entry); err != nil {
		t.Fatal(err)
	}
	for _, title := range []string{"Check for a retraction", "Add the published version: " + published} {
		actions, err := p.Actions(t.Context(), file, len("@misc{"))
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(actions, func(a *protocol.CodeAction) bool { return strings.HasPrefix(a.Title, title) })
		if i < 0 {
			t.Fatalf("no %q among %d actions", title, len(actions))
		}
		if err := p.Choose(t.Context(), actions[i]); err != nil {
			t.Fatal(err)
		}
	}
	added, kept := strings.CutPrefix(p.Files[file].Text, entry)
	if !kept || !strings.Contains(added, "@article{herger2025high,") || !strings.Contains(added, published) {
		t.Errorf("the .bib is %s", p.Files[file].Text)
	}
}

// A link with a text is not replaced.
func TestOnlyABareLinkIsReplaced(t *testing.T) {
	p, path, _, _ := playOnline(t, ecologyWorld, `{"online": {"sources": ["crossref"]}}`)
	for text, want := range map[string]string{
		"See 10.1000/‸x.":                           "10.1000/x",
		"See (doi:10.1000/a(b)‸c).":                 "10.1000/a(b)c",
		"See <https://doi.org/10.1000/‸x>.":         "10.1000/x",
		"See https://arxiv.org/pdf/2101.0‸0001v2.":  "arXiv:2101.00001",
		"See [it](https://doi.org/10.1000/‸x).":     "",
		"See `10.1000/‸x`.":                         "",
		"See [@10.1000/‸x].":                        "",
		"We measured 2101.0‸0001 of them in 10/10.": "",
	} {
		before, after, _ := strings.Cut(text, cursorMark)
		if err := p.Open(t.Context(), path, "markdown", before+after+"\n"); err != nil {
			t.Fatal(err)
		}
		actions, err := p.Actions(t.Context(), path, len(before))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, a := range actions {
			if _, work, ok := strings.Cut(a.Title, "Cite this "); ok {
				_, got, _ = strings.Cut(work, ": ")
			}
		}
		if got != want {
			t.Errorf("%s: offered %q, want %q", text, got, want)
		}
	}
}

// A paper that is found online for a selected phrase is cited after the phrase, like those of the indexes.
func TestAnOnlineSearchForAPhraseKeepsItsPlace(t *testing.T) {
	p, path, _, _ := playOnline(t, ecologyWorld, `{"online": {"sources": ["crossref"]}}`)
	end := len("Deep learning models")
	actions, err := p.ActionsOn(t.Context(), path, doc.Span{Start: len("Deep "), End: end})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(actions, func(a *protocol.CodeAction) bool { return a.Command.Command == commandSearchOnline })
	if i < 0 {
		t.Fatalf("no search among %d actions", len(actions))
	}
	var e actionData
	if err := json.Unmarshal(actions[i].Command.Arguments[0], &e); err != nil || !e.Within || e.Claim != "learning models" || e.At != p.Point(path, end).Start {
		t.Errorf("%+v, %v", e, err)
	}
}
