// Package scilit holds the test of the import rules of ARCHITECTURE.md.
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

// mayImport lists, by room, the other rooms that it may import.
var mayImport = map[string][]string{
	"":                         {},
	"paper":                    {"internal/pattern", "tex"},
	"tex":                      {},
	"bib":                      {"paper", "tex"},
	"bib/hayagriva":            {"bib"},
	"bib/reference":            {"bib", "paper", "tex"},
	"engine":                   {"engine/text", "engine/rank", "engine/keyword", "engine/highlight", "engine/draft", "engine/search", "paper"},
	"engine/draft":             {"engine/check", "engine/compose", "engine/highlight", "internal/pattern", "engine/text", "paper"},
	"engine/search":            {"engine/keyword", "engine/rank", "engine/text", "paper"},
	"engine/check":             {"internal/pattern", "engine/text"},
	"engine/keyword":           {"paper"},
	"engine/text":              {},
	"engine/rank":              {},
	"engine/corpus":            {"engine", "engine/text", "engine/network", "bib", "engine/files", "paper", "tex"},
	"engine/network":           {},
	"engine/pdfproc":           {"engine/corpus"},
	"engine/index":             {"engine", "engine/text", "engine/rank", "engine/keyword", "engine/corpus", "engine/files", "paper"},
	"engine/library":           {"engine", "engine/corpus", "engine/index", "engine/network", "engine/files", "engine/text"},
	"engine/onnx":              {"engine", "engine/onnx/ort", "engine/files", "engine/draft", "engine/search"},
	"engine/online":            {"engine", "engine/corpus", "engine/files", "engine/network", "engine/text", "paper"},
	"engine/onnx/ort":          {},
	"engine/highlight":         {"engine/text", "paper"},
	"engine/memory":            {"engine", "engine/keyword", "engine/text", "engine/search"},
	"engine/remote":            {"engine", "engine/index", "engine/keyword", "engine/network", "engine/text"},
	"engine/weaviate":          {"engine", "engine/keyword", "engine/memory", "engine/network", "engine/rank", "engine/search", "engine/text", "paper"},
	"engine/retrievertest":     {"engine", "engine/keyword"},
	"engine/query":             {"engine/text"},
	"engine/route":             {"engine/text"},
	"engine/eval":              {"paper", "engine", "engine/text", "engine/rank", "engine/check", "engine/highlight", "engine/query", "engine/route", "engine/draft", "engine/search", "engine/evidence", "engine/answer", "engine/memory"},
	"app":                      {"engine/weaviate", "bib/reference", "engine/draft", "bib", "config", "engine", "engine/corpus", "engine/files", "engine/index", "engine/keyword", "engine/library", "engine/network", "engine/onnx", "engine/text", "paper", "engine/search", "engine/evidence", "config/secret", "engine/assist", "engine/llm", "engine/remote", "engine/answer"},
	"lsp":                      {"app", "config", "engine", "engine/keyword", "bib", "bib/reference", "lsp/catalogue", "lsp/cite", "lsp/complete", "lsp/diagnose", "lsp/doc", "lsp/internal/rpc", "lsp/lookup", "lsp/navigate", "lsp/protocol", "lsp/show", "lsp/workspace", "engine/text", "engine/files", "paper", "tex", "engine/evidence", "lsp/chat"},
	"lsp/internal/rpc":         {"lsp/protocol"},
	"lsp/internal/fakeeditor":  {"lsp/doc", "lsp/internal/rpc", "lsp/protocol"},
	"lsp/demo":                 {"config", "lsp", "lsp/internal/fakeeditor", "lsp/protocol", "lsp/workspace"},
	"lsp/protocol":             {},
	"lsp/catalogue":            {"bib", "engine", "engine/text", "engine/rank", "lsp/doc", "paper"},
	"lsp/cite":                 {"engine/draft", "app", "bib", "config", "engine", "engine/text", "lsp/catalogue", "lsp/doc", "lsp/workspace", "paper", "engine/evidence"},
	"lsp/complete":             {"app", "bib", "engine", "lsp/catalogue", "lsp/doc", "lsp/workspace"},
	"lsp/diagnose":             {"bib", "config", "engine", "engine/keyword", "paper", "lsp/doc", "lsp/workspace", "app", "engine/text", "verify", "verify/audit"},
	"lsp/lookup":               {"app", "bib", "config", "engine", "lsp/doc", "paper"},
	"lsp/show":                 {"app", "bib", "bib/reference", "engine", "engine/keyword", "engine/text"},
	"lsp/navigate":             {"bib", "config", "lsp/doc", "lsp/workspace"},
	"lsp/workspace":            {"bib", "bib/hayagriva", "config", "config/confine", "engine/keyword", "lsp/doc", "lsp/doc/latex", "lsp/doc/markdown", "lsp/doc/org", "lsp/doc/typst", "lsp/project", "engine/files"},
	"lsp/doc":                  {"engine/text"},
	"lsp/doc/latex":            {"lsp/doc", "engine/text", "tex"},
	"lsp/doc/markdown":         {"lsp/doc", "engine/text"},
	"lsp/doc/org":              {"lsp/doc"},
	"lsp/doc/typst":            {"lsp/doc"},
	"lsp/doc/doctest":          {"lsp/doc"},
	"lsp/project":              {},
	"config":                   {"bib", "bib/reference", "config/confine", "engine/files", "engine/online"},
	"config/confine":           {},
	"engine/compose":           {"internal/pattern", "engine/text"},
	"internal/pattern":         {},
	"internal/protocolts":      {},
	"internal/growth":          {},
	"verify":                   {"bib", "paper"},
	"verify/audit":             {"bib", "engine", "paper", "verify", "engine/files", "engine/online"},
	"verify/report":            {"engine/text", "paper", "verify", "engine/evidence", "verify/support"},
	"verify/measure":           {"bib", "engine", "paper", "verify", "verify/audit"},
	"engine/files":             {},
	"engine/online/onlinetest": {},
	"engine/llm/llmtest":       {},
	"app/literature":           {"config/secret", "app", "bib", "config", "engine", "engine/index", "engine/memory", "engine/online", "engine/query", "engine/route", "engine/text", "paper", "engine/assist", "engine/llm"},
	"engine/evidence":          {"engine/draft", "engine", "engine/check", "engine/highlight", "engine/rank", "engine/text"},
	"verify/support":           {"engine", "engine/evidence", "paper"},
	"engine/llm":               {"engine/network", "engine/text"},
	"engine/assist":            {"engine/draft", "engine", "engine/llm", "engine/query", "engine/route", "engine/text"},
	"config/secret":            {},
	"lsp/chat":                 {"app", "engine", "lsp/doc", "lsp/workspace"},
	"engine/answer":            {"engine", "engine/check", "engine/evidence", "engine/llm", "engine/rank", "engine/text"},
	"server":                   {"app", "engine", "engine/files", "engine/keyword", "engine/remote"},
	"server/page":              {"app", "engine/text"},
	"mcp":                      {"app", "bib", "config", "config/confine", "engine", "engine/evidence", "engine/files", "engine/network", "engine/online", "engine/text", "verify", "verify/audit", "verify/report"},
}

// features are the rooms of lsp that know neither the protocol nor each other.
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

const command = "cmd/scilit-lsp"

// replays are the rooms that replace other machines in tests; no program has them.
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

// ours is the room of a package of the module, "" for the root.
func ours(path string) (room string, is bool) {
	room, is = strings.CutPrefix(path+"/", module)
	return strings.TrimSuffix(room, "/"), is
}

func TestRoomsImportOnlyWhatTheyMay(t *testing.T) {
	for _, row := range list(t, `{{if .GoFiles}}{{.ImportPath}} {{join .Imports " "}}{{end}}`) {
		if len(row) == 0 {
			continue
		}
		room, _ := ours(row[0])
		allowed, known := mayImport[room]
		if !known && room != command {
			t.Errorf("%s is no room of the design", room)
		}
		for _, imported := range row[1:] {
			other, isOurs := ours(imported)
			switch {
			case isOurs && slices.Contains(replays, other):
				t.Errorf("%s imports %s, which is for tests", room, other)
			case isOurs && room != command && !slices.Contains(allowed, other):
				t.Errorf("%s imports %s", room, other)
			case strings.HasPrefix(imported, "go.lsp.dev/") && !strings.HasPrefix(room, "lsp"):
				t.Errorf("%s imports %s: only lsp knows the protocol", room, imported)
			case strings.HasPrefix(imported, "github.com/modelcontextprotocol/") && room != "mcp":
				t.Errorf("%s imports %s: only mcp knows that protocol", room, imported)
			case !isOurs && (room == "bib" || room == "tex") && strings.Contains(strings.Split(imported, "/")[0], "."):
				t.Errorf("%s imports %s: it needs the standard library only", room, imported)
			}
		}
	}
}

// answering are the rooms that answer by net/http and ask no one.
var answering = []string{"server", "server/page"}

// A room that answers has the package that asks at hand, so its source is searched for
// what asks.
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
				t.Errorf("%s imports %s: only %s asks other machines", row[0], imported, dialer)
			}
		}
	}
}

// A library that sets what holds for the whole process takes it from the program
// that it is part of.
func TestOnlyTheCommandSetsWhatHoldsForTheProcess(t *testing.T) {
	setters := regexp.MustCompile(`\bdebug\.Set(MemoryLimit|GCPercent|MaxStack|MaxThreads)\b|\bGOMAXPROCS\([^0]|\bos\.(Setenv|Chdir)\b|\bsignal\.Notify`)
	for _, row := range list(t, `{{.ImportPath}} {{.Dir}} {{join .GoFiles " "}} {{join .CgoFiles " "}}`) {
		if room, _ := ours(row[0]); room == command {
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
