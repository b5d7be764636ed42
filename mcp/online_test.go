package mcp_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/literature"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
	"github.com/scilit-lsp/scilit-lsp/mcp"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
)

// onTheInternet returns the options of a user who has enabled Crossref.
func onTheInternet(t *testing.T) (*onlinetest.World, mcp.Options) {
	w := onlinetest.New(t, "api.crossref.org", "doi.org")
	opts := optionsOf(papers...)
	opener := literature.Opener{Builder: new(backend.Builder), Version: "test", StandIn: w.Addr(), Roots: w.Roots}
	opts.Settings.Engine, opts.Settings.Online.Sources = "plain", []string{"crossref"}
	opts.Openers.Literature = opener.Open
	opts.Repositories = func(_ context.Context, s config.Settings) (*audit.Repositories, error) {
		client, _, err := opener.Client(s)
		if err != nil {
			return nil, err
		}
		return audit.NewRepositories(client), nil
	}
	return w, opts
}

const secret = "Our unpublished zebrafish shows chemical ecology."

func TestNothingIsSentThatTheUserHasNotAllowed(t *testing.T) {
	for _, ask := range []string{"first", "each"} {
		w, opts := onTheInternet(t)
		opts.Settings.Online.Ask = ask
		a := newAgent(t, opts)
		var found mcp.SearchOutput
		a.must("search_papers", args{"text": secret, "keywords": "ecology", "online": true}, &found)
		if found.Online.Sent || !strings.Contains(found.Online.Todo, "--online") || found.Online.Proposal.Queries[0].Host != "api.crossref.org" || found.Online.Proposal.Queries[0].Query != "ecology" {
			t.Errorf("%s: %+v", ask, found.Online)
		}
		var reference mcp.ReferenceOutput
		a.must("verify_reference", args{"title": "Chemical ecology of fish", "authors": []string{"Jo Bloggs"}, "online": true}, &reference)
		if reference.Online.Sent || !slices.Contains(reference.Online.Hosts, "api.crossref.org") || reference.Online.Titles[0] != "Chemical ecology of fish / Bloggs" {
			t.Errorf("%s: %+v", ask, reference.Online)
		}
		a.refused("get_paper", args{"paper": "10.1371/journal.pone.0033693", "online": true}, mcp.NotAllowed, `Proposed queries: "10.1371/journal.pone.0033693" to api.crossref.org`)
		a.refused("cite", args{"paper": "10.1371/journal.pone.0033693", "online": true}, mcp.NotAllowed, "Nothing was sent")
		if asked := w.Requests(); len(asked) > 0 {
			t.Errorf("%s: sent %v", ask, asked)
		}
	}
}

func TestKeywordsAreSentWhereTheUserAllowsIt(t *testing.T) {
	for name, allow := range map[string]func(*mcp.Options){
		"by a flag":       func(o *mcp.Options) { o.Online = true },
		"by the settings": func(o *mcp.Options) { o.Settings.Online.Ask = config.AskNever },
	} {
		w, opts := onTheInternet(t)
		w.Replay("api.crossref.org/works", "crossref/works-query.json", "query.bibliographic")
		allow(&opts)
		a := newAgent(t, opts)
		var found mcp.SearchOutput
		a.must("search_papers", args{"text": secret, "keywords": "ecology", "online": true}, &found)
		if !found.Online.Sent || len(found.Online.Papers) == 0 || found.Online.Steps[0].State != wire.OnlineAnswered {
			t.Errorf("%s: %+v", name, found.Online)
		}
		asked := strings.Join(w.Requests(), " ")
		if !strings.Contains(asked, "ecology") || strings.Contains(asked, "zebrafish") {
			t.Errorf("%s: sent %s", name, asked)
		}
	}
}

func TestAWorkThatNoCorpusHasIsLookedUpAndCited(t *testing.T) {
	w, opts := onTheInternet(t)
	w.Replay("api.crossref.org/works/10.1371", "crossref/works-one.json")
	opts.Online = true
	a := newAgent(t, opts)
	var cited mcp.CiteOutput
	a.must("cite", args{"paper": "10.1371/journal.pone.0033693", "online": true}, &cited)
	if cited.Paper.Corpus != "found" || !strings.Contains(cited.Entry, "10.1371/journal.pone.0033693") {
		t.Errorf("cited: %+v", cited)
	}
}

func TestASourceThatIsBusyIsNoMissingPaper(t *testing.T) {
	w, opts := onTheInternet(t)
	w.On("api.crossref.org/", func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Retry-After", "3600")
		rw.WriteHeader(http.StatusTooManyRequests)
	})
	opts.Online = true
	a := newAgent(t, opts)
	failure := a.call("get_paper", args{"paper": "10.1371/journal.pone.0033693", "online": true}, new(mcp.PaperOutput))
	if failure == nil || failure.Code != mcp.RateLimited || failure.RetryAfterSeconds < 3500 || failure.RetryAfterSeconds > 3600 {
		t.Errorf("failure: %+v", failure)
	}
	var reference mcp.ReferenceOutput
	a.must("verify_reference", args{"title": "Phlogiston in chemistry", "authors": []string{"Jo Bloggs"}, "online": true}, &reference)
	if reference.Verdict != verify.Error || len(reference.Notes) == 0 {
		t.Errorf("graded as %s: %+v", reference.Verdict, reference)
	}
	var found mcp.SearchOutput
	a.must("search_papers", args{"keywords": "ecology", "online": true}, &found)
	if step := found.Online.Steps[0]; step.State != wire.OnlineFailed || !step.Busy || step.RetryAfter < 3500 {
		t.Errorf("step: %+v", step)
	}
}
