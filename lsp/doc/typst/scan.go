// Package typst scans Typst files for sentences, directives, citations, labels and the name of the
// bibliography. It also writes citations and escaped text in Typst.
//
// Scan is a single tolerant pass that evaluates nothing. Its stack of open brackets determines
// whether it is reading text or code.
package typst

import (
	"sort"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Scan scans a file. It never fails.
func Scan(source string) *doc.Manuscript {
	s := &scanner{Scanner: doc.NewScanner(source, 0), hidden: -1, labels: labelsIn(source)}
	s.lineStart()
	for s.At < len(source) {
		if s.inCode() {
			s.code()
		} else {
			s.content()
		}
	}
	s.show()
	m := s.Out.Manuscript()
	m.Emphasis = "*_"
	m.Defines = s.labels.all
	m.Quotes = doc.QuotesOf(m.Language)
	if s.quotes {
		m.Quotes = doc.Quotes{Open: "#quote[", Close: "]"}
	}
	return m
}

type scanner struct {
	doc.Scanner
	labels labels
	open   []frame
	hidden int  // offset at which text outside the running text began; -1 in running text
	quotes bool // the document uses inline #quote
}

// A frame is an open bracket, or a construct such as a heading that ends at the end of the line.
type frame struct {
	closer  byte // closing bracket, '\n' for a heading, or ';' for a statement
	quiet   bool // the content is not running text
	literal bool // the bracket is plain text
	call    string
	arg     string // name of the current argument
	start   int    // start offset of the call or the content
	keys    []doc.CiteKey
	prose   bool // the citation prints the authors' names as part of the sentence
}

func (s *scanner) top() *frame {
	if len(s.open) == 0 {
		return &frame{}
	}
	return &s.open[len(s.open)-1]
}

func (f *frame) isCode() bool { return f.closer == ')' || f.closer == '}' || f.closer == ';' }

func (s *scanner) inCode() bool { return s.top().isCode() }

func (s *scanner) isQuiet() bool { return s.top().quiet || s.inCode() }

// push opens a frame. The content of a quiet frame is outside the running text.
func (s *scanner) push(f frame) {
	f.quiet = f.quiet || s.isQuiet()
	s.open = append(s.open, f)
}

// hide marks the start of text outside the running text.
func (s *scanner) hide(at int) {
	if s.hidden < 0 {
		s.hidden = at
	}
}

// show marks the end of text outside the running text.
func (s *scanner) show() {
	if s.hidden < 0 || s.isQuiet() && s.At < len(s.Text) {
		return
	}
	s.Out.Mask(s.hidden, s.At)
	s.hidden = -1
}

// prose adds running text that represents the next n bytes of the source.
func (s *scanner) prose(clean string, n int) {
	if !s.isQuiet() {
		s.Out.Prose(clean, s.At, s.At+n)
	}
	s.At += n
}

// skip advances by n bytes and masks them.
func (s *scanner) skip(n int) {
	s.Out.Mask(s.At, s.At+n)
	s.prose(" ", n)
}

// skipCode advances by n bytes that cannot contain citations.
func (s *scanner) skipCode(n int) {
	s.Out.Code(s.At, s.At+n)
	if s.inCode() {
		s.At += n
		return
	}
	s.prose(" ", n)
}

// lineStart reads the start of a line. The line may be a heading or a list item, or it may be
// blank, which ends the paragraph.
func (s *scanner) lineStart() {
	rest := s.Text[s.At:]
	rest = rest[:s.LineEnd(s.At)-s.At]
	indent := len(rest) - len(strings.TrimLeft(rest, " \t"))
	line := rest[indent:]
	switch {
	case isHeading(line):
		if indent == 0 {
			s.recover()
		}
		s.heading(indent)
	case s.isQuiet():
	case strings.TrimSpace(line) == "":
		s.Out.Break()
	case markerLength(line) > 0:
		s.Out.Break()
		s.At += indent + markerLength(line)
	}
}

// recover closes constructs that are still open before an unindented heading, since the user is
// probably still typing them. Blocks of running text stay open.
func (s *scanner) recover() {
	// All frames inside a quiet frame are quiet.
	first := sort.Search(len(s.open), func(i int) bool { return s.open[i].quiet || s.open[i].isCode() })
	s.open = s.open[:first]
	s.show()
}

func isHeading(line string) bool {
	marks := len(line) - len(strings.TrimLeft(line, "="))
	return marks > 0 && marks < len(line) && line[marks] == ' '
}

func (s *scanner) heading(indent int) {
	if !s.isQuiet() {
		s.Out.Heading(s.At)
	}
	s.hide(s.At)
	s.At += indent
	s.push(frame{closer: '\n', quiet: true})
}

// markerLength returns the length of a marker such as "- ", "+ ", "/ " or "1. ".
func markerLength(line string) int {
	if strings.ContainsRune("-+/", rune(line[0])) && len(line) > 1 && line[1] == ' ' {
		return 2
	}
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	if 0 < digits && digits <= 3 && strings.HasPrefix(line[digits:], ". ") {
		return digits + 2
	}
	return 0
}
