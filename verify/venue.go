package verify

import (
	_ "embed" // for go:embed
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A venue is a journal, conference or series in the table of venues.
type venue struct {
	id, kind string
	prefixes []string // DOI prefixes of the venue
	full     []string // words of the longest name
}

type venueName struct {
	of    *venue
	words []string
	whole bool // the name must match completely, since it is too short to search for in longer names
}

//go:embed venues.txt
var venueTable string

// venueNames maps first letters to names. venueAcronyms maps acronyms to venues.
var venueNames, venueAcronyms = readVenues(venueTable)

func readVenues(table string) (map[byte][]venueName, map[string][]*venue) {
	names, acronyms := make(map[byte][]venueName), make(map[string][]*venue)
	for row := range rowsOf(table) {
		if len(row) < 4 {
			continue
		}
		v := &venue{id: row[0], kind: row[1], prefixes: strings.Fields(row[2])}
		for _, written := range row[3:] {
			name, whole := strings.CutPrefix(written, "= ")
			words := venueWords(name)
			if isAcronym := !whole && !strings.Contains(name, " "); isAcronym || len(words) == 0 {
				key := paper.NormalTitle(name)
				acronyms[key] = append(acronyms[key], v)
				continue
			}
			if len(words) > len(v.full) {
				v.full = words
			}
			n := venueName{of: v, words: words, whole: whole || len(words) < 3}
			names[words[0][0]] = append(names[words[0][0]], n)
		}
	}
	return names, acronyms
}

// A venueReading is the venue of an entry or record, prepared for comparison.
type venueReading struct {
	text, normal string
	words        []string // words of the name without years, ordinals, publishers and "proceedings of the"
	known        []*venue
	workshop     bool
	vague        bool // the name is only that of a series, or contains nothing to compare
}

func readVenue(text string) venueReading {
	text = paper.PlainTitle(clip(text))
	r := venueReading{text: text, normal: paper.NormalTitle(text), words: venueWords(text)}
	r.workshop = slices.ContainsFunc(r.words, func(w string) bool {
		return w == "workshop" || w == "workshops" || w == "tutorial" || w == "tutorials"
	})
	r.known = knownVenues(text, r.words)
	r.vague = len(r.words) == 0 || strings.Contains(text, "://") ||
		slices.ContainsFunc(r.known, func(v *venue) bool { return v.kind == "series" })
	return r
}

// noise is the set of words that do not distinguish venues.
var noise = setOf(`proceedings proc of the on in for and at to a ieee cvf acm annual ann volume vol long short
	papers paper main track part online amp with de der et und`)

var (
	ordinal = regexp.MustCompile(
		`^(?:\d+|\d*(?:1st|2nd|3rd|\dth)|[ivx]+|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|fortieth|fiftieth|sixtieth)|twenty|thirty|forty|fifty)$`,
	)
	inParens = regexp.MustCompile(`\([^()]*\)|\[[^\[\]]*\]`)
)

const maxVenueWords = 40

// venueWords returns the distinctive words of a venue's name.
func venueWords(name string) (words []string) {
	plain := inParens.ReplaceAllString(name, " ")
	if strings.TrimSpace(plain) == "" {
		plain = name
	}
	for word := range strings.FieldsFuncSeq(plain, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	}) {
		w := paper.NormalTitle(word)
		if w == "" || noise[w] || ordinal.MatchString(w) {
			continue
		}
		if words = append(words, w); len(words) == maxVenueWords {
			break
		}
	}
	return words
}

// knownVenues returns the venues in a name, found by acronym or by the longest sequence of words.
func knownVenues(text string, words []string) (found []*venue) {
	add := func(v *venue) {
		if !slices.Contains(found, v) {
			found = append(found, v)
		}
	}
	for _, v := range byWords(words) {
		add(v)
	}
	for _, v := range venueAcronyms[paper.NormalTitle(text)] {
		add(v)
	}
	for token := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return !unicode.IsLetter(r) && r != '-' && r != '/' && r != '*'
	}) {
		if !hasCapitals(token) && token != text {
			continue
		}
		for _, acronym := range append(strings.FieldsFunc(token, func(r rune) bool { return r == '-' || r == '/' }), token) {
			for _, v := range venueAcronyms[paper.NormalTitle(acronym)] {
				if v.id != "acl" || !slices.Contains(words, "findings") {
					add(v)
				}
			}
		}
	}
	return found
}

// hasCapitals reports whether a word has at least two capitals, like an acronym.
func hasCapitals(word string) bool {
	capitals := 0
	for _, r := range word {
		if unicode.IsUpper(r) {
			capitals++
		}
	}
	return capitals >= 2
}

// byWords returns the venues whose names are sequences of the given words. It omits a name inside a
// longer one, as in "Transactions of the Association for Computational Linguistics".
func byWords(words []string) (found []*venue) {
	for at := 0; at < len(words); {
		best, length := []*venue(nil), 0
		for _, name := range venueNames[words[at][0]] {
			n := len(name.words)
			if n < length || at+n > len(words) || name.whole && n != len(words) ||
				!abbreviates(words[at:at+n], name.words) {
				continue
			}
			if n > length {
				best, length = nil, n
			}
			best = append(best, name.of)
		}
		found = append(found, best...)
		at += max(length, 1)
	}
	return found
}

// abbreviates reports whether two names agree word by word. Words may be abbreviated as in ISO 4.
func abbreviates(a, b []string) bool {
	return slices.EqualFunc(a, b, eitherShort)
}

// eitherShort reports whether one of two words is short for the other.
func eitherShort(v, w string) bool { return shortFor(v, w) || shortFor(w, v) }

// shortFor reports whether short is equal to long, a prefix of it ("comput"), or a contraction that
// keeps both ends ("natl", "intl").
func shortFor(short, long string) bool {
	switch {
	case short == long:
		return true
	case len(short) >= len(long) || short[0] != long[0]:
		return false
	case strings.HasPrefix(long, short):
		return true
	}
	return len(short) >= 3 && short[len(short)-1] == long[len(long)-1] && isWithin(short, long)
}

// isWithin reports whether the letters of short occur in long in the same order.
func isWithin(short, long string) bool {
	for i := 0; i < len(long) && short != ""; i++ {
		if long[i] == short[0] {
			short = short[1:]
		}
	}
	return short == ""
}

func isPreprintVenue(name string) bool {
	n := paper.NormalTitle(name)
	if strings.HasPrefix(n, "preprint") {
		return true
	}
	servers := []string{"arxiv", "corr", "biorxiv", "medrxiv", "chemrxiv", "psyarxiv", "socarxiv", "techrxiv",
		"ssrn", "researchsquare", "computingresearchrepository", "eprint", "openreview", "hal", "zenodo"}
	return slices.ContainsFunc(servers, func(server string) bool {
		return n == server || len(server) > 4 && strings.Contains(n, server)
	})
}

// journalTable lists journals from all fields, one per line, with their names and their ISO 4 and NLM
// abbreviations, from JabRef's lists (CC0). internal/journallist writes it.
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

// small is the set of words omitted in abbreviated names.
var small = setOf("the and of for in on a amp de des la le et und der di del")

// JournalKey returns the form of a journal's name that is used for comparison.
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
// words with other, which is listed.
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

// foreign is the set of words in journal names that catalogues translate or transliterate.
var foreign = setOf(`zhonghua zhongguo xue bao za zhi nihon nippon zasshi gakkai igaku revista revue zeitschrift
	archiv fur annales vestnik zhurnal rivista giornale jornal anales boletin boletim tidskrift tijdschrift
	kagaku ugeskrift casopis polski arhiv doklady izvestiya shi zh fiz khim teor nauk dokl izv vestn usp`)

func (r venueReading) isForeign() bool {
	return slices.ContainsFunc(r.words, func(w string) bool { return foreign[w] })
}
