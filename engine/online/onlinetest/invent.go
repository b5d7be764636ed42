package onlinetest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/internal/literature"
)

// Invent serves a synthetic literature of 1,500 works. It writes a manuscript and a bibliography with
// 60 entries into a folder.
func (w *World) Invent(folder string) {
	w.invent(folder, literature.Options{Seed: 11, Works: 1500, Topics: 5, Fields: 2})
}

// InventLarge is like Invent for a literature of 200,000 works.
func (w *World) InventLarge(folder string) {
	w.invent(folder, literature.Options{Seed: 1, Works: 200_000, Topics: 50, Fields: 10})
}

func (w *World) invent(folder string, o literature.Options) {
	w.t.Helper()
	l := literature.New(o)
	w.Literature(l)
	var bib strings.Builder
	seeds := l.Seeds(4, 60)
	for i, n := range seeds {
		work := l.Work(n)
		fmt.Fprintf(&bib, "@article{key%d,\n  author = {%s, %s},\n  title = {%s},\n  year = {%d},\n  doi = {%s}\n}\n\n",
			i, work.Family, work.Given, work.Title, work.Year, work.DOI)
	}
	text := "---\nbibliography: references.bib\n---\n\nIt is known that " +
		strings.ToLower(l.Work(seeds[7]).Title) + " matters.\n"
	err := os.MkdirAll(folder, 0o700)
	for name, content := range map[string]string{"references.bib": bib.String(), "main.md": text} {
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600)
		}
	}
	if err != nil {
		w.t.Fatal(err)
	}
}
