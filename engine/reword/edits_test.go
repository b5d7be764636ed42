package reword

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
)

// edited returns the sentences that one kind of edit makes from a sentence.
func edited(turn func(*tree, int) (edit, bool), sentence string) (all []string) {
	p, copied, _ := paperOf(sentence)
	t := newTree(copied)
	t.kept, t.lower = p.kept, p.lower
	for i := range t.Tokens {
		if e, ok := turn(&t, i); ok {
			all = append(all, strings.ReplaceAll(t.apply([]edit{e}), Mark, "@"))
		}
	}
	return all
}

func TestEachEditKeepsTheMeaning(t *testing.T) {
	for _, test := range []struct {
		turn           func(*tree, int) (edit, bool)
		sentence, want string // an empty want means that no edit is made
	}{
		{(*tree).ownAct, "@ report that samples were collected in three lakes.", "@ collected samples in three lakes."},
		{(*tree).ownAct, "@ report that samples were not collected in three lakes.", ""},
		{(*tree).pastClause, "@ show that the parser is fast and needs few rules.", "@ showed that the parser was fast and needed few rules."},
		{(*tree).pastClause, "@ show that the parser may be fast.", "@ showed that the parser might be fast."},
		{(*tree).pastClause, "@ show that the parser cannot find rare words.", "@ showed that the parser could not find rare words."},
		{(*tree).pastClause, "@ show that the parser must be fast.", ""},
		{(*tree).pastClause, "@ report that the chain portion to be moved is first opened along a direction chosen in the tangent space to the manifold, and then closed in the orthogonal space.",
			"@ reported that the chain portion to be moved was first opened along a direction chosen in the tangent space to the manifold, and then closed in the orthogonal space."},
		{(*tree).through, "@ improve parsing by using soft constraints.", "@ improve parsing through using soft constraints."},
		{(*tree).pair, "The method improves speed and accuracy in all languages @.", "The method improves accuracy and speed in all languages @."},
		{(*tree).pair, "The difference between speed and accuracy is small in all languages @.", ""},
		{(*tree).pair, "Speed and accuracy rise by 3 and 4, respectively, in all languages @.", ""},
		{(*tree).adverbBefore, "The yield depends strongly on rain in dry years @.", "The yield strongly depends on rain in dry years @."},
		{(*tree).detail, "@ present a new method of measuring the growth of plants in dry soils.", "@ present a new method of measuring the growth of plants."},
		{(*tree).detail, "@ investigate the influence of the level of soil on the growth of plants.", ""},
		{(*tree).infinitive, "@ introduce a new architecture for superconducting quantum circuits.", ""},
		{(*tree).detail, "@ show a new effect of soil on the growth of plants in dry soils.", ""},
		{(*tree).detail, "@ present a new method of measuring the growth of plants without light.", ""},
		{(*tree).detail, "@ built a large new dictionary by taking all the words that occur in old texts.", ""},
		{(*tree).detail, "@ present a large corpus-based supervised learning system for the tagging of old texts.", ""},
		{(*tree).detail, "@ present a new model of soil erosion and its decline in northern valleys.", ""},
		{(*tree).aside, "@ present a fast index, i.e. dictionary, for the texts of old northern newspapers.", ""},
		{(*tree).article, "@ relate choice of words and perceived coherence of texts.", ""},
		{(*tree).article, "@ report that mining yielded abundance of repeats in millet.", ""},
		{(*tree).aside, "@ demonstrate that concurrently overexpressing both isoforms in transgenic rice, enhanced its tolerance against drought.", ""},
		{(*tree).ofPhrase, "@ show that salt reduces seed yield in dry soils.", "@ show that salt reduces the yield of seeds in dry soils."},
		{(*tree).ofPhrase, "@ report that the gene improves heat tolerance.", "@ report that the gene improves tolerance to heat."},
		{(*tree).ofPhrase, "@ report that the gene improves root uptake of iron.", ""},
		{(*tree).ofPhrase, "@ report that salt reduces seed yield and quality.", ""},
		{(*tree).ofPhrase, "@ report that the gene improves human consumption.", ""},
		{(*tree).hyphenated, "@ report that it prevents salt-induced damage.", "@ report that it prevents damage induced by salt."},
		{(*tree).hyphenated, "@ report that it prevents seed-borne diseases.", ""},
		{(*tree).processArticle, "@ report that it increases production of milk.", "@ report that it increases the production of milk."},
		{(*tree).processArticle, "@ report that it increases the production of milk.", "@ report that it increases production of milk."},
		{(*tree).asWell, "@ do not describe the structure of leaves and the role of roots.", ""},
		{(*tree).asWell, "@ describe bands at the wavelength of 9 m and 8 m in space.", ""},
		{(*tree).asWell, "@ describe the structure of leaves and the role of roots.", "@ describe the structure of leaves as well as the role of roots."},
		{(*tree).asWell, "@ compare the structure of leaves and the role of roots.", ""},
		{(*tree).asWell, "@ describe alternate wetting and drying.", ""},
		{(*tree).lastItems, "@ report that it contains sugar, salt, and water.", "@ report that it contains sugar, water, and salt."},
		{(*tree).lastItems, "@ report that it tests leaf, stem, and root samples.", ""},
		{(*tree).between, "@ study the relationship between soil moisture and seed yield.", "@ study the relationship between seed yield and soil moisture."},
		{(*tree).between, "@ study the difference between soil moisture and seed yield.", ""},
		{(*tree).constitutes, "Salt is a major threat to the yield of rice @.", "Salt constitutes a major threat to the yield of rice @."},
		{(*tree).constitutes, "Salt is not a major threat to the yield of rice @.", ""},
		{(*tree).percent, "@ report that it increases yields by 8.5%, compared with urea.", "@ report that it increases yields by 8.5 percent, compared with urea."},
		{(*tree).percent, "@ report that it increases yields (8.5%) of rice.", ""},
		{(*tree).described, "@ report that dry soils lead to large roots and small leaves.", "@ report that dry soils lead to small leaves and large roots."},
		{(*tree).described, "@ report that dry soils lead to large roots and leaves.", ""},
		{(*tree).described, "@ report that dry soils lead to large roots and seed coats.", ""},
		{(*tree).counted, "@ describe the size of seeds and the age of trees.", "@ describe the age of trees and the size of seeds."},
		{(*tree).counted, "@ describe the size and the age of trees.", ""},
		{(*tree).adverbAfter, "The growth of roots is significantly reduced by drought @.", "The growth of roots is reduced significantly by drought @."},
		{(*tree).adverbAfter, "The growth of roots is only reduced by drought @.", ""},
		{(*tree).usedFor, "The method is used to classify texts @.", "The method is used for classifying texts @."},
		{(*tree).purpose, "@ evaluate the relative sensitivity of bats to model choice.", ""},
		{(*tree).purpose, "@ evaluate the tolerance of young trees to climate extremes.", ""},
		{(*tree).purpose, "@ measured the weight of fish to predict their age.", "@ measured the weight of fish in order to predict their age."},
		{(*tree).aside, "If a river carries many nutrients, measuring the growth of algae is difficult @.", ""},
		{(*tree).pair, "The modes of flight can be modelled accurately and robustly @.", "The modes of flight can be modelled robustly and accurately @."},
		{(*tree).relativeClause, "@ present methods based on trees.", "@ present methods that are based on trees."},
	} {
		got := strings.Join(edited(test.turn, test.sentence), " / ")
		if got != test.want {
			t.Errorf("%q: %q, want %q", test.sentence, got, test.want)
		}
	}
}

// An edit whose parts overlap is left out, since it cannot be applied.
func TestOverlappingPartsAreFound(t *testing.T) {
	for _, test := range []struct {
		parts []part
		want  bool
	}{
		{[]part{{0, 2, "a"}, {2, 3, "b"}}, false},
		{[]part{{0, 2, "a"}, {0, 2, "a"}}, true},
		{[]part{{4, 8, "a"}, {0, 5, "b"}}, true},
		{[]part{{3, 3, "a"}, {3, 3, "b"}}, true},
	} {
		if got := (edit{parts: test.parts}).overlaps(); got != test.want {
			t.Errorf("%v: %v, want %v", test.parts, got, test.want)
		}
	}
}

func TestExchangesAgreeWithTheirSentence(t *testing.T) {
	for sentence, want := range map[string]string{
		"@ describe an approach that handles this problem in long texts.": "@ describe an approach that deals with this problem in long texts.",
		"The plants were able to grow in dry soils due to their roots @.": "The plants were able to grow in dry soils because of their roots @.",
	} {
		_, copied, _ := paperOf(sentence)
		tr := newTree(copied)
		found := false
		for i := range tr.Tokens {
			for _, e := range tr.exchanged(i) {
				found = found || strings.ReplaceAll(tr.apply([]edit{e}), Mark, "@") == want
			}
		}
		if !found {
			t.Errorf("no exchange makes %q", want)
		}
	}
	// A word of the title, of a compound or of a name stays.
	p := NewPaper("Approaches to parsing", nil, nil)
	tr := newTree(Mark + " propose a new approach for the Approach Corpus of deep-approach parsers.")
	tr.kept, tr.lower = p.kept, p.lower
	for i := range tr.Tokens {
		if strings.HasPrefix(tr.form(i), "approach") && i != tr.TokenAt(len(Mark+" propose a new ")) && len(tr.exchanged(i)) > 0 {
			t.Errorf("%q is exchanged", tr.Tokens[i].Form)
		}
	}
}

// The parser reads the citation as the subject "We", which must not be exchanged. The order of words
// matters next to "respectively", a quantifier needs "of" before an article, and a plural after a verb
// is no verb.
func TestExchangesLeaveTheCitationAndTheOrder(t *testing.T) {
	for sentence, kept := range map[string]string{
		"@ also show that roots grow.": "@",
		"The growth of shoots and roots rose by 2 and 3%, respectively, in dry and wet soils @.": "dry and wet",
		"@ report that a large number of the old trees survive in cold winters.":                 "of the old trees",
		"@ report results in crop monitoring, soil mapping, and irrigation planning.":            "report results in",
		"The onset of rain in dry years is late @.":                                              "The onset of rain",
	} {
		tr := newTree(strings.ReplaceAll(sentence, "@", Mark))
		for i := range tr.Tokens {
			for _, e := range tr.exchanged(i) {
				if said := strings.ReplaceAll(tr.apply([]edit{e}), Mark, "@"); !strings.Contains(said, kept) {
					t.Error(said)
				}
			}
		}
	}
}

// Each line of the lists has two different sides and a valid context.
func TestExchangeListsAreWellFormed(t *testing.T) {
	known := map[string]bool{"after": true, "before": true, "without": true, "verb": true}
	for _, list := range []string{"verbs with object", "verbs with clause", "verbs with preposition", "verbs with infinitive",
		"participles", "nouns", "adjectives", "adverbs", "phrases"} {
		for _, row := range english.Rows("exchange " + list) {
			if len(row) < 2 || len(row) > 3 || row[0] == "" || row[1] == "" || row[0] == row[1] {
				t.Errorf("%s: %q", list, row)
				continue
			}
			if len(row) < 3 {
				continue
			}
			for part := range strings.SplitSeq(row[2], ";") {
				if name, _, named := strings.Cut(strings.TrimSpace(part), ":"); named && !known[name] {
					t.Errorf("%s: %q has the unknown context %q", list, row[0], name)
				}
			}
		}
	}
}

// Words requested by the user are cut only if other edits do not suffice.
func TestTermsAreLeftOutLast(t *testing.T) {
	const sentence = Mark + " present a new method of measuring the growth of all the plants in very dry soils."
	p := NewPaper("", []string{sentence}, []string{"dry soils"})
	tr := newTree(sentence)
	for _, terms := range []map[string]bool{nil, p.terms} {
		tr.terms = terms
		e, ok := tr.detail(tr.TokenAt(strings.Index(sentence, "in very")))
		if !ok || (e.cost > cutCost+termCost) != (terms != nil) {
			t.Errorf("%v: %v, cost %v", terms, ok, e.cost)
		}
	}
}
