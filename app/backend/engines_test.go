package backend

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A house opens engines without papers and records which of them are closed.
type house struct {
	closed  map[string]bool
	release map[string]chan struct{} // keyed by name; closing a channel lets the engine open
}

type door struct {
	engine.Composer
	house *house
	name  string
}

func (d door) Close() error {
	d.house.closed[d.name] = true
	return nil
}

func (h *house) open(ctx context.Context, s config.Settings) (*engine.Engine, []wire.Notice, error) {
	name := s.Indexes[0]
	if wait := h.release[name]; wait != nil {
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
	switch name {
	case "broken":
		return nil, nil, errors.New("broken: no index here")
	case "panics":
		panic("a bug")
	}
	return engine.New(engine.Parts{Writer: door{house: h, name: name}}), []wire.Notice{{Text: name}}, nil
}

func settingsOf(name string) config.Settings { return config.Settings{Indexes: []string{name}} }

func newHouse() (*house, *Engines) {
	h := &house{closed: make(map[string]bool), release: make(map[string]chan struct{})}
	return h, NewEngines(h.open)
}

func TestAnEngineStaysOpenForItsLastUser(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, engines := newHouse()
		engines.Start(t.Context(), settingsOf("first"))
		asking, answered := context.WithCancel(t.Context())
		e, err := engines.Get(asking)
		if err != nil {
			t.Fatal(err)
		}
		drafting, drafted := context.WithCancel(t.Context())
		engines.Keep(drafting, e)
		engines.Start(t.Context(), settingsOf("second"))
		for _, end := range []context.CancelFunc{answered, drafted} {
			synctest.Wait()
			if h.closed["first"] {
				t.Fatal("closed while it is in use")
			}
			end()
		}
		if synctest.Wait(); !h.closed["first"] || h.closed["second"] {
			t.Errorf("closed: %v", h.closed)
		}
		engines.Close()
		if synctest.Wait(); !h.closed["second"] {
			t.Error("the last engine is open still")
		}
	})
}

func TestARequestBehindAChangeOfSettingsGetsTheNewEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, engines := newHouse()
		engines.Start(t.Context(), settingsOf("first"))
		synctest.Wait()
		engines.Expect()
		got := make(chan string)
		go func() {
			o, err := engines.Wait(t.Context())
			if err != nil {
				t.Error(err)
			}
			got <- o.Notices[0].Text
		}()
		synctest.Wait()
		h.release["slow"] = make(chan struct{})
		slow, changed := context.WithCancel(t.Context())
		engines.Start(slow, settingsOf("slow"))
		synctest.Wait()
		engines.Start(t.Context(), settingsOf("second"))
		changed()
		if name := <-got; name != "second" {
			t.Errorf("answered by the engine %q", name)
		}
		engines.Close()
	})
}

func TestAnEngineThatCannotBeOpenedSaysWhy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, engines := newHouse()
		for name, want := range map[string]string{"broken": "no index here", "panics": "internal error"} {
			engines.Start(t.Context(), settingsOf(name))
			if _, err := engines.Get(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		ended, end := context.WithCancel(t.Context())
		end()
		if o := engines.Start(ended, settingsOf("late")); !errors.Is(o.Err, context.Canceled) {
			t.Errorf("settings that were replaced opened an engine: %v", o.Err)
		}
		engines.Expect()
		if _, err := engines.Get(ended); !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled request goes on: %v", err)
		}
	})
}
