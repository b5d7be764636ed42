package bib

import (
	"cmp"
	"slices"
	"strings"
)

// foreignTypes maps the types of Crossref, CSL, RIS, Zotero, OpenAlex and BibLaTeX to BibTeX's.
var foreignTypes = map[string]string{
	"journal-article": "article", "proceedings-article": "inproceedings", "conference": "inproceedings",
	"book-chapter": "incollection", "posted-content": "misc", "preprint": "misc", "report": "techreport",
	"dissertation": "phdthesis", "monograph": "book", "edited-book": "book", "reference-book": "book",
	"article-journal": "article", "article-magazine": "article", "article-newspaper": "article", "paper-conference": "inproceedings",
	"chapter": "incollection", "thesis": "phdthesis", "webpage": "misc", "manuscript": "unpublished",
	"online": "misc", "electronic": "misc", "www": "misc", "collection": "book", "mvbook": "book",
	"journalarticle": "article", "conferencepaper": "inproceedings", "booksection": "incollection",
	"jour": "article", "jfull": "article", "mgzn": "article", "news": "article", "conf": "inproceedings", "cpaper": "inproceedings",
	"chap": "incollection", "thes": "phdthesis", "rprt": "techreport", "elec": "misc", "unpb": "unpublished", "edbook": "book",
}

// TypeNamed returns the BibTeX entry type for a type in BibTeX, BibLaTeX, Crossref, CSL, RIS,
// Zotero or OpenAlex. It returns "" if the name does not determine one. genre distinguishes
// master's theses.
func TypeNamed(name, genre string) string {
	typ := strings.ToLower(name)
	if known, ok := foreignTypes[typ]; ok {
		typ = known
	}
	if genre = strings.ToLower(genre); typ == "phdthesis" &&
		(strings.HasPrefix(genre, "master") || strings.HasPrefix(genre, "mathesis")) {
		typ = "mastersthesis"
	}
	if !slices.Contains(entryTypes, typ) {
		return ""
	}
	return typ
}

// entryTypes lists the types of BibTeX and BibLaTeX. Documents that cite other types
// do not compile.
var entryTypes = strings.Fields(`article book booklet inbook incollection inproceedings manual mastersthesis misc phdthesis
	proceedings techreport unpublished collection dataset online patent periodical report reference software suppbook
	suppcollection thesis mvbook mvcollection mvproceedings`)

// TypeOf returns the type of a new entry for a record. It returns a type that requires a venue only
// if the record has one.
func TypeOf(rec Record) string {
	typ := cmp.Or(TypeNamed(rec.Type, ""), guessType(rec))
	if rec.Venue == "" && (typ == "article" || typ == "inproceedings" || typ == "incollection") {
		return "misc"
	}
	return typ
}

// meetings lists words that are typical of venues that publish proceedings.
var meetings = []string{"proceedings", "conference", "workshop", "symposium", "meeting", "findings", "congress"}

func guessType(rec Record) string {
	venue := strings.ToLower(rec.Venue)
	switch {
	case venue == "", strings.Contains(venue, "rxiv"):
		return "misc"
	case rec.Volume != "" && rec.Issue != "":
		return "article"
	}
	isMeeting := slices.ContainsFunc(meetings, func(word string) bool { return strings.Contains(venue, word) })
	if isMeeting && !strings.HasPrefix(venue, "proceedings of the national academy") {
		return "inproceedings"
	}
	return "article"
}

// venueField returns the name of the venue field for the given entry type, or "".
func (h *habits) venueField(typ string) string {
	if typ == "article" && h.journalTitle {
		return "journaltitle"
	}
	return venueFields[typ]
}

// venueFields maps entry types to their venue fields.
var venueFields = map[string]string{
	"article": "journal", "inproceedings": "booktitle", "conference": "booktitle", "incollection": "booktitle",
	"inbook": "booktitle", "techreport": "institution", "report": "institution", "phdthesis": "school",
	"mastersthesis": "school", "thesis": "school", "misc": "howpublished", "unpublished": "howpublished",
	"online": "howpublished",
}
