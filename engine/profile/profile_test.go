package profile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/internal/growth"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// citing returns a sentence that ends with citation marks for references.
func citing(s string, references ...int) paper.Sentence {
	out := paper.Sentence{Text: s}
	for _, r := range references {
		mark := fmt.Sprintf(" (Doe%d)", r)
		out.Cites = append(out.Cites, paper.CiteSpan{Start: len(out.Text), End: len(out.Text) + len(mark), Reference: r})
		out.Text += mark
	}
	return out
}

func fullText(references []paper.Reference, sentences ...paper.Sentence) *paper.Paper {
	return &paper.Paper{
		ID: "citing", Title: "A citing paper", References: references,
		Body: []paper.Section{{Paragraphs: []paper.Paragraph{sentences}}},
	}
}

func words(m profile.Mention) string {
	var all []string
	for _, t := range m.Terms {
		all = append(all, fmt.Sprintf("%s:%d", t.Text, t.Count))
	}
	return strings.Join(all, " ")
}

func TestAMentionHasTheCitingSentencesAndThoseBefore(t *testing.T) {
	references := []paper.Reference{
		{Title: "Attention is all you need", Authors: []paper.Author{{Family: "Vaswani"}}, DOI: "https://doi.org/10.1000/ATT"},
		{Title: "Attention Is All You Need.", DOI: "10.1000/att"}, // the same work again
		{Title: "On it"}, // identifies nothing
		{Title: "Byte pair encoding of rare words", Venue: "arXiv:1508.07909"},
	}
	got := profile.Of(fullText(references,
		citing("Recurrence is slow."),
		citing("Transformers attend", 0, 2),
		citing("Rice grows."),
		citing("Transformers translate", 1, 3, 7, -1),
	))
	if len(got) != 2 {
		t.Fatalf("%d mentions: %v", len(got), got)
	}
	if want := "attend:1 grow:1 recurr:1 rice:1 slow:1 transform:2 translat:1"; words(got[0]) != want || got[0].Length != 8 {
		t.Errorf("%q of %d words, want %q", words(got[0]), got[0].Length, want)
	}
	if want := "grow:1 rice:1 transform:1 translat:1"; words(got[1]) != want {
		t.Errorf("%q, want %q", words(got[1]), want)
	}
	if w := got[0].Work; w.DOI != "10.1000/att" || w.Author == "" || got[1].Work.ArXiv != "1508.07909" {
		t.Errorf("%+v, %+v", w, got[1].Work)
	}
}

func TestOneFullTextMentionsAWorkOnce(t *testing.T) {
	references := make([]paper.Reference, 100_000)
	for i := range references {
		references[i] = paper.Reference{Title: "The one work that everybody shall cite"}
	}
	all := make([]int, len(references))
	for i := range all {
		all[i] = i
	}
	sentences := make([]paper.Sentence, 50)
	for i := range sentences {
		sentences[i] = citing(fmt.Sprintf("word%d is stuffed into the profile.", i), all[:2000]...)
	}
	got := profile.Of(fullText(references, sentences...))
	if len(got) != 1 {
		t.Fatalf("%d mentions", len(got))
	}
	if n := len(got[0].Terms); n > 40 {
		t.Errorf("%d terms from %d sentences", n, len(sentences))
	}
}

func TestAFullTextMentionsABoundedNumberOfWorks(t *testing.T) {
	references := make([]paper.Reference, 5000)
	sentences := make([]paper.Sentence, len(references))
	for i := range references {
		references[i] = paper.Reference{Title: fmt.Sprintf("A made-up work of number %d", i)}
		sentences[i] = citing("It is cited.", i)
	}
	if got := profile.Of(fullText(references, sentences...)); len(got) != profile.MaxMentions {
		t.Errorf("%d mentions, want %d", len(got), profile.MaxMentions)
	}
}

func TestWrongOffsetsOfMarksAreIgnored(t *testing.T) {
	s := citing("Trees grow", 0)
	s.Cites = append(s.Cites, paper.CiteSpan{Start: -4, End: 3}, paper.CiteSpan{Start: 5, End: 2}, paper.CiteSpan{Start: 2, End: 999})
	got := profile.Of(fullText([]paper.Reference{{Title: "The growth of trees"}}, s))
	if len(got) != 1 || words(got[0]) != "grow:1 tree:1" {
		t.Errorf("%v", got)
	}
}

// Every four bytes of a sentence cite a work: either a different one each time, or always the same one.
func TestGrowthOfMentions(t *testing.T) {
	growth.Linear(t, growth.Repeat("ab, ", "a, (", "aaaa"), func(input string) {
		references := make([]paper.Reference, 1+len(input)/4)
		s := paper.Sentence{Text: input}
		for i := range references {
			references[i] = paper.Reference{Title: fmt.Sprintf("A made-up work of number %d", i)}
			s.Cites = append(s.Cites, paper.CiteSpan{Start: 4 * i, End: 4*i + 1, Reference: i})
			s.Cites = append(s.Cites, paper.CiteSpan{Start: 4 * i, End: 4*i + 1, Reference: 0})
		}
		profile.Of(fullText(references, s, s))
	})
}

func hit(title uint64, scores ...float64) profile.Hit {
	h := profile.Hit{Work: profile.Work{Title: title}}
	for _, score := range scores {
		h.Add(score)
	}
	return h
}

func TestAgreementCountsAndIsBounded(t *testing.T) {
	if one, two := hit(1, 0.5).Score(), hit(1, 0.5, 0.4).Score(); one != 0.5 || two <= one {
		t.Errorf("one mention scores %g, two %g", one, two)
	}
	many := make([]float64, 10_000)
	for i := range many {
		many[i] = 0.2
	}
	if got := hit(1, many...).Score(); got > 0.41 {
		t.Errorf("made-up citations score %g, as much as a better mention", got)
	}
}

func TestHitsOfCorporaAreMergedByWork(t *testing.T) {
	doi := profile.Hit{Work: profile.Work{ID: 7, Title: 1}}
	doi.Add(0.3)
	merged := profile.Merge([][]profile.Hit{{hit(1, 0.4), hit(2, 0.6)}, {doi, hit(1, 0.4)}}, 5)
	if len(merged) != 2 || merged[0].Title != 2 || merged[1].ID != 7 || merged[1].Score() <= 0.4 {
		t.Errorf("%+v", merged)
	}
	parts := profile.Merge([][]profile.Hit{{hit(1, 0.4, 0.3, 0.2)}}, 5)
	whole := profile.Merge([][]profile.Hit{{hit(1, 0.2)}, {hit(1, 0.3)}, {hit(1, 0.4)}}, 5)
	if diff := parts[0].Score() - whole[0].Score(); diff > 1e-12 || diff < -1e-12 {
		t.Errorf("divided: %g, whole: %g", parts[0].Score(), whole[0].Score())
	}
}

func TestATableFindsAPaperByAnyName(t *testing.T) {
	ref := paper.Ref{Title: "Attention is all you need", Author: "Vaswani", DOI: "10.1000/att"}
	h := profile.Hit{Work: profile.WorkOf(ref)}
	h.Add(0.5)
	table := profile.NewTable([]profile.Hit{h})
	vaswani, other := []paper.Author{{Family: "Vaswani"}}, []paper.Author{{Family: "Doe"}}
	got := []bool{}
	for _, p := range []*paper.Paper{
		{ID: "a", Title: "Something else", DOI: "10.1000/att"},
		{ID: "b", Title: "Attention Is All You Need", Authors: vaswani},
		{ID: "c", Title: "Attention Is All You Need", Authors: other},
		{ID: "d", Title: "Something else"},
	} {
		got = append(got, table.Score(p) > 0)
	}
	if !slices.Equal(got, []bool{true, true, false, false}) {
		t.Errorf("%v", got)
	}
}

func TestContextsOfReferencesAreMentions(t *testing.T) {
	p := &paper.Paper{References: []paper.Reference{
		{Title: "The growth of trees", Contexts: []string{"Trees grow.", "", "They grow tall."}},
		{Title: "A work without any sentence"},
		{Title: "On it", Contexts: []string{"It identifies nothing."}},
	}}
	if got := profile.Of(p); len(got) != 1 || words(got[0]) != "grow:2 tall:1 tree:1" {
		t.Errorf("%v", got)
	}
	for range 100 {
		p.References[0].Contexts = append(p.References[0].Contexts, fmt.Sprint("word ", len(p.References[0].Contexts)))
	}
	if got := profile.Of(p); got[0].Length > 20 {
		t.Errorf("%d words of more than a hundred sentences", got[0].Length)
	}
	p.Body = []paper.Section{{Paragraphs: []paper.Paragraph{{citing("Rice grows", 1)}}}}
	if got := profile.Of(p); len(got) != 1 || words(got[0]) != "grow:1 rice:1" {
		t.Errorf("beside a full text: %v", got)
	}
}

func TestCompanionsAreAddedAndOrdered(t *testing.T) {
	companion := func(title uint64, n float64) profile.Hit {
		return profile.Hit{Work: profile.Work{Title: title}, Together: n}
	}
	merged := profile.MergeCompanions([][]profile.Hit{
		{companion(1, 2), companion(2, 3)}, {companion(1, 2), companion(3, 1)},
	}, 2)
	if len(merged) != 2 || merged[0].Title != 1 || merged[0].Together != 4 || merged[1].Title != 2 {
		t.Errorf("%+v", merged)
	}
}

// The filter has no false negatives, even in a table with the maximum number of works of a manuscript.
func TestATableMayHaveItsWorks(t *testing.T) {
	refs := make([]paper.Ref, 5000)
	for i := range refs {
		refs[i] = paper.Ref{Title: fmt.Sprintf("A made-up work of number %d", i)}
	}
	table := profile.TableOf(refs)
	found := 0
	for _, ref := range refs {
		if w := profile.WorkOf(ref); table.Has(w) {
			found++
			if !table.MayHave(w.Title, w.ID) {
				t.Fatalf("the filter lacks %q", ref.Title)
			}
		}
	}
	if found != 4096 {
		t.Errorf("%d works of a manuscript count", found)
	}
}
