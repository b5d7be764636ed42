package compose

import (
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/mend"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// said returns all sentences made from an abstract, in both forms.
func said(title, abstract string) (all []string) {
	w := Work{Title: title}
	for i, span := range text.Sentences(abstract) {
		w.Abstract = append(w.Abstract, Source{Text: abstract[span.Start:span.End], Index: i})
	}
	for _, s := range statementsOf(w) {
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

// statementsOf returns the statements of a work whose vocabulary is that of its title, abstract and body.
func statementsOf(w Work) []Statement {
	trusted := append([]string{w.Title}, textsOf(w.Abstract)...)
	w.Words = mend.NewVocabulary(trusted, slices.Values(textsOf(w.Body)))
	return Statements(w)
}

func textsOf(sources []Source) (texts []string) {
	for _, s := range sources {
		texts = append(texts, s.Text)
	}
	return texts
}

func TestNothingIsSaidThatThePaperDoesNotSay(t *testing.T) {
	for name, test := range map[string]struct{ abstract, want string }{
		"goal of a field":        {"The goal of machine translation is to produce fluent sentences in another language.", "The goal of machine translation is to produce fluent sentences in another language @."},
		"results of others":      {"The results of previous studies show that pooling hurts deep models of speech.", ""},
		"a belief":               {"It is often assumed that pooling hurts deep models of speech.", ""},
		"a belief, passive":      {"Max pooling is widely believed to hurt deep models of speech.", ""},
		"what is contradicted":   {"Relative frequencies have been shown to be very reliable estimates of phrases. However, we show that smoothing improves all phrase tables.", "@ show that smoothing improves all phrase tables.|Smoothing improves all phrase tables @."},
		"a condition":            {"We show that pooling helps deep models of speech only if the training data is clean.", "@ show that pooling helps deep models of speech only if the training data is clean.|Pooling helps deep models of speech only if the training data is clean @."},
		"a denial":               {"We find that pooling does not help deep models of speech.", "@ find that pooling does not help deep models of speech.|Pooling does not help deep models of speech @."},
		"what results also show": {"The analysis also shows that pooling helps deep models of speech.", "@ show that pooling helps deep models of speech.|Pooling helps deep models of speech @."},
		"what results may show":  {"Our results may also show that pooling helps deep models of speech.", ""},
		"a label in capitals":    {"MOTIVATION Little is known about models. RESULTS We find that pooling helps deep models of speech.", "@ find that pooling helps deep models of speech.|Pooling helps deep models of speech @."},
		"a hedge of results":     {"These results indicate that pooling contributes to deep models of speech.", "@ suggest that pooling contributes to deep models of speech."},
		"results with an object": {"Our results indicate two dramatic shifts within fungal populations in Poland.", "@ report evidence of two dramatic shifts within fungal populations in Poland."},
		"an aim":                 {"This study aimed to investigate the antimicrobial properties of essential oils, and to quantify their components.", "@ investigate the antimicrobial properties of essential oils, and quantify their components."},
		"all the words that":     {"We built a dictionary of words by taking all the words that occur in this text.", ""},
		"an aim that may fail":   {"This study aimed to improve the antimicrobial properties of essential oils.", "@ aimed to improve the antimicrobial properties of essential oils."},
		"letters of a word":      {"Cells of the choline acetyltransferase (ChAT) family age. We found that ChAT was expressed throughout old areas of the brain.", "@ found that choline acetyltransferase was expressed throughout old areas of the brain.|Choline acetyltransferase was expressed throughout old areas of the brain @."},
		"a hedge":                {"Our results suggest that pooling may help deep models of speech.", "@ suggest that pooling may help deep models of speech."},
		"a comparison":           {"We find that pooling is better than striding for models of speech.", "@ find that pooling is better than striding for models of speech.|Pooling is better than striding for models of speech @."},
		"not significant":        {"Mortality was lower in the treated hospitals of the north (P = 0.21).", "Mortality was lower in the treated hospitals of the north (P = 0.21) @."},
		"significant":            {"Mortality was lower in the treated hospitals of the north (P < 0.01).", "Mortality was lower in the treated hospitals of the north @."},
		"a restricting bracket":  {"Mortality was lower in treated hospitals (only in the north).", "Mortality was lower in treated hospitals (only in the north) @."},
		"a habit":                {"Small outlet glaciers in the north are rarely measured.", "Small outlet glaciers in the north are rarely measured @."},
		"everybody":              {"When we read a long novel, we use the words of earlier chapters.", ""},
		"a hypothesis":           {"We hypothesized that pooling would help deep models of speech.", "@ hypothesized that pooling would help deep models of speech."},
		"a pronoun":              {"It outperforms every other parser of Dutch newspapers.", ""},
		"that pronoun":           {"We show that it outperforms every other parser of Dutch newspapers.", ""},
		"another sentence":       {"We apply this to a corpus of Dutch newspapers.", ""},
		"a bare definite":        {"The model outperforms every other parser of Dutch newspapers.", ""},
		"a section":              {"We describe the parser of Dutch newspapers in Section 3.", ""},
		"a question":             {"Do parsers of Dutch newspapers need features?", ""},
		"no sentence":            {"2003. Customizable segmentation of morphologically derived words in Chinese.", ""},
		"a wish":                 {"Further research on parsers of Dutch newspapers is needed.", ""},
		"an age":                 {"Previous parsers of Dutch newspapers fail to cope with names.", ""},
		"a species":              {"We suggest that rice combined with B. animalis subsp. lactis may inhibit tumours in rats.", "@ suggest that rice combined with B. animalis subsp. lactis may inhibit tumours in rats."},
		"another algorithm":      {"We present DualNet, a model for parsing Dutch newspapers. We find that our algorithm converges in 12 steps on newspapers.", "@ present DualNet, a model for parsing Dutch newspapers.|@ find that their algorithm converges in 12 steps on newspapers."},
		"a purpose with a list":  {"To predict the yield, a model of summer rain was proposed.", "To predict the yield, @ proposed a model of summer rain."},
		"two things of a kind":   {"We present ParseNet, a parser for Dutch. We present TagNet, a parser for German. Our parser is 12 times faster than a chart.", "@ present ParseNet, a parser for Dutch.|@ present TagNet, a parser for German."},
		"another paper":          {"In our recent article in Plants, we reported the first outbreak of stem rust in Wales.", ""},
		"another paper, before":  {"We previously reported the first outbreak of stem rust in Wales.", ""},
		"about a number":         {"Here we present the ~777 Mb genome sequence of Oryza granulata.", "@ present the ~777 Mb genome sequence of Oryza granulata."},
		"a list of clauses":      {"We found lysine in maize that was bred for thirty long years in Kenya; oleic acid in soybean that was bred for thirty long years in Brazil; and zinc in wheat by selenium supplementation.", "@ found lysine in maize that was bred for thirty long years in Kenya."},
		"a complement":           {"We propose a random walk model that is robust to this confound.", "@ propose a random walk model."},
		"a phrase that points":   {"We develop a linear programming formulation for this problem and evaluate it on two tasks.", "@ develop a linear programming formulation and evaluate it on two tasks."},
		"the first of some":      {"The first method uses an algorithm of decision lists for Dutch newspapers.", ""},
		"a short citation":       {"We extend decision lists (Yarowsky 95) for names in Dutch newspapers.", "@ extend decision lists for names in Dutch newspapers."},
		"what it is about":       {"This article concerns the estimation of the probability of a noun sense.", "@ focus on the estimation of the probability of a noun sense."},
		"I of the numerals":      {"Haplotype I extends over several members of the genus Ocimum.", "Haplotype I extends over several members of the genus Ocimum @."},
		"US":                     {"We survey farms in the US and in Canada.", "@ survey farms in the US and in Canada."},
	} {
		if got := strings.Join(said("Parsing", test.abstract), "|"); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// Faults found by two readers in composed sentences, each generalized.
func TestCandidatesThatAreRefusedOrMended(t *testing.T) {
	for name, test := range map[string]struct{ abstract, want string }{
		"a restrictive clause":          {"We define a neighborhood to be a set of slightly-altered sentences that use few lexemes, as suggested at the start of this section.", "@ define a neighborhood to be a set of slightly-altered sentences that use few lexemes."},
		"a cited lead":                  {"In Smith and Eisner (2005), we define a neighborhood to be a set of altered sentences.", ""},
		"a borrowed lead":               {"Building on recent work by Levenshtein and Tonchev, we construct optimal codes for deletions in strings.", ""},
		"a limiting adjunct":            {"We examine gender differences in adoption rates, likelihood and determinants of adopting strategy sets that enhance yields, protect crops, and restore soils in the West African Sahel, based on analysis of cereal production in Burkina Faso.", "@ examine gender differences in adoption rates, likelihood and determinants of adopting strategy sets that enhance yields, protect crops, and restore soils in the West African Sahel, based on analysis of cereal production in Burkina Faso."},
		"a hypothetical":                {"Having extracted rules from the training data, we could let X be the start symbol of the grammar of English.", ""},
		"a signpost":                    {"Here we describe the selection of the experimental classes and verbs, and the estimation of feature values.", ""},
		"the last section":              {"We created a parser based upon the entropy-inspired model of the last section, smoothed using deleted interpolation.", ""},
		"a second experiment":           {"We conclude that despite large amounts of data used to train word models in our second experiment, class models of language ease sparsity.", ""},
		"a second result":               {"As a second result, we found that adding a context-free grammar improved the prediction of unknown words.", "@ found that adding a context-free grammar improved the prediction of unknown words."},
		"the second procedure":          {"The second testing procedure is based on permutations of sparse matrices in genetics.", ""},
		"a second language":             {"We show that children who learn a second language read faster than their peers.", "@ show that children who learn a second language read faster than their peers.|Children who learn a second language read faster than their peers @."},
		"as we will see":                {"We show that pooling, as we will see in later parts, helps deep models of speech.", "@ show that pooling helps deep models of speech.|Pooling helps deep models of speech @."},
		"each indicator":                {"We found that each indicator tends to change steadily in grains of wild wheat.", ""},
		"also":                          {"Our results show that pooling was also effective in deep models of speech.", "@ show that pooling was effective in deep models of speech.|Pooling was effective in deep models of speech @."},
		"such designs":                  {"Several new infinite classes of such combinatorial designs are presented.", ""},
		"an orphan suffix":              {"We compare V-measure to popular measures of clusters, us ing simulated clustering results.", ""},
		"a lost ligature":               {"We present the \u2026rst parser of Dutch newspapers and of Frisian letters.", ""},
		"a replaced letter":             {"We present a parser of Dutch newspapers for na\uFFFDve users.", ""},
		"a heading run in":              {"1 Background Parsing of newspapers is the process of assigning structures to sentences.", ""},
		"a stray number":                {"We present a parser that relies on an intuition: (2) similar words occur in identical contexts.", ""},
		"the same for different":        {"We present an algorithm that uses the same knowledge sources to disambiguate different words.", "@ present an algorithm that uses the same knowledge sources to disambiguate different words."},
		"the data":                      {"The data demonstrate that analysis of multiple indicators is a method of choice for rice.", "@ demonstrate that analysis of multiple indicators is a method of choice for rice.|Analysis of multiple indicators is a method of choice for rice @."},
		"a result of a stage":           {"The result of the first stage showed that strains could be identified as lactic bacteria.", ""},
		"the same and different":        {"We have developed wheat lines carrying barley chromosomes for the same and different groups.", ""},
		"an open hyphen":                {"We present a model of texts with Part-Of- Speech tags for Dutch.", "@ present a model of texts with Part-Of-Speech tags for Dutch."},
		"from our work":                 {"From our work, we conclude that novel populations of wheat contain many mutations.", "@ conclude that novel populations of wheat contain many mutations."},
		"an assay":                      {"One cultivar of black rice was assayed for toxins of moulds as well.", ""},
		"a list":                        {"We present a parser that (1) reads Dutch newspapers and (2) writes Frisian letters.", "@ present a parser that (1) reads Dutch newspapers and (2) writes Frisian letters."},
		"a glued bracket":               {"We report the highest accuracy(96.6%) of taggers for unknown Dutch names.", "@ report the highest accuracy (96.6%) of taggers for unknown Dutch names."},
		"a broken-off end":              {"We present a parser of Dutch newspapers. Considerably less of parsing is known for whether hi", "@ present a parser of Dutch newspapers."},
		"a that-clause":                 {"Our results suggest that generating tests, with mutation of loops, and fuzzing significantly improves upon random and simultaneously provides better coverage.", "@ suggest that generating tests, with mutation of loops, and fuzzing significantly improves upon random and simultaneously provides better coverage."},
		"that without a clause":         {"In our study we report that a pectinase activity of 69.6 units from optimized submerged fermentation.", ""},
		"a step without outcome":        {"Subjective appetite rating and food intake of women were assessed.", "@ assessed subjective appetite rating and food intake of women."},
		"a capital of an expansion":     {"Minimum-error-rate training (MERT) is a bottleneck of translation. We show that margins surpass MERT in quality and in cost.", "Minimum-error-rate training (MERT) is a bottleneck of translation @.|@ show that margins surpass minimum-error-rate training in quality and in cost.|Margins surpass minimum-error-rate training in quality and in cost @."},
		"however inside a clause":       {"Neural parsers do, however, make distinct predictions for Frisian letters and Dutch names.", "Neural parsers do make distinct predictions for Frisian letters and Dutch names @."},
		"in turn after that":            {"The mowing of meadows increases the cover of short grasses that, in turn, attract large geese.", "The mowing of meadows increases the cover of short grasses that attract large geese @."},
		"however after a subject":       {"Developing applications that respond to modifications, however, is challenging for the authors of parsers.", "Developing applications that respond to modifications is challenging for the authors of parsers @."},
		"an example after by":           {"Losses of yield are caused by, for example, stem rust in spring wheat and barley.", "Losses of yield are caused by stem rust in spring wheat and barley @."},
		"an example of a gerund":        {"We measure losses of yield by, for instance, weighing grains of spring wheat and barley.", "@ measure losses of yield by weighing grains of spring wheat and barley."},
		"an example after such as":      {"Losses of yield are caused by fungi such as, for example, stem rust in spring wheat.", "Losses of yield are caused by fungi such as stem rust in spring wheat @."},
		"an example in a comparison":    {"Losses of yield are larger than, for instance, those of spring wheat and barley.", "Losses of yield are larger than those of spring wheat and barley @."},
		"an example before an agent":    {"Losses of yield are caused, for example, by stem rust in spring wheat and barley.", "Losses of yield are caused by stem rust in spring wheat and barley @."},
		"an example after a subject":    {"Losses of yield, for example, are caused by stem rust in spring wheat and barley.", "Losses of yield are caused by stem rust in spring wheat and barley @."},
		"an example of a noun":          {"Some fungi, for example, stem rust, cause losses of yield in spring wheat and barley.", "Some fungi, for example, stem rust, cause losses of yield in spring wheat and barley @."},
		"however after a verb":          {"Losses of yield depend, however, on stem rust in spring wheat and barley.", "Losses of yield depend on stem rust in spring wheat and barley @."},
		"however after an adjunct":      {"In dry summers, however, stem rust causes losses of yield in wheat.", "In dry summers, stem rust causes losses of yield in wheat @."},
		"a glued footnote":              {"We show that pooling finds companies with a high degree of precision and recall.1", "@ show that pooling finds companies with a high degree of precision and recall.|Pooling finds companies with a high degree of precision and recall @."},
		"an act in a clause":            {"Instead of focusing on the recovery of certain species and populations, we address spatial resilience of reefs.", ""},
		"a hedge inside a clause":       {"Dutch parsers do not, in general, produce projective structures for Frisian letters.", "Dutch parsers do not, in general, produce projective structures for Frisian letters @."},
		"a place with a dotted capital": {"In İzmir, we present a parser of newspapers in summer (as).", ""},
		"a stray definite":              {"The wheat contains more starch. We measure starch in grains of old varieties.", "@ measure starch in grains of old varieties."},
		"a fact of one study":           {"Arms of one chromosome differ. Chromosome conformation affected clustering of telomeres but not their dispersion.", "Arms of one chromosome differ @.|@ report that chromosome conformation affected clustering of telomeres but not their dispersion."},
	} {
		if got := strings.Join(said("Parsing", test.abstract), "|"); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// Praise of an unnamed approach gives way to a statement with content.
func TestAnotherStatementWinsOverPraiseAndShortOnes(t *testing.T) {
	for name, test := range map[string]struct{ abstract, want string }{
		"torn words": {"We introduce a parser of opinions that combines contextual and sta tistical clues. We present a tagger of opinions with clusters of Dutch verbs, German nouns and newspapers.", "@ present a tagger of opinions with clusters of Dutch verbs, German nouns and newspapers."},
		"praise":     {"We demonstrate the effectiveness of the approach in experiments on the Prague Dependency Treebank. We evaluate clusters of Dutch verbs in graphs of news sentences.", "@ evaluate clusters of Dutch verbs in graphs of news sentences."},
		"too short":  {"We present a new part-of-speech tagger that demonstrates the following ideas. We use many lexical features in networks of tag contexts.", "@ use many lexical features in networks of tag contexts."},
	} {
		w, authors := workOf([]string{"Tagging", "3", test.abstract})
		if got := best(w, authors)[0]; got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
