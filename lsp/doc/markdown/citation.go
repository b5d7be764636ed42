package markdown

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// citationGroup reads [@a] or [see @a, p. 3; -@b]. The brackets must contain a key and must not
// start a link.
func (s *scanner) citationGroup() bool {
	closing, ok := s.ClosingBracket(s.At)
	if !ok || s.keyless.Start <= s.At && closing <= s.keyless.End {
		return false
	}
	end := closing + 1
	if end < len(s.Text) && (s.Text[end] == '(' || s.Text[end] == '{') {
		return false
	}
	c := doc.Citation{
		Span: doc.Span{Start: s.At, End: end}, Lists: []doc.Span{{Start: s.At + 1, End: closing}},
		Keys: s.keysIn(s.At+1, closing),
	}
	if len(c.Keys) == 0 {
		s.keyless = doc.Span{Start: s.At, End: closing}
		return false
	}
	if s.Out.AtStop(true) && !goesOn(s.Text[end:]) {
		s.Out.CiteAfterStop(c)
	} else {
		s.Out.Cite(c)
	}
	s.At = end
	return true
}

// goesOn reports whether a text continues the preceding sentence instead of starting a new one.
func goesOn(rest string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " \t\r\n"))
	return unicode.IsLower(r) || strings.ContainsRune(".,;:!?)]", r)
}

func (s *scanner) keysIn(start, end int) (keys []doc.CiteKey) {
	for at := s.Marks.Index("@", start); at < end; at = s.Marks.Index("@", at+1) {
		if !startsKey(s.Text[:at]) {
			continue
		}
		if key, after := keyAt(s.Text[:end], at); key.Name != "" && !crossReference.MatchString(key.Name) {
			keys = append(keys, key)
			at = after - 1
		}
	}
	return keys
}

// bareCitation reads a key outside brackets, which names the authors in the sentence. It also reads
// a locator after the key, as in @key [p. 3].
func (s *scanner) bareCitation() bool {
	if !startsKey(s.Text[:s.At]) {
		return false
	}
	key, end := keyAt(s.Text, s.At)
	if key.Name == "" || crossReference.MatchString(key.Name) {
		return false
	}
	s.Out.Cite(doc.Citation{Span: doc.Span{Start: s.At, End: end}, Textual: true, Keys: []doc.CiteKey{key}})
	s.At = end
	return true
}

// crossReference matches labels of figures and other parts of the text. Quarto ("fig-") and
// pandoc-crossref ("fig:") reserve their prefixes.
var crossReference = regexp.MustCompile(
	`^(?i:fig|tab|tbl|eq|sec|lst|thm|lem|cor|prp|cnj|def|exm|exr|rem|sol|tip|nte|wrn|imp|cau)[-:]`,
)

// startsKey reports whether an "@" that follows the text before can start a key. It cannot if it is
// escaped or part of an email address.
func startsKey(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(`\._/`, r)
}

// keyAt reads the key after the "@" at an offset according to Pandoc's rules. A key consists of
// letters, digits and "_", with single punctuation marks between them. In braces, a key is any text
// without braces.
func keyAt(text string, at int) (key doc.CiteKey, end int) {
	at++
	if strings.HasPrefix(text[at:], "{") {
		closing := strings.IndexAny(text[at+1:], "{}\n")
		if closing <= 0 || text[at+1+closing] != '}' {
			return key, at
		}
		span := doc.Span{Start: at + 1, End: at + 1 + closing}
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
