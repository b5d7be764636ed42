package paper

import (
	"strings"
	"testing"
)

func TestFamilyNamesHaveTheirParticles(t *testing.T) {
	for name, want := range map[string]Author{
		"Ada Lovelace":                    {"Ada", "Lovelace"},
		"Benjamin Van Durme":              {"Benjamin", "Van Durme"},
		"Durme, Benjamin Van":             {"Benjamin", "Van Durme"},
		"Mattia A. Di Gangi":              {"Mattia A.", "Di Gangi"},
		"Nicola De Cao":                   {"Nicola", "De Cao"},
		"Rob van der Goot":                {"Rob", "van der Goot"},
		"Katharina Von Der Wense":         {"Katharina", "Von Der Wense"},
		"Giovanni Da San Martino":         {"Giovanni", "Da San Martino"},
		"Éric Villemonte de la Clergerie": {"Éric Villemonte", "de la Clergerie"},
		"Lucas Emanuel Silva e Oliveira":  {"Lucas Emanuel", "Silva e Oliveira"},
		"Oliveira, Lucas Emanuel Silva e": {"Lucas Emanuel", "Silva e Oliveira"},
		"Vincent J. Della Pietra":         {"Vincent J.", "Della Pietra"},
		"Rhomni St. John":                 {"Rhomni", "St. John"},
		"Roxanne El Baff":                 {"Roxanne", "El Baff"},
		"Beigman Klebanov, Beata":         {"Beata", "Beigman Klebanov"},
		"Martin Luther King Jr.":          {"Martin Luther", "King Jr."},
		// capitalized words that belong to the given name
		"Kiet Van Nguyen":    {"Kiet Van", "Nguyen"},
		"Minh Le Nguyen":     {"Minh Le", "Nguyen"},
		"Dang Van Thin":      {"Dang Van", "Thin"},
		"Bin Bin Zhu":        {"Bin Bin", "Zhu"},
		"Xiao Bin Li":        {"Xiao Bin", "Li"},
		"Van Morrison":       {"Van", "Morrison"},
		"Al Gore":            {"Al", "Gore"},
		"John E Ortega":      {"John E", "Ortega"},
		"Clayton T Morrison": {"Clayton T", "Morrison"},
		"Sercan O Arik":      {"Sercan O", "Arik"},
		"mary ann smith":     {"mary", "ann smith"},
		// not a person
		"ImageNet": {"", "ImageNet"},
		"":         {"", ""},
		"van":      {"", "van"},
		", Van":    {"Van", ""},
	} {
		if got := ParseName(name); got != want {
			t.Errorf("%q is read as %q | %q, want %q | %q", name, got.Given, got.Family, want.Given, want.Family)
		}
	}
}

func TestParticlesAreMovedOnce(t *testing.T) {
	for _, a := range []Author{{"Benjamin Van", "Durme"}, {"Rob van der", "Goot"}, {"Ana Silva e", "Costa"}, {"", ""}, {"de", ""}} {
		once := a.WithParticles()
		if twice := once.WithParticles(); twice != once {
			t.Errorf("%q becomes %q, and then %q", a, once, twice)
		}
		if before, after := strings.Fields(a.Given+" "+a.Family), strings.Fields(once.Given+" "+once.Family); strings.Join(before, " ") != strings.Join(after, " ") {
			t.Errorf("%q lost words: %q", a, once)
		}
	}
}

// Records of a work may split names differently. A record that contains a compound family name is
// more reliable.
func TestAnotherRecordIsEvidenceOfACompoundFamilyName(t *testing.T) {
	p := &Paper{Title: "Summaries", Authors: []Author{{"Beata Beigman", "Klebanov"}, {"Michael", "Flor"}}}
	merged := p.Merged(&Paper{Title: "Summaries", Authors: []Author{{"Beata", "Beigman Klebanov"}, {"M.", "Flor"}}})
	if merged.Authors[0].Family != "Beigman Klebanov" || merged.Authors[1].Given != "Michael" {
		t.Errorf("the authors are %q", merged.Authors)
	}
	if p.Authors[0].Family != "Klebanov" {
		t.Error("the record itself was changed")
	}
	if other := p.Merged(&Paper{Title: "Summaries", Authors: []Author{{"Beata", "Beigman Klebanov"}}}); other.Authors[0].Family != "Klebanov" {
		t.Errorf("names of another number of authors are taken: %q", other.Authors)
	}
}
