package latex

import (
	"maps"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// ScanWith is like Scan, but also recognizes citation commands defined in the document's other
// files.
func ScanWith(source string, macros map[string]doc.CiteMacro) *doc.Manuscript {
	s := newScanner(source, 0)
	maps.Copy(s.macros, macros)
	return s.scan()
}

var definitions = doc.Set(`newcommand renewcommand providecommand DeclareRobustCommand newrobustcmd renewrobustcmd
	NewDocumentCommand RenewDocumentCommand ProvideDocumentCommand DeclareDocumentCommand DeclareCiteCommand
	NewCommandCopy def gdef let`)

// maxMacroBody is the maximum number of bytes of a definition's body that are searched for a
// citation command.
const maxMacroBody = 500

// definition reads the definition of a citation command, such as \newcommand{\cn}{\cite}.
func (s *scanner) definition(command string, end int) bool {
	if !definitions[command] {
		return false
	}
	name, at := s.macroName(end)
	if name == "" || citesKeys(lowFirst(name)) {
		return false
	}
	macro, after := doc.CiteMacro{}, at
	switch command {
	case "let", "NewCommandCopy":
		original, last := s.macroName(at + len(s.Text[at:]) - len(strings.TrimLeft(s.Text[at:], " =")))
		macro, after = s.alias(original), last
	case "DeclareCiteCommand":
		macro.Command = "cite"
	default:
		macro, after = s.macro(at)
	}
	if macro.Command == "" {
		delete(s.macros, name)
		s.pathMacro(name, at)
		return false
	}
	s.Out.Mask(s.At, after)
	s.citationsAside(s.At, after)
	s.macros[name] = macro
	if found := s.Out.Partial(); found.CiteMacros == nil {
		found.CiteMacros = s.macros
	}
	s.At = after
	return true
}

// The maximum number of macros usable in paths, and the maximum length of a path in bytes.
const maxPathMacros, maxPath = 100, 4096

// pathMacro stores a macro that expands to plain text and can be used in paths, such as
// \newcommand{\chapters}{./chapters}.
func (s *scanner) pathMacro(name string, at int) {
	for at < len(s.Text) && s.Text[at] == ' ' {
		at++
	}
	body, after := s.argument(at)
	if after > at && len(body) <= maxMacroBody && len(s.paths) < maxPathMacros && !strings.ContainsAny(body, "\\#{}%\n") {
		s.paths[name] = strings.TrimSpace(body)
	}
}

// path expands the macros in a path. It returns the path unchanged if it contains an unknown macro.
func (s *scanner) path(written string) string {
	if len(s.paths) == 0 || !strings.Contains(written, `\`) {
		return written
	}
	var out strings.Builder
	for rest := written; rest != "" && out.Len() <= maxPath; {
		before, after, found := strings.Cut(rest, `\`)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		name := after[:len(after)-len(strings.TrimLeft(after, letters))]
		text, known := s.paths[name]
		if !known {
			return written
		}
		out.WriteString(text)
		if rest = strings.TrimPrefix(after[len(name):], "{}"); rest == "" {
			return out.String()
		}
	}
	return written
}

// macroName returns the name at the start of a definition, with or without braces, and its end.
func (s *scanner) macroName(from int) (name string, end int) {
	at := from + len(s.Text[from:]) - len(strings.TrimLeft(s.Text[from:], " \t{"))
	if at >= len(s.Text) || s.Text[at] != '\\' {
		return "", from
	}
	end = nameEnd(s.Text, at+1)
	name = s.Text[at+1 : end]
	if strings.Contains(s.Text[from:at], "{") && end < len(s.Text) && s.Text[end] == '}' {
		end++
	}
	return name, end
}

// macro reads the parameters and the body of a definition.
func (s *scanner) macro(at int) (doc.CiteMacro, int) {
	optional := 0 // 1 if the first parameter is optional
	for at < len(s.Text) && s.Text[at] == '[' {
		_, after := s.bracketed(at)
		if after == at {
			return doc.CiteMacro{}, at
		}
		if at = after; strings.HasPrefix(s.Text[at:], "[") {
			optional = 1
		}
	}
	for at < len(s.Text) && strings.IndexByte("#123456789", s.Text[at]) >= 0 {
		at++ // skip the parameters of \def
	}
	body, after := s.argument(at)
	spec := ""
	if next, end := s.argument(after); end > after && isArgumentSpec(body) {
		spec, body, after = body, next, end
	}
	m, key := s.cited(body[:min(len(body), maxMacroBody)])
	if m.Key = max(0, key-optional); spec != "" {
		m.Key = mandatory(spec, key)
	}
	return m, after
}

// cited returns the first citation command in the body of a definition. key is the number of the
// parameter that contains the keys, or 0 if the body ends with the command.
func (s *scanner) cited(body string) (m doc.CiteMacro, key int) {
	for {
		_, rest, found := strings.Cut(body, `\`)
		if !found {
			return doc.CiteMacro{}, 0
		}
		name := rest[:len(rest)-len(strings.TrimLeft(rest, letters))]
		body = rest[len(name):]
		if m = s.alias(name); m.Command == "" {
			continue
		}
		arguments := strings.TrimPrefix(strings.TrimSpace(body), "*")
		if strings.Trim(arguments, "} \t\n") == "" {
			return m, 0
		}
		_, keys, _ := strings.Cut(arguments, "{#")
		if keys != "" && '1' <= keys[0] && keys[0] <= '9' && strings.HasPrefix(keys[1:], "}") {
			return m, int(keys[0] - '0')
		}
	}
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// alias returns a macro equivalent to a citation command, which takes the same arguments. It
// returns the zero macro if name is not a citation command.
func (s *scanner) alias(name string) doc.CiteMacro {
	if name != "" && citesKeys(lowFirst(name)) && name != "nocite" {
		return doc.CiteMacro{Command: name}
	}
	return s.macros[name]
}

// isArgumentSpec reports whether a text describes arguments in xparse's notation, such as "s o m".
func isArgumentSpec(spec string) bool {
	at := strings.IndexByte(spec, '{') // start of the default value in O{...}
	if at < 0 {
		at = len(spec)
	}
	return strings.Trim(spec[:at], "somtrdgRDGOv+!>={}() \t\n[]") == "" && !strings.Contains(spec, `\`)
}

// mandatory returns the position of the nth argument of a specification among the mandatory
// arguments.
func mandatory(spec string, n int) (count int) {
	depth := 0
	for i := 0; i < len(spec) && n > 0; i++ {
		switch c := spec[i]; {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case depth == 0 && strings.IndexByte("sotdrRDOgGvm", c) >= 0:
			if n--; c == 'm' || c == 'v' {
				count++
			}
		}
	}
	return count
}

// macroArguments reads the arguments of a citation command defined in the document. It returns the
// end offset, or from if no argument has keys.
func (s *scanner) macroArguments(c *doc.Citation, m doc.CiteMacro, from int) int {
	if m.Key == 0 {
		return s.citeArguments(c, from)
	}
	at := from
	for strings.HasPrefix(s.Text[at:], "[") {
		_, after := s.bracketed(at)
		if after == at {
			return from
		}
		at = after
	}
	for range m.Key - 1 {
		_, after := s.argument(at)
		if after == at {
			return from
		}
		at = after
	}
	if after := s.citeArguments(c, at); after > at {
		return after
	}
	return from
}
