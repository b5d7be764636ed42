package compose

import (
	"cmp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/determiner"
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

var (
	means     = english.Set("means of studies")
	changes   = english.Set("changes as topics")
	subtitles = english.Set("studies as subtitles")
)

// addSecond adds to the topic of a title what its second part says: the type of the work, as in "present a
// meta-analysis of X", what the authors did, as in "study X, comparing Y", or the aspect that they study, as in
// "study X, focusing on Y". It leaves the statement unchanged if it can't parse that part.
func (p *parser) addSecond(st *Statement, second string) {
	switch {
	case isReview(second) && st.act != "":
		st.predicate, st.Weight = "present a review on "+st.act, productWeight
		return
	case isReview(second):
		st.predicate, st.Weight = "review "+st.topic, productWeight
		return
	}
	part, ok := p.topicCase(second)
	if !ok || countWords(st.predicate)+countWords(part) > comfortableWords {
		return
	}
	t := syntax.Parse(part)
	head := t.Root()
	if head == syntax.None || t.Truncated || len(t.Tokens) == 0 {
		return
	}
	switch object := t.Child(0, syntax.DirectObject); {
	case isSubtitle(&t, head) && subtitles[t.Tokens[head].Lemma]:
		st.predicate = "present " + withIndefinite(part) + " of " + st.topic
	case isSubtitle(&t, head) && makingTopics[t.Tokens[head].Lemma]:
		st.predicate = "present " + withIndefinite(part) + linkTo(t.Tokens[head].Lemma) + cmp.Or(st.act, st.topic)
		st.Weight = productWeight
	case strings.HasPrefix(part, "evidence from "):
		st.predicate += " with " + part
	case t.Tokens[0].Tag == "VBG" && head == 0 && object != syntax.None && t.Subtree(object).First == 1:
		st.predicate += ", " + determiner.Restore(part)
	case isAspect(&t, head):
		if phrase, ok := withArticles(part, &t, head); ok {
			st.predicate += ", focusing on " + phrase
		}
	}
}

// isSubtitle reports whether the second part of a title is a singular noun and what modifies it, such as "a
// randomized controlled trial".
func isSubtitle(t *syntax.Tree, head int) bool {
	return t.Tokens[head].Tag == "NN" && t.Tokens[0].Tag != "VBG" && head == len(t.Tokens)-1 &&
		len(t.Tokens) <= maxSubtitle
}

// maxSubtitle is the maximum number of tokens of a subtitle.
const maxSubtitle = 7

// linkTo returns the preposition between something made and what it is for.
func linkTo(noun string) string {
	switch noun {
	case "approach", "introduction", "guide", "solution":
		return " to "
	case "perspective":
		return " on "
	}
	return " for "
}

// withIndefinite returns a singular noun phrase with an article.
func withIndefinite(phrase string) string {
	if startsWithAny(phrase, "a ", "an ", "the ") {
		return phrase
	}
	return english.Indefinite(phrase) + " " + phrase
}

// isAspect reports whether the second part of a title is a noun phrase for what the authors study.
func isAspect(t *syntax.Tree, head int) bool {
	tag, noun := t.Tokens[head].Tag, t.Tokens[head].Lemma
	return (tag == "NN" || tag == "NNS") && len(t.Tokens) > 1 && !hasClause(t) && !studyTopics[noun] &&
		!subtitles[noun] && !products[noun] && !makingTopics[noun] && t.Tokens[0].Norm != "a" && t.Tokens[0].Norm != "an"
}

// isReview reports whether the second part of a title calls the paper a review.
func isReview(second string) bool {
	head, _, _ := strings.Cut(strings.ToLower(second), " of ")
	return endsInAny(strings.TrimRight(head, ". "), "survey", "review", "overview")
}

// useOf returns what the authors did according to a topic that names their means: "use Y for X" for "X using
// Y", and "apply Y to X" for "Y for X" if Y is a means. noun is the head of the topic.
func useOf(topic, noun string) (predicate string, ok bool) {
	if startsWithAny(topic, "a ", "an ") {
		return "", false
	}
	by, task, found := strings.Cut(topic, " for ")
	if found && !makingTopics[noun] && countWords(by) > 1 && countWords(task) > 1 && !strings.Contains(by, " of ") &&
		isMeans(by) {
		return "apply " + by + " to " + task, true
	}
	if !endsInAny(noun, "tion", "sion", "ing", "sis", "ment") {
		return "", false
	}
	for _, by := range []string{" using ", " via ", " by means of ", " with "} {
		task, used, found := strings.Cut(topic, by)
		if found && countWords(task) > 1 && countWords(used) <= maxUsed && !strings.Contains(used, " for ") &&
			strings.Count(task, " of ") <= 1 && (by != " with " || isMeans(used)) {
			return "use " + used + " for " + task, true
		}
	}
	return "", false
}

// maxUsed is the maximum number of words for what authors use.
const maxUsed = 8

// isMeans reports whether a noun phrase is something that authors apply, such as "neural networks".
func isMeans(phrase string) bool {
	t := syntax.Parse(phrase)
	head := t.Root()
	if head == syntax.None {
		return false
	}
	noun := &t.Tokens[head]
	return means[noun.Lemma] && (noun.Tag == "NNS" || massMeans[noun.Lemma])
}

// massMeans are those means that need no article.
var massMeans = map[string]bool{"learning": true, "training": true, "mining": true, "supervision": true}
