package write

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
)

// Only complete vectors are read from the journal of an interrupted writer.
func FuzzJournal(f *testing.F) {
	f.Add([]byte("scilit-lsp vectors 1 \"tiny\" 2\n"))
	f.Add([]byte("scilit-lsp vectors 1 \"tiny\" 2\n01234567890123456789012345678901234567890"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		dir := t.TempDir()
		path := filepath.Join(dir, format.JournalFile)
		if err := os.WriteFile(path, raw, 0o644); err != nil {
			t.Fatal(err)
		}
		j, err := openJournal(dir, tinyEmbedder{})
		if err != nil {
			t.Fatal(err)
		}
		defer j.close()
		for hash := range j.known {
			if v, ok := j.find(hash); ok && len(v.Row) != 4+2 {
				t.Fatalf("a row of %d bytes", len(v.Row))
			}
		}
	})
}

type tinyEmbedder struct{}

func (tinyEmbedder) ID() string { return "tiny" }

func (tinyEmbedder) Dim() int { return 2 }

func (tinyEmbedder) Embed(context.Context, []string) ([][]float32, error) {
	return nil, nil
}
