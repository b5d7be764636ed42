package page

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

func TestBarsFitTheWidthOfAPhone(t *testing.T) {
	for _, c := range []struct {
		years  []wire.YearCount
		labels []string
	}{
		{nil, nil},
		{[]wire.YearCount{{Year: 2020, Papers: 1}}, []string{"2020"}},
		{[]wire.YearCount{{Year: 2018, Papers: 1}, {Year: 2020, Papers: 9}}, []string{"2018", "2019", "2020"}},
		{[]wire.YearCount{{Year: 2001, Papers: 1}, {Year: 2013, Papers: 2}}, []string{"2000–2001", "2002–2003", "2004–2005", "2006–2007", "2008–2009", "2010–2011", "2012–2013"}},
		{[]wire.YearCount{{Year: 1, Papers: 1}, {Year: 9999, Papers: 1}}, []string{"0–9998", "9999–19997"}},
	} {
		var labels []string
		for _, b := range bars(c.years, query{}) {
			labels = append(labels, b.Label)
			if b.Papers > 0 != (b.Height > 0) || b.Height > 100 {
				t.Errorf("%+v", b)
			}
		}
		if !reflect.DeepEqual(labels, c.labels) {
			t.Errorf("%v have the bars %q", c.years, labels)
		}
	}
	for span := 1; span < 3000; span++ {
		if n := len(bars([]wire.YearCount{{Year: 1999, Papers: 1}, {Year: 1998 + span, Papers: 1}}, query{})); n > maxBars {
			t.Errorf("%d years have %d bars", span, n)
		}
	}
}

func TestPapersAreMovedAndTakenOut(t *testing.T) {
	for order, want := range map[string]string{
		"": "abc", "1up": "abc", "2up": "bac", "3down": "abc", "1down": "bac", "2out": "ac", "0out": "abc", "4out": "abc", "up": "abc", "2sideways": "abc", "-1out": "abc",
	} {
		var got strings.Builder
		for _, ref := range moved(refs{{Paper: "a"}, {Paper: "b"}, {Paper: "c"}}, order) {
			got.WriteString(ref.Paper)
		}
		if got.String() != want {
			t.Errorf("%q makes %s, want %s", order, got.String(), want)
		}
	}
}

func TestSentencesAreJoinedInEachMarkup(t *testing.T) {
	plain := Markup{Name: "Plain", Write: func(before string, keys []string, after string, textual bool) string {
		return fmt.Sprint(before, strings.Join(keys, ","), after, textual)
	}}
	p := &page{Deps{Markups: []Markup{plain, {"Keys", func(_ string, keys []string, _ string, _ bool) string { return strings.Join(keys, ",") }}}}}
	sentences := []sentence{{After: " shows it.", textual: true}, {Before: "It helps ", After: "."}}
	want := []markupText{{"Plain", "baker shows it.true It helps able,chen.false"}, {"Keys", "baker able,chen"}}
	if got := p.inMarkups(sentences, [][]string{{"baker"}, {"able", "chen"}}); !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}

func TestACitationIsReadInWords(t *testing.T) {
	for _, c := range []struct {
		byline  string
		textual bool
		want    string
	}{
		{"Martins et al. 2009", true, "Martins et al. (2009)"},
		{"Martins et al. 2009", false, "(Martins et al., 2009)"},
		{"Martins", false, "(Martins)"},
		{"Martins", true, "Martins"},
		{"", false, "(“A title”)"},
	} {
		if got := citation(c.byline, "A title", c.textual); got != c.want {
			t.Errorf("%s: %s, want %s", c.byline, got, c.want)
		}
	}
}
