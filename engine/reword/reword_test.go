package reword

import (
	"strings"
	"testing"
)

// paperOf returns a paper that consists of one sentence, and the citing sentence that copies it.
func paperOf(sentence string) (*Paper, string, string) {
	source := strings.NewReplacer("@ ", "We ", " @", "").Replace(sentence)
	return NewPaper("", []string{source}, nil), strings.ReplaceAll(sentence, "@", Mark), source
}

func TestSentencesAreSaidInOtherWords(t *testing.T) {
	for sentence, want := range map[string]string{
		"@ present a parser that uses soft constraints in order to find errors quickly.":            "@ present a parser that uses soft constraints to find errors quickly.",
		"The yield of rice decreased due to dry soils in southern provinces @.":                     "The yield of rice decreased because of dry soils in southern provinces @.",
		"@ show that a network trained on a large number of sentences learns agreement well.":       "@ show that a network trained on many sentences learns agreement well.",
		"The model also considers words that are connected to verbs in long sentences @.":           "The model also considers words that are linked to verbs in long sentences @.",
		"@ report that the growth of young plants significantly affects the soil.":                  "@ report that the growth of young plants has a significant effect on the soil.",
		"During the dry season, the large animals leave their groups @.":                            "The large animals leave their groups during the dry season @.",
		"Its spread is not changed due to the age of old adults @.":                                 "Its spread is not changed because of the age of old adults @.",
		"@ present an approach to fruit harvesting based on soft grippers.":                         "@ present an approach to fruit harvesting that is based on soft grippers.",
		"@ compare the speed and range of two small electric tractors.":                             "@ compare the range and speed of two small electric tractors.",
		"@ describes a method of counting the flowers of young trees.":                              "@ describes a method of counting flowers of young trees.",
		"@ conducted a large-scale manual evaluation of 87 old tractors and 22 new harvesters.":     "@ conducted a large-scale manual evaluation of 22 new harvesters and 87 old tractors.",
		"@ group trees into age classes, using small sets of ring widths.":                          "Using small sets of ring widths, @ group trees into age classes.",
		"Plants store water in their thick leaves for dry weeks, which surprised early visitors @.": "",
	} {
		p, copied, _ := paperOf(sentence)
		w, ok := p.Own(copied)
		if ok && p.Copies(w.Text) {
			t.Errorf("%q copies", w.Text)
		}
		if said := strings.ReplaceAll(w.Text, Mark, "@"); want != "" && (!ok || said != want) {
			t.Errorf("%q, %v\nwant %q", said, ok, want)
		}
	}
}

// An edit must not touch lists, terms, names, negations, numbers or conditions.
func TestUnsafeEditsAreRefused(t *testing.T) {
	for _, sentence := range []string{
		"@ find that the number of errors is 3, which is 20 less than before.",
		"The effect was observed in mice, which were not treated with the drug @.",
		"@ show that parsing is slow, and that tagging is only fast if words are known.",
		"@ show that microbes are critical for the establishment and the maintenance of healthy leaves.",
		"The so-called New Method of Smith models the state-of-the-art approach @.",
		"@ report that sleep is reduced by 30 minutes and by stress, unless it is treated.",
	} {
		_, copied, _ := paperOf(sentence)
		tr := newTree(copied)
		for _, e := range tr.edits() {
			said := tr.apply([]edit{e})
			for _, kept := range []string{"20 less", "not treated", "only fast", "unless", "so-called New Method",
				"state-of-the-art", "30 minutes", "maintenance of healthy leaves."} {
				if strings.Contains(copied, kept) && !strings.Contains(said, kept) {
					t.Errorf("%q lost %q", said, kept)
				}
			}
		}
	}
}

func TestTheShortestConstituentIsQuoted(t *testing.T) {
	for sentence, want := range map[string]string{
		"@ show that the quick brown fox of the far north has bitten the lazy dogs of the village.":   "@ show that “the quick brown fox of the far north has bitten the lazy dogs of the village”.",
		"@ show that these parsers have learned the agreement of verbs and subjects from plain text.": "@ show that these parsers “have learned the agreement of verbs and subjects from plain text”.",
		// A quotation begins neither inside a name nor inside the subject, and does not split coordinated nouns.
		"@ show that the van der Waals attraction of the small feet of geckos can not be explained simply as a kind of wet glue.": "@ show that “the van der Waals attraction of the small feet of geckos can not be explained simply as a kind of wet glue”.",
		"@ find enrichment of rare species in drained and flooded meadows and associations with nine widespread insects.":         "@ find “enrichment of rare species in drained and flooded meadows and associations with nine widespread insects”.",
		"@ argues that the rules restricting trade in weapons, strengthen local control of the police in cities in many ways.":    "",
		"A parser of Dutch is a program that reads a sentence and then draws its tree @.":                                         "A parser of Dutch “is a program that reads a sentence and then draws its tree” @.",
	} {
		p, copied, source := paperOf(sentence)
		w, ok := p.Quoting(copied, source)
		if said := strings.ReplaceAll(w.Text, Mark, "@"); ok != (want != "") || said != want {
			t.Errorf("%q, %v\nwant %q", said, ok, want)
		}
	}
}

// A quotation is verbatim, so a sentence that differs from the paper is not quoted.
func TestAQuotationIsVerbatim(t *testing.T) {
	p, copied, source := paperOf("@ show that the quick brown fox of the far north jumps over the lazy dogs.")
	for _, other := range []string{strings.ToUpper(source), strings.ReplaceAll(source, "lazy", "lazy  old"), "", "jumps"} {
		if w, ok := p.Quoting(copied, other); ok {
			t.Errorf("%q is quoted from %q", w.Text, other)
		}
	}
}

func FuzzReword(f *testing.F) {
	f.Add("@ show that soft constraints improve the accuracy of the parsing of Dutch, which is low.")
	f.Add("In order to, X and Y, @ that that is (A) used by due to by a novel.")
	f.Add("@ report that the chain portion to be moved is first opened along a direction chosen in the tangent space to the manifold, and then closed in the orthogonal space.")
	f.Add("\x00\xff“@” \"a number of\" ( ] such as, such as @ @")
	f.Fuzz(func(t *testing.T, sentence string) {
		if len(sentence) > 600 {
			return
		}
		p, copied, source := paperOf(sentence)
		for _, reword := range []func() (Wording, bool){func() (Wording, bool) { return p.Own(copied) },
			func() (Wording, bool) { return p.Quoting(copied, source) }} {
			if w, ok := reword(); ok && p.Copies(w.Text) {
				t.Errorf("%q copies", w.Text)
			}
		}
	})
}
