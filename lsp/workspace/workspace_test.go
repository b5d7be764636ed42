package workspace_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/uri"
)

// unpack writes the files of an archive into a folder.
func unpack(t *testing.T, archive string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		path := filepath.Join(folder, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// open opens a file in the folder.
func open(t *testing.T, w *workspace.Workspace, folder, name string) *workspace.Document {
	t.Helper()
	path := filepath.Join(folder, name)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d := workspace.NewDocument(doc.NewSnapshot(string(uri.File(path)), "", 1, string(text)))
	w.Put(d)
	return d
}

// BibTeX finds Rosenfeld2000 for \cite{rosenfeld2000}; biber reports an undefined reference.
func TestOnlyBibTeXFoldsKeys(t *testing.T) {
	const bib = "\n-- refs.bib --\n@article{Rosenfeld2000, title = {Two Decades}}\n@misc{other, title = {Other}, crossref = {ROSENFELD2000}}\n"
	const cites = "\\begin{document}Models \\cite{rosenfeld2000}.\\end{document}\n"
	for name, test := range map[string]struct {
		files string
		folds bool
	}{
		"BibTeX":                   {"-- main.tex --\n\\documentclass{article}\\bibliography{refs}" + cites, true},
		"natbib in the root":       {"-- main.tex --\n" + cites + "-- root.tex --\n\\usepackage{natbib}\\input{main}\\bibliography{refs}\n", true},
		"biblatex with BibTeX":     {"-- main.tex --\n\\usepackage[style=apa, backend = bibtex]{biblatex}\\addbibresource{refs.bib}" + cites, true},
		"biblatex":                 {"-- main.tex --\n\\usepackage{biblatex}\\addbibresource{refs.bib}" + cites, false},
		"biblatex in the root":     {"-- main.tex --\n" + cites + "-- root.tex --\n\\usepackage[backend=biber]{biblatex}\\input{main}\\bibliography{refs}\n", false},
		"biblatex loaded by class": {"-- main.tex --\n\\documentclass{thesis}\\addbibresource{refs.bib}" + cites, false},
		"Pandoc":                   {"-- main.md --\n---\nbibliography: refs.bib\n---\n\nModels [@rosenfeld2000].\n", false},
	} {
		folder, w := unpack(t, test.files+bib), workspace.New()
		w.SetRoots([]string{folder})
		main := "main.tex"
		if name == "Pandoc" {
			main = "main.md"
		}
		d := open(t, w, folder, main)
		undefined, scope := w.Undefined(t.Context(), d), w.ScopeOf(t.Context(), d)
		entry := workspace.EntryIn(scope.Bibs, "rosenfeld2000")
		mentions := w.Mentions(scope, "Rosenfeld2000")
		if folds := entry != nil; folds != test.folds || len(undefined) == 0 != folds {
			t.Errorf("%s: entry %v, undefined %v", name, entry, undefined)
		}
		if want := map[bool]int{true: 3, false: 1}[test.folds]; len(mentions) != want {
			t.Errorf("%s: %d mentions, want %d", name, len(mentions), want)
		}
	}
}

func TestTheFilesOfAManuscript(t *testing.T) {
	for _, test := range []struct{ name, files, open, project, bibs string }{
		{"a chapter belongs to what includes it", `
-- main.tex --
\include{chapters/one}\include{chapters/two}\bibliography{refs}
-- chapters/one.tex --
-- chapters/two.tex --
\addbibresource{more.bib}
-- refs.bib --
-- more.bib --
`, "chapters/one.tex", "chapters/one.tex main.tex chapters/two.tex", "refs.bib more.bib"},
		{"a file may name its root", `
-- parts/a/text.tex --
% !TeX root = ../../book.tex
-- book.tex --
\bibliography{book}
`, "parts/a/text.tex", "parts/a/text.tex book.tex", "book.bib"},
		{"files that include each other end", `
-- a.tex --
\input{b}
-- b.tex --
\input{a}
`, "a.tex", "a.tex b.tex", "references.bib"},
		{"the only .bib beside is taken", `
-- notes.md --
-- library.bib --
`, "notes.md", "notes.md", "library.bib"},
		{"of two, neither is", `
-- notes.md --
-- one.bib --
-- two.bib --
`, "notes.md", "notes.md", "references.bib"},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder, w := unpack(t, test.files), workspace.New()
			d := open(t, w, folder, test.open)
			var parts []string
			for _, part := range w.Project(t.Context(), d) {
				parts = append(parts, part.Path)
			}
			expect(t, folder, parts, test.project)
			expect(t, folder, w.BibPaths(t.Context(), d), test.bibs)
		})
	}
}

func expect(t *testing.T, folder string, paths []string, want string) {
	t.Helper()
	var names []string
	for _, path := range paths {
		name, err := filepath.Rel(folder, path)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(name))
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestWhatTheEditorHasCounts(t *testing.T) {
	folder, w := unpack(t, "-- notes.md --\nSee [@new; @old].\n-- refs.bib --\n@misc{old, title={Old}}\n"), workspace.New()
	d := open(t, w, folder, "notes.md")
	undefined := func() (keys string) {
		for _, key := range w.Undefined(t.Context(), d) {
			keys += key.Name + " "
		}
		return keys
	}
	if got := undefined(); got != "new " {
		t.Errorf("on disk: %q is undefined, want new", got)
	}
	bib := uri.File(filepath.Join(folder, "refs.bib"))
	w.Put(workspace.NewDocument(doc.NewSnapshot(string(bib), "bibtex", 1, "@misc{new, title={New}}\n")))
	if got := undefined(); got != "old " {
		t.Errorf("in the editor: %q is undefined, want old", got)
	}
	w.Close(bib)
	if got := undefined(); got != "new " {
		t.Errorf("closed: %q is undefined, want new", got)
	}
}
