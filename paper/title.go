package paper

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
	"github.com/scilit-lsp/scilit-lsp/tex"
	"golang.org/x/text/unicode/norm"
)

// NormalTitle reduces a title in TeX, HTML or plain text to its letters and digits, in lower case
// and without accents. For example, "Pre-training", "pretraining" and "pre training" become equal.
func NormalTitle(title string) string {
	title = PlainTitle(title)
	var out strings.Builder
	out.Grow(len(title))
	for i := range len(title) {
		switch c := title[i]; {
		case c >= utf8.RuneSelf:
			writeFolded(&out, title[i:])
			return out.String()
		case 'A' <= c && c <= 'Z':
			out.WriteByte(c + 'a' - 'A')
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			out.WriteByte(c)
		}
	}
	return out.String()
}

var htmlTag = pattern.MustCompile(`(?i)</?(?:i|b|u|em|strong|sub|sup|inf|scp|sc|tt|span|title|p|jats:[a-z-]+` +
	`|mml:[a-z]+)(?:\s[^<>]*)?/?>`)

// PlainTitle removes the markup that some titles contain: HTML tags, entities and TeX commands.
func PlainTitle(title string) string {
	if strings.IndexByte(title, '<') >= 0 && strings.IndexByte(title, '>') >= 0 {
		title = htmlTag.ReplaceAllString(title, "")
	}
	if strings.IndexByte(title, '&') >= 0 {
		title = html.UnescapeString(title)
	}
	if strings.IndexByte(title, '\\') >= 0 {
		return tex.Decode(title)
	}
	return title
}

// plainLetters maps lower-case letters that Unicode does not decompose to ASCII letters.
var plainLetters = map[rune]string{
	'ß': "ss", 'ø': "o", 'æ': "ae", 'œ': "oe", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i", 'ȷ': "j", 'ŋ': "ng",
	'ħ': "h", 'ŧ': "t", 'ƒ': "f",
}

// writeFolded writes the letters and digits of s in lower case, without accents.
func writeFolded(out *strings.Builder, s string) {
	for _, r := range norm.NFKD.String(strings.ToValidUTF8(s, "")) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		r = unicode.ToLower(r)
		if plain, ok := plainLetters[r]; ok {
			out.WriteString(plain)
			continue
		}
		out.WriteRune(r)
	}
}

// notices matches the titles of records that correct, retract or comment on another record. It does
// not match a bare "correction", since "Correction of errors in ratings" is the title of a paper.
var notices = pattern.MustCompile(`(?i)` + strings.Join([]string{
	`^\W*(?:(?:author|publisher)(?:['’]?s)? )?(?:erratum|errata|corrigendum|corrigenda` +
		`|addendum)\b`,
	`^\W*(?:(?:author|publisher)(?:['’]?s)? )?corrections?(?: (?:to|for` +
		`|of))?(?:\s*[:.—–“"‘]|\W*$)`,
	`^\W*corrections? (?:to|for) .{1,80}\bet al\b`,
	`^\W*retraction(?: (?:notice|note))?(?: (?:to|for|of))?(?:\s*[:.—–“"‘]|\W*$)`,
	`^\W*(?:retraction (?:notice|note)|(?:notice|editorial expression` +
		`|expression) of (?:retraction|withdrawal|concern))\b`,
	`^\W*publisher['’]?s note\s*:`,
	`^\W*department of error\W*$`,
	`[-–—:.,\[(]\s*(?:erratum|corrigendum|(?:author |publisher )?correction` +
		`|retraction(?: notice)?)[\])]?\W*$`,
}, "|"))

// IsNotice reports whether a title belongs to an erratum, a correction, a retraction notice or a
// similar record. Such a record does not support a claim.
func IsNotice(title string) bool { return notices.MatchString(PlainTitle(title)) }
