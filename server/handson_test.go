package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/remote"
	"github.com/scilit-lsp/scilit-lsp/engine/retrievertest"
	"github.com/scilit-lsp/scilit-lsp/server"
)

// A machine runs a server and records the requests that it receives.
type machine struct {
	door
	mu      sync.Mutex
	handler http.Handler
	asked   []*http.Request
	bodies  []string
}

// newMachine returns a machine with an address but without a server, so that other machines can
// refer to it.
func newMachine(t *testing.T) *machine {
	m := &machine{handler: http.NotFoundHandler()}
	h := httptest.NewServer(m)
	t.Cleanup(h.Close)
	m.door = door{URL: h.URL, http: h.Client()}
	return m
}

func (m *machine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	m.mu.Lock()
	m.asked, m.bodies = append(m.asked, r), append(m.bodies, r.URL.Path+" "+string(body))
	handler := m.handler
	m.mu.Unlock()
	handler.ServeHTTP(w, r)
}

// serve starts a server for its own corpora and those of other machines.
func (m *machine) serve(t *testing.T, o server.Options, others []remote.Options, own ...engine.Retriever) *machine {
	t.Helper()
	o.Engines = app.NewService(func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		all := slices.Clone(own)
		for _, other := range others {
			other.Relay = true
			all = append(all, remotely(t, other))
		}
		return engine.New(engine.Parts{Retrievers: all}), nil, nil
	})
	o.Engines.Start(t.Context(), config.Settings{})
	t.Cleanup(o.Engines.Close)
	s, log := newServer(t, o)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.handler, m.server, m.log = s.Handler(), s, log
	return m
}

func remotely(t *testing.T, o remote.Options) engine.Retriever {
	t.Helper()
	var err error
	if o.Network, err = network.NewService(network.Service{URL: o.Address, Kept: true}); err != nil {
		t.Fatal(err)
	}
	r, err := remote.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// questions returns the recorded requests and their bodies.
func (m *machine) questions() ([]*http.Request, []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.asked, m.bodies
}

// corporaOf returns the names and the IDs of the corpora that a server lists.
func corporaOf(t *testing.T, d door, headers ...string) (names, ids []string) {
	t.Helper()
	var listed []wire.SharedCorpus
	answer := d.ask(t, "GET", "/v1/corpora", "", headers...)
	if err := json.Unmarshal([]byte(answer.body), &listed); err != nil {
		t.Fatalf("%s: %v", answer.body, err)
	}
	for _, c := range listed {
		names, ids = append(names, strings.TrimSpace(c.Name+" "+c.Host)), append(ids, c.ID)
	}
	return names, ids
}

func hostOf(m *machine) string { return strings.TrimPrefix(m.URL, "http://") }

// A laboratory's server also serves the corpora of a department's server.
func TestTheCorporaOfAnotherServerAreServedToo(t *testing.T) {
	papers := retrievertest.Papers()
	tokens, secret, _ := tokenFile(t, "")
	department := newMachine(t).serve(t, server.Options{TokenFile: tokens}, nil, memory.New("m:1", "theses", papers[:3]...), memory.New("m:2", "reports", papers[3:]...))
	there := remote.Options{Address: department.URL, Token: func(context.Context) (string, error) { return secret, nil }}
	laboratory := newMachine(t).serve(t, server.Options{}, []remote.Options{there}, memory.New("m:3", "ours", papers[0]))

	names, ids := corporaOf(t, laboratory.door)
	if host := hostOf(department); !slices.Equal(names, []string{"ours", "theses " + host, "reports " + host}) {
		t.Errorf("%v", names)
	}
	of := "/v1/corpora/" + url.PathEscape(ids[2])
	if got := laboratory.ask(t, "POST", of+"/search", `{"limit":5}`); got.StatusCode != 200 || strings.Count(got.body, `"Corpus":"reports"`) != len(papers)-3 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	client := remotely(t, remote.Options{Address: laboratory.URL})
	found, err := client.Search(t.Context(), engine.Request{Keywords: []string{"iron"}, Limit: 50})
	if err != nil || len(found.Candidates) != len(papers)+1 {
		t.Errorf("%d candidates, %v", len(found.Candidates), err)
	}
	whole, err := client.Papers(t.Context(), []engine.WorkRef{{ID: papers[3].ID, Corpus: "reports", Unkeyed: true}})
	if err != nil || whole[0] == nil || whole[0].Title != papers[3].Title {
		t.Errorf("%+v, %v", whole, err)
	}
	asked, bodies := department.questions()
	for i, r := range asked {
		if r.Header.Get("Authorization") != "Bearer "+secret || r.Header.Get(remote.RelayedHeader) == "" {
			t.Errorf("%s: %v", bodies[i], r.Header)
		}
	}
}

// Text from a client is forwarded only if the server's settings permit it, and the client's token
// is never forwarded.
func TestAServerHandsOnWhatItsSettingsAllow(t *testing.T) {
	const text, token = "An unpublished claim about iron.", "scilit_of_a_client"
	for _, allowed := range []bool{false, true} {
		department := newMachine(t).serve(t, server.Options{}, nil, memory.New("m:1", "theses", retrievertest.Papers()...))
		laboratory := newMachine(t).serve(t, server.Options{}, []remote.Options{{Address: department.URL, Manuscript: allowed}}, memory.New("m:2", "ours"))
		laboratory.ask(t, "POST", "/v1/suggest", `{"text":"`+text+`","keywords":"iron"}`, "Authorization", "Bearer "+token)
		only := laboratory.ask(t, "POST", "/v1/suggest", `{"text":"`+text+`"}`)
		asked, bodies := department.questions()
		sent := strings.Join(bodies, "\n")
		if strings.Contains(sent, "unpublished") != allowed || !strings.Contains(sent, `"keywords":["iron"]`) {
			t.Errorf("manuscript %t: %s", allowed, sent)
		}
		if says := hostOf(department) + " can be searched by keywords only"; strings.Contains(only.body, says) == allowed {
			t.Errorf("manuscript %t: %s", allowed, only.body)
		}
		for _, r := range asked {
			if got := r.Header.Get("Authorization"); got != "" {
				t.Errorf("the department got %q", got)
			}
		}
	}
}

// Servers may refer to each other and to themselves. A request is forwarded only once, so no text
// from a reaches c through b.
func TestNoQuestionGoesRoundInCircles(t *testing.T) {
	papers := retrievertest.Papers()
	a, b, c := newMachine(t), newMachine(t), newMachine(t)
	a.serve(t, server.Options{}, []remote.Options{{Address: b.URL}, {Address: a.URL}}, memory.New("m:1", "of-a", papers[0]))
	b.serve(t, server.Options{}, []remote.Options{{Address: c.URL}, {Address: a.URL}}, memory.New("m:2", "of-b", papers[1]))
	c.serve(t, server.Options{}, []remote.Options{{Address: a.URL}}, memory.New("m:3", "of-c", papers[2]))

	names, ids := corporaOf(t, a.door)
	if !slices.Equal(names, []string{"of-a", "of-b " + hostOf(b), "of-a " + hostOf(a)}) {
		t.Errorf("%v", names)
	}
	if names, _ := corporaOf(t, a.door, remote.RelayedHeader, "1"); !slices.Equal(names, []string{"of-a"}) {
		t.Errorf("another server gets %v", names)
	}
	if got := a.ask(t, "POST", "/v1/suggest", `{"keywords":"iron"}`); got.StatusCode != 200 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	of := "/v1/corpora/" + url.PathEscape(ids[1])
	for header, status := range map[string]int{"": 200, "1": 404} {
		if got := a.ask(t, "POST", of+"/search", `{"limit":5}`, remote.RelayedHeader, header); got.StatusCode != status {
			t.Errorf("%q: %d %s", header, got.StatusCode, got.body)
		}
	}
	for _, m := range []*machine{a, b, c} {
		if asked, bodies := m.questions(); len(asked) > 30 || m == c && len(asked) > 0 {
			t.Errorf("%d requests: %v", len(asked), bodies)
		}
	}
}

// If a server fails, the reply contains the results of the others, and only the log contains the
// reason.
func TestAServerThatFailsIsLeftOut(t *testing.T) {
	department := newMachine(t) // this machine's server is not started
	laboratory := newMachine(t).serve(t, server.Options{}, []remote.Options{{Address: department.URL}}, memory.New("m:2", "ours", retrievertest.Papers()...))
	got := laboratory.ask(t, "POST", "/v1/suggest", `{"keywords":"iron"}`)
	if got.StatusCode != 200 || !strings.Contains(got.body, `"papers":[{`) || !strings.Contains(got.body, `"code":"failed"`) || strings.Contains(got.body, "status 404") {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if !strings.Contains(laboratory.log.String(), "status 404") {
		t.Error(laboratory.log)
	}
	if names, _ := corporaOf(t, laboratory.door); !slices.Equal(names, []string{"ours"}) {
		t.Errorf("%v", names)
	}
}

// The reply to a search contains the records that a menu and its sentences need.
func TestASearchIsOneRoundTrip(t *testing.T) {
	_, x := indexed(t, retrievertest.Papers())
	m := newMachine(t).serve(t, server.Options{}, nil, x)
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{remotely(t, remote.Options{Address: m.URL + remote.CorporaPath + "/few", Manuscript: true})}})
	q := engine.Query{Context: []string{"Iron treats the deficiency."}, Limit: 5}
	for _, quick := range []bool{true, false} {
		q.Quick = quick
		found, err := e.Discover(t.Context(), q)
		if err != nil || len(found.Papers) == 0 {
			t.Fatalf("%+v, %v", found, err)
		}
		_, before := m.questions()
		refs := make([]engine.WorkRef, len(found.Papers))
		for i, f := range found.Papers {
			refs[i] = engine.WorkRef{ID: f.Paper.ID, Corpus: f.Paper.Corpus}
		}
		whole, err := e.Papers(t.Context(), refs)
		if err != nil || whole[0] == nil || len(whole[0].Body) == 0 && whole[0].Abstract == "" {
			t.Errorf("%+v, %v", whole, err)
		}
		if _, after := m.questions(); (len(after) > len(before)) != quick {
			t.Errorf("quick %t: %v", quick, after[len(before):])
		}
	}
}
