//go:build attack

package attack

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
)

const manuscript = "\\documentclass{article}\n\\begin{document}\nGene expression in rice roots changes under salt stress.\n% scilit: rice; salt stress\n\\bibliography{refs}\n\\end{document}\n"

// cursor is the position at the end of the manuscript's sentence.
const cursor = `{"line":2,"character":56}`

// A hostile is a named workspace; make creates it in dir and returns the manuscript's text.
type hostile struct {
	name string
	make func(t *testing.T, dir string) (text string)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func fifo(t *testing.T, path string) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o644); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}

// hostiles lists workspaces that try to hang the server or exhaust its memory.
var hostiles = []hostile{
	{"a FIFO as refs.bib", func(t *testing.T, dir string) string { fifo(t, filepath.Join(dir, "refs.bib")); return manuscript }},
	{"a FIFO beside the document", func(t *testing.T, dir string) string { fifo(t, filepath.Join(dir, "other.tex")); return manuscript }},
	{"a FIFO as input", func(t *testing.T, dir string) string {
		fifo(t, filepath.Join(dir, "part.tex"))
		return strings.Replace(manuscript, "Gene", "\\input{part}\nGene", 1)
	}},
	{"a FIFO as scilit.toml", func(t *testing.T, dir string) string { fifo(t, filepath.Join(dir, "scilit.toml")); return manuscript }},
	{"/dev/zero as refs.bib", func(t *testing.T, dir string) string {
		link(t, "/dev/zero", filepath.Join(dir, "refs.bib"))
		return manuscript
	}},
	{"/dev/zero as input", func(t *testing.T, dir string) string {
		link(t, "/dev/zero", filepath.Join(dir, "part.tex"))
		return strings.Replace(manuscript, "Gene", "\\input{part}\nGene", 1)
	}},
	{"/dev/zero as scilit.toml", func(t *testing.T, dir string) string {
		link(t, "/dev/zero", filepath.Join(dir, "scilit.toml"))
		return manuscript
	}},
	{"a loop of links", func(t *testing.T, dir string) string {
		link(t, "refs.bib", filepath.Join(dir, "refs.bib"))
		link(t, ".", filepath.Join(dir, "again"))
		return manuscript
	}},
	{"a folder named refs.bib", func(t *testing.T, dir string) string {
		os.Mkdir(filepath.Join(dir, "refs.bib"), 0o755)
		return manuscript
	}},
	{"files that include each other", func(t *testing.T, dir string) string {
		write(t, filepath.Join(dir, "a.tex"), "\\input{b}\n\\input{main}")
		write(t, filepath.Join(dir, "b.tex"), "\\input{a}\n\\input{b}")
		return strings.Replace(manuscript, "Gene", "\\input{a}\nGene", 1)
	}},
	{"a scilit.toml of nested tables", func(t *testing.T, dir string) string {
		write(t, filepath.Join(dir, "scilit.toml"), "a = "+strings.Repeat("[", 200000)+strings.Repeat("]", 200000))
		return manuscript
	}},
	{"a .bib of open braces", func(t *testing.T, dir string) string {
		write(t, filepath.Join(dir, "refs.bib"), strings.Repeat("@a{b,c={", 300000))
		return manuscript
	}},
	{"quadratic Markdown", func(t *testing.T, dir string) string {
		write(t, filepath.Join(dir, "refs.bib"), "@misc{a, title={A}}")
		return manuscript + strings.Repeat("@{", 1<<17) + strings.Repeat("$", 1<<17) + strings.Repeat("<!--", 1<<16)
	}},
	{"a line of 30 MB", func(t *testing.T, dir string) string { return manuscript + strings.Repeat("word \\verb|", 30<<20/11) }},
	{"a million braces", func(t *testing.T, dir string) string { return manuscript + strings.Repeat("{", 1<<20) }},
	{"a million includes", func(t *testing.T, dir string) string { return manuscript + strings.Repeat("\\input{part}\n", 1<<20) }},
	{"a million keys", func(t *testing.T, dir string) string {
		return manuscript + "\\cite{a" + strings.Repeat(",k", 1<<20) + "}"
	}},
	{"a million .bib files", func(t *testing.T, dir string) string {
		return strings.Replace(manuscript, "{refs}", "{refs"+strings.Repeat(",b", 1<<20)+"}", 1)
	}},
	{"a million keywords", func(t *testing.T, dir string) string {
		return strings.Replace(manuscript, "rice;", strings.Repeat("rice; ", 1<<20), 1)
	}},
	{"a scilit.toml of many keys", func(t *testing.T, dir string) string {
		write(t, filepath.Join(dir, "scilit.toml"), strings.Repeat("\"\\u001b[31m", 1)+"\" = 1\n"+manyKeys())
		return manuscript
	}},
	{"environments in environments", func(t *testing.T, dir string) string { return manuscript + strings.Repeat("\\begin{a}", 200000) }},
}

func manyKeys() string {
	var keys strings.Builder
	for i := range 8000 {
		fmt.Fprintf(&keys, "k%d=1\n", i)
	}
	return keys.String()
}

// requests maps methods to the parameters that an editor sends for a manuscript.
func requests(path string) map[string]string {
	document := fmt.Sprintf(`"textDocument":{"uri":%q}`, uri(path))
	at := document + `,"position":` + cursor
	return map[string]string{
		"textDocument/hover": `{` + at + `}`, "textDocument/completion": `{` + at + `}`, "textDocument/definition": `{` + at + `}`,
		"textDocument/codeAction": `{` + document + `,"range":{"start":` + cursor + `,"end":` + cursor + `},"context":{"diagnostics":[]}}`,
		"scilit/status":           `{}`,
		"scilit/ask":              `{` + at + `,"question":"Which features does the model of https://evil.example/ learn?"}`,
	}
}

func TestHostileWorkspaces(t *testing.T) {
	t.Parallel()
	for _, h := range hostiles {
		for _, name := range []string{"main.tex", "main.md"} {
			t.Run(h.name+"/"+name, func(t *testing.T) {
				dir := t.TempDir()
				text := h.make(t, dir)
				s := start(t, dir, fmt.Sprintf(`{"indexes":[%q]}`, corpus))
				path := filepath.Join(dir, name)
				s.open(path, map[bool]string{true: "latex", false: "markdown"}[name == "main.tex"], text)
				for method, params := range requests(path) {
					_, err := s.call(method, params)
					score.add(t, "hostile workspace", s.outcome(err), fmt.Sprintf("%s, %s: %v\n%.2000s", h.name, method, err, s.stderr))
					if err != nil {
						return
					}
				}
				if bytes, _ := s.resident(); bytes > 1500<<20 {
					score.add(t, "hostile workspace", wrong, fmt.Sprintf("%s takes %d MB", h.name, bytes>>20))
				}
			})
		}
	}
}

// listener accepts and counts connections on loopback.
func listener(t *testing.T) (address string, count *atomic.Int32) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	count = new(atomic.Int32)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			count.Add(1)
			c.Close()
		}
	}()
	return l.Addr().String(), count
}

// library compiles a shared library that creates the file canary when it is loaded.
func library(t *testing.T, path, canary string) {
	t.Helper()
	source := filepath.Join(t.TempDir(), "x.c")
	write(t, source, fmt.Sprintf("#include <fcntl.h>\n__attribute__((constructor)) static void loaded(void) { open(%q, O_CREAT | O_WRONLY, 0600); }\n", canary))
	os.MkdirAll(filepath.Dir(path), 0o755)
	if out, err := exec.Command("cc", "-shared", "-fPIC", "-o", path, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestAWorkspacesSettingsDoNothing opens a cloned workspace whose settings load a library, send
// PDFs and index private folders. It checks that neither the server nor any command does so.
func TestAWorkspacesSettingsDoNothing(t *testing.T) {
	t.Parallel()
	address, connections := listener(t)
	dir, private, canary := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "loaded")
	write(t, filepath.Join(private, "diary.bib"), "@misc{secret, title={My private diary of salt stress}, author={Me, Myself}, year={2020}}")
	pdf, err := os.ReadFile(firstPDF(t))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "papers", "a.pdf"), string(pdf))
	models, _ := filepath.Abs(filepath.Join("..", "models")) // valid, so that only the library is missing
	library(t, filepath.Join(dir, "lib", "libonnxruntime.so"), canary)
	write(t, filepath.Join(dir, "scilit.toml"), fmt.Sprintf(`onnxruntime = "lib/libonnxruntime.so"
models = [%q]
engine = "neural"
grobid = "http://%s"
bibFile = "../.bashrc"
indexes = ["stolen"]
[network]
allow = ["%s", "example.org"]
[library]
folders = [%q, "papers"]
path = "stolen"
zotero = true
`, models, address, address, private))
	check := func(name, output string) {
		what, detail := held, name
		switch _, err := os.Stat(filepath.Join(dir, "stolen")); {
		case connections.Load() > 0:
			what, detail = wrong, name+" connected to the host that the workspace names"
			connections.Store(0)
		case exists(canary):
			what, detail = wrong, name+" loaded the library of the workspace"
			os.Remove(canary)
		case err == nil:
			what, detail = wrong, name+" wrote into the folder that the workspace names"
			os.RemoveAll(filepath.Join(dir, "stolen"))
		case isCrash(output):
			what, detail = crashed, name+": "+output
		}
		score.add(t, "settings of a workspace", what, detail)
	}
	s := start(t, dir, fmt.Sprintf(`{"indexes":[%q]}`, corpus))
	path := filepath.Join(dir, "main.tex")
	s.open(path, "latex", manuscript)
	for method, params := range requests(path) {
		if _, err := s.call(method, params); err != nil {
			score.add(t, "settings of a workspace", s.outcome(err), method)
		}
		check(method, s.stderr.String())
	}
	for _, args := range [][]string{
		{"doctor"}, {"doctor", "main.tex"}, {"index", "build", "--out", "out", "papers"}, {"library", "status"}, {"library", "refresh"},
		{"query", "--index", corpus}, {"query"}, {"cite", "--index", corpus, "--paper", "x"}, {"highlights", "--index", corpus, "--paper", "x"}, {"index", "list", corpus}, {"index", "verify", corpus}, {"demo"},
	} {
		out, _ := command(t, dir, "Salt stress in rice.", args...)
		check("scilit-lsp "+strings.Join(args, " "), out)
	}
}

func exists(path string) bool { _, err := os.Stat(path); return err == nil }

func firstPDF(t *testing.T) string {
	t.Helper()
	found, _ := filepath.Glob(filepath.Join("..", "engine", "corpus", "testdata", "samples", "*.pdf"))
	if len(found) == 0 {
		t.Fatal("no sample PDF")
	}
	return found[0]
}

// TestEditsStayInBibFilesOfTheWorkspace checks that edits change only the manuscript and .bib files
// of the workspace, whatever files a document names.
func TestEditsStayInBibFilesOfTheWorkspace(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	for _, named := range []string{
		"\\addbibresource{../.bashrc}", "\\addbibresource{" + filepath.Join(outside, ".bashrc") + "}", "\\bibliography{../../../../../../etc/cron.d/x}", "\\addbibresource{.bashrc}",
		"\\addbibresource{sub/../../evil.bib}", "\\addbibresource{link.bib}", "\\addbibresource{main.tex}", "\\addbibresource{/dev/stdout}",
	} {
		dir := filepath.Join(t.TempDir(), "clone")
		os.MkdirAll(filepath.Join(dir, "sub"), 0o755)
		write(t, filepath.Join(dir, "..", ".bashrc"), "alias a=b\n")
		write(t, filepath.Join(outside, ".bashrc"), "alias a=b\n")
		link(t, filepath.Join(outside, ".bashrc"), filepath.Join(dir, "link.bib"))
		s := start(t, dir, fmt.Sprintf(`{"indexes":[%q]}`, corpus))
		path := filepath.Join(dir, "main.tex")
		s.open(path, "latex", strings.Replace(manuscript, "\\bibliography{refs}", named, 1))
		actions, err := s.call("textDocument/codeAction", requests(path)["textDocument/codeAction"])
		score.add(t, "place of an edit", s.outcome(err), named)
		for _, target := range targets(t, s, actions) {
			resolved, _ := filepath.EvalSymlinks(target)
			if resolved == "" {
				resolved = target
			}
			root, _ := filepath.EvalSymlinks(dir)
			inside := strings.HasPrefix(filepath.Clean(resolved), root+string(filepath.Separator)) || strings.HasPrefix(filepath.Clean(resolved), dir+string(filepath.Separator))
			what := held
			if resolved != path && target != path && (!inside || filepath.Ext(resolved) != ".bib") {
				what = wrong
			}
			score.add(t, "place of an edit", what, named+" makes an edit of "+target)
		}
		for _, untouched := range []string{filepath.Join(dir, "..", ".bashrc"), filepath.Join(outside, ".bashrc")} {
			if text, _ := os.ReadFile(untouched); string(text) != "alias a=b\n" {
				score.add(t, "place of an edit", wrong, named+" changed "+untouched)
			}
		}
	}
}

// targets returns the paths that the resolved actions and the requested edits would change.
func targets(t *testing.T, s *server, actions message) (paths []string) {
	var list []json.RawMessage
	json.Unmarshal(actions.Result, &list)
	for _, action := range list {
		resolved, err := s.call("codeAction/resolve", string(action))
		if err != nil {
			score.add(t, "place of an edit", s.outcome(err), "resolve")
			return paths
		}
		paths = append(paths, urisIn(resolved.Result)...)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, edit := range s.edits {
		paths = append(paths, urisIn(edit)...)
	}
	return paths
}

func urisIn(raw json.RawMessage) (paths []string) {
	var action struct {
		Edit struct {
			Changes         map[string]any
			DocumentChanges []struct {
				URI          string
				TextDocument struct{ URI string }
			}
		}
	}
	json.Unmarshal(raw, &action)
	for u := range action.Edit.Changes {
		paths = append(paths, strings.TrimPrefix(u, "file://"))
	}
	for _, change := range action.Edit.DocumentChanges {
		for _, u := range []string{change.URI, change.TextDocument.URI} {
			if u != "" {
				paths = append(paths, strings.TrimPrefix(u, "file://"))
			}
		}
	}
	return paths
}
