package verify

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// TestTitles compares titles as written in .bib files and catalogues, and titles of different works.
func TestTitles(t *testing.T) {
	for _, test := range []struct {
		grade titleGrade
		a, b  string
	}{
		{sameTitle, "Attention is all you need", "Attention Is All You Need."},
		{sameTitle, `{BERT}: Pre-training of {D}eep Bidirectional Transformers`,
			"BERT: pretraining of deep bidirectional transformers"},
		{sameTitle, `{\"U}ber die Gr\"o{\ss}e der Welt`, "Über die Größe der Welt"},
		{sameTitle, "The Penn Treebank", "Penn Treebank"},
		{sameTitle, "Words and pictures", "Words & pictures"},
		{sameTitle, "Two stages of parsing", "2 stages of parsing"},
		{sameTitle, "Deep learning: methods and applications", "Deep learning"},
		{sameTitle, "Squibs: On paraphrase and coreference", "On paraphrase and coreference"},
		{sameTitle, "Die Verwandlung [The Metamorphosis]", "The Metamorphosis"},
		{sameTitle, "RETRACTED: A study of everything that matters", "A study of everything that matters"},
		{sameTitle, "HPV testing and monitoring of women (Provisional abstract)",
			"HPV testing and monitoring of women. [Review] [45 refs]"},
		{sameTitle, "Evaluation of the Online Cognition Scale",
			"Étude de l'échelle en ligne = Evaluation of the Online Cognition Scale"},
		{sameTitle, "Atypical hemolytic-uremic syndrome", "MEDICAL PROGRESS Atypical Hemolytic-Uremic Syndrome"},
		{sameTitle, "REDD+ policy strategy in Cameroon", "REDD plus policy strategy in Cameroon"},
		{sameTitle, "The fourth workshop on next generation systems", "The 4th workshop on next generation systems"},
		{sameTitle, "Interferon- (IFN-): a possible prognostic marker",
			"Interferon-gamma (IFN-gamma): a possible prognostic marker"},
		{sameTitle, "Bounds of $O(n \\log n)$ for sorting", "Bounds of O(n log n) for sorting"},
		{respelled, "Learning of colour names from pictures", "Learning of color names from pictures"},
		{respelled, "Word embeddings for parsing", "Word embedding for parsing"},
		{respelled, "Self-supervised and unsupervised summarization of sentences",
			"Unsupervised and self-supervised summarization of sentences"},
		{respelled, "Towards an end to end learning of agents", "End-to-end learning of agents"},
		{cutTitle, "Neural Enquirer learning to query tables",
			"Neural Enquirer learning to query tables in natural language"},
		{unlikeScript, "Война и мир", "War and Peace"},
		{similarTitle, "BiasAdv: Bias-Adversarial Augmentation towards Model Debiasing",
			"BiasAdv: Bias-Adversarial Augmentation for Model Debiasing"},
		{similarTitle, "Self-consistency improves chain of thought inference in language models",
			"Self-consistency improves chain of thought reasoning in language models"},
		{otherTitle, "Attention is all you need", "Neural machine translation by jointly learning to align and translate"},
		{otherTitle, "Overview of the TREC-8 question answering track", "Overview of the TREC-9 question answering track"},
		{otherTitle, "", "Attention is all you need"},
	} {
		for _, pair := range [][2]string{{test.a, test.b}, {test.b, test.a}} {
			if grade, similarity := compareTitles(readTitle(pair[0]), readTitle(pair[1])); grade != test.grade {
				t.Errorf("%q and %q: grade %d (similarity %.2f), want %d", pair[0], pair[1], grade, similarity, test.grade)
			}
		}
	}
}

func TestATitleCutByACatalogueBlamesNobody(t *testing.T) {
	const whole = "Neural Enquirer learning to query tables in natural language"
	for record, want := range map[string]Code{
		whole: "", "Neural Enquirer learning to query tables in": "", "Neural Enquirer learning to query tables…": "",
		"Neural Enquirer learning to query tables ...": "", "Neural Enquirer learning to query tables:": "",
		"Neural Enquirer learning to query tables": TitleCut,
	} {
		authors := []paper.Author{{Given: "Pengcheng", Family: "Yin"}}
		result := Compare(Reference{Key: "a", Title: whole, Authors: authors, Year: 2016},
			[]*paper.Paper{{ID: "1", Title: record, Authors: authors, Year: 2016}}, 0)
		result.Settle(nil)
		if result.Code != want {
			t.Errorf("%q: %s %v, want %s", record, result.Code, result.Findings, want)
		}
		if want == TitleCut && !strings.Contains(result.Message(), "the record has only the beginning of the title") {
			t.Errorf("%q: %s", record, result.Message())
		}
	}
}
