package latex

import (
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// childFile matches the chunk option of knitr that includes another file.
var childFile = regexp.MustCompile(`child\s*=\s*(?:"([^"]+)"|'([^']+)')`)

// chunk skips a code chunk of Sweave or knitr, which extends from a line "<<options>>=" to a line
// "@". It returns false if no chunk starts here.
func (s *scanner) chunk() bool {
	if s.at > 0 && s.text[s.at-1] != '\n' || !strings.HasPrefix(s.text[s.at:], "<<") {
		return false
	}
	line, _, _ := strings.Cut(s.text[s.at:], "\n")
	if !strings.HasSuffix(strings.TrimRight(line, " \t\r"), ">>=") {
		return false
	}
	m := s.out.Partial()
	if at := childFile.FindStringSubmatchIndex(line); at != nil {
		span := doc.Span{Start: s.at + max(at[2], at[4]), End: s.at + max(at[3], at[5])}
		m.Includes = append(m.Includes, doc.FileRef{Span: span, Path: s.text[span.Start:span.End]})
	}
	start := s.at
	for s.at += len(line); s.at < len(s.text); s.at += len(line) {
		s.at++ // skip the line break
		line, _, _ = strings.Cut(s.text[s.at:], "\n")
		if end := strings.TrimRight(line, " \t\r"); end == "@" || strings.HasPrefix(line, "@ ") {
			s.at += len(line)
			break
		}
	}
	s.at = min(s.at, len(s.text))
	s.out.Mask(start, s.at)
	return true
}
