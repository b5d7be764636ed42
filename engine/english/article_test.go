package english

import (
	"strings"
	"testing"
)

func TestTheArticleFitsTheSoundOfAWord(t *testing.T) {
	for article, words := range map[string]string{
		"a": "cat use usage usual unit unimodal unidirectional unique union European one one-step once ubiquitous urinary uranium " +
			"uterine utility utopian unanimous unary Ukrainian ukulele Uighur US UV UPS URL U-Net k-means BERT CNN T5 7-bit 180-day 100 GraphBERT ResNET",
		"an": "apple hour honest honor heir SVM LSTM MRI EU X-ray n-gram R-CNN F1 F1-score L2-norm mRNA RNAi NLP-based " +
			"8-bit 80 11-year 18-month uninterruptible uninformed unimportant unidentified unirradiated unusual unanswered unarmed " +
			"urn urgent utter onerous umbrella e-mail iPhone",
	} {
		for word := range strings.FieldsSeq(words) {
			if got := Indefinite(word + " of this kind"); got != article {
				t.Errorf("%s %s", got, word)
			}
		}
	}
	for _, odd := range []string{"", " ", "-", "é", "é-x", "é1", "\xff-a"} {
		if got := Indefinite(odd); got != "a" {
			t.Errorf("%s before %q", got, odd)
		}
	}
}
