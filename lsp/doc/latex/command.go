package latex

import (
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/tex"
)

// command reads the command at s.At.
func (s *scanner) command() {
	name, end := s.commandName()
	switch {
	case name == "":
		s.At = end
	case s.accent(name, end):
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
	at := s.At + 1
	if at >= len(s.Text) {
		return "", at
	}
	if !isLetter(s.Text[at]) {
		_, size := utf8.DecodeRuneInString(s.Text[at:])
		return s.Text[at : at+size], at + size
	}
	end = nameEnd(s.Text, at)
	name = s.Text[at:end]
	if end < len(s.Text) && s.Text[end] == '*' {
		end++
	}
	return name, end
}

func nameEnd(text string, at int) int {
	for at < len(text) && (isLetter(text[at]) || text[at] == '@') {
		at++
	}
	return at
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
		s.prose(name, end-s.At)
	case name == "-" || name == "/":
		s.At = end
	case name == `\`:
		s.prose(" ", end-s.At)
		s.skipOptions()
	default:
		s.prose(" ", end-s.At)
	}
}

// headings is the set of sectioning commands. Their titles are not running text.
var headings = doc.Set("part chapter section subsection subsubsection paragraph subparagraph")

func (s *scanner) structure(name string, end int) bool {
	switch {
	case headings[name]:
		s.Out.Heading(s.At)
		s.dropArguments(end)
	case name == "begin" || name == "end":
		s.environment(name, end)
	case name == "par" || name == "item" || name == "maketitle" || name == "appendix":
		s.Out.Break()
		s.At = end
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
var dropped = doc.Set(`ref eqref pageref autoref cref Cref nameref vref label url includegraphics vspace hspace
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
	start := s.At
	s.At = end
	s.skipOptions()
	for range settings[name] {
		if _, after := s.argument(s.At); after > s.At {
			s.Out.Mask(s.At, after)
			s.citationsAside(s.At, after)
			s.At = after
		}
	}
	s.last = lastCommand{name, doc.Span{Start: start, End: s.At}}
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
		s.At = after
	case command == "begin" && quoting[name]:
		s.Out.Quote(s.At, s.environmentEnd(name, s.At, after))
		fallthrough
	default:
		s.Out.Break()
		s.Out.Mask(s.At, after)
		s.At = after
		s.skipOptions()
	}
}

// quoting is the set of environments for quotations.
var quoting = doc.Set("quote quotation verse displayquote displaycquote")

var inlineEnvironments = doc.Set("small footnotesize sloppypar otherlanguage foreignlanguage")

func (s *scanner) document(command string, after int) {
	s.Out.Break()
	s.Out.Mask(s.At, after)
	if command == "begin" {
		s.preamble = false
	} else {
		s.Out.Code(s.At, len(s.Text)+1)
		s.ended = true
	}
	s.At = after
}

// skipEnvironment calls skip with the end of the environment that starts here. If the environment
// is not closed, it skips only the \begin.
func (s *scanner) skipEnvironment(end int, skip func(end int)) {
	name, after := s.argument(end)
	if end := s.environmentEnd(name, s.At, after); end > after {
		skip(end)
		return
	}
	s.Out.Mask(s.At, after)
	s.At = after
}

func (s *scanner) verbatim(end int) {
	if end >= len(s.Text) || s.Text[end] == '\n' {
		s.At = end
		return
	}
	mark := s.Text[end : end+1]
	if mark == "{" {
		mark = "}"
	}
	if i := s.Marks.Index(mark, end+1); i < s.lineEnd() {
		s.skipCode(i + 1)
		return
	}
	s.At = end
}

// unknown skips the name and the options of an unknown command. Its arguments are read as text.
func (s *scanner) unknown(name string, end int) {
	if symbol := tex.Symbol(name); symbol != "" {
		end += len(s.Text[end:]) - len(strings.TrimLeft(s.Text[end:], " "))
		if strings.HasPrefix(s.Text[end:], "{}") {
			end += 2
		}
		s.prose(symbol, end-s.At)
		return
	}
	start := s.At
	s.At = end
	s.skipOptions()
	s.last = lastCommand{name, doc.Span{Start: start, End: s.At}}
}

// skipOptions skips optional arguments, [...].
func (s *scanner) skipOptions() {
	for strings.HasPrefix(s.Text[s.At:], "[") {
		_, after := s.bracketed(s.At)
		s.Out.Mask(s.At, after)
		if after == s.At {
			return
		}
		s.citationsAside(s.At, after)
		s.At = after
	}
}

// dropArguments skips all arguments of a command.
func (s *scanner) dropArguments(end int) {
	for argument := range s.arguments(end) {
		end = argument.End
	}
	s.Out.Mask(s.At, end)
	if s.Out.Open() {
		s.Out.Touch(s.At, end)
	}
	s.citationsAside(s.At, end)
	s.At = end
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
	if strings.HasPrefix(s.Text[at:], "[") {
		options, at = s.bracketed(at)
	}
	argument, after := s.argument(at)
	if after == at && name == "input" {
		return s.inputWord(end)
	}
	if after == at {
		s.At = end
		return true
	}
	value := doc.Span{Start: after - 1 - len(argument), End: after - 1}
	s.use(name, options, argument, value)
	s.dropArguments(end)
	return true
}

// inputWord reads the file name after \input if it has no braces. The name ends at white space.
func (s *scanner) inputWord(end int) bool {
	start := end + len(s.Text[end:]) - len(strings.TrimLeft(s.Text[end:], " \t"))
	value := doc.Span{Start: start, End: s.Until(start, " \t\r\n{}\\%#~")}
	if value.End > start && start > end {
		s.use("input", "", s.Text[value.Start:value.End], value)
		s.Out.Mask(s.At, value.End)
		end = value.End
	}
	s.At = end
	return true
}

func (s *scanner) use(name, options, argument string, value doc.Span) {
	m := s.Out.Partial()
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
	if strings.HasSuffix(name, suffix) || suffix == ".tex" && path.Ext(name) != "" {
		return name
	}
	return name + suffix
}
