package tex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escaped lists the special characters that TeX prints if a backslash precedes them. It does not
// contain braces, because BibTeX counts them even after a backslash.
const Escaped = "&%_#$"

// Named maps special characters that cannot be escaped to the commands that print them.
var Named = map[rune]string{
	'\\': "textbackslash", '{': "textbraceleft", '}': "textbraceright", '~': "textasciitilde", '^': "textasciicircum",
	'<': "textless", '>': "textgreater", '|': "textbar",
}

// Ligatured maps characters to the ASCII sequences that TeX prints as these characters.
var Ligatured = map[rune]string{'–': "--", '—': "---", '‘': "`", '’': "'", '“': "``", '”': "''"}

// spaced maps special spaces and hyphens to their equivalents in TeX.
var spaced = map[rune]string{'\u00A0': "~", '\u2010': "-", '\u2011': "-"}

// escape returns the TeX code that prints a special character. ok is false for all other
// characters.
func escape(r rune) (tex string, ok bool) {
	if r < utf8.RuneSelf && strings.IndexByte(Escaped, byte(r)) >= 0 {
		return `\` + string(r), true
	}
	if name, ok := Named[r]; ok {
		return `{\` + name + "}", true
	}
	tex, ok = spaced[r]
	return tex, ok
}

// Encode converts Unicode text to TeX and escapes special characters. If accents is true, it also
// replaces accented letters, dashes, quotes and symbols with ASCII commands, if TeX has them.
func Encode(text string, accents bool) string {
	var out strings.Builder
	var last rune
	for _, r := range Compose(text) {
		if accents && wouldJoin(last, r) {
			out.WriteString("{}")
		}
		out.WriteString(encodeRune(r, accents))
		last = r
	}
	return out.String()
}

// wouldJoin reports whether TeX would print two adjacent characters as a ligature. For example, it
// would print an en dash and a hyphen as an em dash.
func wouldJoin(a, b rune) bool {
	if Ligatured[a] == "" && Ligatured[b] == "" {
		return false
	}
	return asciiMark(a) != 0 && asciiMark(a) == asciiMark(b)
}

// asciiMark returns the ASCII character with which TeX represents a dash or a quote, or 0 for any
// other character.
func asciiMark(r rune) byte {
	if tex := Ligatured[r]; tex != "" {
		return tex[0]
	}
	if r == '-' || r == '`' || r == '\'' {
		return byte(r)
	}
	return 0
}

func encodeRune(r rune, accents bool) string {
	if tex, ok := escape(r); ok {
		return tex
	}
	if r < utf8.RuneSelf || !accents {
		return string(r)
	}
	if tex, ok := Ligatured[r]; ok {
		return tex
	}
	if tex := encodeLetter(r); tex != "" {
		return "{" + tex + "}"
	}
	if name, ok := mathFor[r]; ok {
		return `$\` + name + "$"
	}
	return string(r)
}

// encodeLetter returns the TeX command that prints a letter or a symbol, or "" if TeX has none.
func encodeLetter(r rune) string {
	if name, ok := signFor[r]; ok {
		return `\` + name
	}
	parts, ok := accentedAs[r]
	if !ok {
		return ""
	}
	base := string(parts.base)
	if parts.base >= utf8.RuneSelf {
		inner := encodeLetter(parts.base)
		if inner == "" {
			return ""
		}
		base = "{" + inner + "}"
	}
	if isLetter(parts.command[0]) && base[0] != '{' {
		return `\` + parts.command + " " + base
	}
	return `\` + parts.command + base
}

// Compose replaces each letter and the combining mark after it with one character, if Unicode has
// one.
func Compose(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Mn, r) }) {
		return s
	}
	out := make([]rune, 0, len(s))
	for _, r := range s {
		if n := len(out); n > 0 {
			if letter, ok := composedOf[markedBase{r, out[n-1]}]; ok {
				out[n-1] = letter
				continue
			}
		}
		out = append(out, r)
	}
	return string(out)
}
