package verify

import (
	_ "embed" // for go:embed
	"hash/fnv"
	"slices"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// journalTable names journals of all fields, one per line: names and abbreviations by ISO 4 and NLM,
// from the lists of JabRef (CC0). internal/journallist writes it.
//
//go:embed journals.txt.gz
var journalTable []byte

// journals maps the hashes of journal names to numbers that identify the journals.
var journals = sync.OnceValue(readJournals)

func readJournals() map[uint64]uint32 {
	all := make(map[uint64]uint32, 110_000)
	n := uint32(0)
	for line := range linesOf(journalTable) {
		n++
		for name := range strings.SplitSeq(line, "|") {
			all[hashOf(JournalKey(name))] = n
		}
	}
	return all
}

func hashOf(key string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(key))
	return h.Sum64()
}

// small is the set of words that abbreviations of names omit.
var small = setOf("the and of for in on a amp de des la le et und der di del")

// JournalKey returns the form of a name in which names of journals are compared.
func JournalKey(name string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(name, isGap) {
		for part := range strings.SplitSeq(word, ".") {
			if w := paper.NormalTitle(part); !small[w] {
				b.WriteString(w)
			}
		}
	}
	return b.String()
}

// journal returns the number of the journal that has exactly this name or abbreviation, or 0.
func (r venueReading) journal() uint32 {
	plain := inParens.ReplaceAllString(r.text, " ")
	for _, name := range []string{r.text, plain, beforeColon(plain)} {
		if key := JournalKey(name); key != "" {
			if n := journals()[hashOf(key)]; n > 0 {
				return n
			}
		}
	}
	return 0
}

func beforeColon(name string) string {
	name, _, _ = strings.Cut(name, ":")
	return name
}

// otherJournal reports whether the two names belong to different journals and have little in
// common. Similar names may belong to the same journal, since journals are renamed, split and
// translated.
func (r venueReading) otherJournal(other venueReading) bool {
	if r.isForeign() != other.isForeign() || r.overlaps(other) {
		return false
	}
	a, b := r.journal(), other.journal()
	return a > 0 && b > 0 && a != b
}

// unlisted reports whether r is the full name of a journal that is not in the lists, and shares few
// words with other, which is.
func (r venueReading) unlisted(other venueReading) bool {
	shared := r.shared(other)
	return r.claims() && len(r.writtenOut()) > 1 && !r.isForeign() && !other.isForeign() && r.journal() == 0 &&
		other.journal() > 0 && 2*shared < max(len(r.content()), len(other.content()))
}

// overlaps reports whether at least half of the words in the shorter name occur in the other name.
func (r venueReading) overlaps(other venueReading) bool {
	return 2*r.shared(other) >= min(len(r.content()), len(other.content()))
}

// shared returns the number of words that two names have in common, even if abbreviated.
func (r venueReading) shared(other venueReading) (n int) {
	b := other.content()
	for _, w := range r.content() {
		if slices.ContainsFunc(b, func(v string) bool { return eitherShort(v, w) }) {
			n++
		}
	}
	return n
}

// foreign is the set of words, in names of journals, that catalogues translate or transliterate.
var foreign = setOf(`zhonghua zhongguo xue bao za zhi nihon nippon zasshi gakkai igaku revista revue zeitschrift
	archiv fur annales vestnik zhurnal rivista giornale jornal anales boletin boletim tidskrift tijdschrift
	kagaku ugeskrift casopis polski arhiv doklady izvestiya shi zh fiz khim teor nauk dokl izv vestn usp`)

func (r venueReading) isForeign() bool {
	return slices.ContainsFunc(r.words, func(w string) bool { return foreign[w] })
}
