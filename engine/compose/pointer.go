package compose

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// dangles reports whether a sentence depends on another one because it has a pronoun or a definite
// noun without an antecedent.
func dangles(s string) bool {
	words := strings.Fields(s)
	lows := bareWords(s)
	mayPoint := false
	for i := range words {
		if pointsBack(words, lows, i) {
			return true
		}
		mayPoint = mayPoint || pointers[lows[i]]
	}
	return mayPoint && elsewhereInPaper.MatchString(sameAs.ReplaceAllString(s, ""))
}

var pointers = english.Set("parts of papers")

var elsewhereInPaper = pattern.MustCompile(`(?i)\bin the (?:appendix|supplement|appendices)\b|\b(?:(?:tables?` +
	`|figures?|figs?|sections?|sects?|appendix|equations?|eqs?|chapters?) (?:[A-Z]?\d|[IVX]+\b)|the latter` +
	`|the former|aforementioned|aforesaid|mentioned above|described above|above-mentioned|mentioned|(?:see|as` +
	`|described|discussed|given|shown) (?:above|below)|the (?:following|above|below)|as follows|doing so|do so` +
	`|does so|the same|the other|others|one another's|previously described|like this|in turn|the rest|so far` +
	`|so-far|this end)\b`)

// sameAs matches "same" with its standard of comparison in the same sentence, as in "the same
// sources for different words".
var sameAs = pattern.MustCompile(`\bthe same (?:\p{Ll}[\p{Ll}-]* ){1,3}(?:as|(?:for|to|of|in|on` +
	`|across)(?: \p{Ll}+)? (?:different|across|both|all|each|every|several|multiple)) `)

func pointsBack(words, lows []string, i int) bool {
	next := at(lows, i+1)
	if isCountedStep(lows, i) {
		return true
	}
	switch lows[i] {
	case "this", "these":
		return !namedBefore(lows, i, next) && !namedBefore(lows, i, at(lows, i+2)) &&
			!thisPaper.MatchString("this "+next)
	case "those":
		return !afterThose[next]
	case "such":
		return next != "as" && next != "that" && !namedBefore(lows, i, next)
	case "it":
		return !isExpletive(lows, i) && (!hasAntecedent(words, lows, i) || followsLead(words, i))
	case "he", "she", "his", "him", "her":
		return !hasPerson(words, lows, i)
	case "its", "itself", "they", "them", "their", "themselves", "theirs":
		return !hasAntecedent(words, lows, i) || lows[i] == "they" && followsLead(words, i)
	case "that":
		return pointsWithThat(words, lows, i)
	case "both", "either", "neither":
		return !followedBy(lows[:min(len(lows), i+7)], i, "and", "or", "nor", "other") && next != "of" &&
			!followedBy(lows[:i], -1, "and", "or", "two", "between")
	case "each":
		if lows[i] == "each" && measures[next] && !specifies[at(lows, i+2)] && !namedBefore(lows, i, next) {
			return true
		}
		return !followedBy(lows[:min(len(lows), i+7)], i, "and", "or", "nor", "other") && at(lows, i+1) != "of" &&
			!hasAntecedent(words, lows, i)
	case "two", "three", "four", "five", "six":
		return at(lows, i-1) == "the" && !followedBy(lows[:min(len(lows), i+6)], i, "of", "that", "which", "and", "in")
	case "one", "ones":
		return lows[i] == "ones" && i < 6 || at(lows, i-2) == "the" && ordinals[at(lows, i-1)] &&
			!followedBy(lows[:i], -1, "two", "three", "four", "and")
	case "the":
		return isBareDefinite(words, lows, i)
	case "here", "therein", "thereof":
		return i < len(lows)-1
	}
	return false
}

func at(words []string, i int) string {
	if i < 0 || i >= len(words) {
		return ""
	}
	return words[i]
}

var afterThose = english.Set("after those")

// namedBefore reports whether a noun occurs before words[i].
func namedBefore(lows []string, i int, noun string) bool {
	stem := strings.TrimSuffix(noun, "s")
	if len(stem) < 3 {
		return false
	}
	return slices.ContainsFunc(lows[:i], func(w string) bool {
		return strings.TrimSuffix(w, "s") == stem || strings.HasPrefix(w, stem+"s") || strings.HasSuffix(w, "-"+stem)
	})
}

// isExpletive reports whether "it" refers to a clause, as in "it is possible to".
func isExpletive(lows []string, i int) bool {
	switch before := at(lows, i-1); before {
	case "make", "makes", "making", "made", "find", "finds", "found", "consider", "render", "renders", "rendering":
		return true
	}
	for k := i + 1; k < min(len(lows), i+7); k++ {
		if lows[k] == "that" || lows[k] == "to" && k > i+2 || lows[k] == "whether" || lows[k] == "possible" {
			return k > i+2 || lows[k] == "possible"
		}
	}
	return false
}

// hasAntecedent reports whether a preceding word in the sentence can be a pronoun's antecedent.
func hasAntecedent(words, lows []string, i int) bool {
	things := 0
	for k := range i {
		if !closedClass[lows[k]] && !strings.HasSuffix(lows[k], "ing") && !isAdverb(lows[k]) &&
			baseOf(lows[k]) == "" && !reportWords[lows[k]] {
			things++
		}
	}
	return things > 0 && i >= 3
}

// pointsWithThat reports whether "that" refers to preceding text, as in "in that sport".
func pointsWithThat(words, lows []string, i int) bool {
	if !pointingPrepositions[at(lows, i-1)] || closedClass[at(lows, i+1)] || specifies[at(lows, i+1)] {
		return false
	}
	ends := i+2 >= len(lows) || endsInAny(words[i+1], ",", ";", ":")
	return (ends || specifies[at(lows, i+2)] || at(lows, i+2) == "and") && i+1 < len(lows) &&
		!namedBefore(lows, i, lows[i+1])
}

// followsLead reports whether a pronoun is the subject after a lead such as "In this way, ".
func followsLead(words []string, i int) bool {
	return i > 0 && strings.HasSuffix(words[i-1], ",") && leadStarts[bare(words[0])] && !hasFinite(words[:i]) &&
		strings.Count(strings.Join(words[:i], " "), ",") == 1
}

// hasPerson reports whether a person is mentioned before "his".
func hasPerson(words, lows []string, i int) bool {
	for k := range i {
		if persons[strings.TrimSuffix(lows[k], "s")] || k > 0 && isProper(words[k]) {
			return true
		}
	}
	return false
}

var (
	pointingPrepositions = english.Set("pointing prepositions")
	ordinals             = english.Set("ordinals")
	persons              = english.Set("persons")
)

// meansEverybody matches a generic "we".
var meansEverybody = pattern.MustCompile(`\bwe (?:would|should|must|need|all|live|know|humans|understand|see` +
	`|as)\b|\b(?:us|we) all\b`)

// objectPoints reports whether the object of a predicate is a pronoun.
func objectPoints(predicate string) bool {
	words := bareWords(predicate)
	object := at(words, verbAt(words)+1)
	return object == "it" && !isExpletive(words, verbAt(words)+1) || object == "them" || object == "they"
}

// withoutAlso removes an "also" that refers to the previous sentence.
func withoutAlso(s string) string {
	if strings.Contains(s, "but also") || strings.Contains(s, "not only") {
		return s
	}
	return strings.Replace(s, " also ", " ", 1)
}

// withoutConsequence removes an adverb between a subject and its verb that refers to the previous sentence, as
// in "residues can thus be used". It keeps adverbs that join two parts of the sentence.
func withoutConsequence(s string) string {
	words := strings.Fields(s)
	clause := 0 // start of the clause
	for i := 1; i < len(words)-1; i++ {
		if words[i] == "that" {
			clause = i + 1
		}
		n := 1
		if words[i] == "in" && words[i+1] == "turn" {
			n = 2
		} else if !consequences[words[i]] || words[i+1] == "far" {
			continue
		}
		before := words[clause:i]
		if len(before) > 0 && (finite[bare(words[i-1])] || modals[words[i-1]]) {
			before = before[:len(before)-1]
		}
		if len(before) == 0 || endsInAny(words[i-1], ",", ";", ":") || beforeConsequence[words[i-1]] ||
			hasFinite(before) || strings.HasSuffix(at(words, i+n), "ing") ||
			n == 2 && len(before) == i-clause && !hasFinite([]string{"it", at(words, i+n)}) {
			return s
		}
		return strings.Join(slices.Delete(words, i, i+n), " ")
	}
	return s
}

// consequences holds the adverbs removed by withoutConsequence; beforeConsequence holds words after which they
// join two parts of a sentence.
var (
	consequences      = english.Set("adverbs of consequence")
	beforeConsequence = english.Set("words before a consequence")
)

var reportWords = english.Set("report words")

// followedBy reports whether one of several words occurs after words[i].
func followedBy(words []string, i int, any ...string) bool {
	return slices.ContainsFunc(words[max(0, i+1):], func(w string) bool { return slices.Contains(any, w) })
}

// isBareDefinite reports whether a definite noun at words[i], such as "the model", lacks a
// complement that identifies it.
func isBareDefinite(words, lows []string, i int) bool {
	if pointingAdjectives[at(lows, i+1)] && i < 5 {
		return true
	}
	for k := i + 1; k < min(len(words), i+5); k++ {
		if lows[k] == "first" || lows[k] == "second" || lows[k] == "third" {
			continue
		}
		if endsPhrase[lows[k]] {
			return false
		}
		ends := strings.ContainsAny(words[k][len(words[k])-1:], ",;:.")
		next := at(lows, k+1)
		if isProper(words[k]) {
			return false
		}
		if (next == "and" || next == "or") && !ends {
			k++
			continue
		}
		last := ends || next == "" || endsPhrase[next] || isVerbLike(next) || isAdverb(next) || next == "overall"
		if !last {
			continue
		}
		return pointingNouns[lows[k]] && areGeneric(lows[i+1:k]) && (ends || !specifies[next] || onlyOwn[next] &&
			(finite[at(lows, k+2)] || closedClass[at(lows, k+2)] && at(lows, k+2) != "by" || k+2 >= len(lows))) &&
			!namedBefore(lows, i, lows[k])
	}
	return false
}

// isProper reports whether a word inside a sentence is written like a name.
func isProper(word string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, "(\"“"))
	return unicode.IsUpper(r) || hasOwnForm(word)
}

// areGeneric reports whether none of the words identifies a particular thing.
func areGeneric(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool {
		return !genericNouns[w] && !pointingNouns[w] && w != "and" && w != "or"
	})
}

var (
	pointingAdjectives = english.Set("pointing adjectives")
	specifies          = english.Set("specifiers")
	onlyOwn            = english.Set("own participles")
	endsPhrase         = english.Union(closedClass, specifies, reportWords, modals, english.Set("phrase ends"))
)

func isVerbLike(word string) bool {
	return baseOfThird[word] != "" || baseOfPast[word] != "" || len(word) > 4 && strings.HasSuffix(word, "ed") ||
		resultVerbs[word]
}

// isBroken reports whether a sentence lacks words or ends in a word that cannot end a sentence.
func isBroken(s string) bool {
	words := bareWords(s)
	last := at(words, len(words)-1)
	return last == "" || cannotEnd[last] || strings.Contains(s, " ,") || strings.Contains(s, "  ") ||
		strings.Contains(s, "()") || strings.Contains(s, hole) || lostWords.MatchString(s) || !isClosed(s)
}

// lostWords matches adjacent words that cannot occur without others between them.
var lostWords = pattern.MustCompile(`\b(?:a|an|the|novel|new|of|by|with|two|three) (?:they|we|We|it|he|is|are` +
	`|was|were|and|or|of|which)\b|\b(?:a|an|the|of) (?:Even|This|The|These|However|Our|There)\b|\b(?:a|an` +
	`|the) that\b|\b(?:a|an|the|A|An|The) (?:can|may|could|should|would|has|have|had) |\b(?:and|or) (?:and|or)\b|\b(?:in|by|of|from|with|the|a|an|and|to|uses?) ?[,;]|\buses? (?:that|to)\b`)

var cannotEnd = english.Set("no sentence ends")

// withoutHere removes "here" and "in this paper" where they only refer to the paper itself.
func withoutHere(s string) string {
	if !strings.Contains(s, " here") && !strings.Contains(s, "in this ") && !strings.Contains(s, "in the ") &&
		!strings.Contains(s, "in our ") {
		return strings.TrimRight(s, " ,;:")
	}
	s = inThisPaperInside.ReplaceAllString(donePassively.ReplaceAllString(s, "$1"), "")
	return strings.TrimRight(hereInside.ReplaceAllString(s, " $1"), " ,;:")
}

var (
	donePassively = pattern.MustCompile(`((?:is|are|was|were|been|be) (?:also )?(?:presented|reported|described` +
		`|introduced|proposed|discussed)) (?i:(?:with)?in (?:this|the present|the current|our) (?:paper|article|study` +
		`|work|thesis|chapter|report|review|survey|letter|research|contribution|note))\b`)
	inThisPaperInside = pattern.MustCompile(`,? (?i:(?:presented |reported |described |introduced |proposed ` +
		`|discussed )?(?:with)?in (?:this|the present|the current|our) (?:paper|article|study|work|thesis|chapter` +
		`|report|review|survey|letter|research|contribution|note))\b(,)?`)
	hereInside = pattern.MustCompile(`(?:,? \bhere\b|,? \bherein\b)(?: (that|how|a|an|the|on|for|to|by` +
		`|whether)|$|,)`)
)
