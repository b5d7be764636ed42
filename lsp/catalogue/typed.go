package catalogue

import (
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Tier says how well something typed fits; lower is better.
type Tier int

// The tiers. What fits none of them is not offered.
const (
	ByKey   Tier = iota // it begins the key or an identifier, or nothing is typed
	ByWords             // each word of it begins one of the key, the authors, the year or the title
)

// Typed is the text before the cursor, to compare with.
type Typed struct {
	key      string
	joined   string   // without white space: "Conneau 2018" begins conneau2018you
	words    []string // each behind a space
	identity paper.TypedIdentifier
}

// NewTyped takes it as it is written in the text.
func NewTyped(typed string) Typed {
	t := Typed{key: text.Fold(strings.TrimSpace(typed)), identity: paper.ReadTyped(typed)}
	t.joined = strings.Join(strings.Fields(t.key), "")
	for _, token := range text.Tokens(typed) {
		t.words = append(t.words, " "+token.Text)
	}
	return t
}

// Tier compares with a key and Words.
func (t Typed) Tier(key, words string) (Tier, bool) { return t.tier(text.Fold(key), words) }

// Identifies reports whether the DOI or arXiv identifier of a work begins with what
// is typed.
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

// WordsOf are Words of a paper under a key.
func WordsOf(key string, p *paper.Paper) string {
	families := make([]string, len(p.Authors))
	for i, a := range p.Authors {
		families[i] = a.Family
	}
	return Words(key, families, p.Year, p.Title)
}

// Words are the folded words that a work is found by, each behind a space.
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
