package tex

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestDecode(t *testing.T) {
	tests := []struct{ tex, want string }{
		{`plain`, "plain"},
		{`{\"o}`, "ö"}, {`\"o`, "ö"}, {`\"{o}`, "ö"}, {`{\" o}`, "ö"},
		{`\'{e}`, "é"}, {"\\`a", "à"}, {`\^{\i}`, "î"}, {`\'\i`, "í"}, {`\~n`, "ñ"}, {`\=a`, "ā"}, {`\.z`, "ż"},
		{`\v{c}`, "č"}, {`\v c`, "č"}, {`\c c`, "ç"}, {`\c{c}`, "ç"}, {`\u g`, "ğ"}, {`\H{o}`, "ő"}, {`\k a`, "ą"}, {`\r u`, "ů"}, {`\d{s}`, "ṣ"},
		{`\'{\^e}`, "ế"}, {`\'{xyz}`, "x\u0301yz"},
		{`\ss{} \ss`, "ß ß"}, {`S{\o}ren {\L}{\'o}d{\'z}`, "Søren Łódź"}, {`\aa\AE\oe`, "åÆœ"}, {`Stra\ss e`, "Straße"},
		{`1--2---3`, "1–2—3"}, {"``a'' `b'", "“a” ‘b'"}, {`a~b`, "a\u00A0b"}, {`O'Brien`, "O'Brien"},
		{`{NLP} for {{The} Masses}`, "NLP for The Masses"},
		{`\& \% \_ \# \$ \{ \}`, "& % _ # $ { }"},
		{`\textit{a} {\em b} \emph{c}`, "a b c"}, {`\url{http://x}`, "http://x"}, {`\href{http://x}{text}`, "text"},
		{`$\alpha$-divergence, $k$-means, H$_2$O, $x^{2}$`, "α-divergence, k-means, H2O, x2"},
		{`\LaTeX{} and \TeX`, "LaTeX and TeX"}, {`a\\b\ c\,d`, "a b c d"}, {`hy\-phen`, "hyphen"},
		{"a\n   b\t\tc ", "a b c"}, {`\~{}user \^{}`, "~user ^"},
		{`\`, ""}, {`\'`, ""}, {`\"{`, ""}, {`{{{`, ""}, {`}`, ""}, {`\unknown{x}`, "x"},
	}
	for _, tt := range tests {
		if got := Decode(tt.tex); got != tt.want {
			t.Errorf("Decode(%q) = %q, want %q", tt.tex, got, tt.want)
		}
	}
}

func TestEncode(t *testing.T) {
	tests := []struct {
		text, unicode, accents string
	}{
		{"a", "a", "a"},
		{"AT&T 50% C_1 #1 $5", `AT\&T 50\% C\_1 \#1 \$5`, `AT\&T 50\% C\_1 \#1 \$5`},
		{"Gödel, Çelik, Łódź", "Gödel, Çelik, Łódź", `G{\"o}del, {\c C}elik, {\L}{\'o}d{\'z}`},
		{"1–2 “x”", "1–2 “x”", "1--2 ``x''"},
		{"–-", "–-", "--{}-"},
		{"ế", "ế", `{\'{\^e}}`},
		{"e\u0301", "é", `{\'e}`},
		{"α", "α", `$\alpha$`},
		{"{a} \\ ~ ^ <", `{\textbraceleft}a{\textbraceright} {\textbackslash} {\textasciitilde} {\textasciicircum} {\textless}`,
			`{\textbraceleft}a{\textbraceright} {\textbackslash} {\textasciitilde} {\textasciicircum} {\textless}`},
		{"中文", "中文", "中文"},
	}
	for _, tt := range tests {
		if got := Encode(tt.text, false); got != tt.unicode {
			t.Errorf("Encode(%q) in Unicode = %q, want %q", tt.text, got, tt.unicode)
		}
		if got := Encode(tt.text, true); got != tt.accents {
			t.Errorf("Encode(%q) in accents = %q, want %q", tt.text, got, tt.accents)
		}
	}
}

// alphabet contains all characters that Encode and Decode convert, except those that TeX joins into
// ligatures or that have two spellings.
var alphabet = func() []rune {
	letters := []rune("abcxyzABC019 .,:;!?()[]/*+=@&%_#$\\{}~^<>|\"中文Жא\u00A0–—“”")
	for r := range accentedAs {
		letters = append(letters, r)
	}
	for r := range signFor {
		letters = append(letters, r)
	}
	for r := range mathFor {
		letters = append(letters, r)
	}
	slices.Sort(letters)
	return letters
}()

func TestDecodeUndoesEncode(t *testing.T) {
	text := rapid.Map(rapid.SliceOf(rapid.SampledFrom(alphabet)), func(r []rune) string {
		return strings.Join(strings.FieldsFunc(string(r), func(r rune) bool { return r == ' ' }), " ")
	})
	rapid.Check(t, func(t *rapid.T) {
		s, accents := text.Draw(t, "text"), rapid.Bool().Draw(t, "accents")
		tex := Encode(s, accents)
		if got := Decode(tex); got != s {
			t.Fatalf("%q became %q and then %q", s, tex, got)
		}
		if strings.Count(tex, "{") != strings.Count(tex, "}") {
			t.Fatalf("%q is not balanced", tex)
		}
	})
}
