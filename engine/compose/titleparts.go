package compose

import (
	"cmp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/determiner"
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

var (
	noAspects = english.Set("subtitles without an aspect")
	means     = english.Set("means of studies")
	changes   = english.Set("changes as topics")
	subtitles = english.Set("studies as subtitles")
)

// addSecond extends a title's topic with its second part: the type of work, as in "present a
// meta-analysis of X", an act of the authors, as in "study X, comparing Y", or the aspect studied,
// as in "study X, focusing on Y". If it cannot parse that part, it leaves the statement unchanged.
func (p *parser) addSecond(st *Statement, second string) {
	if isReview(second) {
		asReview(st)
		return
	}
	part, ok := p.topicCase(second)
	if !ok || countWords(st.predicate)+countWords(part) > comfortableWords {
		return
	}
	t := syntax.ParseRecent(part)
	head := t.Root()
	if head == syntax.None || t.Truncated {
		return
	}
	switch object := t.Child(0, syntax.DirectObject); {
	case isSubtitle(&t, head) && subtitles[t.Tokens[head].Lemma]:
		st.predicate = presented(part, t.Tokens[head].Lemma, st)
	case isSubtitle(&t, head) && makingTopics[t.Tokens[head].Lemma]:
		st.predicate, st.Weight = presented(part, t.Tokens[head].Lemma, st), productWeight
	case strings.HasPrefix(part, "evidence from "):
		st.predicate += " with " + part
	case p.authorsAct(t.Tokens[0].Norm, part) != "" && head == 0 && object != syntax.None &&
		t.Subtree(object).First == 1:
		st.predicate += ", " + determiner.Restore(part)
	case isAspect(&t, head):
		if phrase, ok := withArticles(part, &t, head); ok {
			st.predicate += ", focusing on " + phrase
		}
	}
}

// asReview turns the topic of a title into that of a review.
func asReview(st *Statement) {
	st.predicate, st.Weight = "review "+st.topic, productWeight
	if st.act != "" {
		st.predicate = "present a review on " + st.act
	}
}

// isSubtitle reports whether the second part of a title is a singular noun with its modifiers, such
// as "a randomized controlled trial".
func isSubtitle(t *syntax.Tree, head int) bool {
	return t.Tokens[head].Tag == "NN" && t.Tokens[0].Tag != "VBG" && t.Tokens[0].Norm != "the" &&
		head == len(t.Tokens)-1 && len(t.Tokens) <= maxSubtitle && t.Child(head, syntax.Possessive) == syntax.None
}

// maxSubtitle is the maximum number of tokens in a subtitle.
const maxSubtitle = 7

// presented returns the predicate for a subtitle such as "a field experiment" and the topic before it.
func presented(subtitle, noun string, st *Statement) string {
	return "present " + withIndefinite(subtitle) + linkTo(noun) + cmp.Or(st.act, st.topic)
}

// linkTo returns the preposition between a type of work and its topic.
func linkTo(noun string) string {
	switch noun {
	case "approach", "introduction", "guide", "solution":
		return " to "
	case "perspective", "tutorial", "note", "report", "commentary", "experiment":
		return " on "
	}
	if subtitles[noun] || noun == "theory" || noun == "summary" {
		return " of "
	}
	return " for "
}

// withIndefinite returns a singular noun phrase with an article.
func withIndefinite(phrase string) string {
	if startsWithAny(phrase, "a ", "an ") {
		return phrase
	}
	return english.Indefinite(phrase) + " " + phrase
}

// isAspect reports whether the second part of a title is a noun phrase that names an aspect
// studied.
func isAspect(t *syntax.Tree, head int) bool {
	tag, noun := t.Tokens[head].Tag, t.Tokens[head].Lemma
	return (tag == "NN" || tag == "NNS") && len(t.Tokens) > 1 && !hasClause(t) && !studyTopics[noun] &&
		!subtitles[noun] && !products[noun] && !noAspects[noun] && !makingTopics[noun] &&
		t.Tokens[0].Norm != "a" && t.Tokens[0].Norm != "an"
}

// isReview reports whether the second part of a title calls the paper a review. A survey of people
// is not a review.
func isReview(second string) bool {
	head, _, _ := strings.Cut(strings.ToLower(second), " of ")
	head = strings.TrimRight(head, ". ")
	return endsInAny(head, "review", "overview", "survey") && countWords(head) <= maxSubtitle &&
		!askingSurvey.MatchString(head)
}

// askingSurvey matches subtitles that end like those of reviews but belong to other papers.
var askingSurvey = pattern.MustCompile(`\b(?:cross-sectional|household|population|national|online|field` +
	`|questionnaire|telephone|opinion|web|web-based|longitudinal|global|international|nationwide|from|how|to|peer) `)

// useOf turns a topic that names the authors' means into a predicate: "use Y for X" for "X using
// Y", and "apply Y to X" for "Y for X" if Y is a means. noun is the head of the topic.
func (p *parser) useOf(topic, noun string) (predicate string, ok bool) {
	if startsWithAny(topic, "a ", "an ") {
		return "", false
	}
	by, task, found := strings.Cut(topic, " for ")
	if found && p.hasMethod() && !makingTopics[noun] && countWords(by) > 1 && countWords(task) > 1 &&
		!strings.Contains(by, " of ") && isMeans(by) {
		return "apply " + by + " to " + task, true
	}
	if !endsInAny(noun, "tion", "sion", "ing", "sis", "ment") {
		return "", false
	}
	for _, by := range []string{" using ", " via ", " by means of ", " with "} {
		task, used, found := strings.Cut(topic, by)
		if found && p.mayUse(by) && countWords(task) > 1 && countWords(used) <= maxUsed &&
			!strings.Contains(used, " for ") &&
			strings.Count(task, " of ") <= 1 && (by != " with " || isMeans(used)) {
			return "use " + used + " for " + task, true
		}
	}
	return "", false
}

// mayUse reports whether a preposition in the title introduces the authors' means rather than a
// cause.
func (p *parser) mayUse(preposition string) bool {
	switch preposition {
	case " using ":
		return true
	case " with ":
		return p.hasMethod()
	}
	return p.hasProduct()
}

// maxUsed is the maximum number of words in the authors' means.
const maxUsed = 8

// isMeans reports whether a noun phrase is something that authors apply, such as "neural networks".
func isMeans(phrase string) bool {
	t := syntax.ParseRecent(phrase)
	head := t.Root()
	if head == syntax.None {
		return false
	}
	noun := &t.Tokens[head]
	return means[noun.Lemma] && (noun.Tag == "NNS" || massMeans[noun.Lemma])
}

// massMeans lists the means that need no article.
var massMeans = map[string]bool{"learning": true, "mining": true, "supervision": true}
