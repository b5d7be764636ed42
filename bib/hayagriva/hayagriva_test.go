package hayagriva

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

const list = `harry:
    type: Book
    title: Harry Potter & the {Order} of the Phoenix
    author: Rowling, J. K.
    volume: 5
    date: 2003-06-21
"kinetics":
    type: Article
    title:
        value: Kinetics and luminescence
    author: ["Plass, Henriette", {name: Berg, prefix: van den, given-name: Jan}]
    serial-number:
        doi: "10.22541/au.148771883.35456290"
    parent:
        - type: Periodical
          title: Nature
          volume: 2
          date: 2016
ä2020: &a {title: A}
other: *a
no key: {title: B}
text: only
`

func TestEntriesAreRead(t *testing.T) {
	f := Parse(list)
	var keys []string
	for i := range f.Entries {
		e := &f.Entries[i]
		keys = append(keys, e.Key)
		if got := list[e.KeySpan.Start:e.KeySpan.End]; got != e.Key {
			t.Errorf("%s is at %q", e.Key, got)
		}
	}
	if got := strings.Join(keys, " "); got != "harry kinetics ä2020" {
		t.Errorf("keys %s", got)
	}
	harry, kinetics := f.ByKey("harry"), f.ByKey("kinetics")
	if harry.Field("title") != "Harry Potter & the {Order} of the Phoenix" || harry.Year() != 2003 || harry.Authors()[0].Given != "J. K." {
		t.Errorf("%s %d %v", harry.Field("title"), harry.Year(), harry.Authors())
	}
	if kinetics.Year() != 2016 || kinetics.Venue() != "Nature" || kinetics.Field("doi") == "" || kinetics.Authors()[1].Given != "Jan" {
		t.Errorf("%d %s %s %v", kinetics.Year(), kinetics.Venue(), kinetics.Field("doi"), kinetics.Authors())
	}
	if mentions := f.Mentions(func(key string) bool { return key == "kinetics" }); len(mentions) != 1 || list[mentions[0].Start:mentions[0].End] != "kinetics" {
		t.Errorf("mentions %v", mentions)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(list)
	f.Add("a: {title: b}\na: {author: [{name: c}]}\n? d\n: {parent: {}}\n")
	f.Fuzz(func(t *testing.T, text string) {
		file := Parse(text)
		for i := range file.Entries {
			e := &file.Entries[i]
			if text[e.KeySpan.Start:e.KeySpan.End] != e.Key {
				t.Errorf("%q at %v", e.Key, e.KeySpan)
			}
		}
	})
}

func TestGrowthOfParse(t *testing.T) {
	seeds := growth.Within("a:\n", growth.Repeat("  title: b\n", "  author: [b]\n", "  parent: {title: b}\n", "  - "), "\n")
	growth.Linear(t, append(seeds, growth.Text...), func(s string) { Parse(s) })
}
