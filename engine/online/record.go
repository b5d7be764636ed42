package online

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Type is the type of a work.
type Type string

// The types of works.
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

// A Record is one source's description of a work.
type Record struct {
	paper.Paper
	Source     string // source of the record
	Type       Type
	PMID       string
	PMCID      string
	ISBN       []string // ISBNs of a book, with 13 digits
	Version    int      // version of a preprint; 0 if unknown
	Categories []string // categories as named by the source, such as "cs.CL"
	Links      []Link
	Relations  []Relation
	Withdrawn  bool // withdrawn from a preprint server by the authors
}

// A Link is the URL of a work's text.
type Link struct {
	URL  string
	PDF  bool // whether the link leads to a PDF instead of a web page
	Open bool // whether the text is free to read
}

// A Relation links a record to another work.
type Relation struct {
	Kind RelationKind
	DOI  string
	Date string // date of a notice, such as "2012-05-08"; month and day may be missing
}

// A RelationKind is the role of the other work in a relation.
type RelationKind string

// The kinds of relations.
const (
	PublishedAs       RelationKind = "published as" // the other work is the version of record of this preprint
	PreprintOf        RelationKind = "preprint"     // the other work is the preprint of this publication
	RetractedBy       RelationKind = "retracted by" // the other work is a notice that retracts this work
	PartlyRetractedBy RelationKind = "partly retracted by"
	CorrectedBy       RelationKind = "corrected by"  // the other work is an erratum or correction
	ConcernBy         RelationKind = "concern by"    // the other work is an expression of concern
	WithdrawnBy       RelationKind = "withdrawn by"  // the other work is a notice of withdrawal or removal
	NoticeAbout       RelationKind = "notice about"  // this record is a notice about the other work
	NewVersionIs      RelationKind = "newer version" // the other work is a newer version of the same publication
)

// Related returns the DOIs of the works with one of the given relations.
func (r *Record) Related(kinds ...RelationKind) (dois []string) {
	for _, relation := range r.Relations {
		if slices.Contains(kinds, relation.Kind) && relation.DOI != "" {
			dois = append(dois, relation.DOI)
		}
	}
	return dois
}

func (r *Record) relate(kind RelationKind, doi, date string) {
	if doi = paper.DOI(doi); doi != "" && doi != r.DOI {
		r.Relations = append(r.Relations, Relation{kind, doi, date})
	}
}

// link adds a link to the record. It ignores duplicates and invalid URLs.
func (r *Record) link(address string, pdf, open bool) {
	if address = webAddress(address); address == "" {
		return
	}
	if !slices.ContainsFunc(r.Links, func(l Link) bool { return strings.EqualFold(l.URL, address) }) {
		r.Links = append(r.Links, Link{address, pdf, open})
	}
}

const maxAddress = 2000 // bytes

// webAddress returns s without surrounding white space if it is a valid web URL, or "".
func webAddress(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > maxAddress || !strings.HasPrefix(s, "https://") && !strings.HasPrefix(s, "http://") ||
		strings.ContainsAny(s, " \t\r\n\"<>\\^`{|}") {
		return ""
	}
	return s
}

// BestLink returns the best link. It prefers open links to others, and PDFs to web pages.
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

// finish normalizes a record. It returns false if the record is unusable, for example if it has no
// title.
func (r *Record) finish(source string) bool {
	r.Source = source
	r.Title, r.Abstract = text.Cut(r.Title, maxTitle), text.Cut(r.Abstract, maxAbstract)
	r.Authors = r.Authors[:min(len(r.Authors), maxAuthors)]
	r.Links, r.Relations = r.Links[:min(len(r.Links), maxLinks)], r.Relations[:min(len(r.Relations), maxRelated)]
	r.URL = webAddress(r.URL)
	r.PMID, r.PMCID = paper.PMID(r.PMID), paper.PMCID(r.PMCID)
	r.ID = ""
	if corpus.Complete(&r.Paper) != nil {
		return false
	}
	r.ID = cmp.Or(prefixed("doi:", r.DOI), prefixed("arxiv:", r.ArXiv), prefixed("pmid:", r.PMID),
		prefixed("pmcid:", r.PMCID), r.ID)
	r.Type = cmp.Or(r.Type, Other)
	return true
}

func prefixed(kind, value string) string {
	if value == "" {
		return ""
	}
	return kind + value
}

// An ID identifies a work.
type ID struct {
	Scheme  Scheme
	Value   string // normalized as in package paper
	Version int    // version of an arXiv identifier; 0 for the latest
}

// A Scheme is a system of identifiers, such as DOI.
type Scheme = sources.Scheme

// The schemes for looking up works.
const (
	DOI   = sources.DOI
	ArXiv = sources.ArXiv
	PMID  = sources.PMID
	PMCID = sources.PMCID
	ISBN  = sources.ISBN
)

func (id ID) String() string {
	if id.Version > 0 {
		return string(id.Scheme) + ":" + id.Value + "v" + strconv.Itoa(id.Version)
	}
	return string(id.Scheme) + ":" + id.Value
}

var arXivVersion = regexp.MustCompile(`(?i)[0-9]{4}v([0-9]{1,3})(?:[^0-9]|$)`)

// ParseID parses an identifier or the URL of a work. A plain number is a PubMed ID, and an arXiv DOI
// is an arXiv identifier.
func ParseID(s string) (ID, bool) {
	s = strings.TrimSpace(s)
	if id := paper.ArXiv(s); id != "" {
		version := 0
		if m := arXivVersion.FindStringSubmatch(s); m != nil {
			version, _ = strconv.Atoi(m[1])
		}
		return ID{ArXiv, id, version}, true
	}
	for _, try := range []struct {
		scheme Scheme
		normal func(string) string
	}{{DOI, paper.DOI}, {PMCID, paper.PMCID}, {PMID, paper.PMID}, {ISBN, paper.ISBN}} {
		if value := try.normal(s); value != "" {
			return ID{Scheme: try.scheme, Value: value}, true
		}
	}
	return ID{}, false
}

// IDs returns the identifiers of a record. The identifier of its registry comes first.
func (r *Record) IDs() []ID {
	all := []ID{{Scheme: DOI, Value: r.DOI}, {Scheme: ArXiv, Value: r.ArXiv}, {Scheme: PMID, Value: r.PMID},
		{Scheme: PMCID, Value: r.PMCID}}
	if strings.HasPrefix(r.DOI, arXivDOI) {
		all[0], all[1] = all[1], all[0]
	}
	return slices.DeleteFunc(all, func(id ID) bool { return id.Value == "" })
}

const arXivDOI = "10.48550/arxiv." // prefix of the DOIs implied by arXiv identifiers

// nodeIDs converts keys of a citation index to identifiers.
func nodeIDs(keys []string) (ids []ID) {
	for _, key := range keys {
		ids = append(ids, ID{Scheme: NodeKey, Value: key})
	}
	return ids
}
