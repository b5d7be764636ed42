package workspace_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

const (
	yes = "yes"
	ask = "ask"
	no  = "no"
)

func verdict(err error) string {
	var outside *workspace.OutsideError
	switch {
	case err == nil:
		return yes
	case errors.As(err, &outside):
		return ask
	}
	return no
}

// stranger is an archive with a workspace from an untrusted source, next to the user's own files.
const stranger = `
-- repo/main.tex --
\bibliography{refs}
-- repo/refs.bib --
-- repo/chapters/one.tex --
-- repo/folder.bib/README --
-- home/.bashrc --
alias secret=1
-- home/mine.bib --
@misc{mine, title = {Mine}}
-- home/thesis.tex --
\cite{mine}
-- home/shared/all.bib --
`

func home(t *testing.T) (folder string) {
	t.Helper()
	folder = unpack(t, stranger)
	for name, target := range map[string]string{
		"repo/shell.bib": "../home/.bashrc", "repo/away.bib": "../home/mine.bib", "repo/dangling.bib": "../home/.profile",
		"repo/near.bib": "refs.bib", "repo/out": "../home", "repo/loop.bib": "loop.bib", "repo/mine.tex": "../home/.bashrc",
	} {
		if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
			t.Skip(err)
		}
	}
	return folder
}

func TestOnlyBibFilesOfTheWorkspaceAreEdited(t *testing.T) {
	folder := home(t)
	for _, rooted := range []bool{true, false} {
		w := workspace.New()
		if rooted {
			w.SetRoots([]string{filepath.Join(folder, "repo")})
		}
		d := open(t, w, folder, "repo/main.tex")
		for name, want := range map[string]string{
			"repo/refs.bib": yes, "repo/new.bib": yes, "repo/new/folder/x.BIB": yes, "repo/near.bib": yes,
			"home/mine.bib": ask, "repo/away.bib": ask, "repo/out/mine.bib": ask, "repo/out/new.bib": ask, "repo/../home/new.bib": ask,
			"home/.bashrc": no, "repo/.bashrc": no, "repo/shell.bib": no, "repo/dangling.bib": no, "repo/loop.bib": no, "repo/out/.bashrc": no,
			"repo/main.tex": no, "repo/chapters/one.tex": no, "repo/folder.bib": no, "repo/refs\n.bib": no, "repo/bi\u202eb.bib": no, "repo/.git/hooks/pre-commit": no,
		} {
			if got := verdict(w.CheckEdit(t.Context(), d, folder+"/"+name)); got != want {
				t.Errorf("%q (rooted: %v): %s, want %s", name, rooted, got, want)
			}
		}
	}
}

func TestTheUsersSettingsAllowABibElsewhere(t *testing.T) {
	folder := home(t)
	for _, test := range []struct {
		rules workspace.BibRules
		name  string
		want  string
	}{
		{workspace.BibRules{Default: folder + "/home/mine.bib", Users: true}, "home/mine.bib", yes},
		{workspace.BibRules{Default: folder + "/home/mine.bib"}, "home/mine.bib", ask},
		{workspace.BibRules{Default: folder + "/home/.bashrc", Users: true}, "home/.bashrc", no},
		{workspace.BibRules{Folders: []string{folder + "/home/shared"}}, "home/shared/all.bib", yes},
		{workspace.BibRules{Folders: []string{folder + "/home/shared"}}, "home/mine.bib", ask},
		{workspace.BibRules{Folders: []string{""}}, "home/mine.bib", ask},
	} {
		w := workspace.New()
		w.SetBibRules(test.rules)
		d := open(t, w, folder, "repo/main.tex")
		if got := verdict(w.CheckEdit(t.Context(), d, folder+"/"+test.name)); got != test.want {
			t.Errorf("%+v: %s, want %s", test.rules, got, test.want)
		}
	}
}

func TestAKeyIsRenamedInManuscriptsOfTheWorkspaceAlone(t *testing.T) {
	folder, w := home(t), workspace.New()
	w.SetRoots([]string{filepath.Join(folder, "repo")})
	d := open(t, w, folder, "repo/main.tex")
	for name, want := range map[string]string{
		"repo/main.tex": yes, "repo/refs.bib": yes, "repo/chapters/one.tex": yes, "home/thesis.tex": ask, "home/mine.bib": ask, "repo/mine.tex": no, "home/.bashrc": no,
	} {
		if got := verdict(w.CheckRename(t.Context(), d, folder+"/"+name)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestADocumentHasNoOtherFilesRead(t *testing.T) {
	folder := unpack(t, `
-- deep/down/in/repo/main.tex --
\input{../private.txt}\input{/etc/passwd}\input{../../../../secret}\input{linked}\input{folder}\input{part}
\addbibresource{notes.txt}\addbibresource{linked.bib}
-- deep/down/in/repo/part.tex --
-- deep/down/in/repo/folder.tex/x --
-- deep/down/in/private.txt --
\bibliography{leak}
-- deep/down/in/repo/notes.txt --
@misc{leak, title = {Private}}
-- secret.tex --
\bibliography{leak}
`)
	repo := filepath.Join(folder, "deep", "down", "in", "repo")
	for link, target := range map[string]string{"linked.tex": "../private.txt", "linked.bib": "notes.txt"} {
		if err := os.Symlink(target, filepath.Join(repo, link)); err != nil {
			t.Skip(err)
		}
	}
	w := workspace.New()
	w.SetRoots([]string{repo})
	d := open(t, w, repo, "main.tex")
	var parts []string
	for _, part := range w.Project(t.Context(), d) {
		parts = append(parts, filepath.Base(part.Path))
	}
	if got := strings.Join(parts, " "); got != "main.tex part.tex" {
		t.Errorf("read %s", got)
	}
	for _, b := range w.Bibliographies(t.Context(), d) {
		if len(b.File.Entries) > 0 {
			t.Errorf("%s was read", b.Path)
		}
	}
	if _, problems := workspace.Examine(t.Context(), filepath.Join(repo, "main.tex"), repo, workspace.BibRules{}); len(problems) != 2 {
		t.Errorf("doctor names %v", problems) // each .bib that would not be edited
	}
}

func TestNoPipeOrDeviceIsRead(t *testing.T) {
	folder := unpack(t, "-- main.tex --\n\\input{zero}\\bibliography{zero,pipe}\n")
	for link, target := range map[string]string{"zero.bib": "/dev/zero", "zero.tex": "/dev/zero"} {
		if err := os.Symlink(target, filepath.Join(folder, link)); err != nil {
			t.Skip(err)
		}
	}
	makePipe(t, filepath.Join(folder, "pipe.bib"), filepath.Join(folder, "beside.tex"))
	w := workspace.New()
	w.SetRoots([]string{folder})
	d := open(t, w, folder, "main.tex")
	done := make(chan int)
	go func() { done <- len(w.ScopeOf(t.Context(), d).Bibs) }()
	select {
	case <-done:
	case <-time.After(10 * time.Minute):
		t.Fatal("it waits for a file that has no end")
	}
}

func TestABibWhoseNameIsNotUTF8IsNotEdited(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "caf\xe9")
	w := workspace.New()
	w.SetRoots([]string{dir})
	d := workspace.NewDocument(doc.NewSnapshot(workspace.URIOf(filepath.Join(filepath.Dir(dir), "main.tex")), "latex", 1, ""))
	if err := w.CheckEdit(t.Context(), d, filepath.Join(dir, "refs.bib")); err == nil || !strings.Contains(err.Error(), "not valid UTF-8") {
		t.Errorf("got %v", err)
	}
}
