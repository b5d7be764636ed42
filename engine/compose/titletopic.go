package compose

import (
	"cmp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/determiner"
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

var (
	topicVerbs = english.Classes("verbs of title topics")
	titleActs  = english.Classes("verbs of nouns in titles")
	titleMakes = english.Classes("verbs of nouns before another in titles")
	products   = english.Set("products as titles")
)

// titleTopic parses a title that is a noun phrase, such as "Effects of X on Y", as the topic that
// the authors examine.
func (p *parser) titleTopic(title string) (Statement, bool) {
	topic, ok := p.topicCase(title)
	if !ok {
		return Statement{}, false
	}
	t := syntax.Parse(topic)
	head := t.Root()
	if head == syntax.None || t.Truncated || t.Tokens[head].Tag != "NN" && t.Tokens[head].Tag != "NNS" || hasClause(&t) {
		return Statement{}, false
	}
	noun := t.Tokens[head].Lemma
	if t.Tokens[0].Norm == "no" || products[noun] ||
		strings.ContainsAny(topic, "0123456789") && strings.Contains(topic, "version") {
		return Statement{}, false
	}
	phrase, ok := withArticles(topic, &t, head)
	if !ok {
		return Statement{}, false
	}
	st := Statement{Kind: Study, predicate: topicVerb(phrase, noun) + " " + phrase, topic: phrase}
	if acts, ok := actsOf(&t, head); ok {
		st.predicate = acts
	} else if better, ok := strings.CutPrefix(phrase, "improved "); ok {
		st.predicate = "improve " + better
	}
	return st, p.finishPredicate(&st)
}

// topicCase returns a title in the case that it has inside a sentence. It returns false if the title has
// several parts, or a word that may or may not be a name.
func (p *parser) topicCase(title string) (string, bool) {
	s, ok := p.sentenceCase(strings.TrimRight(title, ". "))
	return s, ok && !strings.ContainsAny(s, "?!:;–—\"“”") && !strings.Contains(s, " - ")
}

// titleAct parses a title such as "Assessing X" as what the authors do.
func (p *parser) titleAct(title string) (Statement, bool) {
	act, ok := p.topicCase(title)
	if !ok {
		return Statement{}, false
	}
	t := syntax.Parse(act)
	if t.Truncated || len(t.Tokens) < 4 || t.Tokens[0].Tag != "VBG" || !acts[t.Tokens[0].Lemma] {
		return Statement{}, false
	}
	object := t.Child(0, syntax.DirectObject)
	if object == syntax.None || t.Subtree(object).First != 1 {
		return Statement{}, false
	}
	topic := determiner.Restore(t.Source(syntax.Span{First: 1, Last: len(t.Tokens) - 1}))
	st := Statement{Kind: Study, predicate: t.Tokens[0].Lemma + " " + topic, topic: topic}
	return st, p.finishPredicate(&st)
}

// acts are the verbs of titles that say what authors do.
var acts = english.Set("acts in titles")

// topicVerb returns the verb for a topic with the given head noun.
func topicVerb(topic, noun string) string {
	verb := topicVerbs[noun]
	switch {
	case verb == "examine" || verb == "provide" || verb == "report" && strings.HasPrefix(topic, "the "):
		return verb
	case strings.HasPrefix(topic, "a ") || strings.HasPrefix(topic, "an "):
		return "present"
	case verb == "present":
		return verb
	}
	return "study"
}

// actsOf returns a title such as "Identification and characterization of X" with verbs in place of its
// nouns: "identify and characterize X".
func actsOf(t *syntax.Tree, head int) (predicate string, ok bool) {
	if head != 0 || len(t.Tokens) < 3 {
		return "", false
	}
	verb, of := titleActs[t.Tokens[0].Norm], 1
	if second := t.Child(0, syntax.Conjunct); second != syntax.None {
		if second != 2 || t.Tokens[1].Norm != "and" || titleActs[t.Tokens[2].Norm] == "" {
			return "", false
		}
		verb, of = cmp.Or(verb, titleMakes[t.Tokens[0].Norm]), 3
		if verb != "" {
			verb += " and " + titleActs[t.Tokens[2].Norm]
		}
	}
	if verb == "" || of+2 >= len(t.Tokens) || t.Tokens[of].Norm != "of" {
		return "", false
	}
	object := t.Source(syntax.Span{First: of + 1, Last: len(t.Tokens) - 1})
	return verb + " " + determiner.Restore(object), true
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
		if t.Tokens[i].Tag.IsFinite() && !describes(t, i) && !describes(t, t.Tokens[i].Head) {
			return true
		}
	}
	return false
}

// describes reports whether a verb is that of a clause that describes a noun.
func describes(t *syntax.Tree, verb int) bool {
	return verb != syntax.None && t.Is(verb, syntax.RelativeClause, syntax.AdnominalClause)
}

// withArticles returns a noun phrase with the articles that its nouns lack. ok is false if the phrase does
// not begin with its head and modifiers, or if it is unknown whether the head needs an article.
func withArticles(topic string, t *syntax.Tree, head int) (phrase string, ok bool) {
	if t.Subtree(head).First > 0 {
		return "", false
	}
	phrase = determiner.Restore(topic)
	second := t.Child(head, syntax.Conjunct)
	lists, last := second != syntax.None, max(head, second)
	isOf := last+1 < len(t.Tokens) && t.Tokens[last+1].Norm == "of"
	noun, added := t.Tokens[head].Lemma, phrase[:2] != topic[:2]
	switch {
	case added:
		return phrase, !lists || phrase[:2] != "a "
	case t.Tokens[head].Tag != "NN" || !determiner.IsBare(t, head):
		return phrase, true
	case studyTopics[noun] && (head > 0 || titleActs[noun] == ""):
		return english.Indefinite(phrase) + " " + phrase, !lists // as in "a comparative analysis of X"
	case isOf && t.Tokens[0].Tag != "VBG" && (!lists || t.Tokens[second].Tag == "NN"):
		return "the " + phrase, true
	}
	return phrase, determiner.Knows(t, head)
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
		if i > 0 && elements[word] {
			return "", false
		}
		if _, second, joined := strings.Cut(word, "-"); joined && capitalised(second) == second {
			low, ok = p.casing.loweredCompound(word)
		}
		if !ok && mayBeNamed(word) {
			low, ok = word, true
		}
		if !ok {
			return "", false
		}
		words[i] = strings.TrimSpace(low)
	}
	return strings.Join(words, " "), true
}

// elements are function words in title case that may be chemical elements.
var elements = map[string]bool{"As": true, "At": true, "In": true, "I": true, "He": true, "No": true}

// mayBeNamed reports whether a capitalized word of a title is named after a person or place, such as
// "Bayesian" and "Frank-Wolfe".
func mayBeNamed(word string) bool {
	word = strings.Trim(word, ",.;:()")
	first, second, joined := strings.Cut(word, "-")
	if joined {
		return capitalised(first) == first && capitalised(second) == second && second != "" &&
			!english.IsUsuallyLower(strings.ToLower(first)) && !english.IsUsuallyLower(strings.ToLower(second))
	}
	return capitalised(word) == word && endsInAny(word, "ian", "ean", "esian")
}
