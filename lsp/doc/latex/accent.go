package latex

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// accents are TeX's accent commands and the combining characters they set.
var accents = map[string]string{
	"'": "\u0301", "`": "\u0300", "^": "\u0302", `"`: "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
	"u": "\u0306", "v": "\u030C", "H": "\u030B", "c": "\u0327", "d": "\u0323", "b": "\u0331", "r": "\u030A", "k": "\u0328",
}

// symbols are commands that are letters or signs.
var symbols = map[string]string{
	"ss": "ß", "o": "ø", "O": "Ø", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł",
	"i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ",
	"textendash": "–", "textemdash": "—", "ldots": "…", "dots": "…", "textquotedblleft": "“", "textquotedblright": "”",
	"textquoteleft": "‘", "textquoteright": "’", "S": "§", "P": "¶", "copyright": "©", "textbackslash": `\`,
	"textasciitilde": "~", "textasciicircum": "^", "textless": "<", "textgreater": ">", "LaTeX": "LaTeX", "TeX": "TeX", "pounds": "£",
	"textdegree": "°", "quad": " ", "qquad": " ", "newline": " ", "linebreak": " ",
}

func isAccent(name string) bool { return accents[name] != "" }

// accent reads an accented letter: \'e, \'{e}, \v c, \"{\i}.
func (s *scanner) accent(name string, end int) bool {
	at := end
	if isLetter(name[0]) {
		at += len(s.text[at:]) - len(strings.TrimLeft(s.text[at:], " "))
		if at == end && at < len(s.text) && s.text[at] != '{' {
			return false
		}
	}
	base, after := s.accentBase(at)
	if base == "" {
		return false
	}
	s.prose(norm.NFC.String(base+accents[name]), after-s.at)
	return true
}

// longestLetter is how many bytes an accent's braced letter takes at most.
const longestLetter = 12

func (s *scanner) accentBase(at int) (base string, after int) {
	if at >= len(s.text) {
		return "", at
	}
	after = at
	if s.text[at] == '{' && strings.Contains(s.text[at:min(at+longestLetter, len(s.text))], "}") {
		base, after = s.bracketed(at, '{', '}')
		base = strings.TrimSpace(base)
	} else if strings.HasPrefix(s.text[at:], `\i`) || strings.HasPrefix(s.text[at:], `\j`) {
		base, after = s.text[at:at+2], at+2
	} else if r, size := utf8.DecodeRuneInString(s.text[at:]); isLetter(s.text[at]) || r >= utf8.RuneSelf {
		base, after = string(r), at+size
	}
	switch base {
	case `\i`:
		base = "i"
	case `\j`:
		base = "j"
	}
	if utf8.RuneCountInString(base) != 1 {
		return "", at
	}
	return base, after
}
