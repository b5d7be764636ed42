package corpus

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/tex"
)

// texText collects the paragraphs of a LaTeX text. Citations become bracketed numbers.
type texText struct {
	number map[string]int // index of each reference by its key
	body   []engine.Section
	title  string
	out    prose
	piece  strings.Builder // TeX that is not yet decoded
	groups texGroups
	depth  int // nesting depth of section titles
}

const maxTitles = 4

// isSilentEnvironment reports whether the body omits an environment. Abstracts are read separately.
func isSilentEnvironment(name string) bool {
	return tex.IsDisplay(name) || tex.IsVerbatim(name) || name == "CCSXML" || name == "abstract" || name == "abstract*"
}

// texSilent lists the commands whose argument is not printed at the command's position.
var texSilent = strings.Fields(`label ref eqref autoref cref Cref pageref footnote footnotetext footnotemark
	thanks vspace hspace includegraphics bibliography bibliographystyle addbibresource usepackage title author
	date affiliation affil institute email keywords thispagestyle pagestyle setlength caption input newcommand
	renewcommand providecommand inst orcid todo hypersetup pdfoutput nocite address orcidlink doi`)

// texHeadings lists commands whose argument is a section title.
var texHeadings = []string{"section", "subsection", "subsubsection", "chapter", "part"}

var texCite = regexp.MustCompile(`^(?:[A-Za-z]*[cC]ite[a-zA-Z]*)$`)

func (t *texText) read(s string) {
	t.groups = texGroups{text: s}
	for s != "" {
		at := strings.IndexAny(s, "\\$\n")
		if at < 0 {
			t.piece.WriteString(s)
			break
		}
		t.piece.WriteString(s[:at])
		s = s[at:]
		switch {
		case s[0] == '\\':
			s = t.command(s[1:])
		case strings.HasPrefix(s, "$$"):
			s = after(s[2:], "$$")
		case s[0] == '$':
			s = t.formula(s)
		case blankLine.MatchString(s):
			t.endParagraph()
			s = strings.TrimLeft(s, " \t\n")
		default:
			t.piece.WriteByte('\n')
			s = s[1:]
		}
	}
	t.endParagraph()
}

var blankLine = regexp.MustCompile(`^\n[ \t]*\n`)

// after returns the text after the first occurrence of end, or "".
func after(s, end string) string {
	_, rest, _ := strings.Cut(s, end)
	return rest
}

// formula reads an inline formula. A dollar sign without a partner is an ordinary character.
func (t *texText) formula(s string) (rest string) {
	end := strings.IndexByte(s[1:], '$')
	if end < 0 || strings.Contains(s[1:1+end], "\n\n") {
		t.piece.WriteString(`\$`)
		return s[1:]
	}
	t.piece.WriteString(s[:end+2])
	return s[end+2:]
}

// command reads a command, whose backslash was already read.
func (t *texText) command(s string) (rest string) {
	end := 0
	for end < len(s) && (s[end]|0x20 >= 'a' && s[end]|0x20 <= 'z') {
		end++
	}
	name := s[:end]
	rest = s[end:]
	switch {
	case name == "":
		return t.sign(s)
	case name == "begin":
		return t.environment(rest)
	case name == "end":
		_, rest = t.groups.arguments(rest)
		t.endParagraph()
	case name == "item" || name == "par":
		t.endParagraph()
	case name == "maketitle" || name == "noindent" || name == "newpage" || name == "centering" || name == "appendix":
	case slices.Contains(texHeadings, name):
		t.endParagraph()
		var title string
		if title, rest = t.groups.arguments(rest); t.depth < maxTitles {
			t.title = texLineIn(title, t.depth+1)
		}
	case texCite.MatchString(name):
		keys, after := t.groups.arguments(rest)
		t.cite(keys)
		return after
	case slices.Contains(texSilent, name):
		_, rest = t.groups.arguments(rest)
	default:
		t.piece.WriteString(`\` + name)
	}
	return rest
}

// sign reads a nonletter after a backslash.
func (t *texText) sign(s string) (rest string) {
	switch {
	case s == "":
		return ""
	case s[0] == '[':
		return after(s, `\]`)
	case s[0] == '(':
		inside, rest, _ := strings.Cut(s[1:], `\)`)
		t.piece.WriteString("$" + inside + "$")
		return rest
	case s[0] == '\\':
		t.piece.WriteByte(' ')
		_, rest = t.groups.arguments(s[1:])
		if rest == "" || !strings.HasPrefix(strings.TrimLeft(s[1:], " \t\n*"), "[") {
			return s[1:]
		}
		return rest
	}
	t.piece.WriteByte('\\')
	t.piece.WriteByte(s[0])
	return s[1:]
}

// environment skips an environment without running text, and enters any other.
func (t *texText) environment(s string) (rest string) {
	name, inside := t.groups.arguments(s)
	if isSilentEnvironment(name) {
		return after(inside, `\end{`+name+`}`)
	}
	t.endParagraph()
	return inside
}

// cite writes one citation mark per key.
func (t *texText) cite(keys string) {
	t.flush()
	for i, key := range strings.Split(keys, ",") {
		reference, known := t.number[strings.TrimSpace(key)]
		mark := "[" + strconv.Itoa(reference+1) + "]"
		if !known {
			reference, mark = -1, "[?]"
		}
		if i > 0 {
			t.out.write(" ")
		}
		t.out.mark(func() { t.out.write(mark) }, reference)
	}
}

// flush decodes the collected TeX. It keeps white space at both ends, which the decoder would trim.
func (t *texText) flush() {
	source := t.piece.String()
	t.piece.Reset()
	if source == "" {
		return
	}
	if strings.ContainsRune(" \n\t~", rune(source[0])) {
		t.out.write(" ")
	}
	t.out.write(tex.Decode(source))
	if strings.ContainsRune(" \n\t~", rune(source[len(source)-1])) {
		t.out.write(" ")
	}
}

func (t *texText) endParagraph() {
	t.flush()
	t.body = addParagraph(t.body, t.title, t.out.paragraph())
}

// texGroups finds the arguments of commands. It computes the ends of all groups once, since searching
// again for each of many unclosed groups would take quadratic time.
type texGroups struct {
	text    string
	ends    []uint32 // ends[i] is the end of the group that opens at i; 0 if it is not closed
	looked  bool
	from    int // offset of the last search for "]"
	bracket int // offset found by that search, or -1
}

// find computes ends. Offsets fit in uint32, since maxSource limits the text.
func (g *texGroups) find() {
	g.ends = make([]uint32, len(g.text))
	var open []uint32
	for i := 0; i < len(g.text); i++ {
		switch g.text[i] {
		case '\\':
			i++
		case '{':
			open = append(open, uint32(i))
		case '}':
			if last := len(open) - 1; last >= 0 {
				g.ends[open[last]] = uint32(i)
				open = open[:last]
			}
		}
	}
}

// braced returns the group that starts s, which is a suffix of the text, and the text after it.
func (g *texGroups) braced(s string) (inside, rest string) {
	if g.ends == nil {
		g.find()
	}
	at := len(g.text) - len(s)
	if end := int(g.ends[at]); end > at {
		return g.text[at+1 : end], g.text[end+1:]
	}
	return "", s
}

// arguments returns the next braced argument after any optional arguments and white space.
func (g *texGroups) arguments(s string) (inside, rest string) {
	s = strings.TrimLeft(s, " \t\n*")
	for strings.HasPrefix(s, "[") {
		end := g.closing(len(g.text) - len(s))
		if end < 0 {
			return "", s
		}
		s = strings.TrimLeft(g.text[end+1:], " \t\n")
	}
	if !strings.HasPrefix(s, "{") {
		return "", s
	}
	return g.braced(s)
}

// closing returns the offset of the first "]" at or after at, or -1.
func (g *texGroups) closing(at int) int {
	if g.looked && g.from <= at && (at <= g.bracket || g.bracket < 0) {
		return g.bracket
	}
	g.looked, g.from = true, at
	if g.bracket = strings.IndexByte(g.text[at:], ']'); g.bracket >= 0 {
		g.bracket += at
	}
	return g.bracket
}
