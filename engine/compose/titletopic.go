package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

var (
	topicVerbs   = english.Classes("verbs of title topics")
	topicArticle = english.Classes("articles of title topics")
	products     = english.Set("products as titles")
)

// titleTopic parses a title that is a noun phrase, such as "Effects of X on Y", as the topic that
// the authors examine.
func (p *parser) titleTopic(title string) (Statement, bool) {
	topic, ok := p.sentenceCase(strings.TrimRight(title, ". "))
	if !ok || strings.ContainsAny(topic, "?!:;–—\"“”") || strings.Contains(topic, " - ") {
		return Statement{}, false
	}
	t := syntax.Parse(topic)
	head := t.Root()
	if head == syntax.None || t.Truncated || t.Tokens[head].Tag != "NN" && t.Tokens[head].Tag != "NNS" || hasClause(&t) {
		return Statement{}, false
	}
	noun := t.Tokens[head].Lemma
	if products[noun] || strings.ContainsAny(topic, "0123456789") && strings.Contains(topic, "version") {
		return Statement{}, false
	}
	article, ok := articleOf(&t, head)
	if !ok {
		return Statement{}, false
	}
	verb := topicVerbs[noun]
	switch {
	case verb != "":
	case strings.HasPrefix(topic, "a ") || strings.HasPrefix(topic, "an "):
		verb = "present"
	default:
		verb = "study"
	}
	st := Statement{Kind: Study, predicate: verb + " " + article + topic, topic: topic}
	return st, p.finishPredicate(&st)
}

// Topic returns the topic that the statement takes from a title without a claim about it, or "".
func (s Statement) Topic() string { return s.topic }

// hasClause reports whether a title has a finite verb, or begins with a verb or preposition. A noun
// before an adjective may be an imperative.
func hasClause(t *syntax.Tree) bool {
	if tag := t.Tokens[0].Tag; tag == "IN" || tag == "TO" || tag == "VBG" || tag == "VB" || tag == "WRB" || tag == "WP" ||
		tag.IsPronoun() ||
		tag == "NN" && len(t.Tokens) > 1 && t.Tokens[1].Tag.IsAdjective() ||
		t.Root() == 0 && strings.HasSuffix(t.Tokens[0].Norm, "ing") {
		return true
	}
	for i := range t.Tokens {
		if t.Tokens[i].Tag.IsFinite() {
			return true
		}
	}
	return false
}

// articleOf returns the article that a noun phrase without a determiner needs. ok is false if the
// article is unknown.
func articleOf(t *syntax.Tree, head int) (article string, ok bool) {
	first := t.Subtree(head).First
	second := t.Child(head, syntax.Conjunct)
	switch {
	case first > 0 || t.Child(head, syntax.Determiner, syntax.Possessive, syntax.NumberMod) != syntax.None:
		return "", first == 0
	case second != syntax.None && topicArticle[t.Tokens[head].Lemma] == "the" && second+1 < len(t.Tokens) &&
		t.Tokens[second+1].Norm == "of":
		return "the ", true // as in "the evolution and diversification of X"
	case second != syntax.None:
		return "", !needsArticle(t, head)
	}
	next := ""
	if head+1 < len(t.Tokens) {
		next = t.Tokens[head+1].Norm
	}
	switch kind := topicArticle[t.Tokens[head].Lemma]; {
	case kind == "the" && (next == "of" || next == "between" || next == "on" || next == "for"):
		return "the ", true
	case t.Tokens[head].Tag == "NNS":
		return "", true
	case kind == "a":
		return indefinite(t.Tokens[0].Form) + " ", true
	case next == "of":
		return "the ", true
	}
	return "", isMass(t.Tokens[head].Norm)
}

// needsArticle reports whether a noun without a determiner may need an article.
func needsArticle(t *syntax.Tree, noun int) bool {
	return noun != syntax.None && t.Tokens[noun].Tag == "NN" && !isMass(t.Tokens[noun].Norm) &&
		t.Child(noun, syntax.Determiner, syntax.Possessive, syntax.NumberMod) == syntax.None
}

// isMass reports whether the ending of a noun shows that it needs no article.
func isMass(noun string) bool {
	return endsInAny(noun, "ment", "tion", "sion", "ity", "ness", "ance", "ence", "ing", "ism", "ics", "ology",
		"ure", "sis",
		"age", "growth", "transport", "loss", "use", "diversity", "uptake")
}

func indefinite(word string) string {
	if strings.ContainsAny(strings.ToLower(word[:1]), "aeiou") && !strings.HasPrefix(strings.ToLower(word), "uni") &&
		!strings.HasPrefix(strings.ToLower(word), "use") && !strings.HasPrefix(strings.ToLower(word), "one") {
		return "an"
	}
	return "a"
}

// loweredAdjective returns a title with its first word in lower case. It returns true if that word is an
// adjective, according to its ending and the parser. Adjectives of places have other endings.
func loweredAdjective(title string) (string, bool) {
	first, rest, _ := strings.Cut(title, " ")
	low := strings.ToLower(first)
	if len(low) < 6 || low[1:] != first[1:] || !endsInAny(low, "al", "ar", "ary", "ive", "ous", "able", "ible",
		"omic", "netic", "genic", "logic") {
		return title, false
	}
	low += " " + rest
	t := syntax.Parse(low)
	return low, len(t.Tokens) > 0 && t.Tokens[0].Tag.IsAdjective()
}

// sentenceCase returns a title in the case that it would have inside a sentence. It returns false if a
// capitalized word may or may not be a name.
func (p *parser) sentenceCase(title string) (string, bool) {
	s, ok := clean(title)
	if !ok || s == "" {
		return "", false
	}
	if !isTitleCase(s) {
		if first, _, _ := strings.Cut(strings.ToLower(s), " "); topicVerbs[strings.TrimSuffix(first, "s")] != "" {
			s = first + s[len(first):]
		} else {
			s, ok = p.casing.lowered(s)
		}
		if !ok {
			s, ok = loweredAdjective(s)
		}
		words := strings.Fields(s)
		for i, word := range words {
			if low := strings.ToLower(word); capitalised(low) == word && p.casing.lower[low] && !p.casing.upper[low] {
				words[i] = low
			}
		}
		return strings.Join(words, " "), ok
	}
	words := strings.Fields(s)
	for i, word := range words {
		low, ok := p.casing.lowered(word + " ")
		if i > 0 && closedClass[bare(word)] && word != strings.ToLower(word) {
			return "", false // "As" may be arsenic
		}
		if _, second, joined := strings.Cut(word, "-"); joined && capitalised(second) == second {
			low, ok = p.casing.loweredCompound(word)
		}
		if !ok {
			return "", false
		}
		words[i] = strings.TrimSpace(low)
	}
	return strings.Join(words, " "), true
}
