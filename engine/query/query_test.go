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
		t.Errorf("the first is not a term: %q", q.Keywords)
	}
}

// Keywords are noun phrases with unbroken hyphenated words, but not verbs, quantities or roles.
func TestKeywordsAreNounPhrases(t *testing.T) {
	for claim, want := range map[string][]string{
		"Time-restricted eating enabled half of the patients to lead a life without insulin injections.":  {"Time-restricted eating", "insulin injections", "patients", "life"},
		"Among learners of a second language, spaced repetition leads to better retention of vocabulary.": {"spaced repetition", "learners", "language", "retention", "vocabulary"},
		"The coral consumed oxygen at less than half the rate of control colonies.":                       {"control colonies", "oxygen", "coral"},
		"Matching pictures with captions is difficult for vision-language models.":                        {"vision-language models", "pictures", "captions"},
		"High-pressure torsion refines the grain boundaries of copper during three-year storage.":         {"High-pressure torsion", "grain boundaries", "copper", "storage"},
		"The errors of part-of-speech taggers reach half of the parsers.":                                 {"part-of-speech", "taggers", "errors", "parsers"},
		"By intercropping, farmers raised the yield of tea plantations within weeks.":                     {"intercropping", "tea plantations", "farmers", "yield"},
		"Neural machine translation models forget rare names.":                                            {"Neural machine translation", "translation models", "rare names"},
		"Fasting lowered glucose and enabled weight loss.":                                                {"Fasting", "glucose", "weight loss"},
		"It was shown and used.": nil,
	} {
		got := OfClaim(Selection{Text: claim}, nil).Keywords
		if !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
			t.Errorf("%s\n  %q, not %q", claim, got, want)
		}
	}
}

// A claim without a noun phrase keeps its other words.
func TestAClaimWithoutNounsHasKeywords(t *testing.T) {
	if q := OfClaim(Selection{Text: "They calcify rapidly."}, nil); !slices.ContainsFunc(q.Keywords, has("calcify")) {
		t.Errorf("%q", q.Keywords)
	}
}

func has(part string) func(string) bool {
	return func(k string) bool { return strings.Contains(k, part) }
}

// Two sentences give two queries. The first sentence is context for the second.
func TestEachClaimHasItsQuery(t *testing.T) {
	queries := Of(Selection{Text: "Word embeddings capture analogies. They also encode gender stereotypes."}, nil)
	if len(queries) != 2 || !slices.ContainsFunc(queries[1].Keywords, has("stereotypes")) {
		t.Fatalf("%q", queries)
	}
}

// An uninformative claim borrows words from the context and the title.
func TestContextJoinsAShortClaim(t *testing.T) {
	s := Selection{Text: "It works.", Context: []string{"Knowledge distillation compresses networks.", "Knowledge distillation is fast."}, Title: "Faster knowledge distillation"}
	if q := OfClaim(s, nil); !slices.ContainsFunc(q.Keywords, has("nowledge distillation")) {
		t.Errorf("%q", q.Keywords)
	}
}

// Invariant 11: a query contains no sentence, title, name or path, and at most twelve keywords.
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

// Cited authors, and identifiers of people or things, stay on the machine; the terms around them may
// be sent.
func TestCitedNamesAndIdentifiersAreNoKeywords(t *testing.T) {
	for _, test := range []struct{ claim, kept, gone string }{
		{"Vaswani et al. replaced recurrence by attention layers.", "attention layers", "vaswani"},
		{"Attention layers replaced recurrence (Vaswani and Shazeer, 2017; Kim & Lee, 2019a).", "ttention layers", "vaswani shazeer kim lee"},
		{"Müller, Kim and Okafor show that dropout prevents overfitting.", "overfitting", "muller müller kim okafor"},
		{"Okafor showed that dropout prevents overfitting.", "overfitting", "okafor"},
		{"Dropout prevents overfitting, as Dr. Jane Okafor and colleagues argued.", "overfitting", "okafor jane"},
		{"Kim and colleagues train sparse networks.", "sparse networks", "kim"},
		{"Sparse networks were pruned by Okafor [CITE].", "parse networks", "okafor"},
		{"Sparse networks were pruned by Okafor \\citep{okafor2019}.", "parse networks", "okafor"},
		{"Patient A48213 of trial NCT01234567 received metformin (call +49 170 5551234).", "metformin", "48213 nct 5551234"},
		{"Metformin lowers glucose (doi:10.1000/abc12, 10.1000/xyz, www.clinic.example, results_final, draft.tex).", "glucose", "doi abc12 xyz clinic results final draft"},
		{"BERT outperforms LSTMs on H1N1 reports (see jane@lab.example).", "H1N1", "jane lab"},
	} {
		s := Selection{Text: test.claim, Context: []string{test.claim}}
		keywords := OfClaim(s, func(word string) bool { return word == "h1n1" }).Keywords
		checkPrivate(t, s, Query{test.claim, keywords})
		if !slices.ContainsFunc(keywords, has(test.kept)) {
			t.Errorf("%s\n  %q lack %q", test.claim, keywords, test.kept)
		}
		for private := range strings.FieldsSeq(test.gone) {
			if strings.Contains(strings.ToLower(strings.Join(keywords, " ")), private) {
				t.Errorf("%s\n  %q have %q", test.claim, keywords, private)
			}
		}
	}
}

// Words that only look like names are kept: terms in capitals, and words that also occur in lower
// case.
func TestTermsAreNotTakenForNames(t *testing.T) {
	for claim, kept := range map[string]string{
		"BERT shows strong results on parsing.":                               "BERT",
		"Dropout reduces the overfitting of Bayesian networks.":               "Dropout",
		"Transformers show gains where transformers are deep and wide enough": "ransformers",
		"Drought observations describe the soil of the plains.":               "Drought",
		"Models of Parkinson's disease use Markov chains.":                    "Markov chains",
	} {
		if q := OfClaim(Selection{Text: claim}, nil); !slices.ContainsFunc(q.Keywords, has(kept)) {
			t.Errorf("%s\n  %q lack %q", claim, q.Keywords, kept)
		}
	}
}

// A claim borrows terms from the title, but never enough to reveal the title.
func TestTheTitleIsNotSentInPieces(t *testing.T) {
	title := "Contrastive pretraining of multilingual sentence encoders for low-resource retrieval"
	q := OfClaim(Selection{Text: "Augmentation helps training.", Context: []string{title, title, title}, Title: title}, nil)
	sent := text.Terms(strings.Join(q.Keywords, " "))
	missing := 0
	for _, stem := range text.Terms(title) {
		if !slices.Contains(sent, stem) {
			missing++
		}
	}
	if missing < len(text.Terms(title))/3 {
		t.Errorf("%q lack only %d words of the title", q.Keywords, missing)
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
				t.Errorf("%q is not in the claim, the context or the title", word)
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
	seeds := append(growth.Text, growth.Repeat("/a ", "a/b/c ", "[CITE] ", "graph networks ", "A. ", "low-", "low-dose ", "dose ")...)
	growth.Linear(t, seeds, func(s string) { new(gatherer).runsOf(s) })
}

func TestGrowthOfTheNames(t *testing.T) {
	names := append(growth.Text, growth.Repeat("Kim and ", "Kim, ", "Kim et al. ", "Kim (2019) ", "Dr. Kim show ", "by Kim [CITE] ")...)
	growth.Linear(t, names, func(s string) { addCited(make(map[string]bool), s) })
}

func FuzzQuery(f *testing.F) {
	f.Add("Transformers outperform LSTMs [CITE].", "Attention is fast.", "On transformers", "Jane Kim")
	f.Add("Kim, Lee and Okafor (2019) show", "Dr. Kim et al.", "by Kim [CITE", "K")
	f.Add("a/b \\x @y 量子コンピュータ", "\x00", "\xff", "量")
	f.Fuzz(func(t *testing.T, claim, context, title, author string) {
		s := Selection{Text: claim, Context: []string{context}, Title: title, Authors: []string{author}}
		for _, q := range Of(s, nil) {
			checkPrivate(t, Selection{Text: claim, Context: []string{context}, Title: title}, q)
		}
	})
}
