package bib

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/tex"
)

// DefaultPattern generates keys such as "martins2009concise".
const DefaultPattern = "[auth][year][title]"

// NewKey returns a citation key for a record. No entry in the file has this key.
//
// A pattern is text with placeholders:
//
//	[auth]       family name of the first author    martins
//	[authors]    up to two family names, or the     martins-smith, martins-etal
//	             first and "etal", joined by the
//	             separator after the placeholder
//	[year]       2009
//	[shortyear]  09
//	[title]      first word except stop words       concise
//	[journal]    initials of the venue              cl
//
// A capitalized placeholder ([Auth], [Title], [Journal]) capitalizes its text. Keys are ASCII
// without accents. Of the text between placeholders, only letters, digits and -_:.+/ are kept. If
// the pattern is empty, it is inferred from the latest entries or is [DefaultPattern]. If the key
// is taken, ignoring case, a letter is appended: a, b, ..., z, aa.
func (f *File) NewKey(rec Record, pattern string) string {
	if pattern == "" {
		pattern = f.keyPattern()
	}
	parts, err := parsePattern(pattern)
	if err != nil {
		parts, _ = parsePattern(DefaultPattern)
	}
	return f.FreeKey(cmp.Or(parts.key(factsOf(rec.tidy())), "ref"))
}

// CheckPattern returns an error if a key pattern is invalid.
func CheckPattern(pattern string) error {
	_, err := parsePattern(pattern)
	return err
}

// indexFolded maps lower-case keys to the index of their first entry.
func (f *File) indexFolded() map[string]int {
	index := make(map[string]int, len(f.Entries))
	for i := range f.Entries {
		setFirst(index, strings.ToLower(f.Entries[i].Key), i)
	}
	return index
}

// FreeKey appends letters to a key until no entry has it. It ignores case, as BibTeX does.
func (f *File) FreeKey(key string) string {
	candidate := key
	for n := 1; f.HasKey(candidate); n++ {
		candidate = key + letterNumber(n)
	}
	return candidate
}

// HasKey reports whether an entry has the given key, ignoring case.
func (f *File) HasKey(key string) bool { return f.ByKeyFolded(key) != nil }

// letterNumber returns the nth element of a, b, ..., z, aa, ab, ...
func letterNumber(n int) string {
	s := ""
	for ; n > 0; n = (n - 1) / 26 {
		s = string(rune('a'+(n-1)%26)) + s
	}
	return s
}

// keyFacts contains the ASCII words from which keys are built.
type keyFacts struct {
	families []string
	year     string
	title    string
	initials string
}

func factsOf(rec Record) keyFacts {
	facts := keyFacts{title: titleWord(paper.PlainTitle(rec.Title)), initials: initials(rec.Venue)}
	for _, a := range rec.Authors {
		if family := strings.ToLower(tex.FoldASCII(a.Family)); family != "" {
			facts.families = append(facts.families, family)
		}
	}
	if rec.Year > 0 {
		facts.year = strconv.Itoa(rec.Year)
	}
	return facts
}

// stopWords lists words omitted from keys.
var stopWords = strings.Fields(`a an and are as at by can do does for from how in into is it its of on or the
	their this to toward towards using via we what when where which who why with all am be been i if me my our
	ours should us was were will would you your yours`)

func isStop(word string) bool { return slices.Contains(stopWords, word) }

// titleWord returns the first word of a title that is not a stop word, or else its first word.
func titleWord(title string) string {
	words := asciiWords(title)
	for _, w := range words {
		if !isStop(w) {
			return w
		}
	}
	return cmp.Or(words...)
}

func initials(venue string) string {
	var out strings.Builder
	for _, w := range asciiWords(venue) {
		if !isStop(w) && isLetter(w[0]) {
			out.WriteByte(w[0])
		}
	}
	return out.String()
}

// asciiWords returns words in lower-case ASCII, without accents, apostrophes, or letters of other
// scripts.
func asciiWords(s string) []string {
	s = strings.NewReplacer("'", "", "’", "").Replace(s)
	var words []string
	for _, w := range strings.FieldsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r)
	}) {
		if w = strings.ToLower(tex.FoldASCII(w)); w != "" {
			words = append(words, w)
		}
	}
	return words
}

// A keyPart is a placeholder or, if name is empty, literal text.
type keyPart struct {
	name    string
	text    string
	capital bool
}

type keyPattern []keyPart

var placeholders = []string{"auth", "authors", "year", "shortyear", "title", "journal"}

func parsePattern(pattern string) (keyPattern, error) {
	var parts keyPattern
	rest := pattern
	for rest != "" {
		text, after, found := strings.Cut(rest, "[")
		if text = keepKeyBytes(text); text != "" {
			parts = append(parts, keyPart{text: text})
		}
		if !found {
			break
		}
		name, tail, closed := strings.Cut(after, "]")
		low := strings.ToLower(name)
		if !closed {
			return nil, fmt.Errorf("key pattern %q: a ] is missing after [%s; add it", pattern, name)
		}
		if !slices.Contains(placeholders, low) {
			return nil, fmt.Errorf("key pattern %q: [%s] is not a placeholder; use [auth], [authors], [year], "+
				"[shortyear], [title] or [journal]", pattern, name)
		}
		parts = append(parts, keyPart{name: low, capital: name != low})
		rest = tail
	}
	if !slices.ContainsFunc(parts, func(part keyPart) bool { return part.name != "" }) {
		return nil, fmt.Errorf("key pattern %q has no placeholder; try %q", pattern, DefaultPattern)
	}
	return parts, nil
}

const separators = "-_:.+/"

func keepKeyBytes(s string) string {
	return strings.Map(func(r rune) rune {
		if isKeyRune(r) {
			return r
		}
		return -1
	}, s)
}

// key returns the key for a pattern. It writes a separator only between two non-empty parts.
func (p keyPattern) key(facts keyFacts) string {
	if len(facts.families) == 0 {
		facts.families = []string{"anon"}
	}
	var out, pending string
	for i, part := range p {
		text := part.text
		if part.name != "" {
			text = p.fact(i, facts)
		} else if strings.Trim(text, separators) == "" {
			if out != "" {
				pending = text
			}
			continue
		}
		if text != "" {
			out, pending = out+pending+text, ""
		}
	}
	return out
}

// fact returns the value of placeholder i.
func (p keyPattern) fact(i int, facts keyFacts) string {
	var text string
	switch p[i].name {
	case "auth":
		text = facts.families[0]
	case "authors":
		return p.authors(i, facts.families)
	case "year":
		text = facts.year
	case "shortyear":
		text = facts.year[max(0, len(facts.year)-2):]
	case "title":
		text = facts.title
	case "journal":
		text = facts.initials
		if p[i].capital {
			return strings.ToUpper(text)
		}
	}
	return capitalise(text, p[i].capital)
}

// authors joins family names, as the ACL Anthology does, with the separator after placeholder i.
func (p keyPattern) authors(i int, families []string) string {
	var names []string
	for _, family := range families[:min(2, len(families))] {
		names = append(names, capitalise(family, p[i].capital))
	}
	if len(families) > 2 {
		names[1] = "etal"
	}
	separator := ""
	if i+1 < len(p) && strings.Trim(p[i+1].text, separators) == "" {
		separator = p[i+1].text
	}
	return strings.Join(names, separator)
}

func capitalise(s string, yes bool) string {
	if !yes || s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// knownPatterns lists the key patterns of common tools, in order of precedence.
var knownPatterns = []string{
	DefaultPattern,             // Google Scholar
	"[auth]_[title]_[year]",    // Zotero
	"[authors]-[year]-[title]", // ACL Anthology
	"[Auth][year]",             // JabRef
	"[Auth]:[year]", "[auth][year]", "[auth]:[year]", "[Auth]_[year]", "[auth]_[year]", "[Auth]-[year]", "[auth]-[year]",
	"[Auth][year][Title]", "[Auth][year][title]", "[auth][year][Title]", "[auth][Title][year]",
	"[Auth]:[year]:[Title]", "[auth]:[year]:[title]", "[Auth]_[year]_[Title]", "[auth]_[year]_[title]",
	"[auth]-[year]-[title]", "[Auth][shortyear]", "[auth][shortyear]", "[Auth]:[shortyear]", "[auth]:[shortyear]",
	"[authors][year]", "[Authors][year]", "[authors]_[year]", "[authors]:[year]",
}

// voters is the number of latest entries used to infer the key pattern.
const voters = 200

// inferPattern returns the known pattern that explains more than half of the latest keys, or the
// default. It skips keys from dblp.org, which do not contain authors.
func (f *File) inferPattern() string {
	votes, entitled := make([]int, len(knownPatterns)), 0
	for i := len(f.Entries) - 1; i >= 0 && entitled < voters; i-- {
		e := &f.Entries[i]
		facts := e.facts()
		if e.Key == "" || strings.HasPrefix(e.Key, "DBLP:") || len(facts.families) == 0 || facts.year == "" {
			continue
		}
		entitled++
		for n, p := range compiledPatterns {
			if explains(p.key(facts), e.Key) {
				votes[n]++
			}
		}
	}
	best := slices.Index(votes, slices.Max(votes))
	if votes[best]*2 <= entitled {
		return DefaultPattern
	}
	return knownPatterns[best]
}

var compiledPatterns = func() (compiled []keyPattern) {
	for _, pattern := range knownPatterns {
		p, err := parsePattern(pattern)
		if err != nil {
			panic(err)
		}
		compiled = append(compiled, p)
	}
	return compiled
}()

// explains reports whether a key equals the key generated by a pattern, except for a final letter
// that distinguishes two works.
func explains(made, key string) bool {
	rest, ok := strings.CutPrefix(key, made)
	return ok && (rest == "" || len(rest) == 1 && rest[0] >= 'a' && rest[0] <= 'z')
}

func (e *Entry) facts() keyFacts {
	return factsOf(Record{Authors: e.Authors(), Year: e.Year(), Title: e.Field("title")})
}
