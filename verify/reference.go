package verify

import (
	"cmp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Reference is an entry prepared for comparison.
type Reference struct {
	Key, Type        string
	Title            string
	Authors          []paper.Author
	Others           bool // the author list ends with "and others"
	Year             int
	Venue            string // name of the journal or book; "" if the entry has neither
	Preprint         bool   // the entry cites a preprint, according to its type and venue
	Volume, Pages    string
	Publisher        string
	DOI, ArXiv, ISBN string // identifiers in normal form
	PMID             string
	URL              string // URL as written
	WrittenDOI       string // identifiers as written in the entry
	WrittenISBN      string
}

// Limits per entry, since an entry in a malicious file may have fields of many megabytes.
const (
	maxField   = 4 << 10
	maxAuthors = 5000
)

// FromEntry prepares an entry of a .bib file.
func FromEntry(e *bib.Entry) Reference {
	r := Reference{Key: e.Key, Type: e.Type, Title: clip(e.FullTitle()), Year: e.Year(), Volume: clip(e.Field("volume")),
		Pages: clip(e.Field("pages"))}
	r.DOI, r.ArXiv = e.Identifiers()
	r.DOI, r.ArXiv = clip(r.DOI), clip(r.ArXiv)
	r.Venue, r.Publisher = clip(e.First(venueFields...)), clip(e.Field("publisher"))
	r.ISBN = paper.ISBN(clip(e.Field("isbn")))
	r.WrittenDOI, r.WrittenISBN = clip(e.Field("doi")), clip(e.Field("isbn"))
	r.PMID, r.URL = pmidIn(e), clip(e.Field("url"))
	names, others := authorsOf(e)
	r.Others = others
	for _, n := range names[:min(len(names), maxAuthors)] {
		r.Authors = append(r.Authors, paper.Author{Given: clip(n.Given), Family: clip(n.Family)})
	}
	r.Others = r.Others || len(names) > maxAuthors
	r.Preprint = isPreprint(e, r)
	return r
}

// pmidIn returns the PubMed ID in the fields that usually contain it.
func pmidIn(e *bib.Entry) string {
	if id := paper.PMID(clip(e.Field("pmid"))); id != "" {
		return id
	}
	if strings.EqualFold(e.Field("eprinttype"), "pubmed") {
		return paper.PMID(clip(e.Field("eprint")))
	}
	return ""
}

func clip(s string) string { return strings.ToValidUTF8(s[:min(len(s), maxField)], "") }

// FieldFor returns the field of an entry that corresponds to a field name in codes, such as
// "venue". It returns nil if the entry has no such field.
func FieldFor(e *bib.Entry, field string) *bib.Field {
	names := []string{field}
	switch field {
	case "venue":
		names = venueFields
	case "year":
		names = []string{"year", "date"}
	case "arxiv":
		names = []string{"eprint"}
	}
	for _, name := range names {
		if f := e.Lookup(name); f != nil && e.Field(name) != "" {
			return f
		}
	}
	return nil
}

// venueFields lists the fields that contain a venue, in order of precedence. They do not include
// howpublished, institution and publisher, which records lack.
var venueFields = []string{"journal", "journaltitle", "booktitle", "shortjournal"}

// authorsOf returns the authors of an entry without variants of "and others", such as "et al.".
func authorsOf(e *bib.Entry) (kept []bib.Name, others bool) {
	names, others := e.Names("author")
	kept = slices.DeleteFunc(names, func(n bib.Name) bool { return isOthers(paper.NormalTitle(n.String())) })
	return kept, others || len(kept) < len(names)
}

// isOthers reports whether a name in normal form stands for omitted authors.
func isOthers(normal string) bool {
	return slices.Contains([]string{"etal", "al", "others", "andothers", "etaliae"}, normal)
}

// isPreprint reports whether an entry cites a preprint rather than a publication.
func isPreprint(e *bib.Entry, r Reference) bool {
	if r.Venue != "" {
		return isPreprintVenue(r.Venue)
	}
	return r.ArXiv != "" || isPreprintDOI(r.DOI) || isPreprintVenue(clip(cmp.Or(e.Field("howpublished"),
		e.Field("publisher"), e.Field("note"))))
}
