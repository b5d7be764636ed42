package doc

import (
	"sort"
	"strings"
)

// DirectiveFor returns the directive that applies at offset: the one that contains it, or else the
// one for its sentence. A directive applies to the sentences on its line. On a line without text,
// it applies to the preceding sentence in the paragraph, or to the following one if none exists.
// Of several directives, the nearest one above offset wins, or else the first.
func (m *Manuscript) DirectiveFor(offset int) (found Directive, ok bool) {
	s, inSentence := m.SentenceAt(offset)
	paragraph := m.ParagraphAt(offset)
	best := notAbout
	for _, d := range m.Directives {
		if d.Contains(offset) {
			return d, true
		}
		about := notAbout
		switch {
		case inSentence:
			about = m.about(d, s)
		case paragraph >= 0 && d.Paragraph == paragraph && !m.hasSentences(paragraph):
			about = aboutBelow
		}
		if about > best || about == best && about > notAbout && d.Start <= offset {
			found, best = d, about
		}
	}
	if best == notAbout && m.Outer != nil {
		return m.Outer.DirectiveFor(m.inset.Start)
	}
	return found, best > notAbout
}

// The relations of a directive to a sentence. aboutBelow applies only if no directive is aboutIt.
const (
	notAbout = iota
	aboutBelow
	aboutIt
)

func (m *Manuscript) about(d Directive, s Sentence) int {
	switch above := m.sentenceBefore(d.Start); {
	case d.Paragraph != s.Paragraph:
		return notAbout
	case d.Line.Start < d.Line.End && s.Start < d.Line.End && d.Line.Start < s.Tail:
		return aboutIt
	case above >= 0 && m.Sentences[above].Paragraph == d.Paragraph:
		if m.Sentences[above].Start == s.Start {
			return aboutIt
		}
	case above+1 < len(m.Sentences) && m.Sentences[above+1].Start == s.Start:
		return aboutBelow
	}
	return notAbout
}

func (m *Manuscript) hasSentences(paragraph int) bool {
	i := sort.Search(len(m.Sentences), func(i int) bool { return m.Sentences[i].Paragraph >= paragraph })
	return i < len(m.Sentences) && m.Sentences[i].Paragraph == paragraph
}

// sharedLine returns the line of a comment, or an empty span if the comment is alone on its line.
// Block quote markers do not count.
func sharedLine(source string, comment Span) Span {
	line := Span{
		strings.LastIndexByte(source[:comment.Start], '\n') + 1, comment.End + len(lineAfter(source, comment.End)),
	}
	if strings.Trim(source[line.Start:comment.Start]+source[comment.End:line.End], " \t\r>") == "" {
		return Span{}
	}
	return line
}

// WithoutDirective returns the range to delete in order to remove a directive: its whole line, or
// only the comment and the blanks before it if the line has other text.
func WithoutDirective(source string, d Directive) Span {
	if d.Line.Start < d.Line.End {
		return Span{len(strings.TrimRight(source[:d.Start], " \t")), d.End}
	}
	line := Span{strings.LastIndexByte(source[:d.Start], '\n') + 1, d.End + len(lineAfter(source, d.End))}
	if line.End < len(source) {
		line.End++
	} else if line.Start > 0 {
		line.Start -= len(LineEnd(source))
	}
	return line
}
