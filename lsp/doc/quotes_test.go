package doc

import (
	"strings"
	"testing"
)

func TestQuotationsOfPlainTextAreWrittenInTheMarksOfTheDocument(t *testing.T) {
	marks := Quotes{`\enquote{`, "}"}
	for plain, want := range map[string]string{
		"They find “a_b” here.": `They find \enquote{a\_b} here.`, "“a” and “b”": `\enquote{a} and \enquote{b}`,
		"“open": "“open", "closed”": "closed”", "none": "none", "”a“": "”a“",
	} {
		if got := marks.Write(plain, func(s string) string { return strings.ReplaceAll(s, "_", `\_`) }); got != want {
			t.Errorf("%s: %s, want %s", plain, got, want)
		}
	}
	if got := (Quotes{}).Write("“a”", strings.ToUpper); got != "“A”" {
		t.Error(got)
	}
}

// A paragraph's text maps to its source between the cursors, and the source back to the text.
func TestProseIsMappedToItsSource(t *testing.T) {
	const source = `We \emph{pool} d\'es.`
	var b Builder
	b.Prose("We ", 0, 3)
	b.Prose("pool", 9, 13)
	b.Prose(" d", 14, 16)
	b.Prose("é", 16, 19)
	b.Prose("s.", 19, 21)
	b.Break()
	p := b.Manuscript().Prose[0]
	for _, fixture := range []string{
		"|We pool| dés.", "We |pool| dés.", "We pool |dés|.", "We pool d|é|s.", "We p|oo|l dés.", "We pool dés|.|",
	} {
		parts := strings.Split(fixture, "|")
		text := Span{len(parts[0]), len(parts[0] + parts[1])}
		span := p.Source(text)
		want := map[string]string{"We pool": `We \emph{pool`, "dés": `d\'es`, "é": `\'e`}[parts[1]]
		if want == "" {
			want = parts[1]
		}
		if got := source[span.Start:span.End]; got != want {
			t.Errorf("%s: %s", fixture, got)
		}
		if back := p.Within(span); back != text {
			t.Errorf("%s: %v, want %v", fixture, back, text)
		}
	}
	if got := p.Source(Span{3, 3}); got != (Span{}) {
		t.Error(got)
	}
}
