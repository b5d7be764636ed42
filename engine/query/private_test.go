package query

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A privateSite is a position in a manuscript near which some words must not leave the machine.
type privateSite struct {
	Text    string
	Before  []string
	Title   string
	Authors []string
	Private []string
	Useful  []string // words needed for the search
}

func privateSites(t *testing.T) (sites []privateSite) {
	t.Helper()
	file, err := os.Open("testdata/private.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var site privateSite
		if err := json.Unmarshal(lines.Bytes(), &site); err != nil {
			t.Fatal(err)
		}
		sites = append(sites, site)
	}
	return sites
}

func (s privateSite) selection() Selection {
	return Selection{Text: s.Text, Context: s.Before, Title: s.Title, Authors: s.Authors}
}

// knowsAll is the vocabulary of a laboratory's index. It even contains names of people and streets,
// but not the words listed here.
func knowsAll(word string) bool {
	return !slices.Contains([]string{"zetafuse", "quixplore", "hunter2", "neurobloomx", "vx77431", "grumblefax", "xk9vlqpz",
		"s3cr3ttr33", "ghp16c7e42f292c6912e7", "therapeutix", "mycelial", "xenolalia"}, word)
}

func TestNoPrivateWordIsProposed(t *testing.T) {
	sites := privateSites(t)
	if len(sites) < 60 {
		t.Fatalf("%d sites", len(sites))
	}
	for name, known := range map[string]Vocabulary{"no index": nil, "an index": knowsAll} {
		useful, kept := 0, 0
		for _, site := range sites {
			var proposed []string
			for _, q := range append(Of(site.selection(), known), OfClaim(site.selection(), known)) {
				proposed = append(proposed, q.Keywords...)
			}
			words := wordSet(proposed)
			for _, private := range site.Private {
				for word := range wordSet([]string{private}) {
					if words[word] {
						t.Errorf("%s: %s\n  proposes %q of %q", name, site.Text, word, proposed)
					}
				}
			}
			for _, word := range site.Useful {
				useful++
				if words[word] {
					kept++
				}
			}
		}
		if kept < useful*9/10 {
			t.Errorf("%s: only %d of %d useful words are proposed", name, kept, useful)
		}
	}
}

// A language model's keywords must pass the same screen.
func TestNoPrivateWordOfAModelIsSent(t *testing.T) {
	for _, site := range privateSites(t) {
		s := site.selection()
		proposed := slices.Concat(site.Private, site.Useful, strings.Fields(site.Text))
		for _, keyword := range Verified(s, site.Text, proposed, nil) {
			for word := range wordSet([]string{keyword}) {
				if wordSet(site.Private)[word] {
					t.Errorf("%s\n  sends %q", site.Text, keyword)
				}
			}
		}
	}
}

func wordSet(texts []string) map[string]bool {
	words := make(map[string]bool)
	for _, s := range texts {
		text.EachToken(s, func(word string, _, _ int) bool { words[word] = true; return true })
	}
	return words
}
