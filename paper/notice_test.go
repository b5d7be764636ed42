package paper_test

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

func TestNoticesAreToldFromPapers(t *testing.T) {
	for _, title := range []string{
		"Department of Error.", "Department of Error", "Erratum", "Errata.", "Correction", "[Corrections]", "Retraction.",
		"Erratum: Measuring and Improving Consistency in Pretrained Language Models",
		"Erratum to: A systematic review of the epidemiology of hepatitis E virus in Africa",
		"Errata: use of ranks in one-criterion variance analysis",
		"Corrigendum R loops nicks initiate DNA breakage genome instability in non growing Escherichia coli",
		"Correction: NBR1-mediated selective autophagy targets insoluble ubiquitinated protein aggregates",
		"Author Correction: A map of maize", "Publisher Correction: A map of maize", "Correction to: A map of maize",
		"Corrections to “A Mathematical Theory of Communication”", "Correction for Wang et al., A map of maize",
		"Iron in pearl millet: a trial in young children – erratum", "A map of maize [Corrigendum]", "A map of maize. Correction",
		"Retraction: A map of maize", "Retraction notice to “A map of maize”", "RETRACTION NOTE TO: A map of maize", "Notice of Retraction: A map of maize",
		"Expression of Concern: A map of maize", "Editorial Expression of Concern on a map", "Publisher’s Note: A map of maize",
		"<i>Erratum</i>: A map of maize", `\emph{Corrigendum}: A map of maize`,
	} {
		if !paper.IsNotice(title) {
			t.Errorf("%q is taken for a paper", title)
		}
	}
	for _, title := range []string{
		"", "Correction of Errors in Preference Ratings from Automated Metrics for Text Generation", "Correcting Length Bias in Neural Machine Translation",
		"Correction of water content and solute concentration in blood during hemoconcentration.", "Corrective Modeling for Non-Projective Dependency Parsing",
		"Encode Errors: Grammatical Error Correction", "Spelling Error Correction", "Retracted: A map of maize", "Retraction forces of living cells",
		"Retractions in the scientific literature", "Chronology of hunter–gatherers in Siberia: Corrections based on the reservoir effect",
		"Multi-Fact Correction in Abstractive Text Summarization", "Multiple testing: the Bonferroni correction", "Corrections to scaling in two dimensions",
		"A department of errors", "Addenda of a cell wall", "Errors and corrections", "On corrigibility", "Correctable-DST: Mitigating Context Mismatch",
	} {
		if paper.IsNotice(title) {
			t.Errorf("%q is taken for a notice", title)
		}
	}
	paper.IsNotice(strings.Repeat("correction to ", 1<<16)) // must not take long for a hostile title
}
