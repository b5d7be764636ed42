package catalogue

import (
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Tier is the quality of a match; lower is better.
type Tier int

// The tiers of matches, from best to worst.
const (
	ByKey   Tier = iota // the typed text is a prefix of the key or of an identifier
	ByWords             // each typed word is a prefix of a word in the key, authors, year or title
)

// Typed is the text typed before the cursor.
type Typed struct {
	key      string
	joined   string   // the typed text without white space, so that "Conneau 2018" matches conneau2018you
	words    []string // the typed words, each preceded by a space
	identity paper.TypedIdentifier
}

// NewTyped prepares typed text for matching.
func NewTyped(typed string) Typed {
	t := Typed{key: text.Fold(strings.TrimSpace(typed)), identity: paper.ReadTyped(typed)}
	t.joined = strings.Join(strings.Fields(t.key), "")
	for _, token := range text.Tokens(typed) {
		t.words = append(t.words, " "+token.Text)
	}
	return t
}

// Tier matches the text against a key and the result of Words. It returns false if neither matches.
func (t Typed) Tier(key, words string) (Tier, bool) { return t.tier(text.Fold(key), words) }

// Identifies reports whether the text is a prefix of the given DOI or arXiv identifier.
func (t Typed) Identifies(doi, arxiv string) bool { return t.identity.Begins(doi, arxiv) }

func (t Typed) tier(foldedKey, words string) (Tier, bool) {
	if strings.HasPrefix(foldedKey, t.key) || strings.HasPrefix(foldedKey, t.joined) {
		return ByKey, true
	}
	for _, word := range t.words {
		if !strings.Contains(words, word) {
			return 0, false
		}
	}
	return ByWords, len(t.words) > 0
}

// WordsOf is like Words, but takes a paper and its key.
func WordsOf(key string, p *paper.Paper) string {
	families := make([]string, len(p.Authors))
	for i, a := range p.Authors {
		families[i] = a.Family
	}
	return Words(key, families, p.Year, p.Title)
}

// Words returns the folded words of a work that typed words are matched against, each preceded by a
// space.
func Words(key string, families []string, year int, title string) string {
	var b strings.Builder
	b.Grow(len(key) + len(title) + 16*len(families))
	add := func(s string) {
		text.EachToken(s, func(word string, _, _ int) bool {
			b.WriteByte(' ')
			b.WriteString(word)
			return true
		})
	}
	add(key)
	for _, family := range families {
		add(family)
	}
	if year != 0 {
		add(strconv.Itoa(year))
	}
	add(title)
	return b.String()
}
