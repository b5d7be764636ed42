package workspace

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"go.lsp.dev/uri"
)

// Examine says where citations of a manuscript go, and what keeps them from it.
// defaultBib is the .bib of documents that name none, or "".
func Examine(path, defaultBib string) (bibs []string, problems []error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, []error{err}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, []error{fmt.Errorf("%w: name a .tex or .md file", err)}
	}
	w := New()
	w.SetDefaultBib(defaultBib)
	d := NewDocument(doc.NewSnapshot(string(uri.File(path)), "", 0, string(text)))
	if d.Markup == nil {
		return nil, []error{fmt.Errorf("%s: neither LaTeX nor Markdown: name a .tex or .md file", path)}
	}
	return w.BibPaths(d), w.Obstacles(d)
}

// Obstacles are what keeps entries from a document's .bib files, or these from
// the document.
func (w *Workspace) Obstacles(d *Document) (problems []error) {
	bibs := w.BibPaths(d)
	if len(bibs) > 0 && len(w.namedBibs(d)) == 0 && w.defaultBib() == "" {
		problems = append(problems, fmt.Errorf("%s: names no .bib, so entries go to %s beside it: write %s into it", filepath.Base(w.Path(d)), filepath.Base(bibs[0]), naming(d, bibs[0])))
	}
	for _, bib := range bibs {
		if err := writable(bib); err != nil {
			problems = append(problems, err)
		}
	}
	return problems
}

// naming is how a document of that markup names a .bib.
func naming(d *Document, bib string) string {
	name := filepath.Base(bib)
	if d.Markup == LaTeX {
		return fmt.Sprintf(`\bibliography{%s}`, name[:len(name)-len(filepath.Ext(name))])
	}
	return "bibliography: " + name
}

// writable tells whether an editor can save a .bib; one that is missing is made.
func writable(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		folder, err := os.Stat(filepath.Dir(path))
		if err != nil {
			return fmt.Errorf("%s: its folder is missing: make it, or correct the name in the document", path)
		}
		if folder.Mode().Perm()&0o222 == 0 {
			return fmt.Errorf("%s: cannot be made in a folder that is read-only: run chmod u+w %s", path, filepath.Dir(path))
		}
		return nil
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		_ = file.Close()
	}
	if err != nil || info.Mode().Perm()&0o222 == 0 {
		return fmt.Errorf("%s: read-only, so new entries cannot be saved: run chmod u+w %s", path, path)
	}
	return nil
}
