package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Editors send settings with initialize, on request, or when they change. They may send them along
// with the settings of other servers.
func TestASettingThatThereIsNotIsReportedToEveryEditor(t *testing.T) {
	opts := Options{Openers: backend.Openers{Engine: openNothing}}
	begun := func(settings string) *player {
		p, err := play(t.Context(), opts, json.RawMessage(`{}`), json.RawMessage(settings), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	changed := func(settings string) *player {
		p := begun(`{}`)
		askStatus(t, p)
		changeSettings(t, p, settings)
		return p
	}
	for name, p := range map[string]*player{
		"with initialize": begun(`{"candidats": 3}`),
		"asked": playAsked(t, opts, func(context.Context) (json.RawMessage, error) {
			return json.RawMessage(`{"candidats": 3}`), nil
		}),
		"changed":              changed(`{"scilit": {"candidats": 3}}`),
		"among other servers'": changed(`{"texlab": {"build": {}}, "candidats": 3}`),
	} {
		status := askStatus(t, p)
		i := slices.IndexFunc(status.Notices, func(n wire.Notice) bool { return n.Code == wire.NoticeUnknown })
		if i < 0 || status.Notices[i].Subject != "candidats" || len(status.Notices) != 1 {
			t.Errorf("%s: notices %+v", name, status.Notices)
		}
		if told := strings.Join(p.Heard(), "\n"); !strings.Contains(told, "did you mean scilit.candidates?") {
			t.Errorf("%s: told %q", name, told)
		}
	}
}

func TestAnEditorThatTakesNoticesGetsTheirCodes(t *testing.T) {
	p := newPlayer(t.Context(), Options{Openers: backend.Openers{Engine: func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		return nil, nil, engine.ErrNoIndex
	}}})
	notices := make(chan noticeParams, 9)
	others := p.Handler()
	p.Conn.Go(t.Context(), func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if req.Method() != methodNotice {
			return others(ctx, req)
		}
		var n noticeParams
		err := json.Unmarshal(req.Params(), &n)
		notices <- n
		return nil, err
	})
	started := map[string]any{"rootUri": nil, "capabilities": json.RawMessage(`{"experimental":{"notices":true}}`)}
	if err := p.Call(t.Context(), protocol.MethodInitialize, started, nil); err != nil {
		t.Fatal(err)
	}
	if err := p.Conn.Notify(t.Context(), protocol.MethodInitialized, map[string]any{}); err != nil {
		t.Fatal(err)
	}
	if n := <-notices; n.Code != wire.NoticeNoIndex || n.Type != protocol.MessageTypeWarning || !strings.HasPrefix(n.Text, "scilit: no index") {
		t.Errorf("%+v", n)
	}
	path := filepath.Join(t.TempDir(), "main.md")
	if err := p.Open(t.Context(), path, "markdown", sampleText); err != nil {
		t.Fatal(err)
	}
	spot := map[string]any{"textDocument": map[string]any{"uri": uri.File(path)}, "position": protocol.Position{}}
	var failed *jsonrpc2.Error
	if err := p.Call(t.Context(), scilit.MethodDiscover, spot, nil); !errors.As(err, &failed) || !strings.Contains(string(failed.Data), `"code":"no_index"`) {
		t.Errorf("%v", err)
	}
	if told := p.Heard(); len(told) > 0 {
		t.Errorf("told %q too", told)
	}
}
