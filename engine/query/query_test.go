package query

import (
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

func TestTermsComeBeforeConcepts(t *testing.T) {
	q := OfClaim(Selection{Text: "Dropout regularization reduces the overfitting of LSTM language models [CITE]."}, nil)
	lstm, plain := slices.IndexFunc(q.Keywords, has("LSTM")), slices.IndexFunc(q.Keywords, has("overfitting"))
	if lstm < 0 || plain < 0 {
		t.Fatalf("keywords are %q", q.Keywords)
	}
	if q.Keywords[0] != "Dropout regularization" && q.Keywords[0] != "LSTM language models" {
		t.Errorf("the first is no term: %q", q.Keywords)
	}
}

func has(part string) func(string) bool {
	return func(k string) bool { return strings.Contains(k, part) }
}

// Two sentences are two queries, of one batch: the second knows the first.
func TestEachClaimHasItsQuery(t *testing.T) {
	queries := Of(Selection{Text: "Word embeddings capture analogies. They also encode gender stereotypes."}, nil)
	if len(queries) != 2 || !slices.ContainsFunc(queries[1].Keywords, has("stereotypes")) {
		t.Fatalf("%q", queries)
	}
}

// A claim that says little borrows from context and title.
func TestContextJoinsAShortClaim(t *testing.T) {
	s := Selection{Text: "It works.", Context: []string{"Knowledge distillation compresses networks.", "Knowledge distillation is fast."}, Title: "Faster knowledge distillation"}
	if q := OfClaim(s, nil); !slices.ContainsFunc(q.Keywords, has("nowledge distillation")) {
		t.Errorf("%q", q.Keywords)
	}
}

// Invariant 11: no sentence, no title, no name, no path, at most twelve keywords.
func TestNothingPrivateIsInAQuery(t *testing.T) {
	s := Selection{
		Text:    "Müller and Kim show in /home/mueller/draft.tex and C:\\papers\\x.pdf that kim@lab.example trained transformers [CITE] at https://lab.example/x.",
		Context: []string{"Jane Kim wrote ~/secret/notes.md on attention."},
		Title:   "Attention heads of transformers",
		Authors: []string{"Jane Kim", "Karl Müller"},
	}
	checkPrivate(t, s, OfClaim(s, nil))
	for _, k := range OfClaim(s, nil).Keywords {
		for _, private := range []string{"kim", "müller", "mueller", "jane", "secret", "draft", "papers", "lab", "home"} {
			if strings.Contains(strings.ToLower(k), private) {
				t.Errorf("keyword %q has %q", k, private)
			}
		}
	}
}

func checkPrivate(t *testing.T, s Selection, q Query) {
	t.Helper()
	if len(q.Keywords) > MaxKeywords {
		t.Errorf("%d keywords", len(q.Keywords))
	}
	whole := strings.Join(q.Keywords, " ")
	for _, private := range []string{s.Text, s.Title} {
		if n := len(text.Terms(private)); n > 3 && sameWords(whole, private) {
			t.Errorf("the query %q is %q", whole, private)
		}
	}
	source := s.Text + "\n" + strings.Join(s.Context, "\n") + "\n" + s.Title
	for _, k := range q.Keywords {
		if strings.ContainsAny(k, "/\\@\n") {
			t.Errorf("keyword %q", k)
		}
		for _, word := range strings.Fields(k) {
			if !strings.Contains(source, word) {
				t.Errorf("%q is neither in claim, context nor title", word)
			}
		}
	}
}

func TestEmptyAndStrangeSelections(t *testing.T) {
	for _, s := range []string{"", " \n", "...", "\xff\xfe", "the of and", strings.Repeat("a", 1<<20), strings.Repeat("Claim one. ", 1<<14)} {
		if queries := Of(Selection{Text: s, Title: s, Context: []string{s}, Authors: []string{s}}, nil); len(queries) > maxClaims {
			t.Errorf("%d queries of %.20q", len(queries), s)
		}
	}
}

func TestGrowthOfTheSelection(t *testing.T) {
	seeds := append(growth.Text, growth.Repeat("/a ", "a/b/c ", "[CITE] ", "graph networks ", "A. ")...)
	growth.Linear(t, seeds, func(s string) { runsOf(s) })
}

func FuzzQuery(f *testing.F) {
	f.Add("Transformers outperform LSTMs [CITE].", "Attention is fast.", "On transformers", "Jane Kim")
	f.Add("a/b \\x @y 量子コンピュータ", "\x00", "\xff", "量")
	f.Fuzz(func(t *testing.T, claim, context, title, author string) {
		s := Selection{Text: claim, Context: []string{context}, Title: title, Authors: []string{author}}
		for _, q := range Of(s, nil) {
			checkPrivate(t, Selection{Text: claim, Context: []string{context}, Title: title}, q)
		}
	})
}
