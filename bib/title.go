package bib

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// NormalTitle reduces a title, in TeX, HTML or plain text, to what two spellings
// of it have in common: its letters and digits, lower case, without accents.
// Spaces go too, so that "pre-training", "pretraining" and "pre training" agree.
func NormalTitle(title string) string {
	var out strings.Builder
	out.Grow(len(title))
	for _, r := range Decode(dropHTML(title)) {
		writeFolded(&out, r)
	}
	return out.String()
}

var htmlTag = regexp.MustCompile(`(?i)</?(?:i|b|u|em|strong|sub|sup|scp|sc|tt|span|title|p|jats:[a-z-]+|mml:[a-z]+)(?:\s[^<>]*)?/?>`)

// dropHTML takes the tags and entities out that records of publishers carry.
func dropHTML(s string) string {
	if strings.IndexByte(s, '<') >= 0 {
		s = htmlTag.ReplaceAllString(s, "")
	}
	if strings.IndexByte(s, '&') >= 0 {
		s = html.UnescapeString(s)
	}
	return s
}

// plainTitle takes out the markup that a record's title should not have but
// sometimes has.
func plainTitle(title string) string {
	title = dropHTML(title)
	if strings.Contains(title, `\`) {
		return Decode(title)
	}
	return title
}

// writeFolded writes r in lower case without accents if it is a letter or a
// digit.
func writeFolded(out *strings.Builder, r rune) {
	switch {
	case r < utf8.RuneSelf:
		if c := byte(r); c >= 'A' && c <= 'Z' {
			out.WriteByte(c + 'a' - 'A')
		} else if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			out.WriteByte(c)
		}
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		out.WriteString(foldRune(unicode.ToLower(r)))
	}
}

// foldedLetters are lower-case letters that are written without an accent
// command, in ASCII.
var foldedLetters = map[rune]string{
	'ß': "ss", 'ø': "o", 'ł': "l", 'æ': "ae", 'œ': "oe", 'ı': "i", 'ȷ': "j", 'đ': "d", 'ð': "d", 'þ': "th", 'ŋ': "ng",
	'ơ': "o", 'ư': "u", 'ħ': "h", 'ŧ': "t", 'ſ': "s", 'ƒ': "f",
	'ﬀ': "ff", 'ﬁ': "fi", 'ﬂ': "fl", 'ﬃ': "ffi", 'ﬄ': "ffl",
}

// foldRune returns a lower-case letter without its accents.
func foldRune(r rune) string {
	for {
		parts, ok := accentedAs[r]
		if !ok {
			break
		}
		r = parts.base
	}
	if s, ok := foldedLetters[r]; ok {
		return s
	}
	return string(r)
}

// asciiFold returns the ASCII letters and digits of s without accents, in the
// case they are written in.
func asciiFold(s string) string {
	var out strings.Builder
	for _, r := range s {
		low := unicode.ToLower(r)
		folded := foldRune(low)
		if folded[0] >= utf8.RuneSelf || !isLetter(folded[0]) && !unicode.IsDigit(r) {
			continue
		}
		if low != r {
			folded = strings.ToUpper(folded[:1]) + folded[1:]
		}
		out.WriteString(folded)
	}
	return out.String()
}
