package grow

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// TestHostileReplies grows from services that send false data. Each run must end, with the corpus
// unchanged or with clean records.
func TestHostileReplies(t *testing.T) {
	work := func(id, title, refs string) string {
		return fmt.Sprintf(`{"meta":{"count":100000},"results":[{"id":"https://openalex.org/%s","title":"%s",`+
			`"publication_year":2020,"type":"article","cited_by_count":900,"referenced_works":[%s],`+
			`"authorships":[{"author":{"display_name":"Jane Doe"}}]}]}`, id, title, refs)
	}
	many := strings.TrimSuffix(strings.Repeat(`"W7",`, 1000)+strings.Repeat(`"W8888888",`, 1000), ",")
	for name, tt := range map[string]struct {
		body string
		kind online.Kind
	}{
		"another shape":             {`{"works":[]}`, online.Malformed},
		"a page":                    {`<html><body>Maintenance</body></html>`, online.Malformed},
		"an endless list of citers": {work("W1", "The same work on each page", `"W2"`), 0},
		"repeated references":       {work("W1", "One work with many references", many), 0},
		"control characters in IDs": {work(`W1\u0000|W2`, "A title", `"W2|W3","W4\u202e","../W5"`), online.Malformed},
		"a title with controls":     {work("W1", `\u001b]0;owned\u0007 A title \u202e of words`, `"W2"`), 0},
		"a work that cites itself":  {work("W1", "A circle of citations", `"W1","W1"`), 0},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, "openalex")
			d.world.Say("api.openalex.org/works", 200, "application/json", tt.body)
			result, plan, err := d.grow(d.seeds(3), Goals{Papers: 100, Hops: 3})
			if online.KindOf(err) != tt.kind || result.Requests > plan.Requests || result.Papers > 1 {
				t.Errorf("%+v, %v", result, err)
			}
			for _, request := range d.world.Requests() {
				if strings.ContainsAny(request, "\x00\x1b") || strings.Contains(request, "..%2F") {
					t.Errorf("sent: %s", request)
				}
			}
			if tt.kind == 0 {
				checkClean(t, d)
			}
		})
	}
}

func checkClean(t *testing.T, d *desk) {
	for _, p := range d.papers() {
		if strings.ContainsAny(p.Title, "\x1b\a\u202e") {
			t.Errorf("%q", p.Title)
		}
	}
}

// papers returns the complete records in the corpus.
func (d *desk) papers() []*engine.Paper {
	x, err := index.Open(d.dir)
	if err != nil {
		d.Fatal(err)
	}
	defer x.Close()
	var refs []engine.WorkRef
	for _, id := range d.ids() {
		refs = append(refs, engine.WorkRef{ID: id})
	}
	papers, err := x.Papers(d.Context(), refs)
	if err != nil || len(papers) != len(refs) {
		d.Fatal(len(papers), err)
	}
	return papers
}

func TestARefusedIdentifierIsLeftOut(t *testing.T) {
	d := newDesk(t, "openalex")
	seeds := d.seeds(30)
	bad := seeds.IDs[11].Value
	d.world.On("api.openalex.org/works", func(rw http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Query().Get("filter"), bad) {
			rw.WriteHeader(http.StatusBadRequest)
			return
		}
		d.serve(rw, r)
	})
	result, _, err := d.grow(seeds, goals)
	if err != nil || result.Papers != goals.Papers || len(result.Missing) != 1 || result.Missing[0] != "doi:"+bad {
		t.Errorf("%+v, %v", result, err)
	}
}

func TestRepliesWithoutEndAreAnError(t *testing.T) {
	d := newDesk(t, "openalex")
	d.world.On("api.openalex.org/works", func(rw http.ResponseWriter, _ *http.Request) {
		block := strings.Repeat(`{"id":"W1"},`, 1<<16)
		io.WriteString(rw, `{"results":[`)
		for range 1 << 10 {
			if _, err := io.WriteString(rw, block); err != nil {
				return
			}
		}
	})
	if _, _, err := d.grow(d.seeds(3), goals); online.KindOf(err) != online.Malformed {
		t.Error(err)
	}
}

func TestARedirectLeavesNoTrace(t *testing.T) {
	d := newDesk(t, "openalex")
	d.world.On("api.openalex.org/works", func(rw http.ResponseWriter, r *http.Request) {
		http.Redirect(rw, r, "https://evil.example/works", http.StatusFound)
	})
	if _, _, err := d.grow(d.seeds(3), goals); online.KindOf(err) != online.Refused {
		t.Error(err)
	}
	for _, asked := range d.world.Asked() {
		if asked.URL.Host != "api.openalex.org" {
			t.Errorf("%s was contacted", asked.URL.Host)
		}
	}
}

// The bibliography of a large group may have as many entries as the ACL Anthology.
func TestManySeedsArePlannedInBatches(t *testing.T) {
	d := newDesk(t, "openalex")
	var s Seeds
	for i := range 72_000 {
		s.IDs = append(s.IDs, online.ID{Scheme: online.DOI, Value: fmt.Sprintf("10.5555/%d", i)})
	}
	s.sort()
	plan, err := NewPlan(d.client(), "openalex", s, Goals{Papers: 100, Hops: 2})
	if err != nil || len(plan.IDs) != 72_000 || plan.Requests < 720 || plan.Requests > 800 {
		t.Errorf("%d identifiers, %d requests, %v", len(plan.IDs), plan.Requests, err)
	}
}

func TestADamagedJournalIsReportedAndKept(t *testing.T) {
	d := newDesk(t, "openalex")
	if _, _, err := d.grow(d.seeds(3), Goals{Papers: 50, Hops: 2}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(d.dir, stateFolder, journalName)
	damage(t, path)
	_, err := Open(Options{Dir: d.dir, Client: d.client()})
	if err == nil || !strings.Contains(err.Error(), "line 2 is damaged") {
		t.Error(err)
	}
	if g, err := Open(Options{Dir: t.TempDir(), Client: d.client()}); err != nil || g.Close() != nil {
		t.Error(err)
	}
}

func TestAnIntactJournalIsNotCalledDamaged(t *testing.T) {
	d := newDesk(t, "openalex")
	if _, _, err := d.grow(d.seeds(3), Goals{Papers: 50, Hops: 2}); err != nil {
		t.Fatal(err)
	}
	d.on = []string{"crossref"}
	_, err := Open(Options{Dir: d.dir, Client: d.client()})
	if online.KindOf(err) != online.Off || strings.Contains(err.Error(), "damaged") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Look(ctx, d.dir); !errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "damaged") {
		t.Error(err)
	}
}

// damage overwrites the beginning of the second line in a file.
func damage(t *testing.T, path string) {
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.IndexByte(raw, '\n') + 1
	raw[at] = 'x'
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestOnlyOneProcessGrowsACorpus(t *testing.T) {
	d := newDesk(t, "openalex")
	g := d.open()
	if _, err := Open(Options{Dir: d.dir, Client: d.client()}); err != ErrBusy {
		t.Error(err)
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
}
