package corpus

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/tex"
)

// references adds the first nonempty reference list to p: from the document, from a bibliography it
// names, or from s.lists. It returns the index of each reference by its citation key.
func (s texSource) references(p *engine.Paper, whole string) map[string]int {
	lists := append([]string{texList.FindString(whole)}, s.named(whole)...)
	for _, list := range append(lists, s.lists...) {
		keys, references := readReferences(list)
		if len(references) == 0 {
			continue
		}
		number := make(map[string]int, len(keys))
		for i, key := range keys {
			number[key] = i
		}
		p.References = references
		return number
	}
	return nil
}

// named returns the contents of the .bbl and .bib files named by the document.
func (s texSource) named(whole string) (all []string) {
	for _, m := range texBibFiles.FindAllStringSubmatch(whole, -1) {
		joined := ""
		for name := range strings.SplitSeq(m[1], ",") {
			name = strings.TrimSuffix(strings.TrimSpace(name), ".bib")
			joined += s.file(name+".bbl") + s.file(name+".bib") + "\n"
		}
		all = append(all, joined)
	}
	return all
}

// References returns the references in a .bbl file, or in the thebibliography environments of a
// document, with their keys.
func References(source string) (keys []string, all []engine.Reference) {
	source = texComment.ReplaceAllString(source, "$1$2")
	lists := texList.FindAllString(source, -1)
	if len(lists) == 0 && !strings.Contains(source, `\begin{document}`) {
		lists = []string{source} // a .bbl file written by biber
	}
	for _, list := range lists {
		if !strings.Contains(list, `\bibitem`) && !strings.Contains(list, `\entry{`) {
			continue
		}
		k, r := readReferences(list)
		keys, all = append(keys, k...), append(all, r...)
	}
	return keys, all
}

func readReferences(list string) (keys []string, all []engine.Reference) {
	switch {
	case strings.Contains(list, `\bibitem`):
		return bibItems(list)
	case strings.Contains(list, `\entry{`):
		return biberEntries(list)
	}
	file := bib.Parse([]byte(list))
	for i := range file.Entries {
		p := bibPaper(&file.Entries[i])
		keys = append(keys, file.Entries[i].Key)
		all = append(all, engine.Reference{Title: oneLine(p.Title), Venue: oneLine(p.Venue), DOI: p.DOI,
			Authors: p.Authors, Year: p.Year})
	}
	return keys, all
}

var (
	newBlock = regexp.MustCompile(`\\newblock\b`)
	bibYear  = regexp.MustCompile(`\b(?:19|20)\d\d[a-z]?\b`)
)

// bibItems parses \bibitem lists, in which BibTeX styles separate fields with \newblock.
func bibItems(list string) (keys []string, all []engine.Reference) {
	for _, item := range strings.Split(list, `\bibitem`)[1:] {
		key, body := (&texGroups{text: item}).arguments(item)
		keys = append(keys, strings.TrimSpace(key))
		all = append(all, bibItem(body))
	}
	return keys, all
}

// maxItem limits the part of a printed reference that is parsed, in bytes.
const maxItem = 4000

func bibItem(body string) engine.Reference {
	body = strings.ToValidUTF8(body[:min(len(body), maxItem)], "")
	r := engine.Reference{DOI: paper.DOI(body)}
	parts := newBlock.Split(body, -1)
	text := texLine(body)
	if years := bibYear.FindAllString(text, -1); len(years) > 0 {
		r.Year = yearIn(years[len(years)-1][:4])
	}
	if len(parts) < 2 {
		return plainReference(r, body, text)
	}
	for _, name := range listedNames(bibYear.ReplaceAllString(strings.TrimSuffix(texLine(parts[0]), "."), "")) {
		r.Authors = append(r.Authors, Person(strings.Trim(name, " ()")))
	}
	r.Title = strings.TrimSuffix(texLine(parts[1]), ".")
	if len(parts) > 2 {
		venue, _, _ := strings.Cut(texLine(parts[2]), ",")
		if !strings.HasPrefix(venue, "pages") {
			r.Venue = strings.TrimSpace(strings.TrimPrefix(strings.TrimSuffix(venue, "."), "In "))
		}
	}
	return r
}

var emphasised = regexp.MustCompile(`\\(?:emph|textit|textsl)\s*\{([^{}]{8,300})\}|\{\\(?:em|it|sl)\s+([^{}]{8,300})\}`)

// minTitleWords is the minimum length of an emphasised title. Journal names are shorter.
const minTitleWords = 4

// plainReference parses a hand-written reference, whose title may be quoted or emphasised.
func plainReference(r engine.Reference, body, text string) engine.Reference {
	if quoted.MatchString(text) {
		return quotedReference(r, text)
	}
	if at := emphasised.FindStringSubmatchIndex(body); at != nil {
		m := emphasised.FindStringSubmatch(body)
		title := strings.Trim(texLine(m[1]+m[2]), " .,")
		if len(strings.Fields(title)) >= minTitleWords && !isPublication.MatchString(title) {
			r.Title = title
			r.Authors = authorsIn(strings.Trim(bibYear.ReplaceAllString(texLine(body[:at[0]]), ""), " .,:()"))
			return r
		}
	}
	printed := printedReference(text)
	printed.DOI = cmp.Or(r.DOI, printed.DOI)
	printed.Year = cmp.Or(printed.Year, r.Year)
	return printed
}

var isPublication = regexp.MustCompile(`(?i)\b(?:proceedings|proc\.|journal|j\.|conference|transactions|trans\.|lecture notes)`)

var quoted = regexp.MustCompile(`[“"]([^“”"]{8,300}?)[,.]?[”"]`)

// quotedReference parses a reference with a quoted title, which follows the authors.
func quotedReference(r engine.Reference, text string) engine.Reference {
	at := quoted.FindStringSubmatchIndex(text)
	r.Title, r.Authors = text[at[2]:at[3]], authorsIn(text[:at[0]])
	return r
}

var (
	biberField = regexp.MustCompile(`\\field\{(title|subtitle|journaltitle|booktitle|year)\}`)
	biberDOI   = regexp.MustCompile(`\\verb\{doi\}\s*\\verb\s+(\S+)`)
	biberName  = regexp.MustCompile(`(family|given)=\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}`)
	biberNames = regexp.MustCompile(`\\name\{author\}`)
)

// biberEntries parses the .bbl file that biber writes for biblatex.
func biberEntries(list string) (keys []string, all []engine.Reference) {
	for _, entry := range strings.Split(list, `\entry{`)[1:] {
		key, body, _ := strings.Cut(entry, "}")
		var r engine.Reference
		groups := texGroups{text: body}
		for _, at := range biberField.FindAllStringSubmatchIndex(body, -1) {
			value, _ := groups.arguments(body[at[1]:])
			switch value = texLine(value); body[at[2]:at[3]] {
			case "title":
				r.Title = value
			case "subtitle":
				r.Title += ": " + value
			case "journaltitle", "booktitle":
				r.Venue = value
			case "year":
				r.Year = yearIn(value)
			}
		}
		if m := biberDOI.FindStringSubmatch(body); m != nil {
			r.DOI = paper.DOI(m[1])
		}
		r.Authors = biberAuthors(body)
		keys, all = append(keys, key), append(all, r)
	}
	return keys, all
}

func biberAuthors(body string) (all []engine.Author) {
	at := biberNames.FindStringIndex(body)
	if at == nil {
		return nil
	}
	groups, rest := texGroups{text: body}, body[at[1]:]
	for range 2 { // skip the number of names and the options
		_, rest = groups.arguments(rest)
	}
	names, _ := groups.arguments(rest)
	for _, m := range biberName.FindAllStringSubmatch(names, -1) {
		switch value := tex.Decode(strings.ReplaceAll(m[2], `\bibinitperiod`, ".")); {
		case m[1] == "family":
			all = append(all, engine.Author{Family: value})
		case len(all) > 0 && all[len(all)-1].Given == "":
			all[len(all)-1].Given = value
		}
	}
	return all
}
