package bib

import (
	"slices"
	"strings"
)

// crossrefTypes are the types of Crossref's records that have other names in
// BibTeX.
var crossrefTypes = map[string]string{
	"journal-article": "article", "proceedings-article": "inproceedings", "conference": "inproceedings",
	"book-chapter": "incollection", "posted-content": "misc", "preprint": "misc", "report": "techreport",
	"dissertation": "phdthesis", "monograph": "book", "edited-book": "book", "proceedings": "proceedings",
}

// entryTypes are those of BibTeX and BibLaTeX. A type that no style knows would
// keep a document from compiling.
var entryTypes = strings.Fields(`article book booklet inbook incollection inproceedings manual mastersthesis misc phdthesis
	proceedings techreport unpublished collection dataset online patent periodical report reference software suppbook
	suppcollection thesis mvbook mvcollection mvproceedings`)

// entryType chooses the type of a new entry. Without a venue it is never one
// that styles want a venue of.
func entryType(rec Record) string {
	typ := strings.ToLower(rec.Type)
	if known, ok := crossrefTypes[typ]; ok {
		typ = known
	}
	if !slices.Contains(entryTypes, typ) {
		typ = guessType(rec)
	}
	if rec.Venue == "" && (typ == "article" || typ == "inproceedings" || typ == "incollection") {
		return "misc"
	}
	return typ
}

// meetings are words in the names of venues that publish proceedings.
var meetings = []string{"proceedings", "conference", "workshop", "symposium", "meeting", "findings", "congress"}

func guessType(rec Record) string {
	venue := strings.ToLower(rec.Venue)
	switch {
	case venue == "", strings.Contains(venue, "rxiv"):
		return "misc"
	case rec.Volume != "" && rec.Issue != "":
		return "article"
	}
	for _, word := range meetings {
		if strings.Contains(venue, word) && !strings.HasPrefix(venue, "proceedings of the national academy") {
			return "inproceedings"
		}
	}
	return "article"
}

// venueField is where an entry of that type names its venue.
func (h *habits) venueField(typ string) string {
	switch typ {
	case "article":
		if h.journalTitle {
			return "journaltitle"
		}
		return "journal"
	case "inproceedings", "conference", "incollection", "inbook":
		return "booktitle"
	case "techreport", "report":
		return "institution"
	case "phdthesis", "mastersthesis", "thesis":
		return "school"
	case "misc", "unpublished", "online":
		return "howpublished"
	}
	return ""
}
