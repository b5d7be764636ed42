package typst

import (
	"regexp"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

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

// nameEnd returns the end of the name at an offset.
func nameEnd(text string, at int) int {
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !isLabelRune(r) || r == utf8.RuneError {
			break
		}
		at += size
	}
	return at
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
