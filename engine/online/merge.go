package online

import (
	"cmp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Work is a publication merged from the records of several sources. Its bibliographic fields come
// from the most reliable record; the abstract and links may come from others.
type Work struct {
	Record
	Sources []string // sources that have the work; the first one provided the fields
	// Versions are other publications of the same work, such as the preprint of an article or the
	// article of a preprint.
	Versions []*Work
}

// authority orders sources by the reliability of their bibliographic fields.
var authority = sources.ByAuthority()

func rankOf(r *Record) int {
	if at := slices.Index(authority, r.Source); at >= 0 {
		return at
	}
	return len(authority)
}

// Merge merges records from several sources into works. It takes the records from the sources in turn,
// each source's best first, and returns the works in that order.
func Merge(answers [][]*Record) []*Work {
	var works []*Work
	for _, same := range group(inTurns(answers)) {
		versions := publications(same)
		for _, w := range versions {
			for _, other := range versions {
				if other != w {
					w.Versions = append(w.Versions, other)
				}
			}
		}
		works = append(works, versions...)
	}
	return works
}

// inTurns interleaves lists: the first item of each list, then the second of each, and so on.
func inTurns(answers [][]*Record) (all []*Record) {
	for i := 0; ; i++ {
		more := false
		for _, answer := range answers {
			if i < len(answer) {
				more = true
				all = append(all, answer[i])
			}
		}
		if !more {
			return all
		}
	}
}

// minTitle is the minimum length in bytes of a title that identifies a work together with its first
// author. A shorter one, such as "Introduction", is ambiguous.
const minTitle = 20

// ClearNames returns a record's identities. It omits a title too short to identify a work.
func (r *Record) ClearNames() []string {
	isShort := len(paper.NormalTitle(r.Title)) < minTitle
	return slices.DeleteFunc(r.Names(), func(name string) bool { return isShort && strings.HasPrefix(name, "title:") })
}

// names returns the identifiers that records of the same work share.
func (r *Record) names() []string {
	names := r.ClearNames()
	if r.PMID != "" {
		names = append(names, "pmid:"+r.PMID)
	}
	if r.PMCID != "" {
		names = append(names, "pmcid:"+r.PMCID)
	}
	for _, doi := range r.Related(PublishedAs, PreprintOf) {
		names = append(names, "doi:"+doi)
	}
	return append(names, "\x00"+r.Source+"\x00"+r.ID)
}

// group groups records that share a name, either directly or through other records. The groups are in
// the order of their first records.
func group(records []*Record) (groups [][]*Record) {
	parent := make([]int, len(records))
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	first := make(map[string]int)
	for i, r := range records {
		parent[i] = i
		for _, name := range r.names() {
			if at, known := first[name]; known {
				a, b := root(at), root(i)
				parent[max(a, b)] = min(a, b)
			} else {
				first[name] = i
			}
		}
	}
	place := make(map[int]int)
	for i, r := range records {
		at, known := place[root(i)]
		if !known {
			at = len(groups)
			place[root(i)] = at
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], r)
	}
	return groups
}

// publications splits the records of a work into publications and merges each. Published versions
// precede preprints.
func publications(records []*Record) (works []*Work) {
	records = slices.Clone(records)
	slices.SortStableFunc(records, func(a, b *Record) int { return cmp.Or(hasID(b)-hasID(a), rankOf(a)-rankOf(b)) })
	var sets [][]*Record
	for _, r := range records {
		at := slices.IndexFunc(sets, func(set []*Record) bool {
			return slices.ContainsFunc(set, func(other *Record) bool { return samePublication(r, other) }) &&
				!slices.ContainsFunc(set, func(other *Record) bool { return otherDOI(r, other) })
		})
		if at < 0 {
			sets, at = append(sets, nil), len(sets)
		}
		sets[at] = append(sets[at], r)
	}
	for _, set := range sets {
		works = append(works, mergeSet(set))
	}
	slices.SortStableFunc(works, func(a, b *Work) int { return isPreprint(&a.Record) - isPreprint(&b.Record) })
	return works
}

// hasID returns 1 for a record with an identifier and 0 for others. Records with an identifier are
// sorted first, so that the others are compared with them.
func hasID(r *Record) int {
	if r.DOI != "" || r.ArXiv != "" {
		return 1
	}
	return 0
}

func isPreprint(r *Record) int {
	if r.Type == Preprint {
		return 1
	}
	return 0
}

// publicationDOI returns the DOI of a publication. For a preprint with only an arXiv identifier, it
// returns the DOI implied by the identifier.
func publicationDOI(r *Record) string {
	if r.Type == Preprint && r.DOI == "" && r.ArXiv != "" {
		return arXivDOI + r.ArXiv
	}
	return r.DOI
}

func otherDOI(a, b *Record) bool {
	x, y := publicationDOI(a), publicationDOI(b)
	return x != "" && y != "" && x != y
}

func samePublication(a, b *Record) bool {
	if isPreprint(a) != isPreprint(b) || otherDOI(a, b) {
		return false
	}
	return a.DOI != "" && a.DOI == b.DOI || a.Year == 0 || b.Year == 0 || nearYear(a, b)
}

// mergeSet merges records of the same publication. It takes the bibliographic fields from the most
// reliable record.
func mergeSet(set []*Record) *Work {
	slices.SortStableFunc(set, func(a, b *Record) int { return rankOf(a) - rankOf(b) })
	w := &Work{Record: *set[0]}
	w.Links, w.Relations, w.Categories = slices.Clone(w.Links), slices.Clone(w.Relations), slices.Clone(w.Categories)
	for _, r := range set {
		if !slices.Contains(w.Sources, r.Source) {
			w.Sources = append(w.Sources, r.Source)
		}
		w.complete(r)
	}
	return w
}

// ConfirmedAs returns the work with the bibliographic fields from the record that confirmed it.
func (w *Work) ConfirmedAs(registered *Record) *Work {
	if registered == &w.Record {
		return w
	}
	confirmed := &Work{Record: *registered, Sources: slices.Clone(w.Sources), Versions: w.Versions}
	confirmed.Links, confirmed.Relations = slices.Clone(registered.Links), slices.Clone(registered.Relations)
	confirmed.complete(&w.Record)
	return confirmed
}

func (w *Work) complete(r *Record) {
	for _, f := range []struct {
		mine *string
		its  string
	}{{&w.Abstract, r.Abstract}, {&w.ArXiv, r.ArXiv}, {&w.PMID, r.PMID}, {&w.PMCID, r.PMCID}, {&w.License, r.License},
		{&w.URL, r.URL}} {
		*f.mine = cmp.Or(*f.mine, f.its)
	}
	w.Retracted, w.Withdrawn = w.Retracted || r.Retracted, w.Withdrawn || r.Withdrawn
	for _, l := range r.Links {
		w.link(l.URL, l.PDF, l.Open)
	}
	for _, relation := range r.Relations {
		if !slices.ContainsFunc(w.Relations,
			func(known Relation) bool { return known.Kind == relation.Kind && known.DOI == relation.DOI }) {
			w.Relations = append(w.Relations, relation)
		}
	}
	if len(w.Categories) == 0 {
		w.Categories = slices.Clone(r.Categories)
	}
}
