package latex

import (
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// childFile matches the knitr chunk option that includes another file.
var childFile = regexp.MustCompile(`child\s*=\s*(?:"([^"]+)"|'([^']+)')`)

// chunk skips a Sweave or knitr code chunk, which extends from a line "<<options>>=" to a line "@".
// It returns false if no chunk starts here.
func (s *scanner) chunk() bool {
	if s.At > 0 && s.Text[s.At-1] != '\n' || !strings.HasPrefix(s.Text[s.At:], "<<") {
		return false
	}
	line, _, _ := strings.Cut(s.Text[s.At:], "\n")
	if !strings.HasSuffix(strings.TrimRight(line, " \t\r"), ">>=") {
		return false
	}
	m := s.Out.Partial()
	if at := childFile.FindStringSubmatchIndex(line); at != nil {
		span := doc.Span{Start: s.At + max(at[2], at[4]), End: s.At + max(at[3], at[5])}
		m.Includes = append(m.Includes, doc.FileRef{Span: span, Path: s.Text[span.Start:span.End]})
	}
	start := s.At
	for s.At += len(line); s.At < len(s.Text); s.At += len(line) {
		s.At++ // skip the line break
		line, _, _ = strings.Cut(s.Text[s.At:], "\n")
		if end := strings.TrimRight(line, " \t\r"); end == "@" || strings.HasPrefix(line, "@ ") {
			s.At += len(line)
			break
		}
	}
	s.At = min(s.At, len(s.Text))
	s.Out.Mask(start, s.At)
	return true
}
