// Package org scans Org files for sentences, directives, Org's native citations and the names of
// .bib files. It also writes citations and escaped text in Org.
//
// Scan is a single tolerant pass over the lines. It recognizes only the blocks and marks that
// cannot contain sentences.
package org

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Scan scans a file. It never fails.
func Scan(source string) *doc.Manuscript {
	s := &scanner{Scanner: doc.NewScanner(source, 0)}
	for s.At < len(source) {
		s.line()
	}
	m := s.Out.Manuscript()
	m.Emphasis = "*/_+=~"
	m.Quotes = doc.QuotesOf(m.Language)
	if strings.Contains(source, ` "`) && !strings.Contains(source, m.Quotes.Open) {
		// Org's exporter converts straight quotation marks to those of the language
		m.Quotes = doc.Quotes{Open: `"`, Close: `"`}
	}
	return m
}

type scanner struct {
	doc.Scanner
	plainEnd int   // end of the plain text at s.At, if it is after s.At
	ends     []int // offsets of "\end{", computed on demand
}

// line reads a line and the block that starts there, if any.
func (s *scanner) line() {
	end := s.LineEnd(s.At)
	raw := s.Text[s.At:end]
	trimmed := strings.TrimLeft(raw, " \t")
	switch {
	case strings.TrimSpace(trimmed) == "":
		s.Out.Break()
		s.At = s.NextLine(end)
	case isHeading(raw):
		s.Out.Heading(s.At)
		s.apart(end)
	case strings.HasPrefix(trimmed, "#+"):
		s.keyword(trimmed, end)
	case isComment(trimmed):
		s.comment(end, end-len(trimmed)+1)
	case strings.HasPrefix(trimmed, ": ") || strings.TrimSpace(trimmed) == ":":
		s.Out.Break()
		s.Code(s.NextLine(end))
	case isDrawer(trimmed):
		s.drawer(end)
	case strings.HasPrefix(trimmed, `\begin{`) && s.environment(trimmed):
	case strings.HasPrefix(trimmed, "|"), isRule(trimmed), isPlanning(trimmed):
		s.apart(end)
	default:
		s.At = s.item(end - len(trimmed))
		s.Inline(end, s.span)
	}
}

// apart skips a line that is not running text but may contain citations.
func (s *scanner) apart(end int) {
	s.Out.Break()
	s.citationsAside(s.At, end)
	s.Out.Mask(s.At, s.NextLine(end))
	s.At = s.NextLine(end)
}

func isHeading(raw string) bool {
	stars := len(raw) - len(strings.TrimLeft(raw, "*"))
	return stars > 0 && stars < len(raw) && raw[stars] == ' '
}

func isComment(trimmed string) bool {
	return strings.HasPrefix(trimmed, "# ") || strings.TrimRight(trimmed, "\r") == "#"
}

func (s *scanner) comment(end, body int) {
	end -= len(s.Text[s.At:end]) - len(strings.TrimRight(s.Text[s.At:end], "\r"))
	s.Out.Comment(s.Text, doc.Span{Start: body - 1, End: end}, doc.Span{Start: body, End: end})
	s.At = s.NextLine(s.LineEnd(end))
}

// isDrawer reports whether a line opens a drawer, such as ":PROPERTIES:".
func isDrawer(trimmed string) bool {
	name := strings.TrimRight(trimmed, " \t\r")
	return len(name) > 2 && name[0] == ':' && name[len(name)-1] == ':' &&
		!strings.ContainsAny(name[1:len(name)-1], ": \t")
}

// drawer skips a drawer. If the drawer is not closed, drawer skips only its first line.
func (s *scanner) drawer(end int) {
	s.Out.Break()
	if closing, ok := s.lineOf(":end:", s.NextLine(end)); ok {
		end = closing
	}
	s.Code(s.NextLine(end))
}

// lineOf returns the end of the first line at or after from that begins with mark, ignoring case.
func (s *scanner) lineOf(mark string, from int) (end int, ok bool) {
	at := s.Marks.IndexFunc(mark, from, func(at int) bool {
		return (at == 0 || s.Text[at-1] == '\n') && strings.HasPrefix(strings.ToLower(s.firstOf(at, len(mark))), mark)
	})
	return s.LineEnd(at), at < len(s.Text)
}

const maxIndent = 80 // maximum indentation of a line that ends a block

// firstOf returns the first n bytes after the indentation of the line at an offset.
func (s *scanner) firstOf(at, n int) string {
	line := s.Text[at:min(len(s.Text), at+maxIndent+n)]
	line = strings.TrimLeft(line, " \t")
	return line[:min(n, len(line))]
}

func isRule(trimmed string) bool {
	bare := strings.TrimSpace(trimmed)
	return len(bare) >= 5 && strings.Trim(bare, "-") == ""
}

func isPlanning(trimmed string) bool {
	words := []string{"SCHEDULED:", "DEADLINE:", "CLOSED:", "CLOCK:"}
	return slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(trimmed, word) })
}

const maxInner = 50 // maximum number of environments that may be nested in a skipped one

// environment skips a LaTeX environment. An unclosed environment is read as text.
func (s *scanner) environment(trimmed string) bool {
	name, _, ok := strings.Cut(trimmed[len(`\begin{`):], "}")
	if !ok {
		return false
	}
	first, _ := slices.BinarySearch(s.environmentEnds(), s.At)
	ends := s.environmentEnds()[first:]
	for _, at := range ends[:min(len(ends), maxInner)] {
		if strings.HasPrefix(s.Text[at:], `\end{`+name+"}") {
			end := s.LineEnd(at)
			s.Out.Touch(s.At, end)
			s.Code(s.NextLine(end))
			return true
		}
	}
	return false
}

// environmentEnds returns the offsets of all occurrences of "\end{". It computes them only once.
func (s *scanner) environmentEnds() []int {
	if s.ends == nil {
		s.ends = []int{}
		for at := s.Marks.Index(`\end{`, s.At); at < len(s.Text); at = s.Marks.Index(`\end{`, at+1) {
			s.ends = append(s.ends, at)
		}
	}
	return s.ends
}

// item skips the marker of a list item or note and starts a paragraph. It returns the offset after
// the marker.
func (s *scanner) item(at int) int {
	rest := s.Text[at:s.LineEnd(at)]
	n := markerLength(rest, at == 0 || s.Text[at-1] == '\n')
	if n == 0 {
		return at
	}
	s.Out.Break()
	for _, box := range []string{"[ ] ", "[X] ", "[-] "} {
		if strings.HasPrefix(rest[n:], box) {
			n += len(box)
		}
	}
	return at + n
}

// markerLength returns the length of a list marker such as "- ", "1. " or "[fn:1] ". A star is a
// marker only if it is indented.
func markerLength(rest string, atMargin bool) int {
	switch c := rest[0]; {
	case c == '-' || c == '+' || c == '*' && !atMargin:
		if len(rest) > 1 && rest[1] == ' ' {
			return 2
		}
	case strings.HasPrefix(rest, "[fn:") && atMargin:
		if i := strings.IndexAny(rest, "] "); rest[max(i, 0)] == ']' {
			return i + 1
		}
	case '0' <= c && c <= '9':
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		if digits <= 3 && len(rest) > digits+1 && (rest[digits] == '.' || rest[digits] == ')') &&
			rest[digits+1] == ' ' {
			return digits + 2
		}
	}
	return 0
}

// literal is the set of blocks whose content has no markup.
var literal = map[string]bool{"src": true, "example": true, "export": true, "comment": true}

// keyword reads a line that begins with "#+", which starts or ends a block or configures the
// document.
func (s *scanner) keyword(trimmed string, end int) {
	start := end - len(trimmed)
	name, value, ok := strings.Cut(trimmed[len("#+"):], ":")
	lower := strings.ToLower(name)
	if block, begins := strings.CutPrefix(strings.ToLower(trimmed), "#+begin_"); begins {
		s.block(strings.TrimRight(firstWord(block), "\r"), end)
		return
	}
	if ok && !strings.ContainsAny(name, " \t") {
		at := start + len("#+") + len(name) + len(":")
		at += len(value) - len(strings.TrimLeft(value, " \t"))
		s.setting(lower, doc.Span{Start: at, End: at + len(strings.TrimSpace(value))})
	}
	s.apart(end)
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(s, " ")
	return word
}

// block skips a literal block. For other blocks, it skips only the delimiters.
func (s *scanner) block(name string, end int) {
	closing, ok := s.lineOf("#+end_"+name, s.NextLine(end))
	if !literal[name] {
		if ok && (name == "quote" || name == "verse") {
			s.Out.Quote(s.At, closing)
		}
		s.apart(end)
		return
	}
	if !ok {
		s.apart(end) // the block is not closed yet
		return
	}
	s.Out.Break()
	s.Code(s.NextLine(closing))
}

func (s *scanner) setting(name string, value doc.Span) {
	m := s.Out.Partial()
	text := s.Text[value.Start:value.End]
	switch name {
	case "bibliography":
		m.Bibliographies = append(m.Bibliographies, s.file(value))
	case "include":
		m.Includes = append(m.Includes, s.file(value))
	case "title":
		m.Title = strings.TrimSpace(m.Title + " " + text)
	case "language":
		language, _, _ := strings.Cut(text, "-")
		language, _, _ = strings.Cut(language, "_")
		m.Language = strings.ToLower(language)
	}
}

// file returns the file name in the value of a setting. A name with blanks is in quotation marks.
// Options or a position in the file may follow the name.
func (s *scanner) file(value doc.Span) doc.FileRef {
	text := s.Text[value.Start:value.End]
	if strings.HasPrefix(text, `"`) {
		name, _, _ := strings.Cut(text[1:], `"`)
		value.Start++
		text = name
	} else {
		text = firstWord(text)
	}
	text, _, _ = strings.Cut(text, "::")
	return doc.FileRef{Span: doc.Span{Start: value.Start, End: value.Start + len(text)}, Path: text}
}
