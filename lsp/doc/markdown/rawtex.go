package markdown

import (
	"regexp"
	"slices"
	"strings"
)

// rawEnvironments are the environments of raw TeX that contain no running text.
var rawEnvironments = []string{"lstlisting", "verbatim", "minted", "figure", "figure*", "table", "table*", "equation",
	"equation*", "align", "align*", "tabular", "tikzpicture", "algorithm"}

var (
	// reference matches TeX commands that print no words, or only a number.
	reference = regexp.MustCompile(`^\\(?:label|ref|autoref|cref|Cref|pageref|eqref|index|vspace|hspace|newpage|clearpage|` +
		`noindent|centering|hypertarget|protect)\b\*?(?:\{[^{}\n]{0,200}\})?`)
	// styled matches TeX commands that change the style of their argument.
	styled = regexp.MustCompile(`^\\(?:emph|textit|textbf|texttt|textsc|textsf|underline|mbox)\{([^{}\n\\@]{0,500})\}`)
)

// rawTeX skips or reads a TeX command, which Pandoc passes through. It returns false for others.
func (s *scanner) rawTeX() bool {
	rest := s.text[s.at:s.lineEnd(s.at)]
	if m := styled.FindStringSubmatch(rest); m != nil {
		s.prose(m[1], len(m[0]))
		return true
	}
	if command := reference.FindString(rest); command != "" {
		s.skip(s.at + len(command))
		return true
	}
	return false
}

// environment skips an environment of raw TeX that starts a line. It returns false if there is none.
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
	end := s.marks.Index(closing, s.at)
	if end+len(closing) > len(s.text) {
		return false // not closed yet
	}
	s.out.Break()
	s.code(s.nextLine(s.lineEnd(end)))
	return true
}
