package lookup

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/config"
)

// A host is one repository that counts what it is sent.
type host struct {
	app.Literature
	sent []string
}

func (h *host) Propose(_ context.Context, c app.OnlineClaim) (app.OnlineProposal, error) {
	return app.OnlineProposal{Queries: []app.OnlineQuery{{Source: "one", Host: "one.example", Query: c.Text}}, Ask: true}, nil
}

func (h *host) Naming(ctx context.Context, named string) (app.OnlineProposal, error) {
	return h.Propose(ctx, app.OnlineClaim{Text: named})
}

func (h *host) Search(_ context.Context, c app.OnlineClaim, _ app.OnlineProposal, step func(app.OnlineStep)) (app.OnlineAnswer, error) {
	h.sent = append(h.sent, c.Text)
	step(app.OnlineStep{State: app.OnlineAsked})
	step(app.OnlineStep{State: app.OnlineAnswered})
	return app.OnlineAnswer{}, nil
}

func (h *host) Hints(_ context.Context, id string) ([]app.OnlineHint, error) {
	h.sent = append(h.sent, id)
	return []app.OnlineHint{{Kind: "published", DOI: "10.1000/final"}}, nil
}

func (h *host) Known(context.Context, []string) map[string][]app.OnlineHint {
	return map[string][]app.OnlineHint{"10.1000/kept": {{Kind: "retracted"}}}
}

// deskOf is a desk whose user answers questions so, and counts them.
func deskOf(h *host, ask string, answer func() (bool, error)) (d *Desk, asked *int) {
	asked = new(int)
	return New(Options{
		Open:     func(context.Context, config.Settings) (app.Literature, error) { return h, nil },
		Settings: func() config.Settings { return config.Settings{Online: config.Online{Ask: ask}} },
		TakeTurn: func(context.Context) (func(), error) { return func() {}, nil },
		MaySend:  func(context.Context, app.OnlineProposal) (bool, error) { *asked++; return answer() },
		Learnt:   func() {},
	}), asked
}

func request(document string, shows bool) Request {
	return Request{Document: document, Shows: shows, Begin: func(ctx context.Context) (context.Context, func(app.OnlineStep, int, int), func()) {
		return ctx, func(app.OnlineStep, int, int) {}, func() {}
	}}
}

func TestNothingIsSentThatWasNotAllowed(t *testing.T) {
	for name, answer := range map[string]func() (bool, error){
		"refused":         func() (bool, error) { return false, nil },
		"cannot be asked": func() (bool, error) { return true, errors.New("no such request") },
	} {
		h := &host{}
		d, asked := deskOf(h, config.AskFirst, answer)
		for range 2 { // an answer that allows nothing is not remembered
			q, err := d.Search(t.Context(), app.OnlineClaim{Text: "a claim"})
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

// What an editor has shown by itself is sent once without a question: neither from
// another document, nor by a request that the editor does not show.
func TestWhatWasShownIsSentOnce(t *testing.T) {
	h := &host{}
	d, asked := deskOf(h, config.AskEach, func() (bool, error) { return false, nil })
	q, err := d.Search(t.Context(), app.OnlineClaim{Text: "a claim"})
	if err != nil {
		t.Fatal(err)
	}
	if shown := d.Show("a", q.Proposal); !shown.Ask {
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
	d, _ := deskOf(&host{}, config.AskEach, func() (bool, error) { return true, nil })
	q, err := d.Search(t.Context(), app.OnlineClaim{Text: "a claim"})
	if err != nil {
		t.Fatal(err)
	}
	r, got, ended := request("a", false), []int{}, false
	r.Begin = func(ctx context.Context) (context.Context, func(app.OnlineStep, int, int), func()) {
		return ctx, func(_ app.OnlineStep, done, all int) { got = append(got, done, all) }, func() { ended = true }
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
	d, _ := deskOf(&host{}, config.AskFirst, func() (bool, error) { return true, nil })
	if !d.Recall(t.Context(), file) || d.Recall(t.Context(), file) {
		t.Error("the file is not looked at once more, or each time")
	}
	if hints := d.Hints(file.ByKey("k")); len(hints) != 1 || hints[0].Kind != "retracted" {
		t.Errorf("of a reply that is kept: %v", hints)
	}
	q, err := d.Check(t.Context(), file, "a")
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Published(file.ByKey("a"))) > 0 {
		t.Error("known before it was asked")
	}
	if _, err := q.Send(t.Context(), request("a", false)); err != nil {
		t.Fatal(err)
	}
	if dois := d.Published(file.ByKey("a")); !slices.Equal(dois, []string{"10.1000/final"}) {
		t.Errorf("published as %q", dois)
	}
	for _, key := range []string{"n", "gone"} {
		if _, err := d.Check(t.Context(), file, key); err == nil {
			t.Errorf("%s can be asked about", key)
		}
	}
}
