package typst

import (
	"sort"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Scan reads a file. It never fails.
func Scan(source string) *doc.Manuscript {
	s := &scanner{text: source, marks: doc.NewFinder(source), hidden: -1, labels: labelsIn(source)}
	s.lineStart()
	for s.at < len(source) {
		if s.inCode() {
			s.code()
		} else {
			s.content()
		}
	}
	s.show()
	m := s.out.Manuscript()
	m.Defines = s.labels.all
	if m.Language == "" {
		m.Language = "en"
	}
	return m
}

type scanner struct {
	text   string
	at     int
	out    doc.Builder
	marks  doc.Finder
	labels labels

	open   []frame
	hidden int // from where no running text was read, -1 where it is read
}

// A frame is a bracket that is open, or what the end of the line closes.
type frame struct {
	closer  byte // of brackets; '\n' of a heading, ';' of a statement
	quiet   bool // its text is no running text
	literal bool // a bracket of the text itself
	call    string
	arg     string // the name of the argument that is being read
	start   int    // of the call or the content
	keys    []doc.CiteKey
	prose   bool // the citation names the authors
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

// push opens a frame. From here on nothing is running text where it is quiet.
func (s *scanner) push(f frame) {
	f.quiet = f.quiet || s.isQuiet()
	s.open = append(s.open, f)
}

// hide notes where something begins that is no running text.
func (s *scanner) hide(at int) {
	if s.hidden < 0 {
		s.hidden = at
	}
}

// show ends what hide began, where running text goes on.
func (s *scanner) show() {
	if s.hidden < 0 || s.isQuiet() && s.at < len(s.text) {
		return
	}
	s.out.Mask(s.hidden, s.at)
	s.hidden = -1
}

// prose adds running text that represents the next n bytes.
func (s *scanner) prose(clean string, n int) {
	if !s.isQuiet() {
		s.out.Prose(clean, s.at, s.at+n)
	}
	s.at += n
}

// skip leaves out the next n bytes of text.
func (s *scanner) skip(n int) {
	s.out.Mask(s.at, s.at+n)
	s.prose(" ", n)
}

// skipCode leaves out the next n bytes, in which nothing is cited.
func (s *scanner) skipCode(n int) {
	s.out.Code(s.at, s.at+n)
	if s.inCode() {
		s.at += n
		return
	}
	s.prose(" ", n)
}

// lineStart reads what begins a line: a heading, an item of a list, or nothing,
// which ends the paragraph.
func (s *scanner) lineStart() {
	rest := s.text[s.at:]
	rest = rest[:s.lineEnd()-s.at]
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
		s.out.Break()
	case markerLength(line) > 0:
		s.out.Break()
		s.at += indent + markerLength(line)
	}
}

func (s *scanner) lineEnd() int { return s.marks.Index("\n", s.at) }

// recover closes what is still open before a heading at the margin, where a
// user is still typing. Blocks of running text stay open.
func (s *scanner) recover() {
	// All in a quiet frame is quiet.
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
		s.out.Heading(s.at)
	}
	s.hide(s.at)
	s.at += indent
	s.push(frame{closer: '\n', quiet: true})
}

// markerLength is how long "- ", "+ ", "/ " and "1. " are.
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
