package navigate

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/uri"
)

// manuscript opens a document beside a .bib; the cursor is at the "|".
func manuscript(t *testing.T, text, bib string) (*workspace.Workspace, *workspace.Document, int) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "refs.bib"), []byte(bib), 0o644); err != nil {
		t.Fatal(err)
	}
	before, after, ok := strings.Cut(text, "|")
	if !ok {
		t.Fatal("no cursor")
	}
	files := workspace.New()
	files.SetRoots([]string{dir})
	d := workspace.NewDocument(doc.NewSnapshot(string(uri.File(filepath.Join(dir, "main.md"))), "markdown", 1, before+after))
	files.Put(d)
	return files, d, len(before)
}

const oneAndTwo = "@misc{one, title={One}}\n@misc{two, title={Two}}\n"

func TestAKeyIsFoundWhereverItIsNamed(t *testing.T) {
	files, d, at := manuscript(t, "---\nbibliography: refs.bib\n---\nPooling [@o|ne; @two], and again @one.\n", oneAndTwo)
	texts := func(mentions []workspace.Mention) (all []string) {
		for _, m := range mentions {
			all = append(all, filepath.Base(m.Path)+" "+m.File.Text[m.Span.Start:m.Span.End])
		}
		return all
	}
	if got := texts(Definitions(t.Context(), files, d, at)); !slices.Equal(got, []string{"refs.bib one"}) {
		t.Errorf("definitions %q", got)
	}
	if got := texts(References(t.Context(), files, d, at, false)); !slices.Equal(got, []string{"main.md one", "main.md one"}) {
		t.Errorf("references %q", got)
	}
	if got := Highlights(t.Context(), files, d, at); len(got) != 2 || got[0].Declares {
		t.Errorf("highlights %+v", got)
	}
	if got := Definitions(t.Context(), files, d, 0); got != nil {
		t.Errorf("definitions of no key %+v", got)
	}
}

func TestARenamingTakesNoOtherEntrysKey(t *testing.T) {
	files, d, at := manuscript(t, "---\nbibliography: refs.bib\n---\nPooling [@o|ne; @two].\n", oneAndTwo)
	if got, err := Rename(t.Context(), files, d, at, "three"); len(got) != 2 || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
	for newKey, want := range map[string]string{"two": "already used in refs.bib, line 2", "a b": "cannot be a key"} {
		if _, err := Rename(t.Context(), files, d, at, newKey); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", newKey, err)
		}
	}
	if _, err := Rename(t.Context(), files, d, 0, "three"); err == nil {
		t.Error("there is no key at the beginning")
	}
}
