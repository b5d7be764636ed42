package markdown

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// citationGroup reads [@a], [see @a, p. 3; -@b]. It is none where the bracket
// holds no key or begins a link.
func (s *scanner) citationGroup() bool {
	closing := closingBracket(s.paragraph(s.at))
	if closing < 0 {
		return false
	}
	closing += s.at
	end := closing + 1
	if end < len(s.text) && (s.text[end] == '(' || s.text[end] == '{') {
		return false
	}
	c := doc.Citation{Span: doc.Span{Start: s.at, End: end}}
	for at := s.at + 1; at < closing; at++ {
		if s.text[at] != '@' || !startsKey(s.text[:at]) {
			continue
		}
		if key, after := keyAt(s.text[:closing], at); key.Name != "" && !crossReference.MatchString(key.Name) {
			c.Keys = append(c.Keys, key)
			at = after - 1
		}
	}
	if len(c.Keys) == 0 {
		return false
	}
	s.out.Cite(c)
	s.at = end
	return true
}

// closingBracket is where the bracket closes that rest begins with, -1 where
// it does not.
func closingBracket(rest string) int {
	depth := 0
	for i := range len(rest) {
		switch rest[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// bareCitation reads @key, which names the authors in the sentence, and the
// locator behind it: @key [p. 3].
func (s *scanner) bareCitation() bool {
	if !startsKey(s.text[:s.at]) {
		return false
	}
	key, end := keyAt(s.text, s.at)
	if key.Name == "" || crossReference.MatchString(key.Name) {
		return false
	}
	s.out.Cite(doc.Citation{Span: doc.Span{Start: s.at, End: end}, Textual: true, Keys: []doc.CiteKey{key}})
	s.at = end
	return true
}

// crossReference matches the labels that Quarto ("fig-") and pandoc-crossref
// ("fig:") keep for figures and the like.
var crossReference = regexp.MustCompile(`^(?:fig|tbl|eq|sec|lst|thm|lem|cor|prp|cnj|def|exm|exr|rem|sol|tip|nte|wrn|imp|cau)[-:]`)

// startsKey tells whether an "@" behind before can begin a key: not in an
// e-mail address, and not escaped.
func startsKey(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(`\._/`, r)
}

// keyAt reads the key of the "@" at at by Pandoc's rules: letters, digits and
// "_", with single marks of punctuation inside; or anything in braces.
func keyAt(text string, at int) (key doc.CiteKey, end int) {
	at++
	if strings.HasPrefix(text[at:], "{") {
		closing := strings.IndexAny(text[at:], "}\n")
		if closing <= 1 || text[at+closing] == '\n' {
			return key, at
		}
		span := doc.Span{Start: at + 1, End: at + closing}
		return doc.CiteKey{Span: span, Name: text[span.Start:span.End]}, span.End + 1
	}
	end = at
	for i, r := range text[at:] {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '*' && i == 0 {
			end = at + i + utf8.RuneLen(r)
			continue
		}
		if i == 0 || end != at+i || !strings.ContainsRune(":.#$%&-+?<>~/", r) {
			break
		}
	}
	return doc.CiteKey{Span: doc.Span{Start: at, End: end}, Name: text[at:end]}, end
}
