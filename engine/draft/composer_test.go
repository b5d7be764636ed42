package draft

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

var (
	several = []paper.Author{{Given: "André", Family: "Martins"}, {Given: "Noah", Family: "Smith"}, {Given: "Eric", Family: "Xing"}}
	alone   = several[:1]
)

func composed(t *testing.T, req Request, n int) []Draft {
	t.Helper()
	drafts, err := Composer{}.Write(context.Background(), req, n)
	if err != nil || len(drafts) == 0 {
		t.Fatal(drafts, err)
	}
	return drafts
}

func draft(t *testing.T, req Request) Draft {
	t.Helper()
	d := composed(t, req, 1)[0]
	if strings.Count(d.Text, Mark) != 1 {
		t.Errorf("%d marks in %q", strings.Count(d.Text, Mark), d.Text)
	}
	return d
}

func shown(d Draft) string { return strings.Replace(d.Text, Mark, "@", 1) }

func TestTheDraftFitsContextAndKeywords(t *testing.T) {
	p := &paper.Paper{
		Title: "Parsing", Authors: several,
		Abstract: "We present a fast parser for many languages. We show that soft constraints improve parsing of Dutch. Parsing is hard.",
	}
	byContext := draft(t, Request{Paper: p, Context: []string{"Soft constraints are important."}, Textual: true})
	if !strings.Contains(byContext.Text, "soft constraints") || byContext.Evidence.Text != "We show that soft constraints improve parsing of Dutch." {
		t.Errorf("%q from %q", byContext.Text, byContext.Evidence.Text)
	}
	byKeyword := draft(t, Request{Paper: p, Keywords: []string{"many languages"}, Textual: true})
	if !strings.Contains(byKeyword.Text, "many languages") {
		t.Errorf("%q", byKeyword.Text)
	}
}

// A keyword takes precedence over the context if a draft contains it.
func TestKeywordsDecideWhichStatementIsDrafted(t *testing.T) {
	p := &paper.Paper{
		Title: "Soft constraints for parsing", Authors: several,
		Abstract: "We present soft constraints for the parsing of Dutch. We release a treebank of spoken Frisian. We show that beam search loses accuracy on long sentences.",
	}
	context := []string{"Soft constraints for the parsing of Dutch are important."}
	for keyword, want := range map[string]string{
		"treebank":        "@ release a treebank of spoken Frisian.",
		"spoken Frisian":  "@ release a treebank of spoken Frisian.",
		"beam search":     "@ showed that beam search lost accuracy on long sentences.",
		"long sentence":   "@ showed that beam search lost accuracy on long sentences.",
		"soft constraint": "@ present soft constraints for the parsing of Dutch.",
		"zebra":           "@ present soft constraints for the parsing of Dutch.",
	} {
		if got := shown(draft(t, Request{Paper: p, Context: context, Keywords: []string{keyword}, Textual: true})); got != want {
			t.Errorf("%s: %q, want %q", keyword, got, want)
		}
	}
	both := shown(draft(t, Request{Paper: p, Context: context, Keywords: []string{"Frisian", "treebank", "beam search"}, Textual: true}))
	if both != "@ release a treebank of spoken Frisian." {
		t.Errorf("of two statements the one with fewer keywords is drafted: %q", both)
	}
}

// The user's words choose among statements and are never put into them.
func TestKeywordsThatThePaperLacksAreNotWritten(t *testing.T) {
	p := &paper.Paper{Title: "Actor critics", Authors: several, Abstract: "We propose an off-policy algorithm based on the maximum entropy framework. Zebras need water."}
	for _, keyword := range []string{"TSC-OPF", "zebra", "negative sampling"} {
		got := draft(t, Request{Paper: p, Keywords: []string{keyword}, Context: []string{"We use the " + keyword + " algorithm."}, Textual: true})
		if want := "@ propose an off-policy algorithm that is based on the maximum entropy framework."; shown(got) != want {
			t.Errorf("%s: %q, want %q", keyword, shown(got), want)
		}
	}
}

func TestAPaperOfWhichOnlyTheTitleIsKnownGetsTheMark(t *testing.T) {
	for _, p := range []*paper.Paper{
		{Title: "Translation", Authors: alone},
		{Title: "Translation", Authors: alone, Abstract: "We " + strings.Repeat("very ", 70) + "long."},
		{Title: "Translation"},
	} {
		d := draft(t, Request{Paper: p, Keywords: []string{"zebra"}})
		if d.Text != Mark || !d.MarkOnly || d.Reason == "" || d.Textual {
			t.Errorf("%+v", d)
		}
	}
}

func TestARecordWithoutAuthorsIsCitedInParentheses(t *testing.T) {
	p := &paper.Paper{Title: "Parsing", Abstract: "We present a fast parser for many old languages. We show that soft constraints improve parsing of Dutch."}
	want := []string{"Soft constraints improve parsing of Dutch @.", "Previous work presents a fast parser for many old languages @."}
	var got []string
	for _, d := range composed(t, Request{Paper: p, Textual: true}, 3) {
		got = append(got, shown(d))
		if d.Textual {
			t.Errorf("%q names authors that nobody knows", shown(d))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// "Its" would refer to the previous work, not to its authors.
func TestPreviousWorkHasNothingOfItsAuthors(t *testing.T) {
	for abstract, want := range map[string]string{
		"We present our design of a northern dike.": "",
		"We present a design of a northern dike.":   "Previous work presents a design of a northern dike @.",
	} {
		p := &paper.Paper{Title: "Dikes", Abstract: abstract} // without authors, so that nothing else is offered
		got := ""
		for _, d := range composed(t, Request{Paper: p, Textual: true}, 5) {
			if strings.HasPrefix(d.Text, "Previous work") {
				got = shown(d)
			}
		}
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestOtherDraftsSayOtherThings(t *testing.T) {
	p := &paper.Paper{
		Title: "Parsing", Authors: several,
		Abstract: "We present a fast dependency parser for many old languages. We present a fast dependency parser for many other old languages. Our results suggest that soft constraints improve the parsing of Dutch.",
	}
	want := []string{
		"@ suggested that soft constraints improved the parsing of Dutch.",
		"Previous work suggests that soft constraints “improve the parsing of Dutch” @.",
		"@ present “a fast dependency parser for many other old languages”.",
	}
	for n := 1; n <= 4; n++ {
		var got []string
		for _, d := range composed(t, Request{Paper: p, Textual: true}, n) {
			got = append(got, shown(d))
		}
		if !slices.Equal(got, want[:min(n, 3)]) {
			t.Errorf("%d: %q", n, got)
		}
	}
}

func TestASentenceThatFollowsAnotherBeginsOtherwise(t *testing.T) {
	p := &paper.Paper{Title: "Parsing", Authors: several, Abstract: "Our results show that soft constraints improve Dutch parsing."}
	for follows, want := range map[string]string{
		"":                              "@ show that soft constraints improve Dutch parsing.",
		Mark + " propose a new parser.": "Soft constraints improve Dutch parsing @.",
		"Pooling helps " + Mark + ".":   "@ show that soft constraints improve Dutch parsing.",
	} {
		got := draft(t, Request{Paper: p, Textual: true, Follows: []string{follows}})
		if shown(got) != want || got.Textual != strings.HasPrefix(got.Text, Mark) {
			t.Errorf("after %q: %q", follows, got.Text)
		}
	}
	p.Abstract = "Our results suggest that pooling helps with many tasks."
	if got := draft(t, Request{Paper: p, Textual: true, Follows: []string{Mark + " parse."}}); !strings.HasPrefix(got.Text, Mark+" suggest") {
		t.Errorf("%q: what is suggested is no fact", got.Text)
	}
}

// A beginning that the last three sentences use twice is avoided, even if the last one differs.
func TestABeginningIsNotUsedAgainAndAgain(t *testing.T) {
	const subject, end = Mark + " propose a parser.", "Pooling helps " + Mark + "."
	for want, previous := range map[float64][]string{
		0:    nil,
		1:    {end, subject},
		0.5:  {subject, end},
		1.75: {end, subject, subject, subject},
		0.25: {subject, end, "Parsers err " + Mark + "."},
	} {
		if got := repetition(Mark+" show that it helps.", previous); got != want {
			t.Errorf("%.2f, want %.2f after %q", got, want, previous)
		}
	}
}

func TestAnAbbreviationOfThePreviousSentencesIsNotDefinedAgain(t *testing.T) {
	p := &paper.Paper{Title: "Retrieval", Authors: several,
		Abstract: "We improve information retrieval (IR) by pooling."}
	for previous, want := range map[string]string{
		"Pooling helps " + Mark + ".":                             "@ improve information retrieval (IR) by pooling.",
		Mark + " study information retrieval (IR) for Dutch.":     "@ improve IR by pooling.",
		Mark + " study infrared radiation (IR) from Dutch clouds": "@ improve information retrieval (IR) by pooling.",
	} {
		if got := shown(draft(t, Request{Paper: p, Textual: true, Follows: []string{previous}})); got != want {
			t.Errorf("after %q: %q, want %q", previous, got, want)
		}
	}
	p.Abstract = "We study information retrieval (IR) for Dutch. We show that soft constraints improve IR of long texts by many points."
	request := Request{Paper: p, Textual: true, Keywords: []string{"soft constraints"}, Context: []string{"Infrared radiation (IR) is invisible."}}
	if got := shown(draft(t, request)); !strings.Contains(got, "improve information retrieval of") {
		t.Errorf("IR has two meanings: %q", got)
	}
}

func TestTheTenseIsThatOfTheDocument(t *testing.T) {
	p := &paper.Paper{Title: "Parsing", Authors: several, Abstract: "We propose parsers and show that they help."}
	present := []string{"Lee (2010) shows that pooling helps."}
	past := shown(draft(t, Request{Paper: p, Context: present, Textual: true, Tense: TenseOf([]string{"[CITE] found it."})}))
	if past != "@ proposed parsers and showed that they help." {
		t.Errorf("the requested tense is the past: %q", past)
	}
	for before, want := range map[string]string{
		"Pooling helps.":                                      "@ propose parsers and show that they help.",
		"Lee et al. (2010) introduced pooling.":               "@ proposed parsers and showed that they help.",
		"[CITE] found that pooling helps.":                    "@ proposed parsers and showed that they help.",
		"Lee (2010) shows that pooling helps. It was so.":     "@ propose parsers and show that they help.",
		"[CITE] used pooling. [CITE] show how. [CITE] study.": "@ propose parsers and show that they help.",
	} {
		if got := shown(draft(t, Request{Paper: p, Context: []string{before}, Textual: true})); got != want {
			t.Errorf("after %q: %q, want %q", before, got, want)
		}
	}
	p.Abstract = "We proposed a fast parser for many old languages."
	if got := shown(draft(t, Request{Paper: p, Context: []string{"[CITE] show that pooling helps."}})); !strings.HasPrefix(got, "@ propose a") {
		t.Errorf("%q", got)
	}
}

func TestSentencesInADocumentOfAnotherLanguageBearANote(t *testing.T) {
	p := &paper.Paper{Title: "Parsing", Authors: several, Abstract: "We propose a fast parser for many old languages."}
	for before, language := range map[string]string{
		"Dans cette section, nous présentons les résultats de la méthode sur le corpus.":    "French",
		"Wir zeigen, dass die Methode für das Deutsche nicht besser ist als eine einfache.": "German",
		"In this section we present the results of the method on a corpus of German texts.": "",
		"Pooling.": "",
	} {
		note := draft(t, Request{Paper: p, Context: []string{before}}).Note
		if (note == "") != (language == "") || !strings.Contains(note, language) {
			t.Errorf("%q: %q", before, note)
		}
	}
}

func TestTheFullTextIsReadToo(t *testing.T) {
	p := &paper.Paper{Title: "Parsing", Authors: several, Body: []paper.Section{
		{Title: "Conclusion", Paragraphs: []paper.Paragraph{{{Text: "We showed that soft constraints improve parsing."}, {Text: "We follow Lee.", Cites: []paper.CiteSpan{{}}}}}},
		{Title: "Acknowledgements", Paragraphs: []paper.Paragraph{{{Text: "We present our warmest greetings to all old friends."}}}},
	}}
	drafts := composed(t, Request{Paper: p, Textual: true}, 3)
	if len(drafts) != 2 || drafts[1].Evidence.Text != drafts[0].Evidence.Text || shown(drafts[0]) != "@ showed that soft constraints improve parsing." || drafts[0].Evidence.Section != "Conclusion" {
		t.Errorf("%+v", drafts)
	}
}

// Absurd papers are read in bounded time.
func TestAHostileAbstractIsBounded(t *testing.T) {
	for _, abstract := range []string{
		strings.Repeat("a", 1<<20), strings.Repeat("We propose a, ", 1<<17), strings.Repeat("(", 1<<20), strings.Repeat("\x00\\emph{", 1<<17),
		strings.Repeat("We propose a parser of Dutch, which is fast. ", 1<<15), strings.Repeat(Mark+" we show that ", 1<<16), "\xff\xfe",
	} {
		for _, d := range composed(t, Request{Paper: &paper.Paper{Title: abstract, Authors: alone, Abstract: abstract}}, 3) {
			if strings.Count(d.Text, Mark) != 1 || countWords(d.Text) > longestDraft {
				t.Errorf("%.80q", d.Text)
			}
		}
	}
}

func BenchmarkComposer(b *testing.B) {
	p := &paper.Paper{Title: "Soft constraints for parsing Dutch", Authors: several, Abstract: `Parsers of Dutch are slow, and their errors are hard to explain.
		However, little is known about constraints. To address this gap, we propose soft constraints (SC) for dependency parsing, which weigh features by rules that linguists write.
		Our constraints need no training data. Experiments on four treebanks show that SC outperform a biaffine parser by 1.2 points of accuracy, except on spoken language.
		We further analyse the errors that remain, and find that most of them concern coordination. The effect of sentence length was investigated as well.
		In conclusion, rules may help parsers of languages with few resources, but they do not replace data.`}
	req := Request{Paper: p, Textual: true, Context: []string{"Parsers make errors that can be explained by rules."}}
	for b.Loop() {
		if _, err := (Composer{}).Write(context.Background(), req, 1); err != nil {
			b.Fatal(err)
		}
	}
}

func TestASentenceOfAModelHasASubject(t *testing.T) {
	for s, is := range map[string]bool{
		"Describe how the encoder reads a sentence @.":      false,
		"Describes how the encoder reads a sentence @.":     false,
		"Proposed a parser for the treebanks of Dutch @.":   false,
		"Clearly show that beam search loses accuracy @.":   false,
		"Use the encoder for the treebanks of Dutch @.":     false,
		"@ describe how the encoder reads a sentence.":      true,
		"Studies show that beam search loses accuracy @.":   true,
		"Work that uses beam search loses accuracy @.":      true,
		"Proposed methods lose accuracy on long inputs @.":  true,
		"Models of the mind are tested in experiments @.":   true,
		"Reports of the treebank's size differ widely @.":   true,
		"The encoder reads a sentence word by word @.":      true,
		"Show business has a vocabulary of its own @.":      true,
		"Parsing is described as a search for a tree in @.": true,
	} {
		if got := isCiting(strings.ReplaceAll(s, "@", Mark)); got != is {
			t.Errorf("%q is a citing sentence: %v, want %v", s, got, is)
		}
	}
}
