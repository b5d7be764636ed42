package compose

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// matchProduct parses "Our parser outperforms X" and "The proposed method finds X".
func matchProduct(_ *parser, l labelledSource, s string) (Statement, bool) {
	s = withoutOpening(s)
	owner := ownersProduct.FindString(s)
	if owner == "" || l.role == background || l.role == purpose {
		return Statement{}, false
	}
	words := strings.Fields(s[len(owner):])
	for i, word := range words[:min(len(words), maxProduct)] {
		if endsInAny(word, ",", ";", ":", ")") || closedClass[bare(word)] {
			break
		}
		verb := i + 1
		if verb < len(words) && isAdverb(bare(words[verb])) {
			verb++
		}
		if !ownProducts[word] || verb >= len(words) || !agrees(word, words[verb]) {
			continue
		}
		if frontAdverbs[bare(words[i+1])] {
			words = slices.Delete(words, i+1, i+2)
			verb = i + 1
		}
		st := Statement{Kind: Action, product: withoutPraise(words[:i]) + word, predicate: strings.Join(words[i+1:], " ")}
		if outcomeForms[words[verb]] != "" {
			st.Kind = Finding
		}
		return st, true
	}
	return Statement{}, false
}

// maxProduct is the maximum number of words in the name of a product.
const maxProduct = 5

var ownersProduct = pattern.MustCompile(`^(?:Our|The proposed|The presented|The resulting|This proposed|The new) (?:proposed )?`)

// agrees reports whether a word is a verb that agrees with a noun as its subject.
func agrees(noun, verb string) bool {
	if base := outcomeForms[verb]; base != "" {
		return english.Past(base) == verb || isProductPlural(noun) == (base == verb)
	}
	base := baseOf(verb)
	if base == "" || stateVerbs[base] {
		return false
	}
	return baseOfPast[verb] != "" || isProductPlural(noun) == knownVerbs[verb]
}

var (
	ownProducts = english.Set("products of papers")
	// outcomeForms maps the finite forms of outcome verbs to their base forms.
	outcomeForms = func() map[string]string {
		forms := make(map[string]string)
		for base := range english.Set("verbs of outcomes") {
			forms[base], forms[english.Third(base)], forms[english.Past(base)] = base, base, base
		}
		return forms
	}()
)

func isProductPlural(noun string) bool {
	return strings.HasSuffix(noun, "s") && !strings.HasSuffix(noun, "ss") && !strings.HasSuffix(noun, "us")
}

// withoutPraise removes adjectives that praise a product or call it new, as a citing author would
// not.
func withoutPraise(adjectives []string) string {
	var kept strings.Builder
	for _, word := range adjectives {
		if !praise[bare(word)] {
			kept.WriteString(word + " ")
		}
	}
	return kept.String()
}

var praise = english.Set("praise of products")

// finishProduct shortens the predicate of a product. It returns false if the statement depends on
// other sentences.
func (p *parser) finishProduct(s *Statement) bool {
	said := withoutAlsoInClause(p.short.expand(
		withoutDanglingTail(withoutPointingPhrase(withoutHole(shorten(s.predicate, maxWords-4, true))), true), p.familiar))
	whole := "Their " + s.product + " " + said
	if countWords(said) < minWords || countWords(whole) > maxWords || dangles("The "+s.product+" of them "+said) {
		return false
	}
	if isBroken(said) || saysNothing(said) || countsFromNowhere(said) || objectPoints(said) {
		return false
	}
	s.predicate = said
	return true
}

// ofProduct returns a sentence about a product, either naming the authors as its owners or citing
// them at the end.
func (s Statement) ofProduct(textual bool) string {
	said := thirdPerson(s.predicate)
	if textual {
		return "The " + s.product + " of " + Mark + " " + said + "."
	}
	if isProductPlural(lastWord(s.product)) {
		return "Proposed " + s.product + " " + said + " " + Mark + "."
	}
	return "A proposed " + s.product + " " + said + " " + Mark + "."
}
