package engine

import (
	"context"
	"slices"
	"strings"
	"testing"
)

var (
	several = []Author{{Given: "André", Family: "Martins"}, {Given: "Noah", Family: "Smith"}, {Given: "Eric", Family: "Xing"}}
	alone   = several[:1]
)

func TestWhatAPaperSaysOfItselfIsSaidOfItsAuthors(t *testing.T) {
	for source, want := range map[string]struct{ several, single string }{
		"We propose a new model for parsing.":                        {"@ propose a new model for parsing.", "@ proposes a new model for parsing."},
		"In this paper, we show that our parser is fast.":            {"@ show that their parser is fast.", "@ shows that their parser is fast."},
		"This paper presents the first study of wordnets.":           {"@ present the first study of wordnets.", "@ presents the first study of wordnets."},
		"Our results show that pooling helps us a lot.":              {"@ show that pooling helps them a lot.", "@ shows that pooling helps them a lot."},
		"Using a large corpus, we trained several word models.":      {"Using a large corpus, @ trained several word models.", "Using a large corpus, @ trained several word models."},
		"To this end, we also introduce a very large data set.":      {"@ also introduce a very large data set.", "@ also introduces a very large data set."},
		"We find rules and show that they are complete (Lee, 2010).": {"@ find rules and show that they are complete.", "@ finds rules and shows that they are complete."},
		"We have parsed a corpus of news texts.":                     {"@ have parsed a corpus of news texts.", "@ has parsed a corpus of news texts."},
		"Despite much work, we still have a poor grasp of pooling.":  {},
		"We introduce here ten tasks, and we use them for probing.":  {"@ introduce ten tasks, and they use them for probing.", "@ introduces ten tasks, and they use them for probing."},
		"We need better models of the syntax of words.":              {},
		"We apply this to a corpus of news texts.":                   {},
		"Parsing is a hard problem in general.":                      {},
		"We study it (as before.":                                    {},
		"This paper is about a problem of parsing.":                  {},
	} {
		for single, want := range map[bool]string{false: want.several, true: want.single} {
			s, ok := statementOf(source, single)
			if !ok && want == "" {
				continue
			}
			if got := strings.Replace(s.sentence(), Mark, "@", 1); got != want {
				t.Errorf("%q, single %v: %q, want %q", source, single, got, want)
			}
		}
	}
}

func plainly(t *testing.T, req DraftRequest, n int) []Draft {
	t.Helper()
	drafts, err := PlainWriter{}.Write(context.Background(), req, n)
	if err != nil || len(drafts) == 0 {
		t.Fatal(drafts, err)
	}
	return drafts
}

func draft(t *testing.T, req DraftRequest) Draft {
	t.Helper()
	d := plainly(t, req, 1)[0]
	if strings.Count(d.Text, Mark) != 1 {
		t.Errorf("%d marks in %q", strings.Count(d.Text, Mark), d.Text)
	}
	return d
}

func TestTheDraftFitsContextAndKeywords(t *testing.T) {
	paper := &Paper{
		Title: "Parsing", Authors: several,
		Abstract: "We present a fast parser for many languages. We show that soft constraints improve parsing of Dutch. Parsing is hard.",
	}
	byContext := draft(t, DraftRequest{Paper: paper, Context: []string{"Soft constraints are important."}, Textual: true})
	if !strings.Contains(byContext.Text, "soft constraints") || byContext.Evidence.Text != "We show that soft constraints improve parsing of Dutch." {
		t.Errorf("%q from %q", byContext.Text, byContext.Evidence.Text)
	}
	byKeyword := draft(t, DraftRequest{Paper: paper, Keywords: []string{"many languages"}, Textual: true})
	if !strings.Contains(byKeyword.Text, "many languages") {
		t.Errorf("%q", byKeyword.Text)
	}
}

func TestAPaperThatSaysNothingIsCitedByItsTitle(t *testing.T) {
	if d := draft(t, DraftRequest{Paper: &Paper{Title: "Translation"}, Textual: true}); strings.Contains(d.Text, "("+Mark) {
		t.Errorf("%q: a citation that is not textual brings its own parentheses", d.Text)
	}
	for _, paper := range []*Paper{
		{Title: "Translation", Authors: alone},
		{Title: "Translation", Authors: alone, Abstract: "We " + strings.Repeat("very ", 70) + "long."},
		{Title: "Translation"},
	} {
		if d := draft(t, DraftRequest{Paper: paper, Keywords: []string{"zebra"}}); !strings.Contains(d.Text, "“Translation”") {
			t.Errorf("%q", d.Text)
		}
	}
}

func TestOtherDraftsSayOtherThings(t *testing.T) {
	paper := &Paper{
		Title: "Parsing", Authors: several,
		Abstract: "We present a fast parser for many languages. We present a fast parser for many other languages. Our results show that soft constraints improve the parsing of Dutch.",
	}
	want := []string{"@ present a fast parser for many languages.", "@ show that soft constraints improve the parsing of Dutch."}
	for n := 1; n <= 3; n++ {
		var got []string
		for _, d := range plainly(t, DraftRequest{Paper: paper, Textual: true}, n) {
			got = append(got, strings.Replace(d.Text, Mark, "@", 1))
		}
		if !slices.Equal(got, want[:min(n, 2)]) {
			t.Errorf("%d: %q", n, got)
		}
	}
}

func TestASentenceThatFollowsAnotherBeginsOtherwise(t *testing.T) {
	paper := &Paper{Title: "Parsing", Authors: several, Abstract: "Our results show that soft constraints improve the parsing of Dutch. We find that the proposed parser is fast."}
	for follows, want := range map[string]string{
		"":                              "@ show that soft constraints improve the parsing of Dutch.",
		Mark + " propose a new parser.": "Soft constraints improve the parsing of Dutch @.",
		"Pooling helps " + Mark + ".":   "@ show that soft constraints improve the parsing of Dutch.",
	} {
		got := draft(t, DraftRequest{Paper: paper, Textual: true, Follows: follows})
		if strings.Replace(got.Text, Mark, "@", 1) != want || got.Textual != strings.HasPrefix(got.Text, Mark) {
			t.Errorf("after %q: %q", follows, got.Text)
		}
	}
	paper.Abstract = "Our results suggest that pooling helps with many tasks."
	if got := draft(t, DraftRequest{Paper: paper, Textual: true, Follows: Mark + " parse."}); !strings.HasPrefix(got.Text, Mark+" suggest") {
		t.Errorf("%q: what is suggested is no fact", got.Text)
	}
}
