package bib

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// escapes are the characters that TeX would take for its own. Braces become
// commands because BibTeX counts even escaped ones.
var escapes = map[rune]string{
	'&': `\&`, '%': `\%`, '_': `\_`, '#': `\#`, '$': `\$`,
	'\\': `{\textbackslash}`, '{': `{\textbraceleft}`, '}': `{\textbraceright}`,
	'~': `{\textasciitilde}`, '^': `{\textasciicircum}`, '<': `{\textless}`, '>': `{\textgreater}`, '|': `{\textbar}`,
	'\u00A0': "~", '\u2010': "-", '\u2011': "-",
}

// ligatured are written by plain characters that TeX joins.
var ligatured = map[rune]string{'–': "--", '—': "---", '‘': "`", '’': "'", '“': "``", '”': "''"}

// Encode turns Unicode text into TeX: the characters that TeX takes for its own
// are escaped. Where accents is set, letters with accents, dashes, quotes and
// symbols become ASCII as far as TeX has commands for them.
func Encode(text string, accents bool) string {
	var out strings.Builder
	var last rune
	for _, r := range compose(text) {
		if accents && wouldJoin(last, r) {
			out.WriteString("{}")
		}
		out.WriteString(encodeRune(r, accents))
		last = r
	}
	return out.String()
}

// wouldJoin reports whether TeX would join what is written for two neighbours
// although one of them is already joined: an en dash and a hyphen look like an
// em dash.
func wouldJoin(a, b rune) bool {
	if ligatured[a] == "" && ligatured[b] == "" {
		return false
	}
	return asciiMark(a) != 0 && asciiMark(a) == asciiMark(b)
}

// asciiMark is the character that a dash or a quote is written by, 0 for others.
func asciiMark(r rune) byte {
	if tex := ligatured[r]; tex != "" {
		return tex[0]
	}
	if r == '-' || r == '`' || r == '\'' {
		return byte(r)
	}
	return 0
}

func encodeRune(r rune, accents bool) string {
	if tex, ok := escapes[r]; ok {
		return tex
	}
	if r < utf8.RuneSelf || !accents {
		return string(r)
	}
	if tex, ok := ligatured[r]; ok {
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

// encodeLetter returns the TeX command for a letter or a sign, "" where there
// is none.
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

// compose joins letters with the combining marks that follow them.
func compose(s string) string {
	if !strings.ContainsFunc(s, isMark) {
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

func isMark(r rune) bool { return unicode.Is(unicode.Mn, r) }
