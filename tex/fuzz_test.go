package tex

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

// Encoding preserves all letters and digits of the decoded text.
func FuzzDecode(f *testing.F) {
	f.Add(`{\"o} \'\i $\alpha_1$ --- ~ \c{c} \href{a}{b} \textless`)
	f.Fuzz(func(t *testing.T, source string) {
		text := Decode(source)
		if !utf8.ValidString(text) {
			return
		}
		for _, accents := range []bool{false, true} {
			if again := Decode(Encode(text, accents)); folded(again) != folded(text) {
				t.Fatalf("%q became %q and then %q", source, text, again)
			}
		}
	})
}

func folded(s string) string {
	var out strings.Builder
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			out.WriteString(FoldRune(unicode.ToLower(r)))
		}
	}
	return out.String()
}

func TestGrowthOfText(t *testing.T) {
	growth.Linear(t, growth.Text, func(s string) {
		Decode(s)
		DecodeVerbatim(s)
		Encode(s, true)
		FoldASCII(s)
	})
}
