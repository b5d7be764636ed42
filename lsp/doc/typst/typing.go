package typst

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// maxKey is the maximum distance between the cursor and the start of its key, in bytes.
const maxKey = 200

// Typing returns the key being typed at offset after an "@" or "cite(<". ok is false if no key can
// be typed there.
func Typing(source string, m *doc.Manuscript, offset int) (t doc.Typing, ok bool) {
	if m.IsCode(offset) {
		return t, false
	}
	at := offset
	for at > max(0, offset-maxKey) {
		r, size := utf8.DecodeLastRuneInString(source[:at])
		if !isLabelRune(r) || r == utf8.RuneError {
			break
		}
		at -= size
	}
	if at == 0 {
		return t, false
	}
	t.Span, t.Citation = doc.Span{Start: at, End: keyEnd(source, offset)}, at-1
	t.End = max(t.End, offset)
	t.Typed = source[at:offset]
	switch source[at-1] {
	case '@':
		before, _ := utf8.DecodeLastRuneInString(source[:at-1])
		ok = before != '\\' && !unicode.IsLetter(before) && !unicode.IsDigit(before)
	case '<':
		ok = strings.HasSuffix(strings.TrimRight(source[:at-1], " "), "cite(")
	}
	return t, ok
}
