// Package scilit tests the import rules in ARCHITECTURE.md.
package scilit

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/scilit-lsp/scilit-lsp/"

// mayImport lists the packages of this module that each package may import.
var mayImport = map[string][]string{
	"":                         {},
	"paper":                    {"internal/pattern", "tex"},
	"tex":                      {},
	"bib":                      {"paper", "tex"},
	"bib/plan":                 {"bib", "paper"},
	"bib/hayagriva":            {"bib"},
	"bib/reference":            {"bib", "paper", "tex"},
	"engine":                   {"engine/judge", "engine/text", "engine/rank", "engine/keyword", "engine/highlight", "engine/draft", "engine/profile", "engine/search", "paper"},
	"engine/draft":             {"engine/choice", "engine/judge", "engine/reword", "engine/mend", "engine/english", "engine/check", "engine/compose", "engine/highlight", "internal/pattern", "engine/text", "paper"},
	"engine/profile":           {"engine/text", "paper"},
	"engine/search":            {"internal/parallel", "internal/weights", "engine/keyword", "engine/profile", "engine/rank", "engine/text", "paper"},
	"engine/choice":            {"internal/pattern", "engine/english", "engine/text"},
	"engine/check":             {"internal/pattern", "engine/english", "engine/syntax", "engine/text"},
	"engine/keyword":           {"paper"},
	"engine/copying":           {"engine/text"},
	"engine/text":              {},
	"engine/rank":              {},
	"engine/corpus":            {"engine", "engine/mend", "engine/text", "engine/network", "bib", "engine/files", "paper", "tex"},
	"engine/network":           {},
	"engine/pdfproc":           {"engine/corpus"},
	"engine/index":             {"engine", "engine/files", "engine/index/format", "engine/index/read", "engine/index/write", "engine/profile", "paper"},
	"engine/index/format":      {"engine", "engine/files", "engine/profile", "engine/rank", "paper"},
	"engine/index/read":        {"engine", "engine/index/format", "engine/keyword", "engine/profile", "engine/rank", "engine/text", "paper"},
	"engine/index/write":       {"engine", "engine/corpus", "engine/files", "engine/index/format", "engine/index/read", "engine/profile", "engine/rank", "engine/text"},
	"engine/library":           {"engine", "engine/corpus", "engine/index", "engine/network", "engine/files", "engine/profile", "engine/text"},
	"engine/onnx":              {"engine/judge", "engine", "engine/files", "engine/draft", "engine/search"},
	"engine/judge":             {"engine/check", "engine/text"},
	"engine/online/sources":    {},
	"engine/online":            {"engine/online/sources", "engine", "engine/corpus", "engine/files", "engine/network", "engine/text", "paper"},
	"engine/highlight":         {"internal/weights", "engine/text", "paper"},
	"engine/memory":            {"engine", "engine/keyword", "engine/text", "engine/search"},
	"engine/remote":            {"engine", "engine/index", "engine/keyword", "engine/network", "engine/text"},
	"engine/weaviate":          {"engine", "engine/keyword", "engine/memory", "engine/network", "engine/rank", "engine/search", "engine/text", "paper"},
	"engine/retrievertest":     {"engine", "engine/keyword"},
	"engine/query":             {"engine", "engine/english", "engine/keyword", "engine/syntax", "engine/text"},
	"engine/route":             {"engine/online/sources", "engine/onnx", "engine/text"},
	"app":                      {"app/backend", "app/display", "app/wire", "bib", "bib/plan", "bib/reference", "config", "engine", "engine/answer", "engine/draft", "engine/evidence", "engine/judge", "engine/keyword", "engine/llm", "engine/onnx", "engine/text", "paper"},
	"app/backend":              {"app/wire", "bib", "config", "config/secret", "engine", "engine/assist", "engine/corpus", "engine/files", "engine/index", "engine/judge", "engine/library", "engine/llm", "engine/network", "engine/onnx", "engine/remote", "engine/search", "engine/text", "engine/weaviate"},
	"app/display":              {"app/wire", "bib", "engine", "engine/text"},
	"app/wire":                 {"engine", "engine/answer", "engine/text"},
	"lsp":                      {"app", "app/recent", "config", "engine", "engine/keyword", "bib", "bib/reference", "lsp/catalogue", "lsp/cite", "lsp/complete", "lsp/diagnose", "lsp/doc", "lsp/internal/rpc", "lsp/lookup", "lsp/navigate", "lsp/protocol", "lsp/show", "lsp/workspace", "engine/text", "engine/files", "paper", "tex", "engine/evidence", "lsp/chat", "bib/plan", "app/backend", "app/display", "app/wire"},
	"lsp/internal/rpc":         {"lsp/protocol"},
	"lsp/internal/fakeeditor":  {"lsp/doc", "lsp/internal/rpc", "lsp/protocol"},
	"lsp/demo":                 {"config", "lsp", "lsp/internal/fakeeditor", "lsp/protocol", "lsp/workspace"},
	"lsp/protocol":             {"lsp/doc"},
	"lsp/catalogue":            {"internal/parallel", "bib", "engine", "engine/text", "engine/rank", "lsp/doc", "paper"},
	"lsp/cite":                 {"app/recent", "engine/draft", "app", "bib", "config", "engine", "engine/text", "lsp/catalogue", "lsp/doc", "lsp/workspace", "paper", "engine/evidence", "bib/plan", "app/display", "app/wire"},
	"lsp/complete":             {"app", "bib", "engine", "lsp/catalogue", "lsp/doc", "lsp/workspace", "bib/plan"},
	"lsp/diagnose":             {"engine/copying", "verify/copied", "bib", "config", "engine", "engine/keyword", "paper", "lsp/doc", "lsp/workspace", "app", "engine/text", "verify", "verify/audit"},
	"lsp/lookup":               {"bib", "config", "engine", "lsp/doc", "paper", "app/backend", "app/wire"},
	"lsp/show":                 {"app", "bib", "bib/reference", "engine", "engine/keyword", "engine/text", "bib/plan", "app/display", "app/wire"},
	"lsp/navigate":             {"bib", "config", "lsp/doc", "lsp/workspace"},
	"lsp/workspace":            {"bib", "bib/hayagriva", "config", "config/confine", "engine/keyword", "lsp/doc", "lsp/doc/latex", "lsp/doc/markdown", "lsp/doc/org", "lsp/doc/typst", "lsp/project", "engine/files", "bib/plan"},
	"lsp/doc":                  {"engine/text"},
	"lsp/doc/latex":            {"lsp/doc", "engine/text", "tex"},
	"lsp/doc/markdown":         {"lsp/doc", "engine/text"},
	"lsp/doc/org":              {"lsp/doc"},
	"lsp/doc/typst":            {"lsp/doc"},
	"lsp/doc/doctest":          {"lsp/doc"},
	"lsp/project":              {},
	"config":                   {"bib", "bib/reference", "config/confine", "engine/files", "engine/online/sources"},
	"config/confine":           {},
	"internal/eval":            {"engine/determiner", "engine/usage", "engine/copying", "engine/judge", "verify/copied", "verify/support", "engine/choice", "engine/english", "engine/syntax", "internal/treebank", "paper", "engine", "engine/text", "engine/rank", "engine/check", "engine/highlight", "engine/query", "engine/route", "engine/draft", "engine/search", "engine/evidence", "engine/answer", "engine/memory"},
	"internal/eval/integrity":  {"bib", "engine", "paper", "verify", "verify/audit"},
	"engine/compose":           {"engine/determiner", "engine/mend", "internal/pattern", "engine/english", "engine/syntax", "engine/text"},
	"engine/determiner":        {"engine/english", "engine/syntax"},
	"engine/reword":            {"internal/pattern", "engine/copying", "engine/english", "engine/syntax", "engine/usage"},
	"engine/usage":             {"engine/english", "engine/syntax"},
	"engine/english":           {},
	"engine/syntax":            {"engine/syntax/model"},
	"engine/syntax/model":      {},
	"internal/treebank":        {},
	"models/train/syntax":      {"engine/syntax", "engine/syntax/model", "engine/text", "internal/treebank"},
	"internal/descriptors":     {"config", "engine/online/sources"},
	"engine/mend":              {"bib", "engine/english", "engine/text"},
	"internal/wordlist":        {"engine/text"},
	"internal/journallist":     {"verify"},
	"internal/parallel":        {},
	"internal/pattern":         {},
	"internal/weights":         {},
	"internal/protocolts":      {},
	"internal/growth":          {},
	"internal/stylecheck":      {},
	"verify":                   {"bib", "paper"},
	"verify/audit":             {"bib", "engine", "paper", "verify", "engine/files", "engine/online", "engine/online/sources"},
	"verify/lists":             {"bib", "bib/hayagriva", "engine/corpus", "paper", "verify/audit"},
	"verify/copied":            {"engine", "engine/copying", "engine/text", "paper"},
	"verify/report":            {"verify/copied", "engine/text", "paper", "verify", "engine/evidence", "verify/support"},
	"engine/files":             {},
	"engine/online/onlinetest": {"internal/literature"},
	"engine/llm/llmtest":       {},
	"app/literature":           {"config/secret", "app", "bib", "config", "engine", "engine/index", "engine/memory", "engine/online", "engine/online/sources", "engine/query", "engine/route", "engine/text", "paper", "engine/assist", "engine/llm", "bib/plan", "app/backend", "app/display", "app/wire"},
	"app/recent":               {"engine", "engine/text", "paper"},
	"app/grow":                 {"app/recent", "app/backend", "app/literature", "app/wire", "config", "engine", "engine/corpus", "engine/files", "engine/index", "engine/network", "engine/online", "engine/online/sources", "engine/text", "paper"},
	"internal/literature":      {},
	"engine/evidence":          {"internal/weights", "engine/draft", "engine/judge", "engine", "engine/check", "engine/highlight", "engine/rank", "engine/text", "engine/english"},
	"verify/support":           {"engine", "engine/evidence", "engine/text", "paper"},
	"engine/llm":               {"engine/network", "engine/text"},
	"engine/assist":            {"engine/draft", "engine", "engine/llm", "engine/query", "engine/route", "engine/text"},
	"config/secret":            {},
	"lsp/chat":                 {"engine", "lsp/doc", "lsp/workspace", "app/wire"},
	"engine/answer":            {"internal/weights", "engine", "engine/check", "engine/english", "engine/evidence", "engine/judge", "engine/llm", "engine/rank", "engine/text"},
	"server":                   {"app", "engine", "engine/files", "engine/keyword", "engine/remote", "app/backend", "app/wire"},
	"server/page":              {"app", "bib/reference", "engine/text", "app/backend", "app/display", "app/wire"},
	"mcp":                      {"app", "bib", "config", "config/confine", "engine", "engine/evidence", "engine/files", "engine/network", "engine/online", "engine/text", "verify", "verify/audit", "verify/report", "bib/plan", "app/backend", "app/wire"},
}

// features lists the packages of lsp that import neither the protocol nor each other.
var features = []string{"lsp/chat", "lsp/cite", "lsp/complete", "lsp/diagnose", "lsp/lookup", "lsp/navigate", "lsp/show"}

func TestFeaturesKnowNeitherTheProtocolNorEachOther(t *testing.T) {
	for _, room := range features {
		for _, other := range mayImport[room] {
			if other == "lsp" || other == "lsp/protocol" || strings.HasPrefix(other, "lsp/internal/") || slices.Contains(features, other) {
				t.Errorf("%s may import %s", room, other)
			}
		}
	}
}

// programs lists the commands and the packages that they share. They may import any package.
var programs = []string{"cmd/scilit-lsp", "cmd/scilit-eval", "cmd/internal/cli", "cmd/internal/manuscript"}

// replays lists the packages that simulate other machines in tests. No program links them.
var replays = []string{"engine/online/onlinetest", "engine/llm/llmtest"}

func list(t *testing.T, format string) [][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", format, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(out)) {
		rows = append(rows, strings.Fields(line))
	}
	return rows
}

// ours returns the path of a package relative to the module, "" for the root.
func ours(path string) (room string, is bool) {
	room, is = strings.CutPrefix(path+"/", module)
	return strings.TrimSuffix(room, "/"), is
}

// The tables in ARCHITECTURE.md have exactly one row per package.
func TestTheArchitecturePageListsEveryPackage(t *testing.T) {
	page, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	packages, _, _ := strings.Cut(string(page), "## One request")
	rows := map[string]int{}
	for _, match := range regexp.MustCompile("(?m)^\\| `([a-z0-9/-]+)` \\|").FindAllStringSubmatch(packages, -1) {
		rows[match[1]]++
	}
	for _, row := range list(t, `{{if .GoFiles}}{{.ImportPath}}{{end}}`) {
		if len(row) == 0 {
			continue
		}
		room, _ := ours(row[0])
		if rows[room] != 1 && room != "" {
			t.Errorf("%s has %d rows", room, rows[room])
		}
		delete(rows, room)
	}
	for room := range rows {
		t.Errorf("%s is not a package", room)
	}
}

func TestRoomsImportOnlyWhatTheyMay(t *testing.T) {
	for _, row := range list(t, `{{if .GoFiles}}{{.ImportPath}} {{join .Imports " "}}{{end}}`) {
		if len(row) == 0 {
			continue
		}
		room, _ := ours(row[0])
		allowed, known := mayImport[room]
		if !known && !slices.Contains(programs, room) {
			t.Errorf("%s is not in mayImport", room)
		}
		for _, imported := range row[1:] {
			other, isOurs := ours(imported)
			switch {
			case isOurs && slices.Contains(replays, other):
				t.Errorf("%s imports %s, which is only for tests", room, other)
			case isOurs && !slices.Contains(programs, room) && !slices.Contains(allowed, other):
				t.Errorf("%s imports %s", room, other)
			case strings.HasPrefix(imported, "go.lsp.dev/") && !strings.HasPrefix(room, "lsp"):
				t.Errorf("%s imports %s: only lsp knows the protocol", room, imported)
			case strings.HasPrefix(imported, "github.com/modelcontextprotocol/") && room != "mcp":
				t.Errorf("%s imports %s: only mcp knows that protocol", room, imported)
			case !isOurs && (room == "bib" || room == "tex") && strings.Contains(strings.Split(imported, "/")[0], "."):
				t.Errorf("%s imports %s: it may use only the standard library", room, imported)
			}
		}
	}
}

// answering lists the packages that serve HTTP requests and send none.
var answering = []string{"server", "server/page"}

// The packages that serve requests import net/http, which can also send requests. They must not use
// the parts that do.
func TestServersAskNoOne(t *testing.T) {
	askers := regexp.MustCompile(`\bhttp\.(Get|Head|Post|PostForm|Client|DefaultClient|Transport|DefaultTransport|NewRequest|NewRequestWithContext)\b|\b(net|tls)\.(Dial\w*|Dialer)\b`)
	for _, row := range list(t, `{{.ImportPath}} {{.Dir}} {{join .GoFiles " "}}`) {
		room, _ := ours(row[0])
		if !slices.Contains(answering, room) {
			continue
		}
		for _, name := range row[2:] {
			source, err := os.ReadFile(filepath.Join(row[1], name))
			if err != nil {
				t.Fatal(err)
			}
			if found := askers.Find(source); found != nil {
				t.Errorf("%s/%s has %s", row[0], name, found)
			}
		}
	}
}

func TestThereIsOneDialer(t *testing.T) {
	const dialer = module + "engine/network"
	for _, row := range list(t, `{{if .GoFiles}}{{.ImportPath}} {{join .Imports " "}}{{end}}`) {
		if len(row) == 0 || row[0] == dialer {
			continue
		}
		if room, _ := ours(row[0]); slices.Contains(answering, room) || slices.Contains(replays, room) {
			continue
		}
		for _, imported := range row[1:] {
			if imported == "net/http" {
				t.Errorf("%s imports %s: only %s contacts other machines", row[0], imported, dialer)
			}
		}
	}
}

// Libraries must not change process-wide settings; only the command may.
func TestOnlyTheCommandSetsWhatHoldsForTheProcess(t *testing.T) {
	setters := regexp.MustCompile(`\bdebug\.Set(MemoryLimit|GCPercent|MaxStack|MaxThreads)\b|\bGOMAXPROCS\([^0]|\bos\.(Setenv|Chdir)\b|\bsignal\.Notify`)
	for _, row := range list(t, `{{.ImportPath}} {{.Dir}} {{join .GoFiles " "}} {{join .CgoFiles " "}}`) {
		if room, _ := ours(row[0]); slices.Contains(programs, room) {
			continue
		}
		for _, name := range row[2:] {
			source, err := os.ReadFile(filepath.Join(row[1], name))
			if err != nil {
				t.Fatal(err)
			}
			if found := setters.Find(source); found != nil {
				t.Errorf("%s/%s has %s", row[0], name, found)
			}
		}
	}
}

// laboratory lists the packages that measure and train. Only scilit-eval contains them.
var laboratory = []string{"internal/eval", "internal/literature", "cmd/scilit-eval"}

func TestTheProductContainsNoLaboratory(t *testing.T) {
	for program, want := range map[string]bool{"scilit-lsp": false, "scilit-eval": true} {
		deps, err := exec.Command("go", "list", "-deps", "./cmd/"+program).Output()
		if err != nil {
			t.Fatal(err)
		}
		for dep := range strings.Lines(string(deps)) {
			room, isOurs := ours(strings.TrimSpace(dep))
			inLaboratory := slices.ContainsFunc(laboratory, func(l string) bool { return room == l || strings.HasPrefix(room, l+"/") })
			if isOurs && inLaboratory && !want {
				t.Errorf("%s contains %s", program, room)
			}
		}
		if has := strings.Contains(string(deps), module+laboratory[0]+"\n"); has != want {
			t.Errorf("%s contains %s: %v, want %v", program, laboratory[0], has, want)
		}
	}
}
