package bib

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMentionsOfAKey(t *testing.T) {
	src := `@book{a, title={A}}
@inbook{b, crossref = "a", title = {a}}
@set{c, entryset = { b , a }, xdata={aa}}`
	f := Parse([]byte(src))
	var got []string
	for _, m := range f.Mentions(func(key string) bool { return key == "a" }) {
		if f.Text(m.Span) != m.Key {
			t.Errorf("%v is %q", m, f.Text(m.Span))
		}
		got = append(got, fmt.Sprint(m.Start, m.Declares))
	}
	want := []string{"6 true", fmt.Sprint(strings.Index(src, `"a"`)+1, " false"), fmt.Sprint(strings.Index(src, " a }")+1, " false")}
	for i := range want {
		want[i] = strings.ReplaceAll(want[i], "  ", " ")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if m, ok := f.MentionAt(strings.Index(src, " b ,") + 1); !ok || m.Key != "b" {
		t.Errorf("%+v %v", m, ok)
	}
	if m, ok := f.MentionAt(strings.Index(src, "title")); ok {
		t.Errorf("%+v", m)
	}
}

func TestAKeyThatCannotBe(t *testing.T) {
	for key, ok := range map[string]bool{"smith2020": true, "DBLP:conf/acl/X-1_2.3": true, "müller20": false, `a"b`: false, "a`b": false, "a!b": false, "": false, "a b": false, "a,b": false, "a{": false, `a\b`: false, "a@b": false} {
		if err := CheckKey(key); (err == nil) != ok {
			t.Errorf("%q: %v", key, err)
		}
	}
}

func TestLinksOfAFile(t *testing.T) {
	f := Parse([]byte(`@misc{a,
  doi = {https://doi.org/10.1000/ABC<1>}, url = "https://example.org/x_y", eprint = {1706.03762v5}, archiveprefix = {arXiv},
  file = {:pdf/a.pdf:PDF;Full Text:C\:\\lib\\b\;1.pdf:application/pdf}, pdf = {own.pdf}, note = {http://no.org}, url = {ask me}
}`))
	var got []string
	for _, l := range f.Links() {
		got = append(got, fmt.Sprintf("%s -> %s%s", f.Text(l.Span), l.URL, l.Path))
	}
	want := []string{
		"https://doi.org/10.1000/ABC<1> -> https://doi.org/10.1000/abc%3C1%3E",
		"https://example.org/x_y -> https://example.org/x_y",
		"1706.03762v5 -> https://arxiv.org/abs/1706.03762",
		"pdf/a.pdf -> pdf/a.pdf",
		`C\:\\lib\\b\;1.pdf -> C:\lib\b;1.pdf`,
		"own.pdf -> own.pdf",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
