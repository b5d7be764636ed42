package reference

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A kind is a type of work that styles distinguish, named as in CSL.
type kind string

const (
	article       kind = "article-journal"
	inProceedings kind = "paper-conference"
	book          kind = "book"
	chapter       kind = "chapter"
	thesis        kind = "thesis"
	report        kind = "report"
	webpage       kind = "webpage"
	manuscript    kind = "manuscript"
	document      kind = "document"
)

var kinds = map[string]kind{
	"article": article, "inproceedings": inProceedings, "conference": inProceedings, "book": book, "mvbook": book, "collection": book,
	"proceedings": book, "manual": book, "incollection": chapter, "inbook": chapter, "phdthesis": thesis,
	"mastersthesis": thesis, "thesis": thesis, "techreport": report, "report": report, "online": webpage, "electronic": webpage,
	"unpublished": manuscript,
}

// A Work contains the data of a reference. Its titles mark the text whose case must be preserved.
type Work struct {
	Key string

	kind           kind
	authors        []bib.Name
	others         bool // the list of authors is incomplete
	editors        []bib.Name
	translators    []bib.Name
	title          string // title of the work in sentence case
	container      string // title of the journal or book, in the entry's case
	inBook         bool   // the container is a book
	series         string
	year           string // year as written; "" if unknown
	month, day     int
	volume, number string
	pages          string // page ranges in the form "first–last"
	edition        string
	genre          string // kind of report or thesis, such as "PhD thesis" or "Technical report"
	publisher      string // publisher, school or institution
	place          string
	doi, url       string
	english        bool
	entry          *bib.Entry
}

// Of returns the reference data of an entry.
func Of(e *bib.Entry) Work {
	w := Work{Key: e.Key, kind: kindOf(e), entry: e, english: isEnglish(e)}
	w.authors, w.others = e.Names("author")
	w.editors, _ = e.Names("editor")
	w.translators, _ = e.Names("translator")
	w.title, w.container = w.titles(e)
	w.series = typeset(e.Field("series"))
	w.year, w.month, w.day = dateOf(e)
	w.volume, w.number = typeset(e.Field("volume")), typeset(e.First("number", "issue"))
	w.pages = strings.ReplaceAll(typeset(e.Field("pages")), "-", "–")
	w.edition, w.genre = editionOf(typeset(e.Field("edition"))), genreOf(e)
	w.publisher = typeset(e.First("publisher", "school", "institution", "organization", "howpublished"))
	w.place = typeset(e.First("address", "location"))
	w.doi, w.url = paper.BareDOI(e.Field("doi")), addressOf(e)
	return w
}

func kindOf(e *bib.Entry) kind {
	if k, ok := kinds[e.Type]; ok {
		return k
	}
	return document
}

func (w *Work) titles(e *bib.Entry) (title, container string) {
	title = sentenceCase(titleOf(e, "title"), w.english)
	if sub := e.Field("subtitle"); sub != "" {
		title += ": " + sentenceCase(titleOf(e, "subtitle"), w.english)
	}
	if book := titleOf(e, "booktitle"); book != "" {
		w.inBook = true
		return title, book
	}
	return title, cmp.Or(titleOf(e, "journaltitle"), titleOf(e, "journal"))
}

// bookInSentenceCase returns the container's title, in sentence case if the container is a book.
func (w *Work) bookInSentenceCase() string {
	if w.inBook {
		return sentenceCase(w.container, w.english)
	}
	return w.container
}

// typeset replaces straight apostrophes with typographic ones.
func typeset(s string) string { return strings.ReplaceAll(s, "'", "’") }

// isEnglish reports whether the titles of an entry follow English capitalization rules.
func isEnglish(e *bib.Entry) bool {
	language := strings.ToLower(e.First("langid", "language", "hyphenation"))
	variants := []string{"american", "british", "canadian", "australian", "newzealand", "usenglish", "ukenglish"}
	return language == "" || strings.HasPrefix(language, "en") || slices.Contains(variants, language)
}

// editionOf returns the number in an ordinal such as "2nd". It returns any other text unchanged.
func editionOf(s string) string {
	if digits := strings.TrimRight(s, "stndrh"); number(digits) > 0 {
		return digits
	}
	return s
}

func genreOf(e *bib.Entry) string {
	switch typ := strings.ToLower(e.Field("type")); {
	case e.Type == "phdthesis" && typ == "", typ == "phdthesis":
		return "PhD thesis"
	case e.Type == "mastersthesis" && typ == "", typ == "mathesis", typ == "mastersthesis":
		return "Master’s thesis"
	case typ == "techreport":
		return "Technical report"
	case kindOf(e) == thesis || kindOf(e) == report:
		return typeset(e.Field("type"))
	}
	return ""
}

// dateOf returns the date from BibLaTeX's date field, or else from year, month and day.
func dateOf(e *bib.Entry) (year string, month, day int) {
	if date := e.Field("date"); date != "" {
		parts := strings.Split(date, "-")
		for len(parts) < 3 {
			parts = append(parts, "")
		}
		return parts[0], numberTo(12, parts[1]), numberTo(31, parts[2])
	}
	return e.Field("year"), monthOf(e.Field("month")), numberTo(31, e.Field("day"))
}

// numberTo returns the number in a text, or 0 if it exceeds limit. For example, the "2004" in
// "2000-2004" is not a month.
func numberTo(limit int, s string) int {
	if n := number(s); n <= limit {
		return n
	}
	return 0
}

func number(s string) (n int) {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' || n > 1e6 {
			return 0
		}
		n = n*10 + int(s[i]-'0')
	}
	return n
}

func monthOf(s string) int {
	if n := numberTo(12, s); n > 0 {
		return n
	}
	for month := time.January; month <= time.December; month++ {
		if low := strings.ToLower(s); len(low) >= 3 && strings.HasPrefix(low, strings.ToLower(month.String()[:3])) {
			return int(month)
		}
	}
	return 0
}

// addressOf returns the URL of a work or of its arXiv preprint.
func addressOf(e *bib.Entry) string {
	if url := e.Field("url"); url != "" {
		return url
	}
	if archive := e.First("archiveprefix", "eprinttype"); archive == "" || strings.EqualFold(archive, "arxiv") {
		if id := paper.ArXiv(e.Field("eprint")); id != "" {
			return "https://arxiv.org/abs/" + id
		}
	}
	return ""
}
