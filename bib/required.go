package bib

import (
	"slices"
	"strings"
)

// required maps entry types to their required fields, each with its alternatives. Styles warn if a
// required field is missing. The types are those of BibTeX, as far as BibLaTeX agrees, and
// BibLaTeX's own types.
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
// omits fields that may come from another file by crossref or xdata.
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
