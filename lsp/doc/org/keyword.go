package org

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// literal is the set of blocks whose content has no markup.
var literal = map[string]bool{"src": true, "example": true, "export": true, "comment": true}

// keyword reads a line that begins with "#+". Such a line starts or ends a block or configures the
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
	closing, ok := s.blockEnd(name, end)
	if !literal[name] {
		if ok && (name == "quote" || name == "verse") {
			s.out.Quote(s.at, closing)
		}
		s.apart(end)
		return
	}
	if !ok {
		s.apart(end) // the block is not closed yet
		return
	}
	s.out.Break()
	s.code(s.nextLine(closing))
}

// blockEnd returns the end of the block whose first line ends at end.
func (s *scanner) blockEnd(name string, end int) (closing int, ok bool) {
	return s.lineOf("#+end_"+name, s.nextLine(end))
}

func (s *scanner) setting(name string, value doc.Span) {
	m := s.out.Partial()
	text := s.text[value.Start:value.End]
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
	text := s.text[value.Start:value.End]
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
