package lsp

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app"
)

// Editors send settings with initialize, when they are asked, or when they change: by
// themselves or with those of other servers.
func TestASettingThatThereIsNotIsReportedToEveryEditor(t *testing.T) {
	opts := Options{Openers: app.Openers{Engine: openNothing}}
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
		i := slices.IndexFunc(status.Notices, func(n app.Notice) bool { return n.Code == app.NoticeUnknown })
		if i < 0 || status.Notices[i].Subject != "candidats" || len(status.Notices) != 1 {
			t.Errorf("%s: notices %+v", name, status.Notices)
		}
		if told := strings.Join(p.Heard(), "\n"); !strings.Contains(told, "is scilit.candidates meant?") {
			t.Errorf("%s: told %q", name, told)
		}
	}
}
