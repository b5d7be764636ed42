package verify

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// currentYear is the year in which the stories take place.
const currentYear = 2026

// TestStories checks the .bib of each story in testdata. The file "records.jsonl" contains the records,
// and "want" contains one line per entry with the key, the verdict and the codes.
func TestStories(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no stories", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			parts := make(map[string]string)
			for _, f := range archive.Files {
				parts[f.Name] = string(f.Data)
			}
			got := graded(parts["refs.bib"], records(t, parts["records.jsonl"]))
			if diff := cmp.Diff(parts["want"], got); diff != "" {
				t.Errorf("verdicts (-want +got):\n%s", diff)
			}
		})
	}
}

func records(t *testing.T, lines string) (all []*paper.Paper) {
	for line := range strings.Lines(lines) {
		p := new(paper.Paper)
		if err := json.Unmarshal([]byte(line), p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

func graded(source string, candidates []*paper.Paper) string {
	file := bib.Parse([]byte(source))
	ignored := IgnoredBy(Switches(file, source), nil)
	var out strings.Builder
	for i := range file.Entries {
		e := &file.Entries[i]
		result := Compare(FromEntry(e), candidates, currentYear)
		result.Settle(ignored(e))
		fmt.Fprintf(&out, "%s %s", e.Key, result.Verdict)
		for _, f := range result.Findings {
			fmt.Fprintf(&out, " %s", f.Code)
		}
		out.WriteString("\n")
	}
	return out.String()
}

// If the record is a preprint, the entry's venue excludes the DOI.
func TestAForeignPrefixIsReportedWithTheVenueThatExcludesIt(t *testing.T) {
	file := bib.Parse([]byte(`@inproceedings{a, title={A parser for Frisian dialects}, author={Lee, Ann and Roe, Jo}, year=2019,
		booktitle={Proceedings of ACL}, doi={10.1038/s41586-1}}`))
	preprint := &paper.Paper{Title: "A parser for Frisian dialects", Authors: []paper.Author{{Given: "Ann", Family: "Lee"}, {Given: "Jo", Family: "Roe"}},
		Year: 2019, ArXiv: "1901.00001"}
	result := Compare(FromEntry(&file.Entries[0]), []*paper.Paper{preprint}, currentYear)
	want := "the DOI's prefix 10.1038 does not belong to a publisher of Proceedings of ACL, and no record of the work has the DOI"
	if !slices.ContainsFunc(result.Findings, func(f Finding) bool { return f.Code == DOIPrefix && f.Message == want }) {
		t.Errorf("%+v", result.Findings)
	}
}

// docs/codes.md lists exactly the codes in Kinds, with their verdicts and descriptions.
func TestEveryCodeIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/codes.md")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, k := range Kinds {
		want = append(want, fmt.Sprintf("| `%s` | %s | %s | %s |", k.Code, k.Field, k.Verdict, k.About))
	}
	var got []string
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, "| `") {
			got = append(got, strings.TrimSpace(line))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/codes.md (-want +got):\n%s", diff)
	}
}

// The order of the candidates does not affect the result.
func TestTheOrderOfCandidatesChangesNothing(t *testing.T) {
	candidates := []*paper.Paper{
		{ID: "1", Corpus: "a", Title: "Deep learning of parsing", Authors: []paper.Author{{Given: "Ada", Family: "Byron"}}, Year: 2019, Venue: "ACL"},
		{ID: "2", Corpus: "a", Title: "Deep learning of parsing", Authors: []paper.Author{{Given: "Ada", Family: "Byron"}}, Year: 2018, ArXiv: "1801.00001"},
		{ID: "3", Corpus: "b", Title: "Deep learning of parsing", Authors: []paper.Author{{Given: "Ada", Family: "Byron"}}, Year: 2019, Venue: "ACL"},
	}
	r := FromEntry(&bib.Parse([]byte("@inproceedings{k, title={Deep Learning of Parsing}, author={Byron, A.}, year=2020, booktitle={ACL}}")).Entries[0])
	want := Compare(r, candidates, currentYear)
	for range 3 {
		candidates = append(candidates[1:], candidates[0])
		slices.Reverse(candidates)
		if diff := cmp.Diff(want, Compare(r, candidates, currentYear)); diff != "" {
			t.Fatal(diff)
		}
	}
}
