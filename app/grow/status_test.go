package grow

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// TestAStatusHasTheLicenseOfTheRecords looks at a corpus of every source from which one can be built.
func TestAStatusHasTheLicenseOfTheRecords(t *testing.T) {
	client, err := online.New(online.Options{Sources: sources.Names(), StandIn: "127.0.0.1:9"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range sources.Names() {
		_, noCitations := client.CitationIndex(name)
		_, noHarvest := client.Harvester(name)
		if noCitations != nil && noHarvest != nil {
			continue
		}
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, stateFolder), 0o700); err != nil {
			t.Fatal(err)
		}
		journal := fmt.Sprintf(`{"date":"2026-11-23","start":{"source":%q}}`+"\n", name)
		if err := os.WriteFile(filepath.Join(dir, stateFolder, journalName), []byte(journal), 0o600); err != nil {
			t.Fatal(err)
		}
		if status, err := Look(t.Context(), dir); err != nil || status.Source != name || status.Metadata == "" {
			t.Errorf("%s: %+v, %v", name, status, err)
		}
	}
}
