package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// An authorship is the result of comparing the authors of an entry with those of a record.
type authorship struct {
	code   Code // code of the difference; "" if the lists agree
	detail string
	shared int // number of authors in both lists
	have   int // number of authors in the entry
	known  int // number of authors in the record
	// included reports whether all authors in the record are also in the entry.
	included bool
}

// related reports whether enough authors agree to relate two works with similar titles.
func (a authorship) related() bool { return a.shared > 0 && 2*a.shared >= min(a.have, a.known) }

// agree reports whether the two lists name the same people. One list may be truncated.
func (a authorship) agree() bool {
	switch a.code {
	case "", AuthorName, AuthorsCut:
		return a.shared > 0
	}
	return false
}

// strangers reports whether both lists have authors but none in common.
func (a authorship) strangers() bool { return a.have > 0 && a.known > 0 && a.shared == 0 }

// compareAuthors compares two lists of authors by family names and initials. cut is set if the
// entry's list ends with "and others".
func compareAuthors(entry []person, cut bool, record []paper.Author) authorship {
	known, ends := withoutEnd(readPeople(record))
	a := authorship{have: len(entry), known: len(known)}
	m := match(entry, known)
	if a.have == 0 || a.known == 0 || m.shared == 0 && (allGroups(entry) || allGroups(known)) {
		return authorship{} // a group may be named instead of its members
	}
	a.shared = m.shared
	m.ends = ends
	a.included = len(m.missing()) == 0
	a.code, a.detail = m.judge(cut)
	return a
}

func allGroups(people []person) bool {
	return !slices.ContainsFunc(people, func(p person) bool { return !p.group })
}

// A matching maps each author in an entry to the index of an author in the record, or to -1.
type matching struct {
	entry, known []person // authors in the entry and in the record
	of           []int
	taken        []bool
	shared       int
	doubts       []string // descriptions of names that agree only partially
	ends         bool     // the record's list is truncated
	sure         bool     // match only names that fully agree
}

// match matches the authors of an entry with those of a record. It prefers the author at the same
// position to others with a matching name.
func match(entry, known []person) matching {
	m := matching{entry: entry, known: known, of: slices.Repeat([]int{-1}, len(entry)), taken: make([]bool, len(known))}
	byLast := make(map[string][]int)
	for j, k := range known {
		byLast[k.last] = append(byLast[k.last], j)
		byLast[k.whole] = append(byLast[k.whole], j)
	}
	m.sure = true // match certain names first, so that relatives with the same family name are not confused
	m.tryPositions()
	for i, e := range entry {
		m.tryAll(i, byLast[e.last])
	}
	m.sure = false
	m.tryPositions()
	for i, e := range entry {
		for _, key := range []string{e.last, e.whole, e.given} {
			m.tryAll(i, byLast[key])
		}
		if m.of[i] < 0 && len(entry)+len(known) <= maxNeighbours {
			m.tryAll(i, free(m.taken))
		}
	}
	m.trySpelling()
	return m
}

// trySpelling matches remaining authors at the same position if a name may be misspelled. If only a
// few names are misspelled, at least as many others must agree.
func (m *matching) trySpelling() {
	var alike []int
	isDamaged := func(p person) bool { return p.damaged }
	damaged := slices.ContainsFunc(m.entry, isDamaged) || slices.ContainsFunc(m.known, isDamaged)
	for i := range min(len(m.entry), len(m.known)) {
		if m.of[i] < 0 && !m.taken[i] && (m.entry[i].misspells(m.known[i], damaged) || m.known[i].debris) {
			alike = append(alike, i)
		}
	}
	if len(alike) < minMisspelled && len(alike) > m.shared {
		return
	}
	for _, i := range alike {
		m.pair(i, i, true)
	}
	// the last remaining authors may be at different positions
	left, right := slices.Index(m.of, -1), slices.Index(m.taken, false)
	if left >= 0 && right >= 0 && m.shared > 0 && slices.Index(m.of[left+1:], -1) < 0 &&
		(m.entry[left].misspells(m.known[right], damaged) || m.entry[left].family == m.known[right].family) {
		m.pair(left, right, true)
	}
}

// pair matches two authors. doubtful is set if their names agree only partially.
func (m *matching) pair(i, j int, doubtful bool) {
	m.of[i], m.taken[j] = j, true
	m.shared++
	if doubtful {
		m.doubts = append(m.doubts, fmt.Sprintf("%q is %q in the record", m.entry[i].text, m.known[j].text))
	}
}

// minMisspelled is the minimum number of misspelled names for two lists to be considered the same even if
// no other name agrees.
const minMisspelled = 3

// maxNeighbours is the maximum number of authors in both lists together for which all pairs are compared.
// maxHomonyms is the maximum number of authors with the same family name to compare.
const maxNeighbours, maxHomonyms = 60, 20

func free(taken []bool) (all []int) {
	for j, t := range taken {
		if !t {
			all = append(all, j)
		}
	}
	return all
}

func (m *matching) tryPositions() {
	for i := range min(len(m.entry), len(m.known)) {
		m.try(i, i)
	}
}

func (m *matching) tryAll(i int, among []int) {
	for n, j := range among {
		if m.of[i] >= 0 || n == max(maxHomonyms, min(len(m.known), maxNeighbours)) {
			return
		}
		m.try(i, j)
	}
}

func (m *matching) try(i, j int) {
	if m.of[i] >= 0 || m.taken[j] {
		return
	}
	like := m.entry[i].like(m.known[j])
	if !m.sure && like == others && i == j && m.entry[i].sameFamily(m.known[j]) {
		like = alike // treat transliterations such as Ioannis and Yannis as similar
	}
	if like == samePeer || like == alike && !m.sure {
		m.pair(i, j, like == alike)
	}
}

// longRecord is the minimum length of a list that people often shorten without adding "and others".
const longRecord = 12

// printed lists the numbers of authors that journals print before "et al.". Programs that parse
// printed references lose the "et al.". A journal does not truncate a list just to omit one author
// if it would print fewer than manyPrinted.
var printed = []int{1, 3, 5, 6, 10}

const manyPrinted = 6

// judge returns the code and the message for the first relevant difference.
func (m matching) judge(cut bool) (Code, string) {
	entry, known, extra, missing := m.entry, m.known, m.extra(), m.missing()
	switch {
	case 2*m.shared <= min(len(entry), len(known)) && len(extra) > 0:
		return AuthorsDiffer, "the record's authors are " + list(known)
	case len(extra) > 0 && len(missing) == 0 && len(known) == 1 && known[0].group:
		return "", ""
	case len(extra) > 0 && len(missing) == 0 && (m.ends || m.begins(len(known)) && len(known) >= manyPrinted &&
		len(extra) > 1):
		return AuthorsCut, fmt.Sprintf("the record lists only %d of the entry's %d authors", len(known), len(entry))
	case len(extra) == 1 && len(missing) == 1 && !cut:
		return AuthorsExtra, fmt.Sprintf("%s is not an author in the record, which lists %s", extra[0].text, missing[0].text)
	case len(extra) > 1 && len(known) == 1: // common in catalogue records
		return AuthorsCut, fmt.Sprintf("the record lists only 1 of the entry's %d authors", len(entry))
	case len(extra) > 0:
		return AuthorsExtra, "authors not in the record: " + list(extra)
	case !m.ascending():
		return AuthorsOrder, "the record lists the authors in the order " + list(known)
	case len(missing) > 0 && !cut:
		return m.shortened(missing)
	case len(m.doubts) > 0:
		return AuthorName, strings.Join(m.doubts[:min(len(m.doubts), 3)], "; ")
	}
	return "", ""
}

// begins reports whether the first n authors in the entry are those in the record, in order.
func (m matching) begins(n int) bool {
	for i, j := range m.of[:min(n, len(m.of))] {
		if i != j {
			return false
		}
	}
	return true
}

// shortened returns the code and the message for an entry that lacks some of the record's authors.
func (m matching) shortened(missing []person) (Code, string) {
	entry, known := m.entry, m.known
	asPrinted := slices.Contains(printed, len(entry)) && (len(entry) >= manyPrinted || len(known) > len(entry)+1)
	if (asPrinted || len(known) >= longRecord && len(entry) >= 3) && m.of[len(entry)-1] == len(entry)-1 {
		return AuthorsCut, fmt.Sprintf("the record has %d authors, the entry %d: end the entry's list with \"and others\"",
			len(known), len(entry))
	}
	return AuthorsMissing, "authors missing from the entry: " + list(missing)
}

// extra returns the persons in the entry that are missing from the record. It skips groups, which records
// store elsewhere, and persons whose names the record has joined with others.
func (m matching) extra() (all []person) {
	for i, e := range m.entry {
		joined := func(q person) bool { return q.joins(e) }
		twice := func(p person) bool { return p.whole == e.whole }
		if m.of[i] < 0 && !slices.ContainsFunc(m.known[:min(len(m.known), maxNeighbours)], joined) &&
			!e.group && !slices.ContainsFunc(m.entry[:i], twice) {
			all = append(all, e)
		}
	}
	return all
}

func (m matching) missing() (all []person) {
	for j, k := range m.known {
		if !m.taken[j] && !k.group && !k.debris {
			all = append(all, k)
		}
	}
	return all
}

func (m matching) ascending() bool {
	order := slices.DeleteFunc(slices.Clone(m.of), func(j int) bool { return j < 0 })
	return slices.IsSorted(order)
}

// maxListed is the maximum number of names in a message.
const maxListed = 6

func list(people []person) string {
	var names []string
	for _, p := range people[:min(len(people), maxListed)] {
		names = append(names, p.text)
	}
	if more := len(people) - maxListed; more > 0 {
		return strings.Join(names, ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(names, ", ")
}
