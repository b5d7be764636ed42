package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// kindWeights holds the citability of each kind of statement, from 0 to 1 like the overlap of a
// sentence with its context.
var kindWeights = map[Kind]float64{Proposal: 0.6, Finding: 0.55, Study: 0.3, Fact: 0.3, Definition: 0.55, Action: 0.05}

// Bonuses and penalties for statements, on the same scale.
const (
	abstractBonus   = 0.25 // for a sentence of the abstract, which states the main claims
	conclusionBonus = 0.12
	backgroundCost  = 0.8  // for a statement about other work or earlier knowledge
	pufferyCost     = 0.08 // for each word of praise
	vagueCost       = 0.2  // for few content words
	pronounCost     = 0.2  // for "their model" without a name
	wordCost        = 0.012
	figuresCost     = 0.1 // for many numbers, which suggest details
	chatCost        = 0.25
	formerCost      = 0.3  // for "have shown" before the paper's own claims, which may refer to another paper
	titleBonus      = 0.2  // multiplied by the share of the title's terms in the statement
	detailCost      = 0.15 // for an intermediate step, such as a measurement
	tornCost        = 0.15 // for words divided by a line break
	scopeCost       = 0.15 // for a fact of a single study without its setting
	reportedBonus   = 0.08 // for a fact reported by the authors
	adviceCost      = 0.3
	aimCost         = 0.2  // for an aim instead of a finding
	ownThingsCost   = 0.2  // for unnamed participants or materials of the study
	vagueGainCost   = 0.3  // for a statement that only promises insight
	unspecifiedCost = 0.15 // for a statement that begins with a phrase such as "The seeds" without a complement
)

// comfortable is the number of words above which each additional word reduces the weight.
const comfortable = 28

// shortest is the number of words below which a statement only announces something, such as
// "present a new tagger".
const shortest = 6

func weigh(l labelledSource, s Statement) float64 {
	text := s.lead + " " + s.predicate
	if s.predicate == "" {
		text = s.fact
	}
	w := kindWeights[s.Kind] - wordCost*float64(max(0, countWords(text)-comfortable))
	if !l.body {
		w += abstractBonus
	}
	return w + placeWeight(l, s) - textCost(text) - subjectCost(s, text)
}

// textCost returns the penalty for praise, vagueness and many numbers.
func textCost(text string) (cost float64) {
	lower := strings.ToLower(text)
	for _, praise := range puffery {
		if strings.Contains(lower, praise) {
			cost += pufferyCost
		}
	}
	switch n := contentWords(text); {
	case n < 3 && countWords(text) < shortest:
		cost += 4 * vagueCost
	case n < 4:
		cost += 2 * vagueCost
	case n < 6:
		cost += vagueCost
	}
	if len(figures.FindAllString(text, 4)) > 3 {
		cost += figuresCost
	}
	for _, c := range []struct {
		found *pattern.Pattern
		cost  float64
	}{{unnamedOwn, pronounCost}, {vague, vagueGainCost}, {torn, tornCost}, {chat, chatCost}} {
		if c.found.MatchString(text) {
			cost += c.cost
		}
	}
	return cost
}

// subjectCost returns the penalty for unidentified subjects, aims, praise of unnamed work, and
// advice. Facts reported by the authors get a bonus.
func subjectCost(s Statement, text string) (cost float64) {
	if s.predicate == "" && strings.HasPrefix(text, "The ") && isUnspecified(text) {
		cost += unspecifiedCost
	}
	if s.Kind == Study && aims.MatchString(s.predicate) {
		cost += aimCost
	}
	if praiseOfOwn.MatchString(s.predicate) {
		cost += 2 * vagueCost
	}
	if s.Kind != Fact {
		return cost
	}
	if advice.MatchString(text) {
		cost += adviceCost
	}
	switch {
	case s.predicate != "":
		cost -= reportedBonus
	case ownThings.MatchString(s.fact):
		cost += ownThingsCost
	}
	return cost
}

// isUnspecified reports whether the subject lacks a complement that identifies it.
func isUnspecified(s string) bool {
	for _, w := range bareWords(s)[1:] {
		if specifies[w] {
			return false
		}
		if finite[w] || isVerbLike(w) {
			return true
		}
	}
	return true
}

func placeWeight(l labelledSource, s Statement) (w float64) {
	switch {
	case l.role == conclusion:
		w += conclusionBonus
	case l.role == unlabelled && l.position < 0.3 && perhapsFormer.MatchString(s.predicate):
		w -= formerCost
	case s.Kind != Fact && s.predicate == "" && details.MatchString(s.fact):
		w -= detailCost
	}
	return w - backgroundOf(l, s)
}

// backgroundOf returns the penalty for statements of background.
func backgroundOf(l labelledSource, s Statement) float64 {
	if l.role == background || s.Kind == Fact && l.role == unlabelled &&
		(l.position < 0.3 || otherWork.MatchString(s.fact)) {
		return backgroundCost
	}
	return 0
}

var (
	unnamedOwn = pattern.MustCompile(`\b(?:[Oo]ur|[Tt]heir) (?:proposed |new |novel |best |own )?(?:model|method` +
		`|approach|system|framework|algorithm|work|results|findings|experiments|technique|analysis|study|paper|dataset` +
		`|corpus|data|proposal)s?\b`)
	aims          = pattern.MustCompile(`^(?:also )?(?:aim|seek|sought|attempt|intend|wish|want|tr(?:y|ied))(?:s|ed)? `)
	advice        = pattern.MustCompile(`\b(?:should|must|need to|needs to)\b`)
	perhapsFormer = pattern.MustCompile(`^have (?:shown|found|reported|demonstrated|identified|observed|proposed` +
		`|described)\b`)
	details = pattern.MustCompile(`\b(?:was|were) (?:\p{Ll}+ly )?(?:measured|estimated|determined|applied` +
		`|obtained|implemented|included|quantified|compared|tested)\b`)
	vague = pattern.MustCompile(`^ ?(?:\p{Ll}+ly )?(?:also )?(?:have |has )?(?:provide|offer|give|gave` +
		`|yield|contribute|create|open|establish|lay|laid|shed|pave|indicate|point|advance|deepen|improve|expand` +
		`|enhance|extend|add)(?:e?s|e?d)? (?:to )?(?:(?:an?|the|their|some|many|several|new|novel|further|more` +
		`|\p{Ll}+(?:al|ing|ive|ed|ful|able|ant|ous|er)|and|first|deep|broad|basic) ){0,5}(?:insights?|understanding` +
		`|views?|perspectives?|basis|bases|foundations?|rationale|information|knowledge|light|prospects?|avenues?` +
		`|way|ways|opportunit(?:y|ies)|starting point|baseline values|groundwork|clues?|implications|guidance` +
		`|support|directions?|evidence base|reference)\b`)
	figures = pattern.MustCompile(`\d+(?:[.,]\d+)*`)
	chat    = pattern.MustCompile(`(?i)^ ?(?:discuss|conclude (?:by|with)|mention|hope|address the (?:problem` +
		`|issue|challenge)|participate|submit|release (?:our|the|all)|make (?:our|the|all)|also discuss` +
		`|provide (?:recommendations|suggestions|directions)|outline|highlight (?:the need|future)|aim to (?:fill` +
		`|address|bridge)|argue that (?:further|more)|conduct(?:ed)? (?:extensive |comprehensive ` +
		`|several )?experiments|hypothesi[sz]e|evaluate (?:our|the proposed)|compare (?:our|the proposed)` +
		`|apply (?:our|the proposed)|test (?:our|the proposed))\b|\bshared task\b|\b(?:future|further) (?:work` +
		`|research|study|studies|investigations?)\b|\bcode\b.*\bavailable\b`)
)

// contentWords counts the content words of s, excluding generic nouns, reporting verbs and adverbs.
func contentWords(s string) (n int) {
	for _, w := range bareWords(s) {
		if len(w) > 1 && !genericNouns[w] && !closedClass[w] && !reportWords[w] && !specifies[w] &&
			baseOf(w) == "" && !isAdverb(w) {
			n++
		}
	}
	return n
}

// saysNothing reports whether a statement has too few content words.
func saysNothing(s string) bool { return contentWords(s) < 2 }
