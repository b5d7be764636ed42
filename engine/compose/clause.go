package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// shorten drops trailing clauses until a sentence is short enough. It keeps clauses that limit a
// claim, the "than" of a comparison and the "and" of "both ... and".
func shorten(s string, limit int, predicate bool) string {
	for countWords(s) > min(comfortableWords, limit) {
		at := lastCut(s, predicate)
		if at < 0 {
			return s
		}
		s = strings.TrimRight(s[:at], " ,;:–—-")
	}
	return s
}

// cutPoints matches the start of clauses that only add information.
var cutPoints = pattern.MustCompile(`; |: |, (?:and|while|whereas|which|where|thus|thereby|hence|allowing` +
	`|enabling|making|leading|resulting|achieving|outperforming|showing|yielding|providing|including|suggesting` +
	`|indicating|demonstrating|reflecting|highlighting|with|as well as|so|such as|for example|e\.g\.|using` +
	`|followed by|ranging|covering|whose|aiming|offering|supporting|especially|particularly|in particular|both in` +
	`|particularly in|due to|to|in order to|possibly|and thus|and thereby|besides|along with|in addition to` +
	`|together with)\s| (?:thereby|thus) [a-z]+ing |, [a-z]+ing | – | — |—`)

// lastCut returns the start of the last clause that can be dropped, or -1.
func lastCut(s string, predicate bool) int {
	points := cutPoints.FindAllStringIndex(s, -1)
	for i := len(points) - 1; i >= 0; i-- {
		at := points[i][0]
		if mayCut(s[:at], s[at:], predicate) {
			return at
		}
	}
	return -1
}

// shortestRest is the minimum number of words that must remain after a cut.
const shortestRest = 9

func mayCut(rest, tail string, predicate bool) bool {
	low := strings.ToLower(tail)
	switch {
	case countWords(rest) < shortestRest || strings.Count(rest, "(") != strings.Count(rest, ")"):
		return false
	case strings.Contains(low, "respectively") || isCondition(tail) || comparing.MatchString(tail) &&
		!comparing.MatchString(rest) && expectsThan.MatchString(rest):
		return false
	case strings.Count(rest, "“") != strings.Count(rest, "”") || strings.Count(rest, `"`)%2 != 0:
		return false
	case endsInAuxiliary(rest):
		return false
	case strings.HasPrefix(low, ", and ") && isListItem(rest, tail):
		return false
	case opensPair.MatchString(rest) && !closesPair(rest), strings.HasSuffix(strings.TrimSpace(rest), "following"):
		return false
	case strings.HasPrefix(tail, ", which ") || strings.HasPrefix(tail, ", where "):
		return countWords(tail) > 2 && !definesSymbol.MatchString(tail)
	case strings.HasPrefix(tail, ";") && strings.Contains(rest, ";"), enumerating.MatchString(rest):
		return false
	}
	return !scope.MatchString(tail) && !isBroken(rest) && isComplete(rest, predicate) && !trailingLimit.MatchString(low)
}

// endsInAuxiliary reports whether the text before a cut ends in an auxiliary without its verb: "is
// large and can, with these data, be explained".
func endsInAuxiliary(s string) bool {
	words := strings.Fields(s)
	return len(words) > 0 && finite[bare(words[len(words)-1])]
}

// scope matches clauses that limit a claim to a setting or to certain data.
var scope = pattern.MustCompile(`^, (?:based on|using|with|covering|ranging|drawing on|focusing on` +
	`|relying on) .*(?:\b(?:data|surveys?|samples?|records|panel|evidence|cohort|patients|case stud(?:y|ies)` +
	`|interviews)\b|\b(?:in|from|of) (?:the )?\p{Lu}\p{Ll})`)

// isComplete reports whether the rest of a cut sentence keeps its verb. For example, "show that
// models, such as this one, are fast" cannot be cut at a comma.
func isComplete(rest string, predicate bool) bool {
	words := strings.Fields(rest)
	begins := 0
	for i, w := range words {
		if b := bare(w); (b == "that" || b == "whether" || b == "how") && i <= 3 {
			begins = i + 1
		}
	}
	if begins == 0 && predicate {
		return true // a predicate begins with its verb
	}
	if begins == 0 && mayLead(rest) && !strings.Contains(rest, ", ") {
		return false
	}
	return hasFinite(words[begins:])
}

// withoutDanglingTail drops trailing clauses that depend on other sentences.
func withoutDanglingTail(s string, predicate bool) string {
	whole := s
	for dangles(s) || isBroken(s) || meansEverybody.MatchString(s) {
		at := lastCut(s, predicate)
		if at < 0 {
			return whole
		}
		s = strings.TrimRight(s[:at], " ,;:–—-")
	}
	return s
}

// withoutPointingConjunct reduces "address this problem and propose X" to "propose X", and "address
// it by studying X" to "study X".
func withoutPointingConjunct(predicate string) string {
	m := pointingConjunct.FindStringSubmatch(predicate)
	if m == nil {
		return predicate
	}
	verb, rest := m[2], m[3]
	if object := pointedObject.FindStringSubmatch(predicate); object != nil && !areGeneric(bareWords(object[1])) {
		return predicate // the object identifies the problem
	}
	switch {
	case m[1] == "and" && baseOf(verb) != "":
		return verb + " " + rest
	case m[1] == "by" && baseOfGerund[verb] != "":
		if second := baseOfGerund[at(strings.Fields(rest), 1)]; second != "" && strings.HasPrefix(rest, "and ") {
			rest = "and " + second + rest[len("and "+at(strings.Fields(rest), 1)):]
		}
		return baseOfGerund[verb] + " " + rest
	}
	return predicate
}

var pointingConjunct = pattern.MustCompile(`^(?:\p{Ll}+ly )?(?:address|tackle|fill|bridge|overcome|mitigate` +
	`|close|solve|study|approach|explore|investigate|consider|meet|do|answer) (?:(?:this|these|that|those|the|such` +
	`|both)(?: \p{Ll}+){1,3}|this|it),? (and|by)(?: also| then| first)? (\p{Ll}+) (.+)$`)

// pointedObject captures the noun after "the" if it is the only object.
var pointedObject = pattern.MustCompile(`^(?:\p{Ll}+ly )?\p{Ll}+ the ((?:\p{Ll}+ ){0,2}?\p{Ll}+),? (?:and|by) `)

// withoutHole cuts a predicate at the last clause boundary before an unreadable formula.
func withoutHole(predicate string) string {
	at := strings.Index(predicate, hole)
	if at < 0 || isCondition(predicate[at:]) {
		return predicate
	}
	points := beforeHole.FindAllStringIndex(predicate[:at], -1)
	if len(points) == 0 {
		return predicate
	}
	if rest := predicate[:points[len(points)-1][0]]; countWords(rest) >= minWords && !isBroken(rest) {
		return rest
	}
	return predicate
}

// beforeHole matches the start of clauses that only add information.
var beforeHole = pattern.MustCompile(`, (?:which|where|whose|i\.e|namely|in which|for which) |: `)

// withoutDanglingRelative drops from the object of a proposal any relative clause that depends on
// other sentences. For example, "present a tagger that does the following" becomes "present a
// tagger".
func withoutDanglingRelative(predicate string, k Kind) string {
	if k != Proposal || !dangles(predicate) && !isBroken(predicate) || needsRelative.MatchString(predicate) {
		return predicate
	}
	for _, relative := range relatives.FindAllStringIndex(predicate, -1) {
		rest := strings.TrimRight(predicate[:relative[0]], " ,")
		words := bareWords(rest)
		if last := words[len(words)-1]; baseOf(last) != "" && !alsoNouns[last] {
			continue // a second predicate follows, as in "and show that"
		}
		if countWords(rest) >= minWords && (indefiniteObject.MatchString(rest) || endsInName(rest)) &&
			!dangles(rest) && !isBroken(rest) && !quantified(words) {
			return rest
		}
	}
	return predicate
}

// quantified reports whether words end in a noun that needs its relative clause, as in "all the words".
func quantified(words []string) bool {
	return followedBy(words, len(words)-5, "all", "every", "each", "any", "those", "only")
}

// endsInName reports whether the last word is a name, as in "the package smsPOMDP".
func endsInName(s string) bool {
	words := strings.Fields(s)
	return isName(words[len(words)-1])
}

// withoutPointingPhrase drops phrases such as "for this problem" after an object that is clear
// without them.
func withoutPointingPhrase(predicate string) string {
	if !indefiniteObject.MatchString(predicate) || isCondition(predicate) || !dangles(predicate) {
		return predicate
	}
	m := pointingPhrase.FindStringSubmatchIndex(predicate)
	if m == nil || hasRelative(strings.Fields(predicate[:m[0]])) || !isObjectNoun(predicate[:m[0]]) {
		return predicate
	}
	rest := predicate[:m[0]] + predicate[m[2]:]
	if countWords(rest) < minWords || dangles(rest) {
		return predicate
	}
	return rest
}

// isObjectNoun reports whether a phrase ends in a noun rather than in an adjective such as
// "robust", which needs its complement.
func isObjectNoun(s string) bool {
	words := bareWords(s)
	last := words[len(words)-1]
	return kindNouns[last] != "" || kindNouns[strings.TrimSuffix(last, "s")] != "" || genericNouns[last] ||
		endsInAny(last, "tion", "tions", "ment", "ments", "sis", "ses")
}

var (
	pointingPhrase = pattern.MustCompile(` (?:for|in|on|with) (?:this|these|those` +
		`|both)(?: \p{Ll}[\p{Ll}-]*){1,2}( and\b| that\b| which\b| using\b| based\b| by\b|,|$)`)
	needsRelative = pattern.MustCompile(`^(?:\p{Ll}+ly )?defined? |\b(?:set|class|kind|type|family|subset|form` +
		`|one) of\b`)
	relatives        = pattern.MustCompile(`,? (?:that|which|where|whose) `)
	indefiniteObject = pattern.MustCompile(`^(?:\p{Ll}+ly )?\p{Ll}+ (?:a|an|new|several|two|three|the first) `)
)

var (
	comparing   = pattern.MustCompile(`(?i)\b(?:than|compared|relative to|versus|as opposed)\b`)
	expectsThan = pattern.MustCompile(`(?i)\b(?:more|less|fewer|better|worse|higher|lower|greater|smaller|larger` +
		`|faster|\p{L}{3,}er)\b`)
	definesSymbol = pattern.MustCompile(`^, where \S+(?: and \S+)? (?:is|are|denotes?)\b`)
	opensPair     = pattern.MustCompile(`(?i)\b(?:both|either|neither|between|not only|whether)\b`)
	enumerating   = pattern.MustCompile(`\((?:1|i|a|I|A)\)|\b(?:1|i|a)\)`)
	trailingLimit = pattern.MustCompile(`\b(?:assuming|provided|subject to|as long as|in the absence|at the cost` +
		`|at the expense|although|though|despite|however|limited|fail|fails|failed|depending|depends)\b`)
)

// closesPair reports whether "both" or a similar word is followed by its conjunction.
func closesPair(rest string) bool {
	at := opensPair.FindAllStringIndex(rest, -1)
	after := rest[at[len(at)-1][1]:]
	return strings.Contains(after, " and ") || strings.Contains(after, " or ") ||
		strings.Contains(after, " nor ") || strings.Contains(after, "but also")
}

// isListItem reports whether ", and" introduces the last item of a list rather than a clause.
func isListItem(rest, tail string) bool {
	words := bareWords(strings.TrimPrefix(tail, ", "))
	before := rest[strings.LastIndex(rest, ",")+1:]
	if len(words) < 3 || before != rest && countWords(before) < 4 {
		return true
	}
	k := 1
	for k < len(words)-1 && isAdverb(words[k]) {
		k++
	}
	second, third := words[k], at(words, k+1)
	if second == "we" || second == "they" || second == "it" || second == "the" && hasFinite(strings.Fields(tail)) {
		return false
	}
	return !(baseOf(second) != "" && (!alsoNouns[second] || startsObject[third]))
}
