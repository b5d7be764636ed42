package markdown

import (
	"regexp"
	"slices"
	"strings"
)

// rawEnvironments lists the TeX environments that contain no running text.
var rawEnvironments = []string{"lstlisting", "verbatim", "minted", "figure", "figure*", "table", "table*", "equation",
	"equation*", "align", "align*", "tabular", "tikzpicture", "algorithm"}

var (
	// reference matches TeX commands that print nothing, or only a number.
	reference = regexp.MustCompile(`^\\(?:label|ref|autoref|cref|Cref|pageref|eqref|index|vspace|hspace|newpage|clearpage|` +
		`noindent|centering|hypertarget|protect)\b\*?(?:\{[^{}\n]{0,200}\})?`)
	// styled matches TeX commands that change the style of their argument.
	styled = regexp.MustCompile(`^\\(?:emph|textit|textbf|texttt|textsc|textsf|underline|mbox)\{([^{}\n\\@]{0,500})\}`)
)

// rawTeX reads or skips a TeX command, which Pandoc passes through to LaTeX. It returns false if
// s.At is not at such a command.
func (s *scanner) rawTeX() bool {
	rest := s.Text[s.At:s.LineEnd(s.At)]
	if m := styled.FindStringSubmatch(rest); m != nil {
		s.Prose(m[1], len(m[0]))
		return true
	}
	if command := reference.FindString(rest); command != "" {
		s.skip(s.At + len(command))
		return true
	}
	return false
}

// environment skips a TeX environment that starts at the beginning of a line. It returns false if
// none starts there.
func (s *scanner) environment(trimmed string) bool {
	name, ok := strings.CutPrefix(trimmed, `\begin{`)
	if !ok {
		return false
	}
	name, _, ok = strings.Cut(name, "}")
	if !ok || !slices.Contains(rawEnvironments, name) {
		return false
	}
	closing := `\end{` + name + `}`
	end := s.Marks.Index(closing, s.At)
	if end+len(closing) > len(s.Text) {
		return false // the environment is not closed yet
	}
	s.Out.Break()
	s.Code(s.NextLine(s.LineEnd(end)))
	return true
}
