package online

import (
	"cmp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Type is what a record describes.
type Type string

// The types that are told apart.
const (
	Article     Type = "article"
	Proceedings Type = "proceedings"
	Preprint    Type = "preprint"
	Book        Type = "book"
	Chapter     Type = "chapter"
	Thesis      Type = "thesis"
	Report      Type = "report"
	Dataset     Type = "dataset"
	Other       Type = "other"
)

// A Record is what one source says of a work.
type Record struct {
	paper.Paper
	Source     string // the name of the source that gave it
	Type       Type
	PMID       string
	PMCID      string
	ISBN       []string // of a book, in 13 digits
	Version    int      // of a preprint, 0 where unknown
	Categories []string // as the source names them, such as "cs.CL"
	Links      []Link
	Relations  []Relation
	Retracted  bool
	Withdrawn  bool // by its authors, on a preprint server
}

// A Link leads to the text of a work.
type Link struct {
	URL  string
	PDF  bool // otherwise a page
	Open bool // free to read
}

// A Relation leads from a record to another one.
type Relation struct {
	Kind RelationKind
	DOI  string
	Date string // of a notice, as far as it is known: "2012-05-08"
}

// A RelationKind says what the other record is to this one.
type RelationKind string

// The relations that hints and merging need.
const (
	PublishedAs  RelationKind = "published as"  // the version of record of this preprint
	PreprintOf   RelationKind = "preprint"      // the preprint of this publication
	RetractedBy  RelationKind = "retracted by"  // the notice that retracts this work
	CorrectedBy  RelationKind = "corrected by"  // an erratum or correction
	ConcernBy    RelationKind = "concern by"    // an expression of concern
	WithdrawnBy  RelationKind = "withdrawn by"  // a notice of withdrawal or removal
	NoticeAbout  RelationKind = "notice about"  // this record is such a notice about the other
	NewVersionIs RelationKind = "newer version" // of the same publication
)

// Related are the DOIs of the records that have one of the relations.
func (r *Record) Related(kinds ...RelationKind) (dois []string) {
	for _, relation := range r.Relations {
		for _, kind := range kinds {
			if relation.Kind == kind && relation.DOI != "" {
				dois = append(dois, relation.DOI)
			}
		}
	}
	return dois
}

func (r *Record) relate(kind RelationKind, doi, date string) {
	if doi = paper.DOI(doi); doi != "" && doi != r.DOI {
		r.Relations = append(r.Relations, Relation{kind, doi, date})
	}
}

// link adds an address that a browser may open, once.
func (r *Record) link(address string, pdf, open bool) {
	if address = webAddress(address); address == "" {
		return
	}
	for _, l := range r.Links {
		if strings.EqualFold(l.URL, address) {
			return
		}
	}
	r.Links = append(r.Links, Link{address, pdf, open})
}

// maxAddress is longer than any that leads to a paper.
const maxAddress = 2000

// webAddress is "" for what is no address of the web.
func webAddress(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > maxAddress || !strings.HasPrefix(s, "https://") && !strings.HasPrefix(s, "http://") || strings.ContainsAny(s, " \t\r\n\"<>\\^`{|}") {
		return ""
	}
	return s
}

// BestLink is where the work is read: free before others, PDF before pages.
func (r *Record) BestLink() (best Link, ok bool) {
	rank := -1
	for _, l := range r.Links {
		at := 0
		if l.Open {
			at += 2
		}
		if l.PDF {
			at++
		}
		if at > rank {
			best, rank = l, at
		}
	}
	return best, rank >= 0
}

const (
	maxTitle    = 2 << 10
	maxAbstract = 64 << 10
	maxAuthors  = 10_000
	maxLinks    = 32
	maxRelated  = 64
)

// finish brings a record into the forms that paper.Paper promises. It reports
// false for one that has no title.
func (r *Record) finish(source string) bool {
	r.Source = source
	r.Title, r.Abstract = clip(r.Title, maxTitle), clip(r.Abstract, maxAbstract)
	r.Authors = r.Authors[:min(len(r.Authors), maxAuthors)]
	r.Links, r.Relations = r.Links[:min(len(r.Links), maxLinks)], r.Relations[:min(len(r.Relations), maxRelated)]
	r.URL = webAddress(r.URL)
	r.PMID, r.PMCID = paper.PMID(r.PMID), paper.PMCID(r.PMCID)
	r.ID = ""
	if corpus.Complete(&r.Paper) != nil {
		return false
	}
	r.ID = cmp.Or(prefixed("doi:", r.DOI), prefixed("arxiv:", r.ArXiv), prefixed("pmid:", r.PMID), prefixed("pmcid:", r.PMCID), r.ID)
	if r.Type == "" {
		r.Type = Other
	}
	return true
}

func prefixed(kind, value string) string {
	if value == "" {
		return ""
	}
	return kind + value
}

func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "")
}
