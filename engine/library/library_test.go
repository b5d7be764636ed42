package library_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
	"github.com/scilit-lsp/scilit-lsp/engine/pdfproc"
	"pgregory.net/rapid"
)

// folderVariable is an environment variable that makes the test binary refresh a library.
const folderVariable = "SCILIT_TEST_LIBRARY"

// readPDFArgument makes the test binary run as a process that reads PDFs.
const readPDFArgument = "read-pdf"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == readPDFArgument {
		if err := pdfproc.Serve(context.Background(), os.Stdin, os.Stdout, pdfproc.DefaultLimits()); err != nil {
			panic(err)
		}
		return
	}
	if folder := os.Getenv(folderVariable); folder != "" {
		l, err := library.Open(context.Background(), optionsFor(folder))
		if err == nil {
			err = l.Refresh(context.Background(), nil, nil)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	_ = flag.Set("rapid.checks", "10") // each check writes an index about ten times
	_ = flag.Set("rapid.steps", "15")
	os.Exit(m.Run())
}

// lengths is an embedder that replaces a model.
type lengths struct{}

func (lengths) ID() string { return "lengths" }
func (lengths) Dim() int   { return 2 }
func (lengths) Embed(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = []float32{float32(len(text) % 2), float32(1 - len(text)%2)}
	}
	return vectors, nil
}

// optionsFor returns the options for a library of the files in folder/files, stored in folder/cache.
func optionsFor(folder string) library.Options {
	sources := library.Sources{Folders: []string{filepath.Join(folder, "files")}}
	return library.Options{Dir: filepath.Join(folder, "cache"), Sources: sources, Embedder: lengths{}}
}

func open(t testing.TB, opts library.Options) *library.Library {
	t.Helper()
	l, err := library.Open(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func refresh(t testing.TB, l *library.Library, dirtyPaths ...string) {
	t.Helper()
	if err := l.Refresh(context.Background(), dirtyPaths, nil); err != nil {
		t.Fatal(err)
	}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// titles returns the key and title of each paper in the index.
func titles(t testing.TB, dir string) (all []string) {
	t.Helper()
	ids, err := index.IDs(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	var refs []engine.WorkRef
	for _, id := range ids {
		refs = append(refs, engine.WorkRef{ID: id})
	}
	papers, err := x.Papers(context.Background(), refs)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range papers {
		all = append(all, p.Key+" "+p.Title)
	}
	slices.Sort(all)
	return all
}

// inFiles returns the key and the title of each paper in the files of a folder, without using the
// index.
func inFiles(t testing.TB, folder string) (all []string) {
	t.Helper()
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		seen := make(map[string]bool)
		for p, err := range corpus.File(context.Background(), path) {
			if err == nil && !(seen[p.Key] && seen[p.ID]) {
				seen[p.Key], seen[p.ID] = true, true
				all = append(all, p.Key+" "+p.Title)
			}
		}
		return nil
	})
	slices.Sort(all)
	return all
}

func expectSame(t testing.TB, folder string) {
	t.Helper()
	if diff := cmp.Diff(inFiles(t, filepath.Join(folder, "files")), titles(t, filepath.Join(folder, "cache"))); diff != "" {
		t.Fatal(diff)
	}
}

func bibOf(titles map[string]string) string {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(titles)) {
		fmt.Fprintf(&b, "@misc{%s, title = {%s}, author = {Ada Adams}, year = 2001}\n", key, titles[key])
	}
	return b.String()
}

func TestALibraryFollowsItsFiles(t *testing.T) {
	folder := t.TempDir()
	one, two := filepath.Join(folder, "files", "one.bib"), filepath.Join(folder, "files", "deep", "two.bib")
	write(t, one, bibOf(map[string]string{"a": "Alpha", "b": "Beta"}))
	l := open(t, optionsFor(folder))
	expect := func(want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, titles(t, l.Dir())); diff != "" {
			t.Fatal(diff)
		}
	}
	expect()
	refresh(t, l)
	expect("a Alpha", "b Beta")
	write(t, two, bibOf(map[string]string{"a": "Alpha"})) // the same work under the same key
	write(t, one, bibOf(map[string]string{"b": "Beta, second edition", "c": "Gamma"}))
	refresh(t, l)
	expect("a Alpha", "b Beta, second edition", "c Gamma")
	os.Remove(one)
	refresh(t, l)
	expect("a Alpha")
	os.RemoveAll(filepath.Join(folder, "files")) // a disk that is not mounted
	refresh(t, l)
	expect("a Alpha")
	if status := l.Status(); len(status.Problems) != 1 || !strings.Contains(status.Problems[0].Reason, "are kept") {
		t.Errorf("%+v", status)
	}
}

func TestWorksThatShareAKeyOrAnIdAreBothThere(t *testing.T) {
	folder := t.TempDir()
	write(
		t, filepath.Join(folder, "files", "one.bib"),
		"@misc{k, title = {Alpha}}\n@misc{k, title = {Beta}}\n@misc{l, title = {Alpha}}\n@misc{k, title = {Beta}}\n",
	)
	l := open(t, optionsFor(folder))
	refresh(t, l)
	if diff := cmp.Diff([]string{"k Alpha", "k Beta", "l Alpha"}, titles(t, l.Dir())); diff != "" {
		t.Error(diff)
	}
}

func TestAChangeOfNeitherTimeNorSizeIsSeenWhereSomebodyTells(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "files", "one.bib")
	long := time.Now().Add(-time.Hour)
	write(t, path, bibOf(map[string]string{"a": "Alpha"}))
	os.Chtimes(path, long, long)
	l := open(t, optionsFor(folder))
	refresh(t, l)
	write(t, path, bibOf(map[string]string{"a": "Omega"}))
	os.Chtimes(path, long, long)
	refresh(t, l, path)
	expectSame(t, folder)
}

func TestWhatCannotBeReadIsNamedAndTheRestGoesIn(t *testing.T) {
	folder := t.TempDir()
	bad := filepath.Join(folder, "files", "bad.bib")
	write(t, bad, "@misc{a, title = {Alpha}}\n@misc{b,\n year = 2001}\n@misc{c, title = {Open")
	write(t, filepath.Join(folder, "files", "notes.txt"), "no papers")
	write(t, filepath.Join(folder, "files", "good.bib"), bibOf(map[string]string{"g": "Good"}))
	secret := filepath.Join(folder, "files", "secret.bib")
	write(t, secret, bibOf(map[string]string{"s": "Secret"}))
	os.Chmod(secret, 0)
	l := open(t, optionsFor(folder))
	refresh(t, l)
	want := []string{"a Alpha", "g Good"}
	problems := 2
	if os.Getuid() == 0 { // root can read everything
		want, problems = append(want, "s Secret"), 1
	}
	if diff := cmp.Diff(want, titles(t, l.Dir())); diff != "" {
		t.Error(diff)
	}
	status := l.Status()
	if len(status.Problems) != problems || !strings.HasPrefix(status.Problems[0].Reason, bad+":2: ") ||
		!strings.Contains(status.Problems[0].Reason, "1 more") {
		t.Errorf("%+v", status.Problems)
	}
	if looked, err := library.Look(l.Dir()); err != nil || len(looked.Problems) != problems ||
		looked.Papers != len(want) {
		t.Errorf("%+v, %v", looked, err)
	}
}

func TestOnlyTheBibFilesOfAWorkspaceCount(t *testing.T) {
	folder := t.TempDir()
	sample, err := os.ReadFile("../corpus/testdata/samples/library.ris")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "a.bib"), bibOf(map[string]string{"a": "Alpha"}))
	write(t, filepath.Join(folder, ".git", "b.bib"), bibOf(map[string]string{"b": "Beta"}))
	write(t, filepath.Join(folder, "library.ris"), string(sample))
	l := open(t, library.Options{Dir: t.TempDir(), Sources: library.Sources{Workspace: []string{folder}}})
	refresh(t, l)
	if diff := cmp.Diff([]string{"a Alpha"}, titles(t, l.Dir())); diff != "" {
		t.Error(diff)
	}
}

func TestALibraryOfEveryFormatKeepsKeysAndFullTexts(t *testing.T) {
	sources := library.Sources{Folders: []string{"../corpus/testdata/samples"}}
	l := open(t, library.Options{Dir: t.TempDir(), Sources: sources, PDFs: readers()})
	refresh(t, l)
	x, err := index.Open(l.Dir())
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	info, err := x.Info(t.Context())
	if err != nil || info.Name != engine.LibraryCorpus || info.FullTexts == 0 {
		t.Errorf("%+v, %v", info, err)
	}
	found, err := x.Papers(t.Context(), []engine.WorkRef{{Key: "2020.acl-main.207"}, {Key: "nobody"}})
	if err != nil || found[0] == nil || found[1] != nil {
		t.Errorf("%v, %v", found, err)
	}
}

// Whatever happens to the files, and whenever a refresh is interrupted, the next complete refresh
// leaves the index with the content of the files.
func TestTheIndexHoldsWhatTheFilesHold(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		folder, err := os.MkdirTemp(t.TempDir(), "library")
		if err != nil {
			rt.Fatal(err)
		}
		os.MkdirAll(filepath.Join(folder, "files"), 0o755)
		name := rapid.Custom(func(rt *rapid.T) string {
			return filepath.Join(
				folder, "files",
				rapid.SampledFrom([]string{"a.bib", "b.bib", "c/d.bib", "c/e.bib"}).Draw(rt, "file"),
			)
		})
		content := rapid.Custom(func(rt *rapid.T) string {
			titles := rapid.MapOfN(rapid.SampledFrom([]string{"k", "l", "m", "n"}), rapid.SampledFrom([]string{"One", "Two", "Six"}), 0, 4).
				Draw(rt, "titles")
			return bibOf(titles)
		})
		l := open(t, optionsFor(folder))
		rt.Repeat(map[string]func(*rapid.T){
			"write":  func(rt *rapid.T) { write(t, name.Draw(rt, "path"), content.Draw(rt, "content")) },
			"delete": func(rt *rapid.T) { os.Remove(name.Draw(rt, "path")) },
			"rename": func(rt *rapid.T) { os.Rename(name.Draw(rt, "from"), name.Draw(rt, "to")) },
			"touch": func(rt *rapid.T) {
				at := time.Unix(rapid.Int64Range(1, 1e9).Draw(rt, "time"), 0)
				os.Chtimes(name.Draw(rt, "path"), at, at)
			},
			"interrupt": func(rt *rapid.T) { interrupt(optionsFor(folder), rapid.IntRange(0, 20).Draw(rt, "after")) },
			"reopen":    func(*rapid.T) { l = open(t, optionsFor(folder)) },
			"refresh": func(*rapid.T) {
				refresh(t, l)
				expectSame(t, folder)
			},
		})
		refresh(t, l)
		expectSame(t, folder)
	})
}

// interrupt cancels a refresh after a number of steps.
func interrupt(opts library.Options, after int) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	opts.WaitIdle = func(context.Context) error {
		if after--; after < 0 {
			cancel()
		}
		return nil
	}
	if l, err := library.Open(ctx, opts); err == nil {
		_ = l.Refresh(ctx, nil, nil)
	}
}

func TestAKilledRefreshIsMadeGood(t *testing.T) {
	folder, killed := t.TempDir(), 0
	for round := range 6 {
		for i := range 4 {
			titles := make(map[string]string)
			for n := range 300 {
				titles[fmt.Sprintf("k%d", n+round*40)] = fmt.Sprintf("Title %d of round %d", n, round/2)
			}
			write(t, filepath.Join(folder, "files", fmt.Sprintf("%d.bib", i+round%2)), bibOf(titles))
		}
		os.Remove(filepath.Join(folder, "files", fmt.Sprintf("%d.bib", round)))
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), folderVariable+"="+folder)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(20+60*round) * time.Millisecond)
		_ = cmd.Process.Kill()
		if cmd.Wait() != nil {
			killed++
		}
	}
	if killed == 0 {
		t.Error("no process was killed while it was working")
	}
	refresh(t, open(t, optionsFor(folder)))
	expectSame(t, folder)
}

func TestTwoProcessesKeepOneLibrary(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "files", "one.bib"), bibOf(map[string]string{"a": "Alpha"}))
	first, second := open(t, optionsFor(folder)), open(t, optionsFor(folder))
	done := make(chan error, 2)
	for _, l := range []*library.Library{first, second} {
		go func() { done <- l.Refresh(context.Background(), nil, nil) }()
	}
	if err := errors.Join(<-done, <-done); err != nil {
		t.Fatal(err)
	}
	expectSame(t, folder)
	if a, b := first.Status(), second.Status(); a.Papers != 1 || b.Papers != 1 || a.State != "up to date" {
		t.Errorf("%+v, %+v", a, b)
	}
}

func TestALibraryIsForgotten(t *testing.T) {
	folder := t.TempDir()
	l := open(t, optionsFor(folder))
	refresh(t, l)
	if all := library.All(folder); len(all) != 1 || library.Forget(all[0]) != nil {
		t.Fatal(all)
	}
	if err := library.Forget(folder); err == nil {
		t.Error("a folder that is not a library was removed")
	}
	write(t, filepath.Join(folder, "files", "one.bib"), bibOf(map[string]string{"a": "Alpha"}))
	refresh(t, l) // creates it again
	expectSame(t, folder)
}
