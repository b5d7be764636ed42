package corpus

import (
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A texSource is the LaTeX source of one paper.
type texSource struct {
	main string
	file func(name string) string // returns the content of another file of the paper, or ""
	// lists are the contents of all .bbl files, then of all .bib files. The first one with references is
	// used if neither the document nor the files that it names contain any.
	lists []string
}

var (
	texComment  = regexp.MustCompile(`(?m)(^|[^\\])((?:\\\\)*)%.*$`)
	texInput    = regexp.MustCompile(`\\(?:input|include|subfile)\s*\{([^{}]+)\}|\\input\s+([^\s{}\\]+)`)
	texMacro    = regexp.MustCompile(`\\(?:(?:re)?newcommand\*?\s*\{?\\([A-Za-z]+)\}?|def\s*\\([A-Za-z]+))\s*\{`)
	texCommand  = regexp.MustCompile(`\\[A-Za-z]+`)
	texBibFiles = regexp.MustCompile(`\\(?:bibliography|addbibresource)(?:\[[^\]]*\])?\{([^{}]+)\}`)
	texAbstract = regexp.MustCompile(`(?s)\\begin\{abstract\}(.*?)\\end\{abstract\}`)
	texDocument = regexp.MustCompile(`(?s)\\begin\{document\}(.*?)(?:\\end\{document\}|\z)`)
	texList     = regexp.MustCompile(`(?s)\\begin\{thebibliography\}.*?(?:\\end\{thebibliography\}|\z)`)
)

func (s texSource) paper() (*engine.Paper, string) {
	whole := s.included(s.main, &includeRoom{files: maxIncludes, bytes: maxSource})
	if whole == "" {
		return nil, `the LaTeX source contains no \begin{document}`
	}
	whole = withoutMacros(whole)
	p := &engine.Paper{Title: texLine(texArgument(whole, "title")), Authors: texAuthors(whole)}
	if m := texAbstract.FindStringSubmatch(whole); m != nil {
		p.Abstract = texLine(m[1])
	} else {
		p.Abstract = texLine(texArgument(whole, "abstract"))
	}
	t := texText{number: s.references(p, whole)}
	body := whole
	if m := texDocument.FindStringSubmatch(whole); m != nil {
		body = m[1]
	}
	t.read(texList.ReplaceAllString(texAbstract.ReplaceAllString(body, ""), ""))
	p.Body = t.body
	p.DOI = paper.DOI(texArgument(whole, "doi"))
	return p, ""
}

// maxIncludes is the maximum number of files included in a paper, since files can include each other.
const maxIncludes = 1000

// An includeRoom is the remaining budget for included files. It is needed because a file
// can be included repeatedly.
type includeRoom struct{ files, bytes int }

func (r *includeRoom) take(text string) bool {
	r.files--
	r.bytes -= len(text)
	return r.files >= 0 && r.bytes >= 0
}

// included returns a text with comments removed and included files inlined.
func (s texSource) included(text string, room *includeRoom) string {
	text = texComment.ReplaceAllString(strings.ReplaceAll(text, "\r\n", "\n"), "$1$2")
	return texInput.ReplaceAllStringFunc(text, func(command string) string {
		m := texInput.FindStringSubmatch(command)
		name := strings.TrimSpace(m[1] + m[2])
		inside := s.file(name)
		if inside == "" {
			inside = s.file(name + ".tex")
		}
		if inside == "" || !room.take(inside) {
			return ""
		}
		return s.included(inside, room)
	})
}

// withoutMacros expands macros without arguments, which titles and abstracts use for system names.
func withoutMacros(text string) string {
	meaning := make(map[string]string)
	groups := texGroups{text: text}
	for _, at := range texMacro.FindAllStringSubmatchIndex(text, -1) {
		name := text[max(at[2], at[4], 0):max(at[3], at[5], 0)]
		value, _ := groups.braced(text[at[1]-1:])
		if len(value) < 200 && !strings.Contains(value, "#") {
			meaning[`\`+name] = value
		}
	}
	room := maxSource
	replace := func(command string) string {
		if value, ok := meaning[command]; ok && len(value) < room && !strings.Contains(value, command) {
			room -= len(value)
			return value
		}
		return command
	}
	if len(meaning) == 0 {
		return text
	}
	start := strings.Index(text, `\begin{document}`)
	if title := strings.Index(text, `\title`); title >= 0 && (title < start || start < 0) {
		start = title
	}
	start = max(start, 0)
	return text[:start] + texCommand.ReplaceAllStringFunc(text[start:], replace)
}

// texArgument returns a command's last non-empty argument. Earlier ones may come from a template.
func texArgument(text, command string) string {
	value := ""
	groups := texGroups{text: text}
	for _, at := range regexp.MustCompile(`\\`+command+`\b`).FindAllStringIndex(text, -1) {
		if inside, _ := groups.arguments(text[at[1]:]); strings.TrimSpace(inside) != "" {
			value = inside
		}
	}
	return value
}

// texLine converts TeX to one line of plain text.
func texLine(tex string) string { return texLineIn(tex, 0) }

// texLineIn is texLine at a given nesting depth of section titles.
func texLineIn(tex string, depth int) string {
	t := texText{depth: depth}
	t.read(tex)
	p := engine.Paper{Body: t.body}
	return oneLine(strings.Join(slices.Collect(p.BodyTexts()), " "))
}

var texAuthorEnd = regexp.MustCompile(`\\(?:and|And|AND)\b|&|\n\s*\n`)

// withoutNameJunk removes e-mail addresses, parentheses and footnote marks from a list of names.
func withoutNameJunk(s string) string {
	var words []string
	for _, word := range strings.Fields(s) {
		if at := strings.IndexByte(word, '@'); at <= 0 || at == len(word)-1 {
			words = append(words, word)
		}
	}
	s = strings.Join(words, " ")
	var b strings.Builder
	for {
		before, inside, opened := strings.Cut(s, "(")
		b.WriteString(before)
		_, after, closed := strings.Cut(inside, ")")
		if !opened || !closed {
			b.WriteString(inside)
			break
		}
		s = after
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("0123456789*†‡§¶", r) {
			return -1
		}
		return r
	}, b.String())
}

// texAuthors parses the \author commands. In each block of an argument, the first line contains names
// and the other lines contain addresses.
func texAuthors(text string) (all []engine.Author) {
	groups, end := texGroups{text: text}, 0
	for _, at := range regexp.MustCompile(`\\author\b`).FindAllStringIndex(text, -1) {
		if at[0] < end {
			continue // this command is inside the previous one
		}
		inside, rest := groups.arguments(text[at[1]:])
		end = len(text) - len(rest)
		for _, block := range texAuthorEnd.Split(inside, -1) {
			first, _, _ := strings.Cut(strings.TrimSpace(block), `\\`)
			all = append(all, authorsIn(withoutNameJunk(texLine(first)))...)
		}
	}
	return all
}

func authorsIn(list string) (all []engine.Author) {
	for _, name := range listedNames(list) {
		all = append(all, Person(name))
	}
	return all
}

var nameEnd = regexp.MustCompile(`\s*[,;]\s*(?:and\s+)?|\s+and\s+`)

// listedNames splits "A. Bee, C. Dee and E. Eff" into names. A part that consists only of initials
// belongs to the preceding name, as in "Bee, A.".
func listedNames(s string) (names []string) {
	var parts []string // parts of the current name
	end := func() {
		if len(parts) > 0 {
			names = append(names, strings.Join(parts, ", "))
		}
		parts = nil
	}
	for _, part := range nameEnd.Split(strings.TrimSpace(s), -1) {
		part = strings.Trim(part, " ~.;,")
		switch {
		case part == "" || strings.EqualFold(part, "et al") || strings.EqualFold(part, "others"):
		case initials.MatchString(part) && len(parts) > 0:
			parts = append(parts, part+".")
		default:
			end()
			parts = append(parts, part)
		}
	}
	end()
	return names
}

var initials = regexp.MustCompile(`^(?:\p{Lu}\.?[ -]?)+$`)
