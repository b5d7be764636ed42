package library_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
)

// samplePDF creates a library that contains a PDF. It returns its options, the PDF's path and the
// paper's title.
func samplePDF(t *testing.T) (opts library.Options, path, title string) {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sample, err := os.ReadFile("../corpus/testdata/samples/paper.pdf")
	if err != nil {
		t.Fatal(err)
	}
	opts, path = optionsFor(folder), filepath.Join(folder, "files", "of 2020", "Paper.PDF")
	opts.PDFs = readers()
	write(t, path, string(sample))
	refresh(t, open(t, opts))
	papers := searchedPapers(t, opts, opts.Sources.Folders, engine.WorkRef{ID: idIn(t, opts.Dir)})
	return opts, path, papers[0].Title
}

// idIn returns the ID of the only paper in an index.
func idIn(t *testing.T, dir string) string {
	t.Helper()
	ids, err := index.IDs(t.Context(), dir)
	if err != nil || len(ids) != 1 {
		t.Fatal(ids, err)
	}
	return ids[0]
}

// searchedPapers looks papers up through an engine, as editors do.
func searchedPapers(t *testing.T, opts library.Options, folders []string, refs ...engine.WorkRef) []*engine.Paper {
	t.Helper()
	x, err := index.Open(opts.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{engine.Own(library.Searched(opts.Dir, folders, x))}})
	papers, err := e.Papers(t.Context(), refs)
	if err != nil || len(papers) == 0 || papers[0] == nil {
		t.Fatal(papers, err)
	}
	return papers
}

func TestAPaperNamesThePDFThatItWasReadFrom(t *testing.T) {
	opts, path, title := samplePDF(t)
	ref := engine.WorkRef{Title: title}
	expect := func(when, want string, folders ...string) {
		t.Helper()
		if got := searchedPapers(t, opts, folders, ref)[0].File; got != want {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	files := opts.Sources.Folders[0]
	expect("in a folder", path, files)
	expect("named by itself", path, path)
	expect("in no folder of the settings any more", "", filepath.Join(filepath.Dir(files), "other"))
	expect("in a folder of a longer name", "", files[:len(files)-1])
	expect("no folders", "")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	expect("gone", "", files)
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	expect("a folder in its place", "", files)
}

func TestAPDFThatBecameALinkIsOfferedInsideItsFolderOnly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege")
	}
	opts, path, title := samplePDF(t)
	files := opts.Sources.Folders[0]
	outside, inside, script := filepath.Join(
		filepath.Dir(files), "secret.pdf",
	), filepath.Join(
		files, "moved.pdf",
	), filepath.Join(
		files, "run.sh",
	)
	for _, target := range []string{outside, inside, script} {
		write(t, target, "%PDF-1.4\n")
	}
	for target, want := range map[string]string{outside: "", inside: inside, script: "", filepath.Join(files, "nothing.pdf"): ""} {
		if err := errors.Join(os.Remove(path), os.Symlink(target, path)); err != nil {
			t.Fatal(err)
		}
		if got := searchedPapers(t, opts, []string{files}, engine.WorkRef{Title: title})[0].File; got != want {
			t.Errorf("a link to %s: %q, want %q", target, got, want)
		}
	}
	if err := errors.Join(os.RemoveAll(filepath.Dir(path)), os.Symlink(filepath.Dir(files), filepath.Dir(path))); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(filepath.Dir(files), "Paper.PDF"), "%PDF-1.4\n")
	if got := searchedPapers(t, opts, []string{files}, engine.WorkRef{Title: title})[0].File; got != "" {
		t.Errorf("through a folder that leads out: %q", got)
	}
}

// An entry in a reference manager's .bib and the PDF next to it are one work.
func TestTheRecordOfABibHasThePDFOfItsWork(t *testing.T) {
	opts, path, title := samplePDF(t)
	write(
		t, filepath.Join(opts.Sources.Folders[0], "refs.bib"),
		"@misc{mine, title = {"+title+"}}\n@misc{other, title = {Nothing of the kind}}\n",
	)
	refresh(t, open(t, opts))
	papers := searchedPapers(t, opts, opts.Sources.Folders, engine.WorkRef{Key: "mine"}, engine.WorkRef{Key: "other"})
	if papers[0].File != path || papers[1].File != "" {
		t.Errorf("%q and %q", papers[0].File, papers[1].File)
	}
}
