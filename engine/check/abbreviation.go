package check

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

var definition = pattern.MustCompile(`\(([\p{Lu}\p{Ll}]?[\p{L}\d-]{0,4}\p{Lu}[\p{L}\d-]{0,5})\)`)

// maxDefinitions is the maximum number of abbreviations read from one paper.
const maxDefinitions = 40

// spellOut returns a copy of the paper that expands abbreviations if the claim uses their long
// forms, so that "soil organic carbon" matches "SOC".
func (p *Paper) spellOut(claim string) *Paper {
	long := maps.Clone(p.long)
	addSymbols(long, claim, p.passages)
	if len(long) == 0 {
		return p
	}
	low := strings.ToLower(claim)
	spelled := p.passages
	for _, short := range slices.SortedFunc(maps.Keys(long), longerFirst) {
		phrase := long[short]
		if !strings.Contains(low, strings.ToLower(phrase)) {
			continue
		}
		if &spelled[0] == &p.passages[0] {
			spelled = slices.Clone(p.passages)
		}
		replaceShort(spelled, short, phrase, strings.Contains(claim, short))
	}
	return p.with(spelled)
}

// longerFirst sorts abbreviations by decreasing length, since a long form may contain a shorter
// abbreviation.
func longerFirst(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) }

// Definitions returns the abbreviations defined in the passages, mapped to their long forms.
func Definitions(passages []string) map[string]string {
	found := make(map[string]string)
	left := maxPaperBytes
	for _, p := range passages {
		if left -= len(p); left < 0 || len(found) >= maxDefinitions {
			break
		}
		if p = bounded(p); !strings.Contains(p, "(") {
			continue
		}
		for _, at := range definition.FindAllStringSubmatchIndex(p, maxDefinitions) {
			short := p[at[2]:at[3]]
			if long := text.LongForm(p[:at[0]], short); long != "" && found[short] == "" {
				found[short] = long
			}
		}
		for _, m := range longAfterShort.FindAllStringSubmatch(p, maxDefinitions) {
			if long := text.LongForm(m[2], m[1]); long != "" && found[m[1]] == "" {
				found[m[1]] = long
			}
		}
	}
	return found
}

// longAfterShort matches "SOC (soil organic carbon)".
var longAfterShort = pattern.MustCompile(`\b(\p{Lu}[\p{Lu}\d]{1,6}) \(([\p{L}][\p{L} -]{4,70})\)`)

var symbols = english.Classes("chemical symbols")

// addSymbols adds the chemical symbols of elements that the claim names but the paper does not.
func addSymbols(long map[string]string, claim string, passages []string) {
	claim = strings.ToLower(claim)
	for name, symbol := range symbols {
		if long[symbol] != "" || !strings.Contains(claim, name) {
			continue
		}
		if !slices.ContainsFunc(passages, func(p string) bool { return strings.Contains(strings.ToLower(p), name) }) {
			long[symbol] = name
		}
	}
}

// replaceShort expands an abbreviation in all passages except in its definition. If keep is true,
// the short form follows the long one.
func replaceShort(passages []string, short, long string, keep bool) {
	word := regexp.MustCompile(`(^|[^(\p{L}\d-])` + regexp.QuoteMeta(short) + `(s?)\b`)
	if keep {
		long += " " + short
	}
	for i, p := range passages {
		if strings.Contains(p, short) {
			passages[i] = word.ReplaceAllString(bounded(p), "${1}"+strings.ReplaceAll(long, "$", "$$")+"$2")
		}
	}
}
