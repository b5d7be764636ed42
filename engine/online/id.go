package online

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

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

const arXivDOI = "10.48550/arxiv." // beginning of the DOIs that arXiv identifiers imply

// nodeIDs converts keys of a citation index to identifiers.
func nodeIDs(keys []string) (ids []ID) {
	for _, key := range keys {
		ids = append(ids, ID{Scheme: NodeKey, Value: key})
	}
	return ids
}
