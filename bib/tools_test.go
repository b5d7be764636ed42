package bib

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sound lists the fixtures that bibtex and biber read without complaints. In the other fixtures,
// bibtex must still read the new entry, but biber rejects the whole file.
var sound = []string{
	"empty", "LF", "CRLF, values in columns", "BOM", "Latin-1", "parentheses", "no final newline", "tabs, capitals",
	"TeX accents", "BibLaTeX", "comment at the end",
}

// program skips the test if a program is not installed.
func program(t *testing.T, name string) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs real programs")
	}
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("%s is not installed; on Debian: apt install texlive-binaries texlive-base biber", name)
	}
}

// inserted writes lib.bib with the fixture and a new entry, and returns its
// folder and the entry's key.
func inserted(t *testing.T, fixture string) (dir, key string) {
	t.Helper()
	src := []byte(fixtures[fixture])
	f := Parse(src)
	dir, key = t.TempDir(), f.NewKey(martins, "")
	write(t, filepath.Join(dir, "lib.bib"), f.Insert(martins, key).Apply(src))
	return dir, key
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// produce runs a program in a folder and returns its messages and a file that
// it writes.
func produce(t *testing.T, dir, file, name string, args ...string) (messages, text string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput() // if the program fails, its messages and the missing file show it
	written, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out), string(written)
}

func TestBibTeXReadsWhatIsInserted(t *testing.T) {
	program(t, "bibtex")
	for name := range fixtures {
		t.Run(name, func(t *testing.T) {
			dir, key := inserted(t, name)
			write(t, filepath.Join(dir, "doc.aux"), []byte("\\citation{"+key+"}\n\\bibdata{lib}\n\\bibstyle{plain}\n"))
			messages, bbl := produce(t, dir, "doc.bbl", "bibtex", "doc")
			if !strings.Contains(bbl, `\bibitem{`+key+`}`) || !strings.Contains(strings.Join(strings.Fields(bbl), " "), `{ILP} \& dependency`) {
				t.Errorf("%s\n%s", messages, bbl)
			}
			if slices.Contains(sound, name) && strings.Contains(messages, "error") {
				t.Errorf("bibtex complains:\n%s", messages)
			}
		})
	}
}

func TestBiberReadsWhatIsInserted(t *testing.T) {
	program(t, "biber")
	for _, name := range sound {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, key := inserted(t, name)
			encoding := "UTF-8"
			if name == "Latin-1" {
				encoding = "latin1"
			}
			messages, out := produce(t, dir, "out.bib", "biber", "--tool", "--input-encoding="+encoding, "--output-file=out.bib", "lib.bib")
			if strings.Contains(messages, "ERROR") {
				t.Errorf("biber complains:\n%s", messages)
			}
			e := Parse([]byte(out)).ByKey(key)
			if e == nil {
				t.Fatalf("%s\n%s", messages, out)
			}
			if e.Field("doi") != martins.DOI || e.Year() != martins.Year || e.Authors()[0] != martins.Authors[0] {
				t.Errorf("biber reads %s", out)
			}
		})
	}
}
