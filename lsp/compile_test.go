package lsp

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

const orgAsText = `emacs -Q --batch --eval '(progn (require (quote oc-basic)) (require (quote ox-ascii)) (find-file "main.org")
	(let ((org-export-with-toc nil) (org-export-with-title nil) (org-export-with-smart-quotes nil)) (org-ascii-export-to-ascii nil nil nil t (list :ascii-charset (quote utf-8)))))' >log 2>&1 && cat main.txt`

// compilers lists the programs that read the marker files' expected texts. They must recognize each
// citation.
var compilers = []struct {
	name, marker string
	needs        []string // programs that must be installed
	module       string   // Python module that must be installed, or ""
	run          string   // shell command that prints the text
}{
	{"Markdown with pandoc", "wrapped-markdown", []string{"pandoc"}, "", "pandoc --citeproc --fail-if-warnings -t plain main.md"},
	{"Quarto's Markdown with pandoc", "quarto", []string{"pandoc"}, "", "pandoc --citeproc --fail-if-warnings -f markdown -t plain main.qmd"},
	{"Org with pandoc", "org", []string{"pandoc"}, "", "pandoc --citeproc --fail-if-warnings --bibliography refs.bib -t plain main.org"},
	{"Org with Emacs", "org", []string{"emacs"}, "",
		orgAsText},
	{"Typst", "typst", []string{"python3", "pdftotext"}, "typst", `python3 -c 'import typst; typst.compile("main.typ", output="main.pdf")' && pdftotext main.pdf -`},
	{"MyST with Sphinx", "myst-role", []string{"sphinx-build"}, "", "mv main.md index.md && printf '\\n```{bibliography}\\n```\\n' >>index.md &&" +
		` echo 'extensions = ["myst_parser", "sphinxcontrib.bibtex"]; bibtex_bibfiles = ["refs.bib"]; suppress_warnings = ["bibtex"]' >conf.py && sphinx-build -q -b text . out && cat out/index.txt`},
}

func TestWhatIsWrittenCompiles(t *testing.T) {
	if testing.Short() {
		t.Skip("runs real programs")
	}
	for _, c := range compilers {
		t.Run(c.name, func(t *testing.T) {
			for _, program := range c.needs {
				if _, err := exec.LookPath(program); err != nil {
					t.Skipf("%s is not installed; make test-formats installs what pip has", program)
				}
			}
			if c.module != "" && exec.Command("python3", "-c", "import "+c.module).Run() != nil {
				t.Skipf("Python has no %s; make test-formats installs it", c.module)
			}
			text := compiled(t, c.run, written(t, c.marker))
			if !strings.Contains(text, "Chen") || strings.Contains(text, "2023ditto") {
				t.Error(text)
			}
		})
	}
}

// An escaped text looks like the original when it is printed.
func TestWhatIsEscapedIsShown(t *testing.T) {
	if testing.Short() {
		t.Skip("runs real programs")
	}
	const plain = `A *b* _c_ /d/ +e+ =f= ~g~ h_i j^k $l$ #m <n> @o [p] [[q]] {r} |s| \t "u" 'v' a/b http://x.y//z 100% & so on. - 1. = and + or # that`
	for _, c := range []struct {
		markup             *workspace.Markup
		name, program, run string
	}{
		{workspace.Org, "main.org", "emacs", orgAsText},
		{workspace.Markdown, "main.md", "pandoc", "pandoc -t plain --wrap none main.md"},
		{workspace.Typst, "main.typ", "pdftotext", `python3 -c 'import typst; typst.compile("main.typ", output="main.pdf")' && pdftotext main.pdf -`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := exec.LookPath(c.program); err != nil || c.markup == workspace.Typst && exec.Command("python3", "-c", "import typst").Run() != nil {
				t.Skip("what reads it is not installed")
			}
			folder := t.TempDir()
			if err := os.WriteFile(filepath.Join(folder, c.name), []byte(c.markup.Escape(plain, false)+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(straight(plain), straight(compiled(t, c.run, folder))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// straight reverses the typographic replacements in a text.
func straight(text string) string {
	text = strings.NewReplacer("“", `"`, "”", `"`, "‘", "'", "’", "'", "\u200b", "", "−", "-", "\f", "", "<http://x.y//z>", "http://x.y//z").Replace(text)
	return strings.Join(strings.Fields(text), " ")
}

func compiled(t *testing.T, run, folder string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", run)
	cmd.Dir, cmd.Stderr = folder, t.Output()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

// written returns a folder with the expected files of a marker test.
func written(t *testing.T, marker string) (folder string) {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "marker", marker+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	for _, f := range archive.Files {
		path := filepath.Join(folder, filepath.Base(f.Name))
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}
