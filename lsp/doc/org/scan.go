package org

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Scan scans a file. It never fails.
func Scan(source string) *doc.Manuscript {
	s := &scanner{text: source, marks: doc.NewFinder(source)}
	for s.at < len(source) {
		s.line()
	}
	m := s.out.Manuscript()
	if m.Language == "" {
		m.Language = "en"
	}
	m.Quotes = doc.QuotesOf(m.Language)
	if strings.Contains(source, ` "`) && !strings.Contains(source, m.Quotes.Open) {
		// Org's exporter converts straight quotation marks to those of the language
		m.Quotes = doc.Quotes{Open: `"`, Close: `"`}
	}
	return m
}

type scanner struct {
	text string
	at   int // offset to read next: the start of a line, or the place where inline text continues
	out  doc.Builder

	plainEnd int // end of the plain text at s.at, if it is after s.at

	marks    doc.Finder
	brackets doc.Pairs
	ends     []int // offsets of "\end{", computed on demand
}

// line reads a line and the block that it starts, if it starts one.
func (s *scanner) line() {
	end := s.lineEnd(s.at)
	raw := s.text[s.at:end]
	trimmed := strings.TrimLeft(raw, " \t")
	switch {
	case strings.TrimSpace(trimmed) == "":
		s.out.Break()
		s.at = s.nextLine(end)
	case isHeading(raw):
		s.heading(end)
	case strings.HasPrefix(trimmed, "#+"):
		s.keyword(trimmed, end)
	case isComment(trimmed):
		s.comment(end, end-len(trimmed)+1)
	case strings.HasPrefix(trimmed, ": ") || strings.TrimSpace(trimmed) == ":":
		s.out.Break()
		s.code(s.nextLine(end))
	case isDrawer(trimmed):
		s.drawer(end)
	case strings.HasPrefix(trimmed, `\begin{`) && s.environment(trimmed):
	case strings.HasPrefix(trimmed, "|"), isRule(trimmed), isPlanning(trimmed):
		s.apart(end)
	default:
		s.at = s.item(end - len(trimmed))
		s.inline(end)
	}
}

func (s *scanner) lineEnd(from int) int { return s.marks.Index("\n", from) }

func (s *scanner) nextLine(end int) int { return min(end+1, len(s.text)) }

// apart skips a line that is not running text but may contain citations.
func (s *scanner) apart(end int) {
	s.out.Break()
	s.citationsAside(s.at, end)
	s.out.Mask(s.at, s.nextLine(end))
	s.at = s.nextLine(end)
}

// code skips the text up to end and marks it as free of citations.
func (s *scanner) code(end int) {
	s.out.Code(s.at, end)
	s.at = end
}

func isHeading(raw string) bool {
	stars := len(raw) - len(strings.TrimLeft(raw, "*"))
	return stars > 0 && stars < len(raw) && raw[stars] == ' '
}

func (s *scanner) heading(end int) {
	s.out.Heading(s.at)
	s.apart(end)
}

func isComment(trimmed string) bool {
	return strings.HasPrefix(trimmed, "# ") || strings.TrimRight(trimmed, "\r") == "#"
}

func (s *scanner) comment(end, body int) {
	end -= len(s.text[s.at:end]) - len(strings.TrimRight(s.text[s.at:end], "\r"))
	s.out.Comment(s.text, doc.Span{Start: body - 1, End: end}, doc.Span{Start: body, End: end})
	s.at = s.nextLine(s.lineEnd(end))
}

// isDrawer reports whether a line opens a drawer, such as ":PROPERTIES:".
func isDrawer(trimmed string) bool {
	name := strings.TrimRight(trimmed, " \t\r")
	return len(name) > 2 && name[0] == ':' && name[len(name)-1] == ':' &&
		!strings.ContainsAny(name[1:len(name)-1], ": \t")
}

// drawer skips a drawer. If the drawer is not closed, drawer skips only its first line.
func (s *scanner) drawer(end int) {
	s.out.Break()
	if closing, ok := s.lineOf(":end:", s.nextLine(end)); ok {
		end = closing
	}
	s.code(s.nextLine(end))
}

// lineOf returns the end of the first line at or after from that begins with mark, ignoring case.
func (s *scanner) lineOf(mark string, from int) (end int, ok bool) {
	at := s.marks.IndexFunc(mark, from, func(at int) bool {
		return (at == 0 || s.text[at-1] == '\n') && strings.HasPrefix(strings.ToLower(s.firstOf(at, len(mark))), mark)
	})
	return s.lineEnd(at), at < len(s.text)
}

// maxIndent is the maximum indentation of a line that ends a block.
const maxIndent = 80

// firstOf returns the first n bytes, after the indentation, of the line at an offset.
func (s *scanner) firstOf(at, n int) string {
	line := s.text[at:min(len(s.text), at+maxIndent+n)]
	line = strings.TrimLeft(line, " \t")
	return line[:min(n, len(line))]
}

func isRule(trimmed string) bool {
	bare := strings.TrimSpace(trimmed)
	return len(bare) >= 5 && strings.Trim(bare, "-") == ""
}

func isPlanning(trimmed string) bool {
	for _, word := range []string{"SCHEDULED:", "DEADLINE:", "CLOSED:", "CLOCK:"} {
		if strings.HasPrefix(trimmed, word) {
			return true
		}
	}
	return false
}

// maxInner is the maximum number of environments that may be nested in a skipped one.
const maxInner = 50

// environment skips a LaTeX environment. It reads one that is not closed as text.
func (s *scanner) environment(trimmed string) bool {
	name, _, ok := strings.Cut(trimmed[len(`\begin{`):], "}")
	if !ok {
		return false
	}
	first, _ := slices.BinarySearch(s.environmentEnds(), s.at)
	ends := s.environmentEnds()[first:]
	for _, at := range ends[:min(len(ends), maxInner)] {
		if strings.HasPrefix(s.text[at:], `\end{`+name+"}") {
			end := s.lineEnd(at)
			s.out.Touch(s.at, end)
			s.code(s.nextLine(end))
			return true
		}
	}
	return false
}

// environmentEnds returns the offsets of all occurrences of "\end{". It computes them only once.
func (s *scanner) environmentEnds() []int {
	if s.ends == nil {
		s.ends = []int{}
		for at := s.marks.Index(`\end{`, s.at); at < len(s.text); at = s.marks.Index(`\end{`, at+1) {
			s.ends = append(s.ends, at)
		}
	}
	return s.ends
}

// item skips the marker of a list item or note and starts a paragraph. It returns the offset after
// the marker.
func (s *scanner) item(at int) int {
	rest := s.text[at:s.lineEnd(at)]
	n := markerLength(rest, at == 0 || s.text[at-1] == '\n')
	if n == 0 {
		return at
	}
	s.out.Break()
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
