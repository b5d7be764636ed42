package compose

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// matchFinding parses "Our results on X show that Y".
func matchFinding(_ *parser, _ labelledSource, s string) (Statement, bool) {
	before, s := cutLead(withoutOpening(s))
	words := strings.Fields(allResults.ReplaceAllString(s, "$1"))
	j := assertingAt(words)
	if j < 1 {
		return Statement{}, false
	}
	subject, front := words[:j], []string(nil)
	for len(subject) > 1 && belongsToVerb(bare(subject[len(subject)-1])) {
		front = append([]string{subject[len(subject)-1]}, front...)
		subject = subject[:len(subject)-1]
		if modals[bare(front[0])] && !strings.HasPrefix(bare(front[0]), "d") {
			return Statement{}, false // the subject is the results, not the authors
		}
	}
	lead, ok := leadOfResults(subject)
	if lead != "" && before != "" {
		return Statement{}, false
	}
	lead += before
	if !ok {
		return Statement{}, false
	}
	verb := bare(words[j])
	if !slices.ContainsFunc(front, isAuxiliary) && (baseOfPast[verb] == "" || knownVerbs[verb]) {
		verb = baseOf(verb)
	}
	rest := strings.Join(words[j+1:], " ")
	if first := bare(words[j+1]); specifies[first] && first != "that" && baseOf(verb) != "point" {
		return Statement{}, false
	}
	verb, rest = asInferred(verb, rest)
	front = plainFront(front)
	predicate := withoutOwnConjunct(strings.Join(append(front, verb, rest), " "))
	if baseOfPast[verb] == "" || knownVerbs[verb] {
		predicate = disagree(predicate)
	}
	return Statement{Kind: Finding, lead: lead, predicate: predicate, fact: factOf(lead, predicate)}, true
}

// asInferred turns "indicate that X" into "suggest that X", and "indicate X" into "report evidence
// of X", since "the authors suggest X" would mean that they propose it.
func asInferred(verb, rest string) (string, string) {
	inferred := inferences[baseOf(verb)]
	if inferred == "" {
		return verb, rest
	}
	if next := firstWord(rest); next != "that" && !relative[next] {
		inferred, rest = "report", "evidence of "+rest
	}
	if verb != baseOf(verb) {
		inferred = english.Past(inferred)
	}
	return inferred, rest
}

func firstWord(s string) string {
	first, _, _ := strings.Cut(s, " ")
	return bare(first)
}

// inferences maps verbs that suit results but not authors to verbs that suit both.
var inferences = english.Classes("inferences of results")

// withoutOwnConjunct drops a second predicate whose subject can only be the results, as in "reveal
// X and will be important for Y".
func withoutOwnConjunct(predicate string) string {
	at := ownConjunct.FindStringIndex(predicate)
	if at == nil || thatClause.MatchString(predicate[:at[0]]) {
		return predicate
	}
	return predicate[:at[0]]
}

var (
	ownConjunct = pattern.MustCompile(`,? and (?:thus |therefore |hence |also |they |it )?(?:will|may|can|could` +
		`|should|might|would|is|are|was|were|has|have|had) `)
	thatClause = pattern.MustCompile(`\b(?:that|which|who|whether|how|where|when|if) `)
)

// allResults matches "All of our" and "Both of the".
var allResults = pattern.MustCompile(`^(?:All|Both) (?:of )?((?:the|our|these) )`)

// longestSubject is the maximum number of words before the verb of a finding.
const longestSubject = 18

func assertingAt(words []string) int {
	for j := 1; j < min(len(words)-2, longestSubject); j++ {
		b := bare(words[j])
		if base := baseOf(b); base != "" && asserting[base] && b == words[j] &&
			!endsInAny(words[j-1], ",", ";", ":") && !isMarkOfNoun[bare(words[j-1])] {
			return j
		}
	}
	return -1
}

var isMarkOfNoun = english.Set("before nouns")

func belongsToVerb(word string) bool {
	return isAdverb(word) || word == "have" || word == "has" || modals[word] || word == "together"
}

// isAuxiliary reports whether a word before a verb determines the form of the verb.
func isAuxiliary(word string) bool {
	b := bare(word)
	return b == "have" || b == "has" || modals[b]
}

// plainFront keeps the adverbs and auxiliaries that change the meaning of a verb.
func plainFront(front []string) []string {
	var kept []string
	for _, w := range front {
		switch b := bare(w); {
		case b == "has":
			kept = append(kept, "have")
		case !frontAdverbs[b] && b != "together":
			kept = append(kept, b)
		}
	}
	return kept
}

// leadOfResults reports whether a subject names the paper's results. "Experiments on X" yields the
// lead "In experiments on X".
func leadOfResults(subject []string) (lead string, ok bool) {
	head := -1
	for i, w := range subject {
		if b := bare(w); resultNouns[b] && !strings.HasSuffix(w, ",") {
			head = i
			if next := at(subject, i+1); !resultNouns[bare(next)] {
				break
			}
		} else if strings.HasSuffix(w, ",") || i > 5 {
			return "", false
		}
	}
	if head < 0 || !startsResults(subject, head) {
		return "", false
	}
	return whereHad(bare(subject[head]), strings.Join(adjectivesOf(subject[:head]), " "),
		strings.Join(subject[head+1:], " "))
}

// adjectivesOf returns the words between a determiner and a result noun.
func adjectivesOf(words []string) []string {
	if len(words) > 0 && (closedClass[bare(words[0])]) {
		words = words[1:]
	}
	adjectives := make([]string, len(words))
	for i, w := range words {
		if adjectives[i] = w; !hasOwnForm(w) {
			adjectives[i] = strings.ToLower(w)
		}
	}
	return adjectives
}

// startsResults reports whether the words before a result noun attribute it to the authors.
func startsResults(subject []string, head int) bool {
	switch first := bare(subject[0]); {
	case first == "our" || first == "these":
		return true
	case first == "the" || first == "this":
		noun := bare(subject[head])
		return first == "the" && noun == "data" && len(subject) == 2 || first == "the" && head <= 2 &&
			noun != "evidence" && noun != "data" && noun != "study" && noun != "approach" && noun != "work" ||
			first == "this" && noun != "approach"
	}
	for _, w := range subject[:head] {
		if b := bare(w); !resultAdjectives[b] && !resultNouns[b] {
			return false
		}
	}
	return bare(subject[head]) != "evidence" && bare(subject[head]) != "data" &&
		bare(subject[head]) != "approach" && bare(subject[head]) != "work"
}

var resultAdjectives = english.Set("result adjectives")

// whereHad turns the complement of a result noun into a lead.
func whereHad(noun, adjectives, behind string) (lead string, ok bool) {
	kind := strings.TrimSpace(adjectives + " " + noun)
	behind = strings.TrimSpace(behind)
	low := strings.ToLower(behind)
	preposition, _, _ := strings.Cut(low, " ")
	switch {
	case behind == "" || ownWork.MatchString(low):
		return "", true
	case otherWork.MatchString(behind) || ofSomebody.MatchString(behind) || strings.Contains(low, "other ") ||
		strings.Contains(low, "studies"):
		return "", false
	case dangles(behind) || hasFinite(strings.Fields(behind)[:]) || strings.HasPrefix(low, "that "):
		return "", false
	case noun == "experiments" || noun == "evaluations" || noun == "simulations" || noun == "analyses":
		return "In " + kind + " " + behind, preposition == "on" || preposition == "with" || preposition == "of" ||
			preposition == "in" || preposition == "using" || preposition == "across" || preposition == "for"
	case noun == "evaluation" || noun == "analysis" || noun == "experiment" || noun == "investigation" ||
		noun == "meta-analysis":
		return "In " + withIndefinite(kind) + " " + behind,
			preposition == "on" || preposition == "of" || preposition == "with"
	case preposition == "on" || preposition == "for" || preposition == "across" || preposition == "using" ||
		preposition == "in":
		return behind, true
	}
	return "", preposition == "of" && (noun == "results" || noun == "findings")
}

// ofSomebody matches the name of another author.
var ofSomebody = pattern.MustCompile(`^(?:of|by|from|in) \p{Lu}\p{Ll}+(?:'s|’s|,| and \p{Lu}\p{Ll}+)?(?:$` +
	`| (?:also|clearly|further|on|for|in)\b)`)

var ownWork = pattern.MustCompile(`^(?:(?:of|from|in) (?:this|the present|our|the current) (?:\p{L}+ )?(?:study` +
	`|paper|work|article|research|analysis|review|survey|investigation|experiments?)|(?:presented|reported` +
	`|described|obtained)? ?here|obtained|presented)$`)

// matchShown parses "It is shown that X".
func matchShown(_ *parser, l labelledSource, s string) (Statement, bool) {
	m := shownSentence.FindStringSubmatch(withoutOpening(s))
	if m == nil {
		return Statement{}, false
	}
	if m[1] == "was" && l.role == unlabelled && l.position < 0.35 || otherWork.MatchString(s) {
		return Statement{}, false // shown by other authors
	}
	verb := baseOfPast[m[2]]
	if verb == "" {
		verb = map[string]string{"shown": "show", "proven": "prove", "found": "find"}[m[2]]
	}
	if m[1] == "was" {
		verb = english.Past(verb)
	}
	predicate := verb + " " + m[3]
	return Statement{Kind: Finding, predicate: predicate, fact: factOf("", predicate)}, true
}

var shownSentence = pattern.MustCompile(`^[Ii]t (is|was) (?:also |further |thus |then |therefore |first )?(shown` +
	`|found|demonstrated|concluded|argued|proved|proven|observed|suggested|hypothesized|revealed|confirmed` +
	`|established) (that,? .+)$`)

// matchFirst parses "To our knowledge, this is the first study of X".
func matchFirst(_ *parser, _ labelledSource, s string) (Statement, bool) {
	m := firstSentence.FindStringSubmatch(withoutOpening(s))
	if m == nil {
		return Statement{}, false
	}
	verbs := [2]string{"present ", "presented "}
	m[4] = strings.Replace(m[4], "the first one to ", "the first to ", 1)
	if strings.HasPrefix(m[4], "the first to ") {
		verbs = [2]string{"are ", "were "}
	}
	predicate := verbs[0]
	if m[2] == "was" {
		predicate = verbs[1]
	}
	if m[1] != "" || m[3] != "" {
		predicate = strings.TrimSpace(predicate) + ", to our knowledge, "
	}
	return Statement{Kind: Proposal, predicate: predicate + m[4]}, true
}

var firstSentence = pattern.MustCompile(`^((?:[Tt]o (?:the best of )?(?:our|the authors['’]) knowledge` +
	`|[Aa]s far as we know),? )?(?:this|This|ours|Ours|it|It)(?: (?:study|paper|work|article|report|dataset` +
	`|corpus))? (is|was|represents|constitutes)(,? (?:to (?:the best of )?(?:our|the authors['’]) knowledge` +
	`|as far as we know),?)? ((?:one of the|the) (?:very )?(?:first|largest|only|second|most comprehensive) .+` +
	`|an? (?:\p{L}+ ){0,3}?(?:case report|review|survey|overview|study|report|account|tutorial|history` +
	`|meta-analysis|trial|comparison|analysis|introduction) (?:of|on|to|about) .+)$`)

// matchPassive parses "A method for X is proposed".
func matchPassive(r *parser, l labelledSource, s string) (Statement, bool) {
	opened := withoutHere(withoutOpening(s))
	own := opened != s && speaksOfPaper.MatchString(s)
	s = opened
	words := strings.Fields(s)
	k, m := passiveAt(words, own)
	if m < 0 || l.role == background && !own || pronounFirst[bare(words[0])] || !own && !isOwnPassive(words, k, m) {
		return Statement{}, false
	}
	participle, rest := bare(words[m]), words[m+1:]
	if l.role == method && methodOnly[participle] || len(rest) > 0 && bare(rest[0]) == "by" && agentive[participle] {
		return Statement{}, false
	}
	if participle == "used" || participle == "found" || participle == "observed" || participle == "shown" ||
		participle == "included" || participle == "searched" {
		return Statement{}, false // these passives state facts or details
	}
	st := Statement{Kind: passiveKind(participle), fact: s}
	if adverbs := withoutFront(words[k+1 : m]); (len(rest) == 0 || followsObject[rest[0]]) && len(adverbs) == 0 {
		var subject []string
		st.lead, subject = leadOfPassive(words[:k])
		st.predicate = r.activeOf(subject, bare(words[k]), participle)
		if st.predicate != "" {
			st.predicate = strings.Join(append([]string{st.predicate}, rest...), " ")
		}
		aux := bare(words[k])
		if st.predicate != "" && presenting[participle] || (aux == "was" || aux == "were") && procedures[participle] {
			st.fact = "" // without an agent, it reads like the citing author's own work, or it is a step without its outcome
		}
	}
	if st.predicate == "" && plans.MatchString(st.fact) {
		st.fact = "" // a sentence such as "findings are discussed" reports no finding
	}
	return st, st.predicate != "" || st.fact != ""
}

// withoutFront keeps the adverbs that change the meaning of a verb.
func withoutFront(adverbs []string) (kept []string) {
	for _, w := range adverbs {
		if !frontAdverbs[bare(w)] {
			kept = append(kept, w)
		}
	}
	return kept
}

var (
	pronounFirst = english.Set("pronouns")
	methodOnly   = english.Set("method participles")
	agentive     = english.Set("participles with an agent")
)

// passiveAt returns the indices of the auxiliary and the participle of a passive main clause.
func passiveAt(words []string, own bool) (aux, participle int) {
	const longest = 30
	for k := 1; k < min(len(words)-1, longest); k++ {
		b := bare(words[k])
		if b == "that" || b == "which" || b == "who" || b == "where" || b == "whether" || b == "how" {
			return 0, -1
		}
		if b != "is" && b != "are" && b != "was" && b != "were" {
			if finite[b] {
				return 0, -1
			}
			continue
		}
		m := k + 1
		for m < len(words)-1 && isAdverb(bare(words[m])) {
			m++
		}
		if verb := bare(words[m]); (passiveVerbs[verb] || own && baseOfPast[verb] != "") &&
			bare(words[k+1]) != "not" && !strings.HasSuffix(bare(words[k+1]), "widely") {
			return k, m
		}
		return 0, -1
	}
	return 0, -1
}

// speaksOfPaper matches phrases that attribute a passive to the paper.
var speaksOfPaper = pattern.MustCompile(`(?i)\b(?:here|herein|in (?:this|the present|the current|our) )`)

// isOwnPassive reports whether a passive without an agent describes the paper's own work. It does
// if it is in the past tense or in a phrase such as "a method is proposed".
func isOwnPassive(words []string, aux, participle int) bool {
	if participle != aux+1 && bare(words[aux+1]) != "also" && bare(words[aux+1]) != "then" {
		return false
	}
	if a := bare(words[aux]); a == "was" || a == "were" {
		return true
	}
	return presenting[bare(words[participle])]
}

// followsObject holds the words after a passive verb that can also follow the object of an active
// verb.
var followsObject = english.Set("words after an object")

var presenting = english.Set("presenting participles")

func passiveKind(participle string) Kind {
	switch base := baseOf(participle); {
	case proposalVerbs[base]:
		return Proposal
	case studyVerbs[base]:
		return Study
	}
	return Action
}

// activeOf turns a passive into an active predicate whose subject is the authors.
func (p *parser) activeOf(subject []string, aux, participle string) string {
	verb := baseOf(participle)
	object, ok := p.casing.lowered(strings.Join(subject, " "))
	if verb == "" || !ok || len(subject) == 0 {
		return ""
	}
	if aux == "was" || aux == "were" {
		verb = english.Past(verb)
	}
	return verb + " " + object
}

// leadOfPassive splits "To predict X, a model" into the lead and the subject.
func leadOfPassive(words []string) (lead string, subject []string) {
	if first := bare(words[0]); !leadStarts[first] {
		return "", words
	}
	for i, w := range words {
		if strings.HasSuffix(w, ",") {
			return strings.Join(words[:i+1], " "), words[i+1:]
		}
	}
	return "", nil
}
