package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWhoCitesIntoABibThatIsReadOnlyIsTold(t *testing.T) {
	p, path := playSample(t, demoCapabilities, holding(baker))
	bib := filepath.Join(filepath.Dir(path), "references.bib")
	if err := os.WriteFile(bib, nil, 0o444); err != nil {
		t.Fatal(err)
	}
	actions, err := p.Actions(t.Context(), path, cursor)
	if err != nil || len(actions) == 0 {
		t.Fatal(actions, err)
	}
	for range 2 {
		if err := p.Call(t.Context(), "codeAction/resolve", actions[0], new(json.RawMessage)); err != nil {
			t.Fatal(err)
		}
	}
	readOnly := "read-only, so new entries cannot be saved: run chmod u+w " + bib
	if told := strings.Join(p.Heard(), "\n"); strings.Count(told, readOnly) != 1 {
		t.Errorf("told %q", p.Heard())
	}
}
