// Package latex scans LaTeX files for sentences, directives, citations and the names of .bib files.
// It also writes citations and escaped text in LaTeX.
//
// Scan is a single tolerant pass that expands no macros. It drops unknown commands and reads their
// braced arguments as running text.
package latex

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/tex"
)

// Scan scans a file. It never fails.
func Scan(source string) *doc.Manuscript {
	return newScanner(source, 0).scan()
}

func (s *scanner) scan() *doc.Manuscript {
	source := s.Text
	if i := strings.Index(source, beginDocument); i >= 0 && strings.Contains(source[:i], `\documentclass`) {
		s.preamble = true
		s.Out.Mask(0, i+len(beginDocument))
	}
	for s.At < len(source) && !s.ended {
		s.step()
	}
	m := s.Out.Manuscript()
	m.Style = s.style(m)
	m.KeyCase = s.keyCase()
	m.Language = s.language()
	m.Quotes = s.quotes(m.Language)
	return m
}

const beginDocument = `\begin{document}`

type scanner struct {
	doc.Scanner
	preamble bool // s.At is in the preamble, which contains no running text
	ended    bool // s.At is after \end{document}

	last lastCommand

	packages map[string]string        // package options, keyed by package name
	macros   map[string]doc.CiteMacro // citation commands defined in the document, keyed by name
	paths    map[string]string        // expansions of macros without arguments, which paths may contain

	bibliography bool   // \bibliography has been read
	babel        string // main language

	paragraph doc.Span       // the last paragraph searched
	missing   map[string]int // for each closing mark, the end of the range known not to contain it

	groups       map[byte]*doc.Pairs // bracket pairs, keyed by opening bracket
	environments map[string]*doc.Pairs
}

func newScanner(text string, at int) *scanner {
	return &scanner{
		Scanner: doc.NewScanner(text, at), packages: map[string]string{}, missing: map[string]int{},
		macros: map[string]doc.CiteMacro{}, paths: map[string]string{},
		groups: map[byte]*doc.Pairs{}, environments: map[string]*doc.Pairs{},
	}
}

func (s *scanner) step() {
	switch c := s.Text[s.At]; c {
	case '%':
		s.comment()
	case '\\':
		s.command()
	case '$':
		s.dollarMaths()
	case '\n':
		s.lineBreak()
	case '{':
		s.group()
		s.At++
	case '}':
		s.At++
	case '~':
		s.prose(" ", 1)
	case '-', '`', '\'':
		s.ligature(c)
	case '<':
		if !s.chunk() {
			s.plain()
		}
	default:
		s.plain()
	}
}

// prose adds running text that represents the next n bytes of the source.
func (s *scanner) prose(clean string, n int) {
	if !s.preamble {
		s.Out.Prose(clean, s.At, s.At+n)
	}
	s.At += n
}

// plain reads text up to the next character that could be markup.
func (s *scanner) plain() {
	text := s.Text[s.At:s.Until(s.At+1, "%\\$\n{}~-`'")]
	if strings.TrimSpace(text) == "" && !s.preamble {
		s.space(len(text))
		return
	}
	s.prose(text, len(text))
}

// space adds white space, unless no paragraph is open.
func (s *scanner) space(n int) {
	if s.Out.Open() {
		s.prose(" ", n)
		return
	}
	s.At += n
}

// lineBreak ends the paragraph if the next line is blank.
func (s *scanner) lineBreak() {
	rest := strings.TrimLeft(s.Text[s.At+1:], " \t\r")
	if rest == "" || rest[0] == '\n' {
		blankLineEnd := len(s.Text) - len(rest)
		if s.Out.Open() {
			s.Out.Touch(s.At, blankLineEnd) // text typed on the blank lines would belong to this paragraph
		}
		s.Out.Break()
		s.At = blankLineEnd
		return
	}
	s.space(1)
}

func (s *scanner) ligature(c byte) {
	if clean, length := tex.Ligature(s.Text[s.At:]); length > 0 {
		s.prose(clean, length)
		return
	}
	s.prose(string(c), 1)
}

const rootComment = "!tex root"

func (s *scanner) comment() {
	end := s.lineEnd()
	body := doc.Span{Start: s.At + 1, End: end}
	for body.Start < end && s.Text[body.Start] == '%' {
		body.Start++
	}
	s.Out.Comment(s.Text, doc.Span{Start: s.At, End: end}, body)
	words := strings.TrimLeft(s.Text[body.Start:end], " \t")
	if len(words) > len(rootComment) && strings.EqualFold(words[:len(rootComment)], rootComment) {
		if _, value, ok := strings.Cut(words, "="); ok {
			at, path := end-len(strings.TrimLeft(value, " \t")), strings.TrimSpace(value)
			s.Out.Partial().Root = doc.FileRef{Span: doc.Span{Start: at, End: at + len(path)}, Path: path}
		}
	}
	s.At = end
}

// lineEnd returns the end of the current line, before "\r\n" or "\n".
func (s *scanner) lineEnd() int {
	end := s.Marks.Index("\n", s.At)
	if end < len(s.Text) && end > s.At && s.Text[end-1] == '\r' {
		end--
	}
	return end
}

// dollarMaths skips $...$ and $$...$$. It treats a dollar sign without a partner in its paragraph
// as incomplete and reads on.
func (s *scanner) dollarMaths() {
	mark := "$"
	if strings.HasPrefix(s.Text[s.At:], "$$") {
		mark = "$$"
	}
	s.skipMaths(s.At+len(mark), mark)
}

// skipMaths skips the text up to a closing mark.
func (s *scanner) skipMaths(from int, mark string) {
	end := s.paragraphEnd(from)
	if s.lacks(mark, from, end) {
		s.prose(" ", from-s.At)
		return
	}
	for at := from; at < end; at++ {
		if strings.HasPrefix(s.Text[at:end], mark) {
			s.skip(at + len(mark))
			return
		}
		if s.Text[at] == '\\' {
			at++
		}
	}
	s.missing[mark] = end // all later occurrences of mark are escaped
	s.prose(" ", from-s.At)
}

// paragraphEnd returns the start of the next blank line.
func (s *scanner) paragraphEnd(from int) int {
	if s.paragraph.Start <= from && from < s.paragraph.End {
		return s.paragraph.End
	}
	end := from
	for end < len(s.Text) {
		if s.Text[end] == '\n' {
			if below := strings.TrimLeft(s.Text[end+1:], " \t\r"); below == "" || below[0] == '\n' {
				break
			}
		}
		end++
	}
	s.paragraph = doc.Span{Start: from, End: end}
	return end
}

// lacks reports whether mark does not occur between from and end. It caches the result, so that many
// unclosed marks do not cause repeated searches of the same text.
func (s *scanner) lacks(mark string, from, end int) bool {
	if s.missing[mark] < end && !strings.Contains(s.Text[from:end], mark) {
		s.missing[mark] = end
	}
	return s.missing[mark] >= end
}

// skip advances to end and marks the skipped text as unsuitable for inserting a sentence.
func (s *scanner) skip(end int) {
	s.Out.Mask(s.At, end)
	s.citationsAside(s.At, end)
	s.leaveOut(end)
}

func (s *scanner) leaveOut(end int) {
	if !s.preamble {
		s.Out.Skip(s.At, end)
	}
	s.At = end
}

// skipCode is like skip for verbatim text.
func (s *scanner) skipCode(end int) {
	s.Out.Code(s.At, end)
	s.leaveOut(end)
}
