package markdown

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Scan scans a file. It never fails.
func Scan(source string) *doc.Manuscript {
	s := &scanner{text: source, marks: doc.NewFinder(source)}
	s.frontMatter()
	for s.at < len(source) {
		s.line()
	}
	m := s.out.Manuscript()
	if m.Language == "" {
		m.Language = "en"
	}
	m.Quotes = s.quotes(m.Language)
	return m
}

// quotes returns straight quotation marks if the text uses them, since Pandoc converts them to
// curly ones. Otherwise it returns the quotation marks of the language.
func (s *scanner) quotes(language string) doc.Quotes {
	if language == "en" && strings.Contains(s.text, ` "`) && !strings.Contains(s.text, "“") {
		return doc.Quotes{Open: `"`, Close: `"`}
	}
	return doc.QuotesOf(language)
}

type scanner struct {
	text string
	at   int // offset to read next: the start of a line, or the place where inline text continues
	out  doc.Builder

	marks    doc.Finder
	brackets doc.Pairs
	keyless  doc.Span // range of the last bracket in which no key was found

	marksOpen []openMark

	yamlLines []int // offset of each line of the front matter
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
	case fenceOf(trimmed) != "":
		s.fence(fenceOf(trimmed))
	case s.environment(trimmed):
	case strings.HasPrefix(trimmed, "$$"):
		s.displayMaths(end - len(trimmed))
	case strings.HasPrefix(raw, "    ") && !s.out.Open(), strings.HasPrefix(raw, "\t") && !s.out.Open():
		s.code(s.nextLine(end))
	case isHeading(trimmed), s.isUnderlined(end):
		s.heading(end)
	case s.definition(trimmed, end):
	case strings.HasPrefix(trimmed, "|"), strings.HasPrefix(trimmed, ":::"), isRule(trimmed):
		s.out.Break()
		s.citationsAside(s.at, end)
		if trimmed[0] == '|' && strings.Trim(trimmed, "|-:+= \t\r") != "" {
			s.out.Inset(doc.Table, end-len(trimmed)+1, end-len(trimmed)+len(strings.TrimRight(trimmed, " \t\r")))
		}
		s.mask(s.nextLine(end))
	default:
		s.at = s.listMarker(end - len(trimmed))
		s.inline(end)
	}
}

func (s *scanner) lineEnd(from int) int {
	return s.marks.Index("\n", from)
}

func (s *scanner) nextLine(end int) int { return min(end+1, len(s.text)) }

// mask skips the text up to end and marks it as unsuitable for inserting a sentence.
func (s *scanner) mask(end int) {
	s.out.Mask(s.at, end)
	s.at = end
}

// code skips the text up to end and marks it as free of citations.
func (s *scanner) code(end int) {
	s.out.Code(s.at, end)
	s.at = end
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

// fence skips a code block. A code block that is not closed extends to the end of the text.
func (s *scanner) fence(mark string) {
	s.out.Break()
	at := s.nextLine(s.lineEnd(s.at))
	for at < len(s.text) {
		end := s.lineEnd(at)
		line := strings.TrimSpace(s.text[at:end])
		at = s.nextLine(end)
		if strings.HasPrefix(line, mark) && strings.Trim(line, mark[:1]) == "" {
			break
		}
	}
	s.code(at)
}

func (s *scanner) displayMaths(open int) {
	closing := s.marks.Index("$$", open+2)
	if closing == len(s.text) || s.marks.Index("\n\n", open) < closing {
		s.at = open
		s.inline(s.lineEnd(open))
		return
	}
	if s.out.Open() {
		s.out.Mask(s.at, closing+2)
		s.skip(closing + 2)
	} else {
		s.out.Touch(s.at, closing+2)
		s.mask(closing + 2)
	}
	s.at = s.nextLineOrHere()
}

func (s *scanner) nextLineOrHere() int {
	end := s.lineEnd(s.at)
	if strings.TrimSpace(s.text[s.at:end]) == "" {
		return s.nextLine(end)
	}
	return s.at
}

func isHeading(trimmed string) bool {
	marks := len(trimmed) - len(strings.TrimLeft(trimmed, "#"))
	return marks > 0 && marks <= 6 && (len(trimmed) == marks || trimmed[marks] == ' ' || trimmed[marks] == '\t')
}

// isUnderlined reports whether the line that ends at end is a heading underlined with "=" or "-".
func (s *scanner) isUnderlined(end int) bool {
	if s.out.Open() || end >= len(s.text) {
		return false
	}
	below := strings.TrimSpace(s.text[end+1 : s.lineEnd(end+1)])
	return len(below) >= 2 && (strings.Trim(below, "=") == "" || strings.Trim(below, "-") == "")
}

func (s *scanner) heading(end int) {
	if m := s.out.Partial(); m.Title == "" && len(m.Headings) == 0 && len(m.Sentences) == 0 {
		m.Title = titleIn(s.text[s.at:end])
	}
	s.out.Heading(s.at)
	if !isHeading(strings.TrimLeft(s.text[s.at:end], " \t")) {
		end = s.lineEnd(end + 1)
	}
	s.citationsAside(s.at, end)
	s.mask(end)
	s.at = s.nextLine(end)
}

// titleIn returns the first heading of a file without front matter if it is probably the title. A
// heading of one or two words may be "Introduction", so it is not.
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
		rest := s.text[at:s.lineEnd(at)]
		switch n := markerLength(rest); {
		case n == 0:
			return at
		case rest[0] == '>':
			s.out.Quote(at, at+len(rest))
			at += n
		default:
			s.out.Break()
			s.out.Touch(at, at+n)
			s.out.Mask(at, at+n)
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
