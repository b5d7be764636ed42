package corpus

import (
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A texSource is the LaTeX of one paper.
type texSource struct {
	main  string
	file  func(name string) string // another file of it, "" where there is none
	lists []string                 // compiled bibliographies and .bib files, where no name tells which
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
	room := mostIncludes
	whole := s.included(s.main, &room)
	if whole == "" {
		return nil, `no file with \begin{document}`
	}
	whole = withoutMacros(whole)
	p := &engine.Paper{Title: texLine(texArgument(whole, "title")), Authors: texAuthors(whole)}
	if m := texAbstract.FindStringSubmatch(whole); m != nil {
		p.Abstract = texLine(m[1])
	} else {
		p.Abstract = texLine(texArgument(whole, "abstract"))
	}
	number := s.references(p, whole)
	body := whole
	if m := texDocument.FindStringSubmatch(whole); m != nil {
		body = m[1]
	}
	t := texText{number: number}
	t.read(texList.ReplaceAllString(texAbstract.ReplaceAllString(body, ""), ""))
	p.Body = t.body
	p.DOI = bib.NormalDOI(texArgument(whole, "doi"))
	return p, ""
}

// mostIncludes bounds files that include each other.
const mostIncludes = 1000

// included is a text without its comments and with the files it includes; room is
// how many more it may.
func (s texSource) included(text string, room *int) string {
	text = texComment.ReplaceAllString(strings.ReplaceAll(text, "\r\n", "\n"), "$1$2")
	return texInput.ReplaceAllStringFunc(text, func(command string) string {
		m := texInput.FindStringSubmatch(command)
		name := strings.TrimSpace(m[1] + m[2])
		inside := s.file(name)
		if inside == "" {
			inside = s.file(name + ".tex")
		}
		if *room--; *room < 0 || inside == "" {
			return ""
		}
		return s.included(inside, room)
	})
}

// withoutMacros puts what macros without arguments stand for in their place,
// since titles and abstracts name systems by them.
func withoutMacros(text string) string {
	meaning := make(map[string]string)
	for _, at := range texMacro.FindAllStringSubmatchIndex(text, -1) {
		name := text[max(at[2], at[4], 0):max(at[3], at[5], 0)]
		value, _ := braced(text[at[1]-1:])
		if len(value) < 200 && !strings.Contains(value, "#") {
			meaning[`\`+name] = value
		}
	}
	replace := func(command string) string {
		if value, ok := meaning[command]; ok && !strings.Contains(value, command) {
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

// braced returns what is inside of the group that s starts with, and what follows it.
func braced(s string) (inside, rest string) {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return s[1:i], s[i+1:]
			}
		}
	}
	return "", s
}

// arguments skips optional arguments and white space, and returns the braced one.
func arguments(s string) (inside, rest string) {
	s = strings.TrimLeft(s, " \t\n*")
	for strings.HasPrefix(s, "[") {
		end := strings.IndexByte(s, ']')
		if end < 0 {
			return "", s
		}
		s = strings.TrimLeft(s[end+1:], " \t\n")
	}
	if !strings.HasPrefix(s, "{") {
		return "", s
	}
	return braced(s)
}

// texArgument is the argument of the last command of that name: templates come
// before what their users write.
func texArgument(text, command string) string {
	value := ""
	for _, at := range regexp.MustCompile(`\\`+command+`\b`).FindAllStringIndex(text, -1) {
		if inside, _ := arguments(text[at[1]:]); strings.TrimSpace(inside) != "" {
			value = inside
		}
	}
	return value
}

// texLine is TeX as one line of text.
func texLine(tex string) string {
	t := texText{}
	t.read(tex)
	var all []string
	for _, section := range t.body {
		for _, paragraph := range section.Paragraphs {
			for _, sentence := range paragraph {
				all = append(all, sentence.Text)
			}
		}
	}
	return oneLine(strings.Join(all, " "))
}

var (
	texAuthorEnd = regexp.MustCompile(`\\(?:and|And|AND)\b|&|\n\s*\n`)
	texNameJunk  = regexp.MustCompile(`[\d*†‡§¶]+|\S+@\S+|\([^)]*\)`)
)

// texAuthors reads \author: names come first in each of its blocks, what stands
// in the lines behind them are addresses.
func texAuthors(text string) (all []engine.Author) {
	for _, at := range regexp.MustCompile(`\\author\b`).FindAllStringIndex(text, -1) {
		inside, _ := arguments(text[at[1]:])
		for _, block := range texAuthorEnd.Split(inside, -1) {
			first, _, _ := strings.Cut(strings.TrimSpace(block), `\\`)
			for _, name := range listedNames(texNameJunk.ReplaceAllString(texLine(first), "")) {
				all = append(all, person(name))
			}
		}
	}
	return all
}

var nameEnd = regexp.MustCompile(`\s*[,;]\s*(?:and\s+)?|\s+and\s+`)

// listedNames cuts "A. Bee, C. Dee and E. Eff" into names; initials that stand
// alone belong to the name before them ("Bee, A.").
func listedNames(s string) (names []string) {
	for _, part := range nameEnd.Split(strings.TrimSpace(s), -1) {
		part = strings.Trim(part, " ~.;,")
		switch {
		case part == "" || strings.EqualFold(part, "et al") || strings.EqualFold(part, "others"):
		case initials.MatchString(part) && len(names) > 0:
			names[len(names)-1] += ", " + part + "."
		default:
			names = append(names, part)
		}
	}
	return names
}

var initials = regexp.MustCompile(`^(?:\p{Lu}\.?[ -]?)+$`)
