package mend

import (
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	title    = "Agreement-based parsing of phrases"
	abstract = "We present a treebank of phrases and a parser. For example, it needs no grammar."
)

var body = []string{
	"The phrase model is a large-scale model of projective structures, and the example shows it.",
	"Our methods for parsing need an example of each phrase in the previous section.",
	"Agreement-based parsing is trained on the treebank, as in previous work, with many-to-one alignments by phrase.",
	"The comparison of systems uses a system for translation, and a lexical category is a feature of the phrase.",
	"Comparison by lexical categories is exploratory.",
}

func vocabulary(more ...string) *Vocabulary {
	return NewVocabulary([]string{title, abstract}, slices.Values(slices.Concat(body, more)))
}

func TestWordsAreMendedByTheVocabularyOfTheirPaper(t *testing.T) {
	for damaged, want := range map[string]string{
		// hyphens from line breaks
		"for ex-ample, a transla-tion": "for example, a translation",
		"a pre- vious com- parison":    "a previous comparison",
		"a large- scale model":         "a large-scale model",
		"short- and long-term":         "short- and long-term",
		"Ex-ample sentences":           "Example sentences",
		// blanks inside words
		"a com parison of lexical cat egories": "a comparison of lexical categories",
		// lost blanks
		"our methodsfor parsing": "our methods for parsing",
		"applied to thephrase":   "applied to the phrase",
		"a largescale model":     "a large-scale model",
		"agreementbased parsing": "agreement-based parsing",
		"two lexicalcategories":  "two lexical categories",
		"manyto-one alignments":  "many-to-one alignments",
		"an anexploratory study": "an an exploratory study",
	} {
		if got := vocabulary(damaged).Mend(damaged); got != want {
			t.Errorf("%q becomes %q, want %q", damaged, got, want)
		}
	}
}

func TestWordsOfTheAbstractAreMended(t *testing.T) {
	for damaged, want := range map[string]string{
		"The agents therecent uses of recent agents show.":       "The agents the recent uses of recent agents show.",
		"A transfer taskwhich is a task.":                        "A transfer task which is a task.",
		"Each debtor pays a debt or borrows.":                    "Each debtor pays a debt or borrows.",
		"The bycatch of other fish is no catch.":                 "The bycatch of other fish is no catch.",
		"Real debtorand-collector data, debtor data and others.": "Real debtorand-collector data, debtor data and others.",
		"We pertrain the train model.":                           "We pertrain the train model.",
	} {
		if got := NewVocabulary([]string{damaged}, slices.Values(body)).Mend(damaged); got != want {
			t.Errorf("%q becomes %q, want %q", damaged, got, want)
		}
	}
}

func TestWholeWordsStay(t *testing.T) {
	for _, s := range append(body, title, abstract,
		"Therefore, nowhere else is a framework for understanding such treebanks; however, upon inspection, it maybe is.",
		"See www.thephrase.org, http://thephrase.org/methodsfor and me@methodsfor.org.",
		"A sub-phrase, subphrase and subphrase; multi-lexical, multilexical and multilexical.",
		"Methodsfor and ThePhrase are names, and state-of-the-art a term.",
		"The treebank of thephraser thephraser thephraser is named thephraser.",
	) {
		if got := vocabulary(s).Mend(s); got != s {
			t.Errorf("%q becomes %q", s, got)
		}
	}
}

func TestWordsWithoutEvidenceAreBroken(t *testing.T) {
	for s, want := range map[string]string{
		"We use a translamodel of phrases.":     "translamodel",
		"We compare the percepton with others.": "percepton",
		"We use a translation of phrases.":      "",
		"We draw the ar gument structure.":      "gument",
		"We call it Percepton.":                 "",
		"We use a parser of the treebank.":      "",
	} {
		if got := vocabulary(s).Broken(s); got != want {
			t.Errorf("the broken word of %q is %q, want %q", s, got, want)
		}
	}
}

func TestHostileTextIsReadInLinearTime(t *testing.T) {
	for name, s := range map[string]string{
		"one word":       strings.Repeat("thephrase", 1<<17),
		"many words":     strings.Repeat("thephrase ", 1<<16),
		"hyphens":        strings.Repeat("a-", 1<<18),
		"distinct words": strings.Repeat("qwxz", 8) + strings.Repeat(" e\u0301-", 1<<16),
		"broken UTF-8":   strings.Repeat("ex\xff-\xc3ample ", 1<<15),
		"no words":       strings.Repeat("- ", 1<<18),
	} {
		start := time.Now()
		v := vocabulary(s)
		got := v.Mend(s)
		v.Broken(got)
		if strip(got) != strip(s) {
			t.Errorf("%s: letters were lost", name)
		}
		if took := time.Since(start); took > 5*time.Minute {
			t.Errorf("%s took %v", name, took)
		}
	}
}

// strip removes all characters that Mend may change.
func strip(s string) string { return strings.NewReplacer(" ", "", "-", "").Replace(s) }

func TestEditsAreInOrderAndApart(t *testing.T) {
	s := "ex-ample methodsfor com parison of thephrase"
	last := 0
	for _, e := range vocabulary(s).Edits(s) {
		if e.Start < last || e.End < e.Start || e.End > len(s) {
			t.Errorf("the edit %+v overlaps the one before, which ends at %d", e, last)
		}
		last = e.End
	}
	if last == 0 {
		t.Error("nothing is mended")
	}
}
