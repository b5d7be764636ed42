package tex

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// A command prints the same character in all readers of TeX: for .bib files, manuscripts, and the
// source of papers.
func TestEveryAccentSetsItsMark(t *testing.T) {
	for command, mark := range map[string]rune{
		"'": 0x0301, "`": 0x0300, "^": 0x0302, `"`: 0x0308, "~": 0x0303, "=": 0x0304, ".": 0x0307, "u": 0x0306, "v": 0x030C,
		"H": 0x030B, "c": 0x0327, "d": 0x0323, "b": 0x0331, "r": 0x030A, "k": 0x0328, "h": 0x0309, "textcommabelow": 0x0326,
	} {
		if got := Mark(command); got != mark || AccentCommand(mark) != command {
			t.Errorf("\\%s sets %U, which is \\%s", command, got, AccentCommand(mark))
		}
	}
	if Mark("emph") != 0 {
		t.Error("\\emph is no accent")
	}
}

func TestAccentedLettersAreThoseOfUnicode(t *testing.T) {
	for letter, parts := range accentedAs {
		if want := norm.NFC.String(string([]rune{parts.base, markOf[parts.command]})); want != string(letter) {
			t.Errorf("\\%s{%c} is %c, Unicode has %s", parts.command, parts.base, letter, want)
		}
	}
}

func TestSymbols(t *testing.T) {
	for command, want := range map[string]string{
		"ss": "ß", "o": "ø", "AE": "Æ", "aa": "å", "l": "ł", "i": "ı", "dh": "ð", "th": "þ", "DJ": "Đ", "ng": "ŋ",
		"textendash": "–", "textemdash": "—", "ldots": "…", "dots": "…", "textquotedblleft": "“", "textquoteright": "’",
		"S": "§", "copyright": "©", "textbackslash": `\`, "textless": "<", "LaTeX": "LaTeX", "pounds": "£", "textdegree": "°",
		"quad": " ", "qquad": " ", "newline": " ", "linebreak": " ", "alpha": "α", "leq": "≤",
	} {
		if got := Symbol(command); got != want {
			t.Errorf("\\%s prints %q, want %q", command, got, want)
		}
	}
}

func TestEnvironments(t *testing.T) {
	for _, name := range strings.Fields("equation equation* align* dmath figure wraptable sidewaystable SCfigure algorithm tabularx array cases tikzpicture thebibliography") {
		if !IsDisplay(name) || IsVerbatim(name) {
			t.Errorf("%s holds no running text", name)
		}
	}
	for _, name := range strings.Fields("lstlisting verbatim verbatim* Verbatim minted comment filecontents") {
		if !IsVerbatim(name) || IsDisplay(name) {
			t.Errorf("nothing is a command in %s", name)
		}
	}
	for _, name := range strings.Fields("abstract itemize quote theorem small") {
		if IsVerbatim(name) || IsDisplay(name) {
			t.Errorf("%s holds running text", name)
		}
	}
}
