package mcp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/mcp"
)

const before = "@misc{cats,\n  title = {Cats}\n}\n"

// newDesk connects an agent to a server with a workspace. It returns the workspace folder and a
// folder outside it.
func newDesk(t *testing.T, mayWrite bool) (a agent, inside, outside string) {
	t.Helper()
	home := t.TempDir()
	inside, outside = filepath.Join(home, "work"), filepath.Join(home, "else")
	write(t, filepath.Join(inside, "refs.bib"), before)
	write(t, filepath.Join(outside, "refs.bib"), before)
	write(t, filepath.Join(outside, "notes.txt"), before)
	opts := optionsOf(papers...)
	opts.Workspace, opts.Write = []string{inside}, mayWrite
	return newAgent(t, opts), inside, outside
}

func TestCiteAddsAnEntryOnceWhereItIsAskedTo(t *testing.T) {
	a, inside, _ := newDesk(t, true)
	path := filepath.Join(inside, "refs.bib")
	var cited mcp.CiteOutput
	a.must("cite", args{"paper": "iron", "bib": "refs.bib"}, &cited)
	if cited.Written || cited.InBib || read(t, path) != before {
		t.Errorf("written without being asked: %+v", cited)
	}
	for i, want := range []bool{true, false} {
		a.must("cite", args{"paper": "iron", "bib": "refs.bib", "write": true}, &cited)
		if cited.Written != want || cited.InBib == want || cited.Key != "gray2001iron" {
			t.Errorf("call %d: %+v", i+1, cited)
		}
	}
	after := read(t, path)
	if !strings.HasPrefix(after, before) || strings.Count(after, "gray2001iron") != 1 {
		t.Errorf("the file is %s", after)
	}
	a.must("cite", args{"paper": "attention", "bib": path, "write": true}, &cited)
	a.must("cite", args{"paper": "attention", "bib": filepath.Join(inside, "new.bib"), "write": true}, &cited)
	if !cited.Written || !strings.HasPrefix(read(t, filepath.Join(inside, "new.bib")), "@misc{vaswani2017attention,") {
		t.Errorf("no new file: %+v", cited)
	}
	if got := entriesOf(t, inside); got != "new.bib refs.bib" {
		t.Errorf("the folder has %s", got)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func entriesOf(t *testing.T, folder string) string {
	t.Helper()
	all, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range all {
		names = append(names, entry.Name())
	}
	return strings.Join(names, " ")
}

func TestNothingIsWrittenThatTheUserDidNotAllow(t *testing.T) {
	a, inside, _ := newDesk(t, false)
	a.refused("cite", args{"paper": "iron", "bib": "refs.bib", "write": true}, mcp.NotAllowed, "--write")
	if read(t, filepath.Join(inside, "refs.bib")) != before {
		t.Error("written without --write")
	}
	a, inside, outside := newDesk(t, true)
	for name, to := range map[string]string{"link.bib": filepath.Join(outside, "refs.bib"), "text.bib": filepath.Join(outside, "notes.txt"), "lost.bib": filepath.Join(outside, "none.bib"), "sub": outside, "loop.bib": "loop.bib"} {
		if err := os.Symlink(to, filepath.Join(inside, name)); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(inside, "main.tex"), before)
	for _, path := range []string{
		"../else/refs.bib", filepath.Join(outside, "refs.bib"), "link.bib", "text.bib", "lost.bib", "sub/refs.bib", "sub/../../else/refs.bib", "loop.bib", "main.tex", "refs.bib\x00", "/etc/passwd",
		"/dev/null", ".", "", "\x1b[2J.bib", strings.Repeat("a/", 900) + ".bib", "//host/share/refs.bib", "refs.bib\u202e", "nowhere/../../else/refs.bib",
	} {
		for _, in := range []args{{"paper": "iron", "bib": path, "write": true}, {"paper": "iron", "bib": path}} {
			failure := a.call("cite", in, new(mcp.CiteOutput))
			if path != "" && failure == nil {
				t.Errorf("%q was taken", path)
			}
		}
		if a.call("check_bibliography", args{"path": path}, new(mcp.BibliographyOutput)) == nil {
			t.Errorf("%q was read", path)
		}
	}
	for _, path := range []string{filepath.Join(inside, "refs.bib"), filepath.Join(outside, "refs.bib"), filepath.Join(outside, "notes.txt"), filepath.Join(inside, "main.tex")} {
		if read(t, path) != before {
			t.Errorf("%s was changed", path)
		}
	}
	if got := entriesOf(t, outside); got != "notes.txt refs.bib" {
		t.Errorf("the other folder has %s", got)
	}
}

func TestALinkInsideTheFolderIsFollowedAndStays(t *testing.T) {
	a, inside, _ := newDesk(t, true)
	link := filepath.Join(inside, "link.bib")
	if err := os.Symlink("refs.bib", link); err != nil {
		t.Fatal(err)
	}
	a.must("cite", args{"paper": "iron", "bib": "link.bib", "write": true}, new(mcp.CiteOutput))
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	if !strings.Contains(read(t, filepath.Join(inside, "refs.bib")), "gray2001iron") {
		t.Error("the entry is not where the link leads")
	}
}

func TestAFileThatMayNotBeWrittenIsNotReplaced(t *testing.T) {
	a, inside, _ := newDesk(t, true)
	path := filepath.Join(inside, "refs.bib")
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() != 0 { // root can write to every file
		a.refused("cite", args{"paper": "iron", "bib": "refs.bib", "write": true}, mcp.NotAllowed, "permission denied")
	}
	if err := os.Mkdir(filepath.Join(inside, "folder.bib"), 0o700); err != nil {
		t.Fatal(err)
	}
	a.refused("cite", args{"paper": "iron", "bib": "folder.bib", "write": true}, mcp.InvalidArgument, "folder.bib")
}

// Entries that another program appends while cite writes are preserved.
func TestEntriesOfAnotherProgramAreKept(t *testing.T) {
	var many []*engine.Paper
	for i := range 100 {
		many = append(many, &engine.Paper{ID: fmt.Sprint("p", i), Title: fmt.Sprintf("Study number%d of pooling", i), Year: 2000 + i, Authors: []engine.Author{{Family: "Gray"}}})
	}
	opts := optionsOf(many...)
	opts.Workspace, opts.Write = []string{t.TempDir()}, true
	path := filepath.Join(opts.Workspace[0], "refs.bib")
	write(t, path, before)
	first, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	a := newAgent(t, opts)
	turns, appended := make(chan struct{}, 3*len(many)), make(chan int)
	go func() {
		n := 0
		for range turns {
			file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
			if err == nil {
				fmt.Fprintf(file, "@misc{other%d, title = {Other}}\n", n)
				file.Close()
				n++
			}
		}
		appended <- n
	}()
	written := 0
	for _, p := range many {
		for range 3 {
			turns <- struct{}{}
		}
		var cited mcp.CiteOutput
		if a.call("cite", args{"paper": p.ID, "corpus": "few", "bib": path, "write": true}, &cited) == nil && cited.Written {
			written++
		}
	}
	close(turns)
	others := <-appended
	after := read(t, path)
	if got := strings.Count(after, "@misc{other"); got != others || others == 0 {
		t.Errorf("%d entries of the other program, want %d", got, others)
	}
	if got := strings.Count(after, "Study number"); got != written || written == 0 {
		t.Errorf("%d entries of the agent, want %d", got, written)
	}
	if last, err := os.Stat(path); err != nil || !os.SameFile(first, last) {
		t.Errorf("the file was replaced: %v", err)
	}
}

func TestCallsAtOnceLoseNoEntry(t *testing.T) {
	var many []*engine.Paper
	for i := range 40 {
		many = append(many, &engine.Paper{ID: fmt.Sprint("p", i), Title: fmt.Sprintf("Study number%d of pooling", i), Year: 2000 + i, Authors: []engine.Author{{Family: "Gray"}}})
	}
	opts := optionsOf(many...)
	opts.Workspace, opts.Write = []string{t.TempDir()}, true
	path := filepath.Join(opts.Workspace[0], "refs.bib")
	write(t, path, before)
	a := newAgent(t, opts)
	var group sync.WaitGroup
	for _, p := range many {
		group.Go(func() {
			if failure := a.call("cite", args{"paper": p.ID, "corpus": "few", "bib": path, "write": true}, new(mcp.CiteOutput)); failure != nil {
				t.Errorf("%s: %+v", p.ID, failure)
			}
		})
	}
	group.Wait()
	after := read(t, path)
	if got := strings.Count(after, "title"); got != len(many)+1 || !strings.HasPrefix(after, before) {
		t.Errorf("the file has %d entries, want %d", got, len(many)+1)
	}
}
