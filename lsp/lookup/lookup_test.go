package lookup

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/config"
)

// A host is an online source that records the texts that it receives.
type host struct {
	backend.Literature
	sent []string
}

func (h *host) Propose(_ context.Context, c wire.OnlineClaim) (wire.OnlineProposal, error) {
	return wire.OnlineProposal{Queries: []wire.OnlineQuery{{Source: "one", Host: "one.example", Query: c.Text}}, Ask: true}, nil
}

func (h *host) Naming(ctx context.Context, named string) (wire.OnlineProposal, error) {
	return h.Propose(ctx, wire.OnlineClaim{Text: named})
}

func (h *host) Search(_ context.Context, c wire.OnlineClaim, _ wire.OnlineProposal, step func(wire.OnlineStep)) (wire.OnlineAnswer, error) {
	h.sent = append(h.sent, c.Text)
	step(wire.OnlineStep{State: wire.OnlineAsked})
	step(wire.OnlineStep{State: wire.OnlineAnswered})
	return wire.OnlineAnswer{}, nil
}

func (h *host) Hints(_ context.Context, id string) ([]wire.OnlineHint, error) {
	h.sent = append(h.sent, id)
	return []wire.OnlineHint{{Kind: "published", DOI: "10.1000/final"}}, nil
}

func (h *host) Known(context.Context, []string) map[string][]wire.OnlineHint {
	return map[string][]wire.OnlineHint{"10.1000/kept": {{Kind: "retracted"}}}
}

// clientOf returns a client that asks the user by calling answer, and a counter of its questions.
func clientOf(h *host, ask string, answer func() (bool, error)) (c *Client, asked *int) {
	asked = new(int)
	return New(Options{
		Open:     func(context.Context, config.Settings) (backend.Literature, error) { return h, nil },
		Settings: func() config.Settings { return config.Settings{Online: config.Online{Ask: ask}} },
		TakeTurn: func(context.Context) (func(), error) { return func() {}, nil },
		MaySend:  func(context.Context, wire.OnlineProposal) (bool, error) { *asked++; return answer() },
		Learnt:   func() {},
	}), asked
}

func request(document string, shows bool) Request {
	return Request{Document: document, Shows: shows, Begin: func(ctx context.Context) (context.Context, func(wire.OnlineStep, int, int), func()) {
		return ctx, func(wire.OnlineStep, int, int) {}, func() {}
	}}
}

func TestNothingIsSentThatWasNotAllowed(t *testing.T) {
	for name, answer := range map[string]func() (bool, error){
		"refused":         func() (bool, error) { return false, nil },
		"cannot be asked": func() (bool, error) { return true, errors.New("no such request") },
	} {
		h := &host{}
		c, asked := clientOf(h, config.AskFirst, answer)
		for range 2 { // a refusal is not remembered, so the second lookup asks again
			q, err := c.Search(t.Context(), wire.OnlineClaim{Text: "a claim"})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := q.Send(t.Context(), request("a", false)); err == nil {
				t.Errorf("%s: no error", name)
			}
		}
		if *asked != 2 || len(h.sent) > 0 {
			t.Errorf("%s: %d questions, sent %q", name, *asked, h.sent)
		}
	}
}

// If the editor itself has shown a query, the query is sent once without another question. This
// does not apply to other documents, or to requests that the editor does not show.
func TestWhatWasShownIsSentOnce(t *testing.T) {
	h := &host{}
	c, asked := clientOf(h, config.AskEach, func() (bool, error) { return false, nil })
	q, err := c.Search(t.Context(), wire.OnlineClaim{Text: "a claim"})
	if err != nil {
		t.Fatal(err)
	}
	if shown := c.Show("a", q.Proposal); !shown.Ask {
		t.Error("the user need not see it")
	}
	for _, r := range []Request{request("b", true), request("a", false), request("a", true), request("a", true)} {
		_, _ = q.Send(t.Context(), r)
	}
	if *asked != 3 || !slices.Equal(h.sent, []string{"a claim"}) {
		t.Errorf("%d questions, sent %q", *asked, h.sent)
	}
}

func TestStepsAreCountedUpToAll(t *testing.T) {
	c, _ := clientOf(&host{}, config.AskEach, func() (bool, error) { return true, nil })
	q, err := c.Search(t.Context(), wire.OnlineClaim{Text: "a claim"})
	if err != nil {
		t.Fatal(err)
	}
	r, got, ended := request("a", false), []int{}, false
	r.Begin = func(ctx context.Context) (context.Context, func(wire.OnlineStep, int, int), func()) {
		return ctx, func(_ wire.OnlineStep, done, all int) { got = append(got, done, all) }, func() { ended = true }
	}
	if _, err := q.Send(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if want := []int{0, 1, 1, 1}; !slices.Equal(got, want) || !ended {
		t.Errorf("steps %v, want %v; ended: %t", got, want, ended)
	}
}

func TestHintsAreRememberedByIdentifier(t *testing.T) {
	file := bib.Parse("@misc{a, doi={10.1000/Asked}}\n@misc{k, doi={10.1000/kept}}\n@misc{n, title={No identifier}}\n")
	c, _ := clientOf(&host{}, config.AskFirst, func() (bool, error) { return true, nil })
	if !c.Recall(t.Context(), file) || c.Recall(t.Context(), file) {
		t.Error("the file is not looked at once more, or each time")
	}
	if hints := c.Hints(file.ByKey("k")); len(hints) != 1 || hints[0].Kind != "retracted" {
		t.Errorf("of a reply that is kept: %v", hints)
	}
	q, err := c.Check(t.Context(), file, "a")
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Published(file.ByKey("a"))) > 0 {
		t.Error("known before it was asked")
	}
	if _, err := q.Send(t.Context(), request("a", false)); err != nil {
		t.Fatal(err)
	}
	if dois := c.Published(file.ByKey("a")); !slices.Equal(dois, []string{"10.1000/final"}) {
		t.Errorf("published as %q", dois)
	}
	for _, key := range []string{"n", "gone"} {
		if _, err := c.Check(t.Context(), file, key); err == nil {
			t.Errorf("%s can be asked about", key)
		}
	}
}

func TestConsentIsForTheWordsThatWereSeen(t *testing.T) {
	query := func(host, words string) wire.OnlineProposal {
		return wire.OnlineProposal{Ask: true, Queries: []wire.OnlineQuery{{Host: host, Query: words}}, Confirm: []string{"doi.org"}}
	}
	var given consent
	if given.covers("a.tex", query("arxiv.org", "all:renal OR all:failure")) {
		t.Error("the first search is not shown")
	}
	given.give("a.tex", query("arxiv.org", "all:renal OR all:failure"))
	for name, test := range map[string]struct {
		document string
		p        wire.OnlineProposal
		want     bool
	}{
		"the same":         {"a.tex", query("arxiv.org", "all:failure OR all:renal"), true},
		"fewer words":      {"a.tex", query("arxiv.org", "all:renal"), true},
		"a new word":       {"a.tex", query("arxiv.org", "all:renal OR all:Kowalczyk"), false},
		"a long new word":  {"a.tex", query("arxiv.org", "all:"+strings.Repeat("k", 100)), false},
		"another case":     {"a.tex", query("arxiv.org", "all:Renal"), false},
		"another host":     {"a.tex", query("crossref.org", "all:renal"), false},
		"another document": {"b.tex", query("arxiv.org", "all:renal"), false},
		"a new year":       {"a.tex", wire.OnlineProposal{Queries: []wire.OnlineQuery{{Host: "arxiv.org", Query: "all:renal", From: 1999}}}, false},
		"nothing":          {"a.tex", wire.OnlineProposal{}, true},
	} {
		if given.covers(test.document, test.p) != test.want {
			t.Errorf("%s: %t", name, !test.want)
		}
	}
}

// Consent to one search in a document used to let the next search send other words without asking.
func TestUnderFirstOtherWordsAreShown(t *testing.T) {
	h := &host{}
	c, asked := clientOf(h, config.AskFirst, func() (bool, error) { return true, nil })
	for _, claim := range []string{"renal failure", "renal failure", "Patient Maria Kowalczyk", "renal failure"} {
		q, err := c.Search(t.Context(), wire.OnlineClaim{Text: claim})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := q.Send(t.Context(), request("a", false)); err != nil {
			t.Fatal(err)
		}
	}
	if *asked != 2 || len(h.sent) != 4 {
		t.Errorf("%d questions, want 2; sent %q", *asked, h.sent)
	}
}
