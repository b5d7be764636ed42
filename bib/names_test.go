package bib

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestParseNames(t *testing.T) {
	tests := []struct {
		tex    string
		want   []Name
		others bool
	}{
		{"", nil, false},
		{"Ann Lee", []Name{{Given: "Ann", Family: "Lee"}}, false},
		{"Lee, Ann B.", []Name{{Given: "Ann B.", Family: "Lee"}}, false},
		{"Ludwig van Beethoven", []Name{{Given: "Ludwig", Family: "van Beethoven"}}, false},
		{"van Beethoven, Ludwig", []Name{{Given: "Ludwig", Family: "van Beethoven"}}, false},
		{"Charles Louis de la Vall{\\'e}e Poussin", []Name{{Given: "Charles Louis", Family: "de la Vallée Poussin"}}, false},
		{"de la Cruz, Jr, Juan", []Name{{Given: "Juan", Family: "de la Cruz", Suffix: "Jr"}}, false},
		{"Plato", []Name{{Family: "Plato"}}, false},
		{"{Barnes and Noble, Inc.}", []Name{{Family: "Barnes and Noble, Inc."}}, false},
		{"{\\'E}mile Zola AND {\\\"o}zil Mesut\n  and  Lee, Ann", []Name{{Given: "Émile", Family: "Zola"}, {Family: "özil Mesut"}, {Given: "Ann", Family: "Lee"}}, false},
		{"A B and others", []Name{{Given: "A", Family: "B"}}, true},
		{"Donald~E. Knuth and and ,", []Name{{Given: "Donald E.", Family: "Knuth"}}, false},
		{"Jean {de La} Fontaine", []Name{{Given: "Jean de La", Family: "Fontaine"}}, false},
		{"R2 7 Unit", []Name{{Given: "R2 7", Family: "Unit"}}, false},
		{"Anderson, Sandy and Brandy Alexander", []Name{{Given: "Sandy", Family: "Anderson"}, {Given: "Brandy", Family: "Alexander"}}, false},
		{"unbalanced} and {open", []Name{{Family: "unbalanced"}, {Family: "open"}}, false},
	}
	for _, tt := range tests {
		names, others := ParseNames(tt.tex)
		if diff := cmp.Diff(tt.want, names); diff != "" || others != tt.others {
			t.Errorf("%q: others %v (-want +got)\n%s", tt.tex, others, diff)
		}
	}
}

func TestNameInReadingOrder(t *testing.T) {
	if got := (Name{Given: "Juan", Family: "de la Cruz", Suffix: "Jr"}).String(); got != "Juan de la Cruz Jr" {
		t.Error(got)
	}
}

// Names that are written to an author field and read again are unchanged.
func TestWrittenNamesAreReadBack(t *testing.T) {
	part := rapid.StringMatching(`[A-ZÉ][a-zü]{1,6}( (and|van|de|[A-Z]\.|[A-Z][a-zö]{1,6}(-[A-Z][a-z])?))?`)
	name := rapid.Custom(func(t *rapid.T) Name {
		return Name{Given: rapid.OneOf(part, rapid.Just("")).Draw(t, "given"), Family: part.Draw(t, "family")}
	})
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(name, 1, 4).Draw(t, "names")
		h := habits{accents: rapid.Bool().Draw(t, "accents")}
		got, others := ParseNames(h.names(names))
		if diff := cmp.Diff(names, got); diff != "" || others {
			t.Fatalf("%s (-want +got)\n%s", h.names(names), diff)
		}
	})
}
