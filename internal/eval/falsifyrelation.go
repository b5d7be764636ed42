package eval

import (
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// The following edits change or add relations between things.

// An object is the object of a preposition, such as "dependency parsing" in "for dependency
// parsing".
type object struct {
	preposition, phrase string
	start, end          int // byte offsets of phrase in the sentence
}

var prepositions = map[string]bool{"for": true, "on": true, "in": true, "of": true, "from": true, "with": true,
	"using": true, "to": true, "into": true, "by": true,
	"between": true, "through": true, "via": true, "against": true, "among": true, "during": true, "over": true,
	"than": true, "towards": true}

var wordOrMark = regexp.MustCompile(`[\p{L}\d][\p{L}\d'’-]*|[^\s\p{L}\d]`)

// idiom lists words that form a fixed expression with a preposition, such as "in order", and
// therefore are not objects.
var idiom = map[string]bool{"order": true, "mind": true, "addition": true, "terms": true, "particular": true,
	"contrast": true, "general": true, "means": true, "case": true,
	"example": true, "instance": true, "respect": true, "regard": true, "turn": true, "fact": true, "recent": true,
	"future": true}

// objectsOf returns the objects of prepositions in s. An object consists of up to four content
// words.
func objectsOf(s string) (objects []object) {
	places := wordOrMark.FindAllStringIndex(s, -1)
	word := func(i int) string { return strings.ToLower(s[places[i][0]:places[i][1]]) }
	for i := range places {
		if !prepositions[word(i)] {
			continue
		}
		first := i + 1
		for first < len(places) && slices.Contains([]string{"the", "a", "an", "their", "its"}, word(first)) {
			first++
		}
		last := first
		for last < len(places) && last-first < 4 && isContent(word(last)) {
			last++
		}
		if last == first || idiom[word(first)] || last < len(places) && strings.HasPrefix(s[places[last][0]:], "[") ||
			strings.Contains(s[places[first][0]:places[last-1][1]], "CITE") {
			continue
		}
		objects = append(objects, object{word(i), s[places[first][0]:places[last-1][1]], places[first][0], places[last-1][1]})
	}
	return objects
}

// objectsIn returns the objects in texts that keep accepts. It skips phrases such as "our work".
func objectsIn(texts []string, keep func(object) bool) (objects []object) {
	for _, s := range texts {
		for _, o := range objectsOf(s) {
			if !ownWork.MatchString(o.phrase) && keep(o) {
				objects = append(objects, o)
			}
		}
	}
	return objects
}

func isContent(word string) bool {
	first := rune(word[0])
	return len(word) > 2 && !text.IsStop(word) && (first >= 'a' && first <= 'z' || first > 0x7f)
}

// foreignObject replaces the object of a preposition with an object from a similar paper.
func foreignObject(m *claimMaker, s string) (string, string) {
	return m.replaceObject(s, m.neighbourTexts(), true)
}

// ownObject replaces the object of a preposition with another object from the same paper.
func ownObject(m *claimMaker, s string) (string, string) {
	return m.replaceObject(s, abstractSentences(m.p), false)
}

func (m *claimMaker) neighbourTexts() (all []string) {
	for _, other := range m.neighbours() {
		all = append(all, other.Title, other.Abstract)
	}
	return all
}

func (m *claimMaker) replaceObject(s string, sources []string, foreign bool) (string, string) {
	own := objectsOf(s)
	if len(own) == 0 {
		return s, ""
	}
	old := oneOf(m.random, own)
	has, said := termSet(m.about()), termSet(s)
	others := objectsIn(sources, func(o object) bool {
		return o.preposition == old.preposition && isOther(o.phrase, said) && (!foreign || isOther(o.phrase, has))
	})
	if len(others) == 0 {
		return s, ""
	}
	other := oneOf(m.random, others)
	return s[:old.start] + other.phrase + s[old.end:], old.preposition + " " + old.phrase + " > " + other.phrase
}

// isOther reports whether a phrase differs in meaning from a text with the given stems: the text
// lacks the stem of the last word or most stems of the phrase.
func isOther(phrase string, has map[string]bool) bool {
	stems := text.Terms(phrase)
	if len(stems) == 0 {
		return false
	}
	missing := float64(len(stems)) - countIn(stems, has)
	return missing > 0 && (!has[stems[len(stems)-1]] || 2*missing > float64(len(stems)))
}

var around = regexp.MustCompile(`((?:[\p{L}\d-]+ ){0,2}[\p{L}\d-]+) (for|using|from|with|into|by|on|to|causes?|affects?|improves?|predicts?|influences?|depends? on|leads? to|results? in|inhibits?|activates?|induces?) ((?:the |an? )?(?:[\p{L}\d-]+ ){0,2}[\p{L}\d-]+)`)

// swappedAround swaps the phrases before and after a preposition or a verb such as "causes".
func swappedAround(m *claimMaker, s string) (string, string) {
	all := around.FindAllStringSubmatchIndex(s, -1)
	if len(all) == 0 {
		return s, ""
	}
	at := oneOf(m.random, all)
	left, right := contentTail(s[at[2]:at[3]]), contentHead(s[at[6]:at[7]])
	if left == "" || right == "" || strings.Contains(left+right, "CITE") {
		return s, ""
	}
	middle := s[at[3]:at[6]]
	start := at[3] - len(left)
	end := at[6] + strings.Index(s[at[6]:at[7]], right) + len(right)
	gap := s[at[6] : end-len(right)]
	return s[:start] + right + middle + gap + left + s[end:], "swapped " + left + " / " + right
}

// contentTail returns the consecutive content words at the end of s.
func contentTail(s string) string {
	words := strings.Fields(s)
	at := len(words)
	for at > 0 && isContent(strings.ToLower(words[at-1])) && baseOf(words[at-1]) == "" {
		at--
	}
	return strings.Join(words[at:], " ")
}

func contentHead(s string) string {
	words := strings.Fields(s)
	for len(words) > 0 && !isContent(strings.ToLower(words[0])) {
		words = words[1:]
	}
	end := 0
	for end < len(words) && isContent(strings.ToLower(words[end])) {
		end++
	}
	return strings.Join(words[:end], " ")
}

var opposites = pairsOf(`improve:harm improves:harms improved:harmed improving:harming enable:prevent enables:prevents enabled:prevented enabling:preventing
	allow:forbid allows:forbids allowing:forbidding support:refute supports:refutes supported:refuted confirm:refute confirms:refutes confirmed:refuted
	include:exclude includes:excludes including:excluding causes:prevents cause:prevent caused:prevented facilitate:hinder facilitates:hinders inhibit:promote
	inhibits:promotes inhibited:promoted inhibition:activation simplify:complicate simplifies:complicates help:hinder helps:hinders succeed:fail success:failure
	accept:reject accepted:rejected create:destroy maintain:abandon preserve:destroy induce:suppress induces:suppresses induced:suppressed activate:block activates:blocks
	propose:reject introduce:abandon supervised:unsupervised present:absent presence:absence benefit:harm benefits:harms strengthens:weakens encourage:discourage
	with:without agree:disagree like:unlike add:remove adding:removing join:separate combine:separate combining:separating similarity:difference advantage:drawback`)

func oppositeVerb(m *claimMaker, s string) (string, string) {
	return m.mapped(s, opposites, "opposite")
}

// addedObject appends a prepositional phrase from a similar paper, such as a purpose or a location.
func addedObject(m *claimMaker, s string) (string, string) {
	has := termSet(m.about())
	others := objectsIn(m.neighbourTexts(), func(o object) bool {
		return slices.Contains([]string{"for", "on", "in", "from", "with"}, o.preposition) &&
			len(strings.Fields(o.phrase)) > 1 && isOther(o.phrase, has)
	})
	if len(others) == 0 {
		return s, ""
	}
	o := oneOf(m.random, others)
	return atEnd(s, " "+o.preposition+" "+o.phrase), "added " + o.preposition + " " + o.phrase
}

// foreignKeywords returns acronyms and phrases from the titles of similar papers that this paper
// does not contain.
func (m *claimMaker) foreignKeywords() (keywords []string) {
	has := termSet(m.about())
	for _, other := range m.neighbours() {
		for _, phrase := range phrasesOf(other.Title) {
			if isOther(phrase, has) {
				keywords = append(keywords, phrase)
			}
		}
		for _, name := range namesIn(other.Abstract) {
			if isCapitals(name) && !has[strings.ToLower(name)] {
				keywords = append(keywords, name)
			}
		}
	}
	return keywords
}

// phrasesOf returns the sequences of two or three content words in a title. Of a longer sequence,
// it returns the last two words.
func phrasesOf(title string) (phrases []string) {
	places := wordOrMark.FindAllStringIndex(title, -1)
	for start := 0; start < len(places); start++ {
		end := start
		for end < len(places) && isContent(strings.ToLower(title[places[end][0]:places[end][1]])) {
			end++
		}
		if n := end - start; n == 2 || n == 3 {
			phrases = append(phrases, lowered(title[places[start][0]:places[end-1][1]]))
		} else if n > 3 {
			phrases = append(phrases, lowered(title[places[end-2][0]:places[end-1][1]]))
		}
		start = end
	}
	return phrases
}

func (m *claimMaker) keyword() string {
	if all := m.foreignKeywords(); len(all) > 0 {
		return oneOf(m.random, all)
	}
	return ""
}

func keywordForObject(m *claimMaker, s string) (string, string) {
	k, own := m.keyword(), objectsOf(s)
	if k == "" || len(own) == 0 {
		return s, ""
	}
	old := oneOf(m.random, own)
	return s[:old.start] + k + s[old.end:], "object " + k
}

var proposing = regexp.MustCompile(`(\[CITE\](?: have)? (?:propose|present|introduce|describe|develop|use|provide)[sd]? )`)

// keywordInFrame adds a foreign keyword to the sentence as the paper's topic or method.
func keywordInFrame(m *claimMaker, s string) (string, string) {
	k := m.keyword()
	if k == "" {
		return s, ""
	}
	if at := proposing.FindStringIndex(s); at != nil && m.random.IntN(2) == 0 {
		return s[:at[1]] + oneOf(m.random, []string{"the " + k + " algorithm as ", "a " + k + " approach, ",
			k + ", "}) + s[at[1]:], "as " + k
	}
	return oneOf(m.random, []string{"In work on " + k + ", ", "For " + k + ", ", "In the context of " + k + ", ",
		"Regarding " + k + ", ", "To address " + k + ", "}) + lowered(s), "in " + k
}

func keywordAtEnd(m *claimMaker, s string) (string, string) {
	k := m.keyword()
	if k == "" {
		return s, ""
	}
	return atEnd(s, oneOf(m.random, []string{" for " + k, " with " + k, " in " + k, " by means of " + k,
		", which is relevant to " + k, " and " + k, ", a form of " + k, " and apply it to " + k})), "end " + k
}

// keywordAsModifier inserts a foreign keyword before a noun, so that it modifies the noun.
func keywordAsModifier(m *claimMaker, s string) (string, string) {
	k, at := m.keyword(), m.anyMatch(anObject, s)
	if k == "" || at == nil {
		return s, ""
	}
	article, noun, _ := strings.Cut(s[at[0]:at[1]], " ")
	return s[:at[0]] + article + " " + k + " " + noun + s[at[1]:], "modifier " + k
}
