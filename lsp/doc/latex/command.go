package latex

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/tex"
)

// command reads the command at s.at.
func (s *scanner) command() {
	name, end := s.commandName()
	switch {
	case name == "":
		s.at = end
	case isAccent(name) && s.accent(name, end):
	case len(name) == 1 && !isLetter(name[0]):
		s.symbol(name, end)
	case s.definition(name, end):
	case s.citation(name, end):
	case s.structure(name, end):
	case s.resource(name, end):
	default:
		s.unknown(name, end)
	}
}

// commandName returns the name of a command, without a star, and the offset of its arguments.
func (s *scanner) commandName() (name string, end int) {
	at := s.at + 1
	if at >= len(s.text) {
		return "", at
	}
	if !isLetter(s.text[at]) {
		_, size := utf8.DecodeRuneInString(s.text[at:])
		return s.text[at : at+size], at + size
	}
	end = at
	for end < len(s.text) && (isLetter(s.text[end]) || s.text[end] == '@') {
		end++
	}
	name = s.text[at:end]
	if end < len(s.text) && s.text[end] == '*' {
		end++
	}
	return name, end
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// symbol reads a command whose name is a single character other than a letter.
func (s *scanner) symbol(name string, end int) {
	switch {
	case name == "(":
		s.skipMaths(end, `\)`)
	case name == "[":
		s.skipMaths(end, `\]`)
	case strings.Contains(tex.Escaped+"{}", name):
		s.prose(name, end-s.at)
	case name == "-" || name == "/":
		s.at = end
	case name == `\`:
		s.prose(" ", end-s.at)
		s.skipOptions()
	default:
		s.prose(" ", end-s.at)
	}
}

// headings end a section. Their titles are not running text.
var headings = set("part chapter section subsection subsubsection paragraph subparagraph")

// structure reads headings and environments.
func (s *scanner) structure(name string, end int) bool {
	switch {
	case headings[name]:
		s.out.Heading(s.at)
		s.dropArguments(end)
	case name == "begin" || name == "end":
		s.environment(name, end)
	case name == "par" || name == "item" || name == "maketitle" || name == "appendix":
		s.out.Break()
		s.at = end
		s.skipOptions()
	case name == "verb" || name == "lstinline":
		s.verbatim(end)
	case dropped[name]:
		s.dropAside(name, end)
	case settings[name] > 0:
		s.dropSettings(name, end)
	default:
		return false
	}
	return true
}

// dropped is the set of commands whose arguments contain no running text.
var dropped = set(`ref eqref pageref autoref cref Cref nameref vref label url includegraphics vspace hspace
	bibliographystyle pagestyle thispagestyle setlength setcounter addtocounter newcommand renewcommand providecommand
	newenvironment newtheorem def let caption captionof footnote footnotemark footnotetext tablefootnote thanks
	author date email
	affiliation address todo color definecolor hypersetup geometry pgfplotsset DeclareMathOperator index phantom
	vphantom hphantom rule tag intertext marginpar graphicspath
	cmidrule cline rowcolor cellcolor`)

// settings maps a command to the number of leading arguments that only control how the next one is
// typeset.
var settings = map[string]int{
	"textcolor": 1, "colorbox": 1, "href": 1, "foreignlanguage": 1, "selectlanguage": 1, "raisebox": 1,
	"scalebox": 1, "parbox": 1,
	"multicolumn": 2, "multirow": 2,
}

func (s *scanner) dropSettings(name string, end int) {
	start := s.at
	s.at = end
	s.skipOptions()
	for range settings[name] {
		if _, after := s.argument(s.at); after > s.at {
			s.out.Mask(s.at, after)
			s.citationsAside(s.at, after)
			s.at = after
		}
	}
	s.last = lastCommand{name, doc.Span{Start: start, End: s.at}}
}

func (s *scanner) environment(command string, end int) {
	name, after := s.argument(end)
	name = strings.TrimSuffix(name, "*")
	switch {
	case name == "document":
		s.document(command, after)
	case command == "begin" && tex.IsVerbatim(name):
		s.skipEnvironment(end, s.skipCode)
	case command == "begin" && tex.IsDisplay(name):
		s.skipEnvironment(end, s.skip)
	case name == "" || inlineEnvironments[name]:
		s.at = after
	case command == "begin" && quoting[name]:
		s.out.Quote(s.at, s.environmentEnd(name, s.at, after))
		fallthrough
	default:
		s.out.Break()
		s.out.Mask(s.at, after)
		s.at = after
		s.skipOptions()
	}
}

// quoting is the set of environments for quotations.
var quoting = set("quote quotation verse displayquote displaycquote")

var inlineEnvironments = set("small footnotesize sloppypar otherlanguage foreignlanguage")

func (s *scanner) document(command string, after int) {
	s.out.Break()
	s.out.Mask(s.at, after)
	if command == "begin" {
		s.preamble = false
	} else {
		s.out.Code(s.at, len(s.text)+1)
		s.ended = true
	}
	s.at = after
}

// skipEnvironment calls skip with the end of the environment that starts here. If the environment
// is not closed, it skips only the \begin.
func (s *scanner) skipEnvironment(end int, skip func(end int)) {
	name, after := s.argument(end)
	if end := s.environmentEnd(name, s.at, after); end > after {
		skip(end)
		return
	}
	s.out.Mask(s.at, after)
	s.at = after
}

func (s *scanner) verbatim(end int) {
	if end >= len(s.text) || s.text[end] == '\n' {
		s.at = end
		return
	}
	mark := s.text[end : end+1]
	if mark == "{" {
		mark = "}"
	}
	if i := s.marks.Index(mark, end+1); i < s.lineEnd() {
		s.skipCode(i + 1)
		return
	}
	s.at = end
}

// unknown skips the name and the options of an unknown command. Its arguments are read as text.
func (s *scanner) unknown(name string, end int) {
	if symbol, _ := tex.Symbol(name); symbol != "" {
		end += len(s.text[end:]) - len(strings.TrimLeft(s.text[end:], " "))
		if strings.HasPrefix(s.text[end:], "{}") {
			end += 2
		}
		s.prose(symbol, end-s.at)
		return
	}
	start := s.at
	s.at = end
	s.skipOptions()
	s.last = lastCommand{name, doc.Span{Start: start, End: s.at}}
}

// skipOptions skips optional arguments, [...].
func (s *scanner) skipOptions() {
	for strings.HasPrefix(s.text[s.at:], "[") {
		_, after := s.bracketed(s.at, '[', ']')
		s.out.Mask(s.at, after)
		if after == s.at {
			return
		}
		s.citationsAside(s.at, after)
		s.at = after
	}
}

// dropArguments skips all arguments of a command.
func (s *scanner) dropArguments(end int) {
	for end < len(s.text) {
		after := end
		switch s.text[end] {
		case '[':
			_, after = s.bracketed(end, '[', ']')
		case '{':
			_, after = s.bracketed(end, '{', '}')
		}
		if after == end {
			break
		}
		end = after
	}
	s.out.Mask(s.at, end)
	if s.out.Open() {
		s.out.Touch(s.at, end)
	}
	s.citationsAside(s.at, end)
	s.at = end
}

func set(names string) map[string]bool {
	all := make(map[string]bool)
	for _, name := range strings.Fields(names) {
		all[name] = true
	}
	return all
}

// resource reads a command that names files or packages.
func (s *scanner) resource(name string, end int) bool {
	switch name {
	case "bibliography", "addbibresource", "addglobalbib", "input", "include", "subfile", "subfileinclude", "import",
		"subimport", "usepackage", "RequirePackage", "documentclass", "setdefaultlanguage", "setmainlanguage", "title":
	default:
		return false
	}
	options, at := "", end
	if strings.HasPrefix(s.text[at:], "[") {
		options, at = s.bracketed(at, '[', ']')
	}
	argument, after := s.argument(at)
	if after == at && name == "input" {
		return s.inputWord(end)
	}
	if after == at {
		s.at = end
		return true
	}
	value := doc.Span{Start: after - 1 - len(argument), End: after - 1}
	s.use(name, options, argument, value)
	s.dropArguments(end)
	return true
}

// inputWord reads the file name of an \input without braces, which ends at white space.
func (s *scanner) inputWord(end int) bool {
	start := end + len(s.text[end:]) - len(strings.TrimLeft(s.text[end:], " \t"))
	n := strings.IndexAny(s.text[start:], " \t\r\n{}\\%#~")
	if n < 0 {
		n = len(s.text) - start
	}
	if n > 0 && start > end {
		value := doc.Span{Start: start, End: start + n}
		s.use("input", "", s.text[value.Start:value.End], value)
		s.out.Mask(s.at, value.End)
		end = value.End
	}
	s.at = end
	return true
}

func (s *scanner) use(name, options, argument string, value doc.Span) {
	m := s.out.Partial()
	switch name {
	case "bibliography":
		s.bibliography = true
		for _, ref := range listed(argument, value.Start, ".bib") {
			ref.Path = s.path(ref.Path)
			m.Bibliographies = append(m.Bibliographies, ref)
		}
	case "addbibresource", "addglobalbib":
		m.Bibliographies = append(m.Bibliographies, doc.FileRef{Span: value, Path: s.path(strings.TrimSpace(argument))})
	case "input", "include", "subfile", "subfileinclude":
		file := s.path(strings.TrimSpace(argument))
		m.Includes = append(m.Includes, doc.FileRef{Span: value, Path: withSuffix(file, ".tex")})
	case "import", "subimport":
		if file, after := s.argument(value.End + 1); after > value.End+1 {
			file = strings.TrimSuffix(s.path(argument), "/") + "/" + s.path(file)
			m.Includes = append(m.Includes, doc.FileRef{Span: value, Path: withSuffix(file, ".tex")})
		}
	case "setdefaultlanguage", "setmainlanguage":
		s.babel = argument
	case "title":
		m.Title = strings.Join(strings.Fields(anyCommand.ReplaceAllString(withoutComments(argument), " ")), " ")
	default:
		for _, used := range listed(argument, value.Start, "") {
			s.packages[used.Path] = options
		}
	}
}

// anyCommand matches markup in a title.
var anyCommand = regexp.MustCompile(`\\(?:[a-zA-Z@]+|.)|[{}~]`)

// listed splits a comma-separated list of names, which may contain comments.
func listed(argument string, start int, suffix string) (refs []doc.FileRef) {
	at := 0
	for part := range strings.SplitSeq(withoutComments(argument), ",") {
		if name := strings.TrimSpace(part); name != "" {
			from := at + strings.Index(part, name)
			span := doc.Span{Start: start + from, End: start + from + len(name)}
			refs = append(refs, doc.FileRef{Span: span, Path: withSuffix(argument[from:from+len(name)], suffix)})
		}
		at += len(part) + 1
	}
	return refs
}

// withoutComments replaces comments with spaces, which preserves offsets.
func withoutComments(argument string) string {
	if !strings.Contains(argument, "%") {
		return argument
	}
	clean, inside := []byte(argument), false
	for i, c := range clean {
		inside = c == '%' || inside && c != '\n'
		if inside {
			clean[i] = ' '
		}
	}
	return string(clean)
}

func withSuffix(name, suffix string) string {
	if strings.HasSuffix(name, suffix) || suffix == ".tex" && strings.Contains(lastElement(name), ".") {
		return name
	}
	return name + suffix
}

func lastElement(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
