package english

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestVerbsAreInflected(t *testing.T) {
	for base, want := range map[string][3]string{
		"show":     {"shows", "showed", "showing"},
		"study":    {"studies", "studied", "studying"},
		"employ":   {"employs", "employed", "employing"},
		"use":      {"uses", "used", "using"},
		"assess":   {"assesses", "assessed", "assessing"},
		"submit":   {"submits", "submitted", "submitting"},
		"agree":    {"agrees", "agreed", "agreeing"},
		"find":     {"finds", "found", "finding"},
		"have":     {"has", "had", "having"},
		"do":       {"does", "did", "doing"},
		"put":      {"puts", "put", "putting"},
		"control":  {"controls", "controlled", "controlling"},
		"propel":   {"propels", "propelled", "propelling"},
		"infer":    {"infers", "inferred", "inferring"},
		"emit":     {"emits", "emitted", "emitting"},
		"mimic":    {"mimics", "mimicked", "mimicking"},
		"bind":     {"binds", "bound", "binding"},
		"label":    {"labels", "labeled", "labeling"},
		"override": {"overrides", "overrode", "overriding"},
	} {
		if got := [3]string{Third(base), Past(base), Gerund(base)}; got != want {
			t.Errorf("%s is inflected as %q, want %q", base, got, want)
		}
	}
}

func TestEntriesExpandToTheirForms(t *testing.T) {
	for entry, want := range map[string]string{
		"show":               "show",
		"show/s/ed/ing":      "show shows showed showing",
		"(reduce)/s/ed":      "reduces reduced",
		"analysis":           "analysis",
		"materials_and":      "materials and",
		"state-of-the-art/s": "state-of-the-art state-of-the-arts",
	} {
		if got := strings.Join(entriesOf(entry), " "); got != want {
			t.Errorf("%q expands to %q, want %q", entry, got, want)
		}
	}
}

// Each list is documented, and no list has an entry twice.
func TestListsAreDocumentedAndFreeOfDuplicates(t *testing.T) {
	head := regexp.MustCompile(`(?m)^# .+\n\[([^]]+)\]\n`)
	documented := make(map[string]bool)
	err := fs.WalkDir(files, "lists", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := files.ReadFile(path)
		for _, m := range head.FindAllStringSubmatch(string(content), -1) {
			if documented[m[1]] {
				t.Errorf("%s: the name %q is used twice", path, m[1])
			}
			documented[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, lines := range lists {
		if !documented[name] {
			t.Errorf("[%s] has no comment on its use", name)
		}
		if strings.ContainsAny(lines[0], "|:") || name == "synonyms" || strings.HasPrefix(name, "irregular ") {
			continue
		}
		seen := make(map[string]bool)
		for _, word := range Words(name) {
			if seen[word] {
				t.Errorf("[%s] has %q twice", name, word)
			}
			seen[word] = true
		}
	}
}

// A list that no package loads is dead data, and a missing list makes the program panic at startup.
func TestListsAreLoaded(t *testing.T) {
	call := regexp.MustCompile(`(?:english\.(?:Set|Words|Groups|Pairs|Classes|Rows)|stemsOf|groups|antonymPairs|linesOf|irregular|readExchanges)\("([^"]+)"\)`)
	loaded := make(map[string]bool)
	for _, room := range []string{"answer", "check", "compose", "determiner", "draft", "english", "mend", "reword"} {
		sources, err := filepath.Glob(filepath.Join("..", room, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, source := range sources {
			content, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range call.FindAllStringSubmatch(string(content), -1) {
				loaded[m[1]] = true
			}
		}
	}
	for name := range lists {
		if !loaded[name] {
			t.Errorf("no package loads the list %q", name)
		}
	}
	for name := range loaded {
		if lists[name] == nil && !strings.Contains(name, "no such") {
			t.Errorf("the list %q is loaded, but is in no file", name)
		}
	}
}

func TestAnUnknownListIsReported(t *testing.T) {
	defer func() {
		if reason, _ := recover().(string); !strings.Contains(reason, "no such list") {
			t.Errorf("Set of an unknown list panics with %q", reason)
		}
	}()
	Set("no such list")
}
