package pattern

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"testing"
)

func TestRequiredLiterals(t *testing.T) {
	for _, c := range []struct {
		expr string
		want []string
		fold bool
	}{
		{`\b(?:should|must|needs? to)\b`, []string{"must", "need to", "needs to", "should"}, false},
		{`(?i)\b(?:than|Compared)\b`, []string{"compared", "than"}, true},
		{`^have (?:shown|found)\b`, []string{"\x00have found", "\x00have shown"}, false},
		{`\b[Oo]ur (?:new )?work.*x`, []string{"our new work", "our work"}, true},
		{`(\p{L}{2,})- (\p{Ll}{2,})`, []string{"- "}, false},
		{`(?:^|\s)ing(?:[,.]|$)`, []string{"\x00ing\x00", "\x00ing,", "\x00ing.", "\ting\x00", "\ting,", "\ting.", "\ning\x00", "\ning,", "\ning.", "\fing\x00", "\fing,", "\fing.", "\ring\x00", "\ring,", "\ring.", " ing\x00", " ing,", " ing."}, false},
		{`^^one`, []string{"\x00one"}, false},
		{`\p{L}+`, nil, false},
		{`ab|`, nil, false},
		{`(?:word)?`, nil, false},
		{`(?i:Über)`, nil, false},
		{`xx|(?i:WORD)`, []string{"word", "xx"}, true},
		{"\uFFFDx", nil, false},
	} {
		if got := requiredBy(c.expr); !slices.Equal(got.any, c.want) || got.fold != c.fold && c.want != nil {
			t.Errorf("%s requires %q (any case: %v), want %q", c.expr, got.any, got.fold, c.want)
		}
	}
}

// The results are always the same as those of package regexp.
func FuzzPattern(f *testing.F) {
	for _, expr := range []string{`(?i)\b(?:than|only|skin)\b`, `\b[Oo]ur (\p{L}+)s?|that (is)`, `(?:a|b[cd]){1,2}e`, `^(?:The )?x+$`, "\uFFFD|[\uFFFD-\uFFFF]", `(?i)k|s`, ``} {
		for _, s := range []string{"", "no more THAN this", "our models", "The xxx", "\xff", "\u212A", "\u017Fkin", "bcbde"} {
			f.Add(expr, s)
		}
	}
	f.Fuzz(func(t *testing.T, expr, s string) {
		want, err := regexp.Compile(expr)
		if err != nil {
			t.Skip()
		}
		got := MustCompile(expr)
		for method, results := range map[string][2]any{
			"MatchString":                {got.MatchString(s), want.MatchString(s)},
			"FindString":                 {got.FindString(s), want.FindString(s)},
			"FindStringIndex":            {got.FindStringIndex(s), want.FindStringIndex(s)},
			"FindStringSubmatch":         {got.FindStringSubmatch(s), want.FindStringSubmatch(s)},
			"FindStringSubmatchIndex":    {got.FindStringSubmatchIndex(s), want.FindStringSubmatchIndex(s)},
			"FindAllString":              {got.FindAllString(s, -1), want.FindAllString(s, -1)},
			"FindAllStringIndex":         {got.FindAllStringIndex(s, 2), want.FindAllStringIndex(s, 2)},
			"FindAllStringSubmatch":      {got.FindAllStringSubmatch(s, -1), want.FindAllStringSubmatch(s, -1)},
			"FindAllStringSubmatchIndex": {got.FindAllStringSubmatchIndex(s, -1), want.FindAllStringSubmatchIndex(s, -1)},
			"ReplaceAllString":           {got.ReplaceAllString(s, "<$0>"), want.ReplaceAllString(s, "<$0>")},
			"ReplaceAllStringFunc":       {got.ReplaceAllStringFunc(s, quoted), want.ReplaceAllStringFunc(s, quoted)},
		} {
			if !reflect.DeepEqual(results[0], results[1]) {
				t.Errorf("%s of %q in %q: %v, want %v", method, expr, s, results[0], results[1])
			}
		}
	})
}

// Expressions are compiled on first use, so this test finds invalid ones early.
func TestExpressionsOfTheProgramAreValid(t *testing.T) {
	source := regexp.MustCompile("pattern\\.MustCompile\\(`([^`]*(?:`\\s*\\+\\s*`[^`]*)*)`\\)")
	joint := regexp.MustCompile("`\\s*\\+\\s*`") // joins the parts of an expression that is split over several lines
	found := 0
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if path == "../../build" || filepath.Base(path) == "node_modules" {
			return filepath.SkipDir // another program may be filling it
		}
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		code, err := os.ReadFile(path)
		for _, m := range source.FindAllSubmatch(code, -1) {
			if found++; err == nil {
				_, err = regexp.Compile(joint.ReplaceAllString(string(m[1]), ""))
			}
		}
		return err
	})
	if err != nil || found < 100 {
		t.Errorf("%d expressions: %v", found, err)
	}
}

func quoted(s string) string { return "<" + s + ">" }
