package compose

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// A matcher parses a cleaned sentence as one form of statement.
type matcher func(r *parser, l labelledSource, s string) (Statement, bool)

// matchers lists the matchers in the order in which they are tried. The first one that succeeds
// determines the statement.
var matchers = []matcher{matchAim, matchWe, matchPurpose, matchPaper, matchConducted, matchFinding, matchShown,
	matchFirst, matchProduct, matchPassive, matchFact}

// matchAim parses "The aim of this study was to examine X".
func matchAim(_ *parser, _ labelledSource, s string) (Statement, bool) {
	m := aimSentence.FindStringSubmatch(withoutOpening(s))
	if m == nil || m[1] != "" && !ownPurpose.MatchString(m[1]) {
		return Statement{}, false
	}
	verb := "aim to "
	if m[2] != "is" && m[2] != "are" {
		verb = "aimed to "
	}
	return Statement{Kind: Study, predicate: verb + m[4]}, true
}

// ownPurpose matches phrases that attribute an aim to the authors.
var ownPurpose = pattern.MustCompile(`(?i)\b(?:this|our|present|current)\b|^the (?:study|paper|article|review` +
	`|trial|survey|research|project|work)$`)

var aimSentence = pattern.MustCompile(`^(?i:the|our) (?:\p{L}+ (?:and \p{L}+ )?)?(?i:aims?|goals?|purposes?` +
	`|objectives?|intention)(?: and (?:aims?|goals?|purposes?|objectives?))?(?: (?:of|in|for` +
	`|behind) ([\p{L}\s-]{3,60}?))?,? (is|was|are|were|has been|therefore was|therefore is)(?: (?:therefore|thus` +
	`|hence|also|twofold: |two-fold: ))? ?(to) (.+)$`)

// matchWe parses "In X, we propose Y".
func matchWe(_ *parser, _ labelledSource, s string) (Statement, bool) {
	if anotherPaper.MatchString(s) {
		return Statement{}, false
	}
	s = withoutOpening(s)
	words := strings.Fields(s)
	for i, w := range words {
		if b := strings.ToLower(w); b != "we" && b != "i" || b == "i" && !isPronounI(words, i) {
			continue
		}
		lead, ok := leadBefore(words[:i])
		if !ok {
			continue
		}
		return weStatement(lead, words[i+1:])
	}
	return Statement{}, false
}

// leadBefore returns the phrase before "we" if "we" begins the main clause.
func leadBefore(words []string) (lead string, ok bool) {
	if len(words) == 0 {
		return "", true
	}
	last := words[len(words)-1]
	all := strings.Join(words, " ")
	if openings[strings.ToLower(all)] || inThisPaper.FindString(all+" we ") == all+" " {
		return "", true
	}
	if len(words) <= maxBareLead && bareLeadStarts[bare(words[0])] && !hasFinite(words) &&
		!relative[bare(last)] && !strings.Contains(all, ",") {
		return all, true
	}
	switch joined := bare(last); {
	case joiners[joined] && len(words) > 1 && endsInAny(words[len(words)-2], ",", ";"):
		before := strings.Join(words[:len(words)-1], " ")
		if joined == "and" && mayLead(before) && !hasFinite(words[:len(words)-1]) {
			return before, true
		}
		return "", !startsWithAny(strings.ToLower(before), "when ", "if ", "once ", "where ")
	case strings.HasSuffix(last, ";"):
		return "", true
	case strings.HasSuffix(last, ",") && mayLead(all):
		return all, true
	case strings.HasSuffix(last, ",") && openings[strings.ToLower(strings.TrimRight(lastClause(words), ","))]:
		return "", true
	}
	return "", false
}

// lastClause returns the last clause, that is, the text after the last comma that is not at the
// end.
func lastClause(words []string) string {
	for i := len(words) - 2; i >= 0; i-- {
		if endsInAny(words[i], ",", ";") {
			return strings.Join(words[i+1:], " ")
		}
	}
	return ""
}

// maxBareLead is the maximum number of words before the authors if no comma separates them.
const maxBareLead = 7

var (
	bareLeadStarts = english.Set("lead starts without comma")
	relative       = english.Set("subordinators")
	joiners        = english.Set("joiners")
)

// weStatement parses the words after "we".
func weStatement(lead string, words []string) (Statement, bool) {
	for len(words) > 1 && frontAdverbs[bare(words[0])] {
		words = words[1:]
	}
	if len(words) < 3 {
		return Statement{}, false
	}
	if next := verbAt(words) + 1; next < len(words)-1 && words[next] == "here" { // "here" refers to the paper
		words = slices.Delete(slices.Clone(words), next, next+1)
	}
	verb := bare(words[verbAt(words)])
	next := at(bareWords(strings.Join(words, " ")), verbAt(words)+1)
	switch {
	case verb == "are" || verb == "were":
		if !ableOrFirst.MatchString(strings.Join(words, " ")) {
			return Statement{}, false
		}
	case closedClass[verb] && verb != "compared" && verb != "have" && verb != "can" && verb != "do" &&
		verb != "did" && verb != "could",
		stateVerbs[verb], verb == "do" && next != "not":
		return Statement{}, false
	case hypothetical(verb, next), verb == "can" && discourse[next]:
		return Statement{}, false
	case verb == "have" && (notParticiple[next] || stateVerbs[next]), verb == "had":
		return Statement{}, false
	}
	predicate := strings.Join(words, " ")
	if habitual.MatchString(predicate) || formerly.MatchString(predicate) {
		return Statement{}, false
	}
	return Statement{Kind: kindOf(verb, next), lead: lead, predicate: predicate, fact: factOf(lead, predicate)}, true
}

// formerly matches references to other papers by the same authors.
var formerly = pattern.MustCompile(`^(?:have |had )?(?:previously|recently|earlier|already|formerly|long) ` +
	`|\b(?:in|from) (?:our|a|an) (?:\p{L}+ )?(?:previous|earlier|prior|recent|companion) (?:work|study|studies` +
	`|paper|papers|article|report)\b|^(?:have |had )?\p{Ll}+ (?:previously|recently) `)

// habitual matches adverbs and verbs that suggest a generic "we".
var habitual = pattern.MustCompile(`^(?:often|usually|typically|generally|always|sometimes|commonly|normally` +
	`|naturally|rarely) |^(?:assume|forget|speak|say|feel|perceive|remember|face|find ourselves)\b`)

var discourse = english.Set("discourse verbs")

var (
	ableOrFirst   = pattern.MustCompile(`^(?:are|were) (?:able to|(?:among )?the first to) `)
	notParticiple = english.Set("no participle next")
)

// kindOf returns the kind of statement introduced by a verb. next is the word after the verb.
func kindOf(verb, next string) Kind {
	base := baseOf(verb)
	if verb == "have" || verb == "do" || verb == "did" || verb == "can" || verb == "could" {
		base = baseOf(next)
	}
	switch {
	case findingVerbs[base] && (next == "that" || next == "how" || !proposalVerbs[base]):
		return Finding
	case proposalVerbs[base]:
		return Proposal
	case studyVerbs[base]:
		return Study
	}
	return Action
}

// factOf returns a finding without its authors, or "" if they only suggest it.
func factOf(lead, predicate string) string {
	m := foundThat.FindStringSubmatch(predicate)
	if m == nil || lead != "" {
		return ""
	}
	return m[1]
}

var foundThat = pattern.MustCompile(`^(?:\p{Ll}+ly )?(?:show|showed|demonstrate|demonstrated|find|found` +
	`|observed?|reveal|revealed|confirm|confirmed|prove|proved|establish|established) that,? (.+)$`)

// matchPurpose parses "To examine X" in an abstract's objective.
func matchPurpose(_ *parser, l labelledSource, s string) (Statement, bool) {
	rest, ok := strings.CutPrefix(s, "To ")
	if !ok || l.body || l.role != purpose && l.role != unlabelled || l.role == unlabelled &&
		(l.position > 0 || hasMainClause(rest)) {
		return Statement{}, false
	}
	if first, _, _ := strings.Cut(rest, " "); baseOf(bare(first)) == "" {
		return Statement{}, false
	}
	return Statement{Kind: Study, predicate: "aimed to " + rest}, true
}

// hasMainClause reports whether a clause follows a comma, as in "To see, X was done".
func hasMainClause(s string) bool {
	_, rest, found := strings.Cut(s, ", ")
	return found && hasFinite(strings.Fields(rest))
}

// matchPaper parses "This paper presents X".
func matchPaper(_ *parser, _ labelledSource, s string) (Statement, bool) {
	lead, s := cutLead(withoutOpening(s))
	m := paperSentence.FindStringSubmatch(s)
	if m == nil {
		return Statement{}, false
	}
	determiner, adjectives, noun, adverb, verb, rest := strings.ToLower(m[1]), m[2], strings.ToLower(m[3]), m[5],
		m[6], m[7]
	if !isPaper(determiner, adjectives, noun) || m[4] != "" && baseOfThird[verb] == "" {
		return Statement{}, false
	}
	if base := baseOf(verb); base == "concern" {
		verb, rest = map[bool]string{true: "focused", false: "focuses"}[verb == "concerned"], "on "+rest
	}
	if predicate, ok := undertaken(noun, verb, rest); ok {
		return Statement{Kind: Study, lead: lead, predicate: predicate}, true
	}
	base := baseOf(verb)
	if base == "conclude" && (strings.HasPrefix(rest, "by ") || strings.HasPrefix(rest, "with ")) {
		return Statement{}, false
	}
	if base == "" || stateVerbs[base] || ofStudies[base] {
		return Statement{}, false
	}
	if baseOfPast[verb] == "" || knownVerbs[verb] {
		verb, rest = base, strings.TrimPrefix(disagree(base+" "+rest), base+" ")
	}
	if frontAdverbs[strings.TrimSpace(adverb)] {
		adverb = ""
	}
	predicate := adverb + verb + " " + rest
	next, _, _ := strings.Cut(rest, " ")
	return Statement{Kind: kindOf(verb, next), lead: lead, predicate: predicate, fact: factOf(lead, predicate)}, true
}

// matchConducted parses "A survey of X was conducted to examine Y".
func matchConducted(_ *parser, l labelledSource, s string) (Statement, bool) {
	m := conductedSentence.FindStringSubmatch(withoutOpening(s))
	if m == nil || l.body || l.role == background || byOthers.MatchString(m[3]) {
		return Statement{}, false
	}
	kind := Action
	if strings.HasPrefix(m[3], "to ") || strings.Contains(m[3], " to ") {
		kind = Study
	}
	return Statement{Kind: kind, predicate: "conducted " + strings.ToLower(m[1][:1]) + m[1][1:] + " " +
		strings.Replace(m[3], "in order to ", "to ", 1)}, true
}

var (
	conductedSentence = pattern.MustCompile(`^(An? (?:[\p{L}\d-]+,? ){0,6}?(?:study|survey|trial|review|analysis` +
		`|investigation|experiment|meta-analysis|search|case-control|project)(?: (?:of|with|among` +
		`|on) [^,;]{3,60}?)?) (was|has been) (?:therefore |thus )?(?:conducted|performed|carried out|undertaken` +
		`|designed|initiated) (.+)$`)
	byOthers = pattern.MustCompile(`^by |\bby \p{Lu}`)
)

// cutLead splits "Using X, this paper ..." into the lead and the rest.
func cutLead(s string) (lead, rest string) {
	m := leadAndPaper.FindStringSubmatchIndex(s)
	if m == nil || !mayLead(s[:m[3]]) {
		return "", s
	}
	return s[:m[3]], s[m[4]:]
}

var leadAndPaper = pattern.MustCompile(`^([^;:]{3,160}?), ((?:this|our|the present|the current) [\p{L}-]+ )`)

var ofStudies = english.Set("verbs of studies")

var paperSentence = pattern.MustCompile(`^(This|Our|The present|The current|The|this|our|the present|the current` +
	`|the) ((?:[\p{L}'-]+ ){0,4}?)(\p{L}[\p{L}-]+)(,?) ((?:\p{Ll}+ly|also|first|then|further|thus|therefore|hence` +
	`|not only) )?(\p{Ll}+) (.+)$`)

func isPaper(determiner, adjectives, noun string) bool {
	if noun == "authors" || noun == "author" {
		return adjectives == "" && determiner == "the"
	}
	if !paperNouns[noun] {
		return false
	}
	for _, a := range bareWords(adjectives) {
		if !paperAdjectives[a] && !paperNouns[a] && a != "and" {
			return false
		}
	}
	if determiner == "the" {
		return adjectives == "" && (noun == "paper" || noun == "article" || noun == "chapter" || noun == "thesis" ||
			noun == "study" || noun == "review" || noun == "project")
	}
	return true
}

// undertaken parses "was conducted to examine X" and "is concerned with X".
func undertaken(noun, verb, rest string) (string, bool) {
	if verb != "is" && verb != "was" {
		return "", false
	}
	if m := conducted.FindStringSubmatch(rest); m != nil {
		return "conducted " + withIndefinite(noun) + " to " + m[1], verb == "was"
	}
	if m := aimedAt.FindStringSubmatch(rest); m != nil {
		return map[string]string{"is": "aim ", "was": "aimed "}[verb] + m[1], true
	}
	if m := concerned.FindStringSubmatch(rest); m != nil {
		return map[string]string{"is": "focus on ", "was": "focused on "}[verb] + m[1], true
	}
	return "", false
}

var (
	conducted = pattern.MustCompile(`^(?:therefore |thus |hence )?(?:conducted|performed|designed|undertaken` +
		`|carried out|initiated)(?: in order)? to (.+)$`)
	aimedAt   = pattern.MustCompile(`^(?:aimed|intended) ((?:at|to) .+)$`)
	concerned = pattern.MustCompile(`^(?:concerned with|focus?sed on|devoted to|dedicated to) (.+)$`)
)
