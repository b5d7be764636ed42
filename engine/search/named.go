package search

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Mention is a reference to a work by its authors in running text, as in "Kim et al. (2019)".
type Mention struct {
	Families []string // family names of the authors, folded, in order
	Others   bool     // whether "et al." follows
	Year     int      // year; 0 if the sentence gives none
}

// maxMentions is the maximum number of mentions per sentence.
const maxMentions = 3

// mention matches a family name, optionally followed by a second author, "et al.", a possessive ending,
// and a year or citation.
var mention = regexp.MustCompile(`(?:^|[\s([{;,])((?:(?:[vV]an|[vV]on|[dD]e[nlr]?|[dD]i|[lL]a|[lL]e)\s+){0,2}\p{Lu}[\p{L}’'-]*\p{Ll}[\p{L}-]*)` +
	`(?:,?\s+(?:and|&)\s+(\p{Lu}[\p{L}’'-]*\p{Ll}[\p{L}-]*))?` +
	`(\s+e[ti]\.?\s*al\b\.?)?([’'](?:s\b|\s))?` +
	`(?:,?\s*[(\[]*((?:19|20)\d\d|\[?CITE\]))?`)

// maxSentence is the maximum number of bytes of a sentence to search for mentions.
const maxSentence = 4 << 10

// MentionsIn returns the works mentioned in a sentence. It ignores a name unless it is followed by
// "et al.", a second name, a year, a citation or a possessive ending.
func MentionsIn(sentence string) (all []Mention) {
	for _, m := range mention.FindAllStringSubmatch(text.Cut(sentence, maxSentence), -1) {
		first, owns := withoutPossessive(m[1])
		second, others, year := m[2], m[3] != "", m[5]
		if text.IsStop(strings.ToLower(first)) || !others && second == "" && !owns && m[4] == "" && year == "" {
			continue
		}
		found := Mention{Families: foldedNames(first, second), Others: others}
		found.Year, _ = strconv.Atoi(year)
		if len(found.Families) > 0 && len(all) < maxMentions {
			all = append(all, found)
		}
	}
	return all
}

func withoutPossessive(name string) (bare string, owns bool) {
	for _, ending := range []string{"’s", "'s"} {
		if bare, owns = strings.CutSuffix(name, ending); owns {
			break
		}
	}
	return bare, owns
}

func foldedNames(names ...string) (folded []string) {
	for _, name := range names {
		if f := text.FoldedWords(name); f != "" {
			folded = append(folded, f)
		}
	}
	return folded
}

// Filter returns an expression that matches papers by the mentioned authors.
func (m Mention) Filter() keyword.Expr {
	var all []keyword.Expr
	for _, family := range m.Families {
		all = append(all, keyword.Field{Name: "author", Words: strings.Fields(family)})
	}
	if len(all) == 1 {
		return all[0]
	}
	return keyword.And{Operands: all}
}

// Names rates how well a paper fits the mention, from 0 to 1. The rating is 0 if the first author
// differs or the years differ by more than one. It is 1 if both authors match, or the author and
// the year.
func (m Mention) Names(p *paper.Paper) float64 {
	if len(p.Authors) == 0 || text.FoldedWords(p.Authors[0].Family) != m.Families[0] ||
		m.Year != 0 && p.Year != 0 && abs(m.Year-p.Year) > 1 {
		return 0
	}
	fit := 0.5
	switch {
	case len(m.Families) == 2 && len(p.Authors) == 2 && text.FoldedWords(p.Authors[1].Family) == m.Families[1]:
		fit = 1
	case len(m.Families) == 2, m.Others && len(p.Authors) < 3:
		return 0
	case m.Others, m.Year == p.Year && m.Year != 0:
		fit = 0.75
	}
	if m.Year != 0 && m.Year == p.Year {
		fit = min(1, fit+0.25)
	}
	return fit
}

func abs(n int) int { return max(n, -n) }

// namedBy returns how well a paper fits the mention that matches it best.
func namedBy(mentions []Mention, p *paper.Paper) (fit float64) {
	for _, m := range mentions {
		fit = max(fit, m.Names(p))
	}
	return fit
}

// Mentions returns the mentions in the last sentence before the cursor.
func (q Query) Mentions() []Mention {
	if len(q.Context) == 0 {
		return nil
	}
	return slices.Clip(MentionsIn(q.Context[len(q.Context)-1]))
}
