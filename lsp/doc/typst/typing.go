package typst

import (
	"regexp"
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

// labels holds the names of the text's own parts, such as "<fig-plot>". An "@" with one of these
// names is a cross-reference rather than a citation.
type labels struct {
	all   []doc.CiteKey
	names map[string]bool
}

// labelled matches a label. Its first group matches if the label is an argument of cite.
var labelled = regexp.MustCompile(`(cite\(\s*)?<([\p{L}\p{N}_][\p{L}\p{N}_.:-]*)>`)

func labelsIn(text string) (found labels) {
	found.names = make(map[string]bool)
	for _, at := range labelled.FindAllStringSubmatchIndex(text, -1) {
		if at[2] >= 0 {
			continue
		}
		name := text[at[4]:at[5]]
		found.names[name] = true
		found.all = append(found.all, doc.CiteKey{Span: doc.Span{Start: at[4], End: at[5]}, Name: name})
	}
	return found
}

func isLabelRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-' || r == ':' || r == '.'
}

func nameEnd(text string, at int) int {
	return len(text) - len(strings.TrimLeftFunc(text[at:], isLabelRune))
}

// keyEnd returns the end of the key at an offset. A full stop or colon at the end is not part of
// the key.
func keyEnd(text string, at int) int {
	end := nameEnd(text, at)
	for end > at && (text[end-1] == '.' || text[end-1] == ':') {
		end--
	}
	return end
}
