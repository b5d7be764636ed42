package compose

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// said are all sentences that are made of an abstract, in both forms.
func said(title, abstract string) (all []string) {
	w := Work{Title: title}
	for i, span := range text.Sentences(abstract) {
		w.Abstract = append(w.Abstract, Source{Text: abstract[span.Start:span.End], Index: i})
	}
	for _, s := range Statements(w) {
		if sentence, ok := s.Textual(false, AsPaper); ok {
			all = append(all, strings.Replace(sentence, Mark, "@", 1))
		}
		if s.fact != "" {
			sentence, _ := s.Parenthetical(AsPaper)
			all = append(all, strings.Replace(sentence, Mark, "@", 1))
		}
	}
	return all
}

func TestNothingIsSaidThatThePaperDoesNotSay(t *testing.T) {
	for name, test := range map[string]struct{ abstract, want string }{
		"goal of a field":       {"The goal of machine translation is to produce fluent sentences in another language.", "The goal of machine translation is to produce fluent sentences in another language @."},
		"results of others":     {"The results of previous studies show that pooling hurts deep models of speech.", ""},
		"a belief":              {"It is often assumed that pooling hurts deep models of speech.", ""},
		"a belief, passive":     {"Max pooling is widely believed to hurt deep models of speech.", ""},
		"what is contradicted":  {"Relative frequencies have been shown to be very reliable estimates of phrases. However, we show that smoothing improves all phrase tables.", "@ show that smoothing improves all phrase tables.|Smoothing improves all phrase tables @."},
		"a condition":           {"We show that pooling helps deep models of speech only if the training data is clean.", "@ show that pooling helps deep models of speech only if the training data is clean.|Pooling helps deep models of speech only if the training data is clean @."},
		"a denial":              {"We find that pooling does not help deep models of speech.", "@ find that pooling does not help deep models of speech.|Pooling does not help deep models of speech @."},
		"a hedge":               {"Our results suggest that pooling may help deep models of speech.", "@ suggest that pooling may help deep models of speech."},
		"a comparison":          {"We find that pooling is better than striding for models of speech.", "@ find that pooling is better than striding for models of speech.|Pooling is better than striding for models of speech @."},
		"not significant":       {"Mortality was lower in the treated hospitals of the north (P = 0.21).", "Mortality was lower in the treated hospitals of the north (P = 0.21) @."},
		"significant":           {"Mortality was lower in the treated hospitals of the north (P < 0.01).", "Mortality was lower in the treated hospitals of the north @."},
		"a restricting bracket": {"Mortality was lower in treated hospitals (only in the north).", "Mortality was lower in treated hospitals (only in the north) @."},
		"a habit":               {"Small outlet glaciers in the north are rarely measured.", "Small outlet glaciers in the north are rarely measured @."},
		"everybody":             {"When we read a long novel, we use the words of earlier chapters.", ""},
		"a hypothesis":          {"We hypothesized that pooling would help deep models of speech.", "@ hypothesized that pooling would help deep models of speech."},
		"a pronoun":             {"It outperforms every other parser of Dutch newspapers.", ""},
		"that pronoun":          {"We show that it outperforms every other parser of Dutch newspapers.", ""},
		"another sentence":      {"We apply this to a corpus of Dutch newspapers.", ""},
		"a bare definite":       {"The model outperforms every other parser of Dutch newspapers.", ""},
		"a section":             {"We describe the parser of Dutch newspapers in Section 3.", ""},
		"a question":            {"Do parsers of Dutch newspapers need features?", ""},
		"no sentence":           {"2003. Customizable segmentation of morphologically derived words in Chinese.", ""},
		"a wish":                {"Further research on parsers of Dutch newspapers is needed.", ""},
		"an age":                {"Previous parsers of Dutch newspapers fail to cope with names.", ""},
		"a species":             {"We suggest that rice combined with B. animalis subsp. lactis may inhibit tumours in rats.", "@ suggest that rice combined with B. animalis subsp. lactis may inhibit tumours in rats."},
		"another algorithm":     {"We present DualNet, a model for parsing Dutch newspapers. We find that our algorithm converges in 12 steps on newspapers.", "@ present DualNet, a model for parsing Dutch newspapers.|@ find that their algorithm converges in 12 steps on newspapers."},
		"a purpose with a list": {"To predict the yield, a model of summer rain was proposed.", "To predict the yield, @ proposed a model of summer rain.|To predict the yield, a model of summer rain was proposed @."},
		"two things of a kind":  {"We present ParseNet, a parser for Dutch. We present TagNet, a parser for German. Our parser is 12 times faster than a chart.", "@ present ParseNet, a parser for Dutch.|@ present TagNet, a parser for German."},
		"another paper":         {"In our recent article in Plants, we reported the first outbreak of stem rust in Wales.", ""},
		"another paper, before": {"We previously reported the first outbreak of stem rust in Wales.", ""},
		"about a number":        {"Here we present the ~777 Mb genome sequence of Oryza granulata.", "@ present the ~777 Mb genome sequence of Oryza granulata."},
		"a list of clauses":     {"We found lysine in maize that was bred for thirty long years in Kenya; oleic acid in soybean that was bred for thirty long years in Brazil; and zinc in wheat by selenium supplementation.", "@ found lysine in maize that was bred for thirty long years in Kenya."},
		"a complement":          {"We propose a random walk model that is robust to this confound.", "@ propose a random walk model."},
		"a phrase that points":  {"We develop a linear programming formulation for this problem and evaluate it on two tasks.", "@ develop a linear programming formulation and evaluate it on two tasks."},
		"the first of some":     {"The first method uses an algorithm of decision lists for Dutch newspapers.", ""},
		"a short citation":      {"We extend decision lists (Yarowsky 95) for names in Dutch newspapers.", "@ extend decision lists for names in Dutch newspapers."},
		"what it is about":      {"This article concerns the estimation of the probability of a noun sense.", "@ focus on the estimation of the probability of a noun sense."},
		"I of the numerals":     {"Haplotype I extends over several members of the genus Ocimum.", "Haplotype I extends over several members of the genus Ocimum @."},
		"US":                    {"We survey farms in the US and in Canada.", "@ survey farms in the US and in Canada."},
	} {
		if got := strings.Join(said("Parsing", test.abstract), "|"); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
