package markdown

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Typing returns the key being typed at offset after an "@" or "@{". ok is false if no key can be
// typed there, such as in code.
func Typing(source string, m *doc.Manuscript, offset int) (t doc.Typing, ok bool) {
	if t, ok := typingRole(source, m, offset); ok {
		return t, true
	}
	line := source[strings.LastIndexByte(source[:offset], '\n')+1 : offset]
	if m.IsCode(offset) || strings.Count(line, "`")%2 == 1 {
		return t, false
	}
	at := keyMark(source, offset, len(line))
	if at < 0 {
		if name := namedYear.FindStringSubmatchIndex(line); name != nil {
			at = offset - len(line) + name[2]
		}
	}
	if at < 0 || !startsKey(source[:at]) {
		return t, false
	}
	t.Citation = at
	t.Span = doc.Span{Start: at + 1, End: offset}
	t.Typed = source[at+1 : offset]
	if strings.HasPrefix(t.Typed, "{") {
		t.Typed = t.Typed[1:]
		if n := strings.IndexAny(source[offset:], "}\n"); n >= 0 && source[offset+n] == '}' {
			t.End = offset + n + 1
		}
	} else if key, end := keyAt(source, at); key.Name != "" {
		t.End = max(end, offset)
	}
	t.Others = m.OtherKeys(offset, t.Span)
	return t, !crossReference.MatchString(t.Typed)
}

// keyMark returns the offset of the "@" before the key at offset, or -1. It searches at most limit
// bytes backwards.
func keyMark(source string, offset, limit int) int {
	for at := offset; at > offset-limit; {
		r, size := utf8.DecodeLastRuneInString(source[:at])
		at -= size
		switch {
		case r == '@':
			return at
		case r == '{':
			if at > 0 && source[at-1] == '@' {
				return at - 1
			}
			return -1
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_:.#$%&-+?<>~/*", r):
			return bracedMark(source, at, offset-limit)
		}
	}
	return -1
}

// bracedMark returns the offset of the "@" before the braced key around offset. Braced keys may
// contain any character.
func bracedMark(source string, offset, start int) int {
	open := strings.LastIndexByte(source[start:offset], '{')
	if open < 1 || source[start+open-1] != '@' || strings.Contains(source[start+open:offset+1], "}") {
		return -1
	}
	return start + open - 1
}

// namedYear matches text such as "@Conneau 201" in brackets, which a user types to describe a work.
// No locator has this form.
var namedYear = regexp.MustCompile(`\[[^\]\[]*(@\pL[\pL'-]* [0-9]{0,4})$`)
