// Package markdown scans Markdown files for sentences, directives, Pandoc citations and the names
// of .bib files. It supports Pandoc's Markdown, including Quarto and R Markdown, and also writes
// citations and escaped text.
//
// Scan is a single tolerant pass over the lines. In a half-typed document, it may miss structure
// but does not report wrong structure.
package markdown

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Scan scans a file. It never fails.
func Scan(source string) *doc.Manuscript {
	s := &scanner{Scanner: doc.NewScanner(source, 0)}
	s.frontMatter()
	for s.At < len(source) {
		s.line()
	}
	m := s.Out.Manuscript()
	m.Quotes = s.quotes(m.Language)
	m.Emphasis = "~"
	return m
}

// quotes returns straight quotation marks if the text uses them, since Pandoc converts them to
// curly ones. Otherwise it returns the quotation marks of the language.
func (s *scanner) quotes(language string) doc.Quotes {
	if language == "en" && strings.Contains(s.Text, ` "`) && !strings.Contains(s.Text, "“") {
		return doc.Quotes{Open: `"`, Close: `"`}
	}
	return doc.QuotesOf(language)
}

type scanner struct {
	doc.Scanner
	keyless   doc.Span // range of the last bracket in which no key was found
	marksOpen []openMark
	yamlLines []int // offset of each line of the front matter
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
	case fenceOf(trimmed) != "":
		s.fence(fenceOf(trimmed))
	case s.environment(trimmed), s.shortcodeLine(end - len(trimmed)):
	case strings.HasPrefix(trimmed, "$$"):
		s.displayMaths(end - len(trimmed))
	case strings.HasPrefix(raw, "    ") && !s.Out.Open(), strings.HasPrefix(raw, "\t") && !s.Out.Open():
		s.Code(s.NextLine(end))
	case isHeading(trimmed), s.isUnderlined(end):
		s.heading(end)
	case s.definition(trimmed, end):
	case strings.HasPrefix(trimmed, divMark):
		s.div(end)
	case strings.HasPrefix(trimmed, "|"), isRule(trimmed):
		s.Out.Break()
		s.citationsAside(s.At, end)
		if trimmed[0] == '|' && strings.Trim(trimmed, "|-:+= \t\r") != "" {
			s.Out.Inset(doc.Table, end-len(trimmed)+1, end-len(trimmed)+len(strings.TrimRight(trimmed, " \t\r")))
		}
		s.mask(s.NextLine(end))
	default:
		s.At = s.listMarker(end - len(trimmed))
		if strings.HasPrefix(s.Text[s.At:end], divMark) {
			s.div(end)
			return
		}
		s.Inline(end, s.span)
	}
}

// mask skips the text up to end and marks it as unsuitable for inserting a sentence.
func (s *scanner) mask(end int) {
	s.Out.Mask(s.At, end)
	s.At = end
}

func fenceOf(trimmed string) string {
	for _, mark := range []string{"```", "~~~"} {
		if strings.HasPrefix(trimmed, mark) {
			n := len(trimmed) - len(strings.TrimLeft(trimmed, mark[:1]))
			if mark == "```" && strings.Contains(trimmed[n:], "`") {
				return "" // the backticks start a code span, not a code block
			}
			return trimmed[:n]
		}
	}
	return ""
}

// fence skips a code block. An unclosed code block extends to the end of the text.
func (s *scanner) fence(mark string) {
	s.Out.Break()
	at := s.NextLine(s.LineEnd(s.At))
	for at < len(s.Text) {
		end := s.LineEnd(at)
		line := strings.TrimSpace(s.Text[at:end])
		at = s.NextLine(end)
		if strings.HasPrefix(line, mark) && strings.Trim(line, mark[:1]) == "" {
			break
		}
	}
	s.Code(at)
}

func (s *scanner) displayMaths(open int) {
	closing := s.Marks.Index("$$", open+2)
	if closing == len(s.Text) || s.Marks.Index("\n\n", open) < closing {
		s.At = open
		s.Inline(s.LineEnd(open), s.span)
		return
	}
	if s.Out.Open() {
		s.Out.Mask(s.At, closing+2)
		s.skip(closing + 2)
	} else {
		s.Out.Touch(s.At, closing+2)
		s.mask(closing + 2)
	}
	if end := s.LineEnd(s.At); strings.TrimSpace(s.Text[s.At:end]) == "" {
		s.At = s.NextLine(end)
	}
}

func isHeading(trimmed string) bool {
	marks := len(trimmed) - len(strings.TrimLeft(trimmed, "#"))
	return marks > 0 && marks <= 6 && (len(trimmed) == marks || trimmed[marks] == ' ' || trimmed[marks] == '\t')
}

// isUnderlined reports whether the line that ends at end is a heading underlined with "=" or "-".
func (s *scanner) isUnderlined(end int) bool {
	if s.Out.Open() || end >= len(s.Text) {
		return false
	}
	below := strings.TrimSpace(s.Text[end+1 : s.LineEnd(end+1)])
	return len(below) >= 2 && (strings.Trim(below, "=") == "" || strings.Trim(below, "-") == "")
}

func (s *scanner) heading(end int) {
	if m := s.Out.Partial(); m.Title == "" && len(m.Headings) == 0 && len(m.Sentences) == 0 {
		m.Title = titleIn(s.Text[s.At:end])
	}
	s.Out.Heading(s.At)
	if !isHeading(strings.TrimLeft(s.Text[s.At:end], " \t")) {
		end = s.LineEnd(end + 1)
	}
	s.citationsAside(s.At, end)
	s.mask(end)
	s.At = s.NextLine(end)
}

// titleIn returns the text of a file's first heading if it is probably the title, or else "". A
// heading of one or two words, such as "Introduction", does not count.
func titleIn(heading string) string {
	title := strings.Trim(heading, "# \t\r")
	if len(strings.Fields(title)) < 3 {
		return ""
	}
	return title
}

func isRule(trimmed string) bool {
	bare := strings.ReplaceAll(strings.TrimSpace(trimmed), " ", "")
	return len(bare) >= 3 &&
		(strings.Trim(bare, "-") == "" || strings.Trim(bare, "*") == "" || strings.Trim(bare, "_") == "")
}

// listMarker skips the markers "> ", "- ", "1. " and "[^1]: ". Each marker starts a paragraph,
// except a ">" that continues one.
func (s *scanner) listMarker(at int) int {
	for {
		rest := s.Text[at:s.LineEnd(at)]
		switch n := markerLength(rest); {
		case n == 0:
			return at
		case rest[0] == '>':
			s.Out.Quote(at, at+len(rest))
			at += n
		default:
			s.Out.Break()
			s.Out.Touch(at, at+n)
			s.Out.Mask(at, at+n)
			at += n
		}
	}
}

func markerLength(rest string) int {
	if rest == "" {
		return 0
	}
	switch c := rest[0]; {
	case c == '>':
		return 1 + leadingSpaces(rest[1:])
	case (c == '-' || c == '*' || c == '+') && leadingSpaces(rest[1:]) > 0:
		return 1 + leadingSpaces(rest[1:])
	case strings.HasPrefix(rest, "[^"):
		if i := strings.Index(rest, "]:"); i > 0 {
			return i + 2 + leadingSpaces(rest[i+2:])
		}
	case '0' <= c && c <= '9':
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		if digits <= 3 && len(rest) > digits && (rest[digits] == '.' || rest[digits] == ')') &&
			leadingSpaces(rest[digits+1:]) > 0 {
			return digits + 1 + leadingSpaces(rest[digits+1:])
		}
	}
	return 0
}

func leadingSpaces(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }
