package bib

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/nickng/bibtex"
	"pgregory.net/rapid"
)

// opinionVariable is an environment variable. If it is set, the test binary runs
// github.com/nickng/bibtex, a second parser with which Parse is compared. The second parser ends
// its process at an undefined macro.
const opinionVariable = "BIB_SECOND_OPINION"

func TestMain(m *testing.M) {
	if os.Getenv(opinionVariable) != "" {
		parseForOpinion()
		return
	}
	os.Exit(m.Run())
}

// A plainEntry contains the part of an entry that both parsers read in the same way: values without
// delimiters, braces and white space.
type plainEntry struct {
	Type, Key string
	Fields    map[string]string
}

func strip(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("{} \t\r\n", r) {
			return -1
		}
		return r
	}, s)
}

// parseForOpinion reads a JSON list of sources from standard input. It writes a list with the
// entries of each source, or null if the second parser rejects it.
func parseForOpinion() {
	var sources []string
	if err := json.NewDecoder(os.Stdin).Decode(&sources); err != nil {
		panic(err)
	}
	opinions := make([][]plainEntry, len(sources))
	for i, src := range sources {
		file, err := bibtex.Parse(strings.NewReader(src))
		if err != nil {
			continue
		}
		opinions[i] = []plainEntry{}
		for _, e := range file.Entries {
			plain := plainEntry{e.Type, e.CiteName, map[string]string{}}
			for name, value := range e.Fields {
				plain.Fields[strings.ToLower(name)] = strip(value.String())
			}
			opinions[i] = append(opinions[i], plain)
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(opinions); err != nil {
		panic(err)
	}
}

// secondOpinion returns the entries that the second parser reads from each source, or nil if it
// rejects the source. The error is that of its process.
func secondOpinion(t *testing.T, sources []string) ([][]plainEntry, error) {
	t.Helper()
	in, err := json.Marshal(sources)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), opinionVariable+"=1")
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var opinions [][]plainEntry
	if err := json.Unmarshal(out, &opinions); err != nil {
		t.Fatalf("second opinion: %v in %q", err, out)
	}
	return opinions, nil
}

// ownOpinion returns the entries that Parse reads.
func ownOpinion(src string) []plainEntry {
	f := Parse([]byte(src))
	plain := []plainEntry{}
	for i := range f.Entries {
		e := &f.Entries[i]
		fields := map[string]string{}
		for j := range e.Fields {
			fields[e.Fields[j].Name] = strip(e.raw(&e.Fields[j]))
		}
		plain = append(plain, plainEntry{e.Type, e.Key, fields})
	}
	return plain
}

// sourceGenerator generates valid files in the part of BibTeX that both parsers read. They contain
// no "#", because the second parser loses the text after it.
func sourceGenerator() *rapid.Generator[string] {
	word := rapid.StringMatching(`[A-Za-z]{1,6}|\{[A-Z]+\}|\{\\"o\}|\\&|--|[0-9]{1,3}|é`)
	text := rapid.Map(rapid.SliceOfN(word, 1, 5), func(words []string) string { return strings.Join(words, " ") })
	value := rapid.OneOf(
		rapid.Map(text, func(s string) string { return "{" + s + "}" }),
		rapid.Map(rapid.StringMatching(`[A-Za-z ,.]{1,12}`), func(s string) string { return `"` + s + `"` }),
		rapid.SampledFrom([]string{"2001", "jan", "cl"}),
	)
	return rapid.Custom(func(t *rapid.T) string {
		var out strings.Builder
		out.WriteString("@string{cl = {Computational Linguistics}}\n")
		for i := range rapid.IntRange(1, 4).Draw(t, "entries") {
			fmt.Fprintf(&out, "@%s{key%d", rapid.SampledFrom([]string{"article", "Book", "MISC"}).Draw(t, "type"), i)
			for j := range rapid.IntRange(1, 4).Draw(t, "fields") {
				fmt.Fprintf(&out, ",\n  field%c = %s", 'a'+j, value.Draw(t, "value"))
			}
			out.WriteString("\n}\n" + rapid.SampledFrom([]string{"", "\n", "\nsome text\n"}).Draw(t, "gap"))
		}
		return out.String()
	})
}

func TestSecondOpinionOnSoundFiles(t *testing.T) {
	sources := []string{}
	for i := range 300 {
		sources = append(sources, sourceGenerator().Example(i))
	}
	for _, src := range fixtures {
		if f := Parse([]byte(src)); f.brokenAt < 0 && !f.latin1 {
			sources = append(sources, src, string(f.Insert(martins, "k").Apply([]byte(src))))
		}
	}
	if accepted := compareOpinions(t, sources); accepted < 200 {
		t.Errorf("the second parser accepts only %d of %d sources", accepted, len(sources))
	}
}

// compareOpinions compares both parsers and returns the number of sources that the second one
// accepts.
func compareOpinions(t *testing.T, sources []string) (accepted int) {
	t.Helper()
	opinions, err := secondOpinion(t, sources)
	if err != nil {
		t.Fatalf("second opinion: %v", err)
	}
	for i, theirs := range opinions {
		if theirs == nil {
			continue
		}
		accepted++
		if diff := cmp.Diff(theirs, ownOpinion(sources[i])); diff != "" {
			t.Errorf("%s\n(-theirs +ours)\n%s", sources[i], diff)
		}
	}
	return accepted
}

// The second parser rejects a whole file because of one entry. It therefore gets each entry
// separately, after the macros of the file.
func TestSecondOpinionOnRealEntries(t *testing.T) {
	var sources []string
	for name, src := range realFiles(t) {
		if strings.HasSuffix(name, "Latin-1") {
			continue // the second parser reads UTF-8 only
		}
		f := Parse(src)
		macros := ""
		for _, m := range f.Strings {
			macros += f.Text(m.Span) + "\n"
		}
		for i := range f.Entries {
			if entry := f.Text(f.Entries[i].Span); bothRead(macros + entry) {
				sources = append(sources, macros+entry)
			}
		}
	}
	if accepted := compareOpinions(t, sources); accepted*2 < len(sources) {
		t.Errorf("the second parser accepts only %d of %d entries", accepted, len(sources))
	} else {
		t.Logf("%d of %d entries", accepted, len(sources))
	}
}

// bothRead reports whether both parsers can read a source. It returns false for "#" and for
// undefined macros.
func bothRead(src string) bool {
	f := Parse(src)
	return !strings.Contains(src, "#") && len(f.macroProblems()) == 0
}

// If this test fails, the second parser no longer needs a separate process.
func TestAnUndefinedMacroEndsTheSecondParser(t *testing.T) {
	const source = "@article{a, month = nomonth}"
	if opinions, err := secondOpinion(t, []string{source}); err == nil {
		t.Errorf("it returned %v", opinions)
	}
	if f := Parse(source); len(f.Entries) != 1 || len(f.Problems()) != 1 {
		t.Errorf("Parse returned %d entries, %v", len(f.Entries), f.Problems())
	}
}
