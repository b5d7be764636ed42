package index_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"pgregory.net/rapid"
)

// count returns the number of papers that match keywords.
func count(t rapid.TB, x *index.Index, source string) int {
	t.Helper()
	e, mistakes := keyword.Parse(source)
	if len(mistakes) > 0 {
		t.Fatalf("%s: %v", source, mistakes)
	}
	got, err := x.Search(context.Background(), engine.Request{Expr: e})
	if err != nil {
		t.Fatal(err)
	}
	return got.Matching
}

func namesOf(p *engine.Paper) (words []string) {
	for _, a := range p.Authors {
		for _, token := range text.Tokens(a.Given + " " + a.Family) {
			words = append(words, token.Text)
		}
	}
	return words
}

func titleWords(p *engine.Paper) (words []string) {
	for _, token := range text.Tokens(p.Title) {
		if !text.IsStop(token.Text) {
			words = append(words, token.Text)
		}
	}
	return words
}

func TestTheBeginningOfAWordFindsWhatReadingEveryPaperFinds(t *testing.T) {
	dir := t.TempDir()
	papers := testPapers(t)
	build(t, dir, nil, sequence(papers))
	x := open(t, dir)
	fields := map[string]func(*engine.Paper) []string{
		"author": namesOf,
		"title":  titleWords,
		"doi":    func(p *engine.Paper) []string { return []string{p.DOI} },
	}
	rapid.Check(t, func(rt *rapid.T) {
		field := rapid.SampledFrom([]string{"author", "title", "doi"}).Draw(rt, "field")
		words := fields[field](rapid.SampledFrom(papers).Draw(rt, "paper"))
		if len(words) == 0 {
			return
		}
		word := rapid.SampledFrom(words).Draw(rt, "word")
		letters := word[:rapid.IntRange(0, len(word)).Draw(rt, "letters")]
		if len(letters) < 2 || strings.ContainsAny(letters, `'"*;|`) ||
			field != "doi" && strings.ContainsFunc(letters, func(r rune) bool { return r == utf8.RuneError }) {
			return
		}
		want := 0
		for _, p := range papers {
			if slices.ContainsFunc(fields[field](p), func(w string) bool { return strings.HasPrefix(w, letters) }) {
				want++
			}
		}
		if got := count(rt, x, field+": "+letters+"*"); got != want {
			rt.Fatalf("%s: %s*: %d papers, want %d", field, letters, got, want)
		}
	})
}

func TestAPaperIsFoundByTheBeginningOfAnIdentifier(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, nil, sequence([]*engine.Paper{
		{ID: "1", Title: "Probing", DOI: "10.18653/v1/p18-1198", ArXiv: "1805.01070", Key: "Conneau2018"},
		{ID: "2", Title: "Attention", DOI: "10.18653/v1/p19-0001", ArXiv: "1706.03762", Key: "vaswani2017"},
	}))
	x := open(t, dir)
	for source, want := range map[string]int{
		"doi: 10.18653/v1/p*":   2,
		"doi: 10.18653/V1/P18*": 1,
		"doi: 10.9*":            0,
		"arxiv: 1805.*":         1,
		"arxiv: 1706.03762":     1,
		"key: conn*":            1,
		"key: Conneau2018":      1,
		"key: conneau201":       0,
	} {
		if got := count(t, x, source); got != want {
			t.Errorf("%s: %d papers, want %d", source, got, want)
		}
	}
}
