package bib

import (
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/tex"
)

// maxMacro is the maximum size of an expanded macro, in bytes. Macros that double each other would
// otherwise exhaust the memory.
const maxMacro = 1 << 12

// monthMacros are the month macros defined by every style.
var monthMacros = map[string]string{
	"jan": "January", "feb": "February", "mar": "March", "apr": "April", "may": "May", "jun": "June",
	"jul": "July", "aug": "August", "sep": "September", "oct": "October", "nov": "November", "dec": "December",
}

// verbatim is the set of fields that are not typeset. In these, "~", "--" and "$" are literal.
var verbatim = map[string]bool{"url": true, "doi": true, "eprint": true, "file": true, "pdf": true, "urlraw": true}

// Value returns the value of a field in Unicode. It expands macros, joins pieces, removes braces,
// and decodes TeX accents and commands. It keeps the names of undefined macros. If the file is not
// UTF-8, it decodes bytes as Windows-1252.
func (e *Entry) Value(f *Field) string {
	raw := e.raw(f)
	if verbatim[f.Name] {
		return tex.DecodeVerbatim(raw)
	}
	return tex.Decode(raw)
}

// expand returns the pieces of a value joined as TeX.
func (f *File) expand(v Span) string {
	s := scanner{src: f.src[:v.End], pos: v.Start, calm: v.End}
	first, isMacro := f.nextPiece(&s)
	if s.atEnd() {
		return first
	}
	var out strings.Builder
	room := maxMacro
	for piece := first; ; piece, isMacro = f.nextPiece(&s) {
		if isMacro {
			piece = piece[:min(len(piece), room)]
			room -= len(piece)
		}
		out.WriteString(piece)
		if s.atEnd() {
			return out.String()
		}
	}
}

// nextPiece reads one piece of a value and the "#" after it.
func (f *File) nextPiece(s *scanner) (text string, isMacro bool) {
	start := s.pos
	switch c := s.peek(); {
	case s.atEnd():
		return "", false
	case c == '{' || c == '"':
		text = s.delimited(c)
	case nameBytes[c]:
		s.name()
		text, isMacro = f.macro(s.src[start:s.pos]), true
	}
	s.skipBlank()
	for !s.atEnd() && (s.peek() == '#' || s.pos == start) {
		s.pos++
		s.skipBlank()
	}
	return f.transcode(text), isMacro
}

// delimited reads a delimited group and returns its content.
func (s *scanner) delimited(opener byte) string {
	s.pos++
	start, closer := s.pos, opener
	if opener == '{' {
		closer = '}'
	}
	if s.group(closer) {
		return s.src[start : s.pos-1]
	}
	s.pos = len(s.src)
	return s.src[start:]
}

func (f *File) macro(word string) string {
	if isNumber(word) {
		return word
	}
	low := strings.ToLower(word)
	if text, known := f.macros[low]; known {
		return text
	}
	if month, known := monthMacros[low]; known {
		return month
	}
	return word
}

func isNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// transcode decodes text from a file that is not UTF-8.
func (f *File) transcode(s string) string {
	if !f.latin1 || utf8.ValidString(s) {
		return s
	}
	var out strings.Builder
	for i := range len(s) {
		if c := s[i]; c >= 0x80 && c < 0xa0 {
			out.WriteRune(windows1252[c-0x80])
		} else {
			out.WriteRune(rune(c))
		}
	}
	return out.String()
}

// windows1252 maps the bytes 0x80 to 0x9f, which are control codes in Latin-1.
var windows1252 = [32]rune([]rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"))
