package search_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

func TestASentenceNamesWorksByTheirAuthors(t *testing.T) {
	for sentence, want := range map[string][]search.Mention{
		"The details were reported in Bhatta et al..":              {{Families: []string{"bhatta"}, Others: true}},
		"Smith et al. (2019) showed it.":                           {{Families: []string{"smith"}, Others: true, Year: 2019}},
		"We follow Ramshaw and Marcus (1995).":                     {{Families: []string{"ramshaw", "marcus"}, Year: 1995}},
		"This was shown (Bouis & Saltzman, 2017; Müller, 2001).":   {{Families: []string{"bouis", "saltzman"}, Year: 2017}, {Families: []string{"muller"}, Year: 2001}},
		"As in van der Goot [CITE], tags help.":                    {{Families: []string{"van der goot"}}},
		"In Bhatta et al. it was reported.":                        {{Families: []string{"bhatta"}, Others: true}},
		"We used Adwait Ratnaparkhi’s tagger.":                     {{Families: []string{"ratnaparkhi"}}},
		"The speed of Collins’ parser is compared.":                {{Families: []string{"collins"}}},
		"Charniak’s parser reads the strings.":                     {{Families: []string{"charniak"}}},
		"Sayed-Ahmad et al. [CITE] baked breads.":                  {{Families: []string{"sayed ahmad"}, Others: true}},
		"Wheat is grown in Europe and sown in October.":            nil,
		"The results were significant in 2019.":                    nil,
		"In Table 3 the BLEU score of German systems is compared.": nil,
		"": nil,
	} {
		if diff := cmp.Diff(want, search.MentionsIn(sentence)); diff != "" {
			t.Errorf("%s: %s", sentence, diff)
		}
	}
}

func TestAPaperFitsAMentionByAuthorsAndYear(t *testing.T) {
	by := func(year int, families ...string) *paper.Paper {
		p := &paper.Paper{Year: year}
		for _, f := range families {
			p.Authors = append(p.Authors, paper.Author{Family: f})
		}
		return p
	}
	for _, test := range []struct {
		sentence      string
		better, worse *paper.Paper
	}{
		{"Smith et al. (2019) showed it.", by(2019, "Smith", "Kim", "Lee"), by(2018, "Smith", "Kim", "Lee")},
		{"Smith et al. (2019) showed it.", by(2019, "Smith", "Kim", "Lee"), by(2011, "Smith", "Kim", "Lee")},
		{"Smith et al. (2019) showed it.", by(2019, "Smith", "Kim", "Lee"), by(2019, "Smith")},
		{"Smith et al. (2019) showed it.", by(2019, "Smith", "Kim", "Lee"), by(2019, "Kim", "Smith", "Lee")},
		{"We follow Ramshaw and Marcus.", by(1995, "Ramshaw", "Marcus"), by(1995, "Ramshaw", "Lee")},
		{"We follow Müller (2001).", by(2001, "Müller"), by(2001, "Moller")},
	} {
		m := search.MentionsIn(test.sentence)[0]
		if better, worse := m.Names(test.better), m.Names(test.worse); better <= worse {
			t.Errorf("%s: %g is not more than %g", test.sentence, better, worse)
		}
	}
}

func FuzzMentions(f *testing.F) {
	f.Add("Smith et al. (2019), Kim & Lee's and de la Cruz [CITE]")
	f.Fuzz(func(t *testing.T, sentence string) {
		for _, m := range search.MentionsIn(sentence) {
			if len(m.Families) == 0 || len(m.Families) > 2 || m.Filter() == nil {
				t.Errorf("%+v", m)
			}
		}
	})
}
