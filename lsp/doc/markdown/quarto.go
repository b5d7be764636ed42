package markdown

import (
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// shortcodeEnd returns the end of the Quarto shortcode at an offset, such as {{< video x.mp4 >}} or
// its escaped form {{{< video x.mp4 >}}}. It returns 0 if none starts there.
func (s *scanner) shortcodeEnd(at int) int {
	closing := ">}}"
	switch rest := s.Text[at:]; {
	case strings.HasPrefix(rest, "{{<"):
	case strings.HasPrefix(rest, "{{{<"):
		closing = ">}}}"
	default:
		return 0
	}
	if end, ok := s.find(closing, at); ok {
		return end + len(closing)
	}
	return 0
}

// shortcode skips a shortcode in running text.
func (s *scanner) shortcode() bool {
	end := s.shortcodeEnd(s.At)
	if end == 0 {
		return false
	}
	s.Out.Code(s.At, end)
	s.skip(end)
	return true
}

// shortcodeLine skips a shortcode that is a block by itself, such as {{< include x.qmd >}}. The
// shortcode starts at an offset.
func (s *scanner) shortcodeLine(at int) bool {
	if s.Out.Open() {
		return false
	}
	after := s.shortcodeEnd(at)
	if after == 0 {
		return false
	}
	end := s.LineEnd(after)
	if strings.TrimSpace(s.Text[after:end]) != "" {
		return false
	}
	s.Code(end)
	s.At = s.NextLine(end)
	return true
}

const divMark = ":::" // starts the lines around a fenced div

// divAttributes matches the attributes of a fenced div. They may continue on lines that start with
// another attribute.
var divAttributes = regexp.MustCompile(
	`^\{(?:"[^"\n]*"|[^{}"\n])*(?:\n[ \t]*(?:[.#]|[\w:-]+=)(?:"[^"\n]*"|[^{}"\n])*)*\}`)

// div skips the line that starts or ends a fenced div. Its attributes contain no citations, but the
// title of a MyST directive may. An unclosed brace extends to the end of the line.
func (s *scanner) div(end int) {
	s.Out.Break()
	title := s.At
	if open := strings.IndexByte(s.Text[s.At:end], '{'); open >= 0 {
		open += s.At
		title = end
		if n := len(divAttributes.FindString(s.Text[open:min(len(s.Text), open+doc.MaxSpan)])); n > 0 {
			title = open + n
			end = s.LineEnd(title)
		}
		s.Out.Code(open, title)
	}
	s.citationsAside(title, end)
	s.mask(end)
	s.At = s.NextLine(end)
}
