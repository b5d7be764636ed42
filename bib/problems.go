package bib

import (
	"fmt"
	"slices"
	"strings"
)

// A Problem is an offset at which the source is not valid BibTeX.
type Problem struct {
	Offset  int
	Message string
}

// maxProblems is the maximum number of problems returned by [File.Problems].
const maxProblems = 1000

// A flaw is a problem found by the parser. Its message is formatted on demand.
type flaw struct {
	offset int
	format string // contains one %s or %q, which name replaces; name is interned
	name   string
}

const (
	flawUTF16      = "the file is in UTF-16, which BibTeX cannot read: save it as UTF-8%s"
	flawOpenBrace  = "this @%s is not closed; add '}' at its end"
	flawOpenParen  = "this @%s is not closed; add ')' at its end"
	flawNoMacro    = "an @string needs a name: @string{name = {text}}%s"
	flawUnexpected = "%q is not expected here and is skipped; remove it, or check the braces before it"
	flawNoField    = "%q is not the start of a field and is skipped; write NAME = {...}"
	flawNoKey      = "this entry has no key, so it cannot be cited; write @type{key, ...}%s"
	flawKeyComma   = "a comma is missing after the key%s"
	flawComma      = "a comma is missing after the field %q"
	flawNoValue    = "the field %[1]q has no value; write %[1]s = {...}"
	flawMissing    = "a value is missing here; write {...}%s"
	flawOpenValue  = "this value is not closed; add the missing brace or quotation mark%s"
)

// maxFlaws is the maximum number of flaws recorded per item, since most result from the first one.
const maxFlaws = 20

func (p *parser) flaw(offset int, format, name string) {
	if p.itemFlaws++; p.itemFlaws <= maxFlaws {
		p.file.flaws = append(p.file.flaws, flaw{offset, format, name})
	}
}

// Problems returns the first 1,000 problems in the file, in order. It does not include repeated
// keys and works; see [File.DuplicateKeys] and [File.DuplicateWorks].
func (f *File) Problems() []Problem {
	var all []Problem
	for _, flaw := range f.flaws {
		all = append(all, Problem{flaw.offset, fmt.Sprintf(flaw.format, flaw.name)})
		if len(all) == maxProblems {
			break
		}
	}
	all = append(all, f.macroProblems()...)
	slices.SortStableFunc(all, func(a, b Problem) int { return a.Offset - b.Offset })
	return all[:min(len(all), maxProblems)]
}

// Uncitable returns the entries whose keys cannot be cited; see [CheckKey].
func (f *File) Uncitable() (all []*Entry) {
	for i := range f.Entries {
		if e := &f.Entries[i]; e.Key != "" && !e.Citable() {
			all = append(all, e)
		}
	}
	return all
}

// macroProblems returns a problem for each macro that is defined twice, too long or undefined.
func (f *File) macroProblems() (all []Problem) {
	defined := make(map[string]int, len(f.Strings))
	for _, m := range f.Strings {
		all = f.undefined(all, m.Value, defined)
		if _, known := defined[m.Name]; known {
			all = append(all, Problem{m.Value.Start, fmt.Sprintf("the macro %q is defined twice, and the last "+
				"definition takes effect; remove one of them", m.Name)})
		} else {
			defined[m.Name] = m.Start
		}
		if len(f.macros[m.Name]) == maxMacro {
			all = append(all, Problem{m.Value.Start, fmt.Sprintf("the macro %q is too long and is truncated to %d "+
				"bytes; shorten it", m.Name, maxMacro)})
		}
	}
	for _, p := range f.Preambles {
		all = f.undefined(all, p.Value, defined)
	}
	for i := range f.Entries {
		for j, e := 0, &f.Entries[i]; j < len(e.Fields) && len(all) < maxProblems; j++ {
			if e.Fields[j].hasMacro {
				all = f.undefined(all, e.ValueSpan(&e.Fields[j]), defined)
			}
		}
	}
	return all
}

// undefined appends the macros in a value that are not defined before it.
func (f *File) undefined(all []Problem, value Span, defined map[string]int) []Problem {
	for _, word := range f.macrosIn(value) {
		name := f.Text(word)
		low := strings.ToLower(name)
		if at, known := defined[low]; (!known || at > word.Start) && monthMacros[low] == "" {
			all = append(all, Problem{word.Start, fmt.Sprintf("the macro %q is not defined above; "+
				"write {%s}, or define it with @string", name, name)})
		}
	}
	return all
}

func (f *File) macrosIn(value Span) (all []Span) {
	s := scanner{src: f.src[:value.End], pos: value.Start, calm: value.End}
	for !s.atEnd() {
		switch c := s.peek(); {
		case c == '{' || c == '"':
			s.delimited(c)
		case nameBytes[c]:
			if name := s.name(); !isNumber(s.src[name.Start:name.End]) {
				all = append(all, name)
			}
		default:
			s.pos++
		}
		s.skipBlank()
	}
	return all
}

// required maps entry types to their required fields, each with its alternatives. Styles warn if a
// required field is missing. The table covers BibTeX's types, where BibLaTeX agrees,
// and BibLaTeX's own types.
var required = map[string][]string{
	"article":       {"author", "title", "journal journaltitle", "year date"},
	"book":          {"author editor", "title", "year date"},
	"mvbook":        {"author editor", "title", "year date"},
	"booklet":       {"title"},
	"collection":    {"editor", "title", "year date"},
	"conference":    {"author", "title", "booktitle", "year date"},
	"inbook":        {"author editor", "title", "year date"},
	"incollection":  {"author", "title", "booktitle", "year date"},
	"inproceedings": {"author", "title", "booktitle", "year date"},
	"manual":        {"title"},
	"mastersthesis": {"author", "title", "school institution", "year date"},
	"online":        {"title", "url doi eprint", "year date urldate"},
	"patent":        {"author", "title", "number", "year date"},
	"phdthesis":     {"author", "title", "school institution", "year date"},
	"proceedings":   {"title", "year date"},
	"report":        {"author", "title", "type", "institution", "year date"},
	"techreport":    {"author", "title", "institution", "year date"},
	"thesis":        {"author", "title", "type", "institution school", "year date"},
	"unpublished":   {"author", "title", "note year date"},
}

// findable lists fields that help readers find a work. A misc entry needs at least one of them.
var findable = []string{"year", "date", "urldate", "doi", "url", "eprint", "howpublished", "note", "isbn", "publisher"}

// Missing returns the required fields that an entry lacks, such as "author" or "year or date". It
// omits fields that may come from another file through crossref or xdata.
func (e *Entry) Missing() (missing []string) {
	if e.Lookup("xdata") != nil || e.Lookup("crossref") != nil && e.file.ByKey(e.own("crossref")) == nil {
		return nil
	}
	if e.Type == "misc" && e.Lookup("title") != nil && !e.hasOneOf(findable) {
		return []string{"year or date", "doi or url"}
	}
	for _, alternatives := range required[e.Type] {
		if !e.hasOneOf(strings.Fields(alternatives)) {
			missing = append(missing, strings.ReplaceAll(alternatives, " ", " or "))
		}
	}
	return missing
}

func (e *Entry) hasOneOf(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return strings.Trim(e.Raw(name), "{} \t\r\n") != "" })
}
