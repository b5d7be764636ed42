package compose

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// needsScope reports whether a fact lacks its setting. It does if it reports one study in the past
// tense or shares too few terms with the title.
func (p *parser) needsScope(fact string) bool {
	return !p.isAboutNamed(fact) && (isReported(fact) || p.sharedWithTitle(fact) < minShared)
}

// isAboutNamed reports whether a fact is about something named by the paper.
func (p *parser) isAboutNamed(fact string) bool {
	return p.subject != "" && strings.HasPrefix(fact, p.subject) ||
		slices.ContainsFunc(p.names, func(n name) bool { return strings.HasPrefix(fact, n.text+" ") })
}

// minShared is the minimum number of title terms that make a fact's setting clear.
const minShared = 2

// sharedWithTitle counts the title's content terms that occur in s.
func (p *parser) sharedWithTitle(s string) (n int) {
	has := text.TermSet(s)
	for term := range p.title {
		if has[term] && !genericNouns[term] {
			n++
		}
	}
	return n
}

// withoutStrays drops facts about things such as "the rice" that neither the sentence nor the title
// identifies, if other statements remain.
func (p *parser) withoutStrays(all []Statement) []Statement {
	kept := slices.DeleteFunc(slices.Clone(all), p.isStray)
	if len(kept) == 0 {
		return all
	}
	return kept
}

func (p *parser) isStray(s Statement) bool {
	return s.predicate == "" && s.Kind == Fact && startsWithAny(s.fact, "The ", "the ") &&
		isUnspecified(s.fact) && p.sharedWithTitle(s.fact) < minShared
}

// withoutAlsoInClause removes the "also" of a finding.
func withoutAlsoInClause(predicate string) string {
	words := strings.Fields(predicate)
	if len(words) < 3 || words[1] != "that" || strings.Contains(predicate, " and ") {
		return predicate
	}
	return withoutAlso(predicate)
}

// A Scope is a phrase or clause that names a paper's topic before a statement. It is made from the
// title. The zero value adds nothing.
type Scope struct {
	topic string
	task  string // purpose of the authors' product, as in "For X, @ propose Y"
	act   string // predicate that names the topic, as in "@ study X and report that Y"
}

// scopeOf returns the scope of a statement that has fewer than a third of the title's terms, or
// zero if a scope is unnecessary or unknown. In 3,575 statements judged by readers, 34 % of those
// with one of six or more title terms made sense on their own, and 75 % of those with four or five.
func (p *parser) scopeOf(s *Statement) Scope {
	said := s.predicate + " " + s.fact
	if s.lead != "" || p.isAboutNamed(s.fact) || 3*p.sharedWithTitle(said) >= len(p.title) ||
		len(p.title) < minTitleTerms ||
		s.predicate == "" && !isReported(s.fact) {
		return Scope{}
	}
	scope := p.setting()
	if repeats(said, scope.topic) {
		return Scope{}
	}
	if scope.act != "" && countWords(scope.act)+countWords(said) > maxWords {
		return Scope{}
	}
	return scope
}

// repeats reports whether a statement has most of a topic's terms.
func repeats(said, topic string) bool {
	return text.Overlap(text.TermSet(topic), text.TermSet(said)) >= mostRepeated
}

// mostRepeated is the share of a topic's terms at which a statement needs no scope.
const mostRepeated = 0.75

// minTitleTerms is the minimum number of terms in a title that names a topic.
const minTitleTerms = 3

// Scoped returns the statement in the form that follows its scope, and the scope itself. ok is
// false if the statement needs no scope.
func (s Statement) Scoped() (scoped Statement, scope Scope, ok bool) {
	if s.scope == (Scope{}) {
		return s, Scope{}, false
	}
	if s.predicate == "" {
		s.predicate = "report that " + s.inner
	}
	if isReported(s.fact) {
		s.fact = ""
	}
	s.Weight += scopeBonus
	return s, s.scope, true
}

// scopeBonus is the bonus for a scope, which adds the title's words to the statement.
const scopeBonus = 0.7

// String returns the topic.
func (s Scope) String() string { return s.topic }

// Join adds the scope to a sentence whose subject is the authors: "@ report that Y" becomes "@
// study X and report that Y", with both verbs in the same form. Other sentences are returned
// unchanged.
func (s Scope) Join(sentence string) string {
	subject, rest, ok := Mark, "", false
	if rest, ok = strings.CutPrefix(sentence, Mark+" "); !ok {
		subject = "Previous work"
		if rest, ok = strings.CutPrefix(sentence, subject+" "); !ok {
			return sentence
		}
	}
	switch {
	case s.task != "" && subject == Mark:
		return "For " + s.task + ", " + sentence
	case s.task != "":
		return "For " + s.task + ", p" + sentence[1:]
	case s.act == "":
		return sentence
	}
	words := strings.Fields(rest)
	if len(words) == 0 {
		return sentence
	}
	verb := bare(words[verbAt(words)])
	single := subject != Mark || verb == english.Third(baseOf(verb)) && verb != baseOf(verb)
	return subject + " " + s.inForm(single, TenseOf(verb)) + " and " + rest
}

// inForm returns the predicate that names the topic in the given number and tense.
func (s Scope) inForm(single bool, tense Tense) string {
	verb, object, _ := strings.Cut(s.act, " ")
	switch {
	case baseOf(verb) != "":
		return conjugate(s.act, single, tense)
	case tense == Past:
		return english.Past(verb) + " " + object
	case single:
		return english.Third(verb) + " " + object
	}
	return s.act
}

// Without returns a sentence without the words added by Join. They name the paper's topic, and no
// passage has them together with the rest.
func (s Scope) Without(sentence string) string {
	if s.task != "" {
		if rest, ok := strings.CutPrefix(sentence, "For "+s.task+", "+Mark+" "); ok {
			return Mark + " " + rest
		}
	}
	if s.act == "" || !strings.HasPrefix(sentence, Mark+" ") {
		return sentence
	}
	for _, tense := range []Tense{AsPaper, Present, Past} {
		for _, single := range []bool{false, true} {
			if rest, ok := strings.CutPrefix(sentence, Mark+" "+s.inForm(single, tense)+" and "); ok {
				return Mark + " " + rest
			}
		}
	}
	return sentence
}

// ScopeOf returns the scope for statements about a work.
func ScopeOf(w Work) Scope { return newParser(w).setting() }

// settingOf derives a scope from a title's topic: "For X, @ propose Y" for titles such as "A method
// for X", and "@ study X and report that Y" for others. It is zero for a title without a topic.
func (p *parser) settingOf(title string) Scope {
	topics := p.titleTopics(title, Source{})
	if len(topics) == 0 || topics[0].topic == "" {
		return Scope{}
	}
	topic := withoutMeans(topics[0].topic)
	if strings.Contains(topic, ",") {
		return Scope{} // "study X, a kind of Y and report" would read as a list
	}
	t := syntax.ParseRecent(topic)
	head := t.Root()
	if n := countWords(topic); head == syntax.None || n > maxSetting || len(text.TermSet(topic)) < minTitleTerms {
		return Scope{}
	}
	predicate, _, _ := strings.Cut(topics[0].predicate, ", ")
	if used, task, ok := cutUse(predicate); ok {
		return Scope{topic: task, act: used}
	}
	if topics[0].act != "" && countWords(predicate) <= maxSetting {
		return Scope{topic: topic, act: predicate}
	}
	verb := "study"
	switch noun := t.Tokens[head].Lemma; {
	case topicVerbs[noun] == "provide", t.Tokens[0].Tag.IsAdverb():
		return Scope{}
	case makingTopics[noun]:
		_, task, found := strings.Cut(topic, " for ")
		if !found || countWords(task) < 2 {
			return Scope{}
		}
		return Scope{topic: task, task: task}
	case t.Tokens[0].Norm == "a" || t.Tokens[0].Norm == "an":
		if !studyTopics[noun] {
			return Scope{} // a product of the authors
		}
		verb = "present"
	case topicVerbs[noun] == "examine":
		verb = "examine"
	}
	return Scope{topic: topic, act: verb + " " + topic}
}

// cutUse returns a predicate such as "use Y for X" and its X.
func cutUse(predicate string) (_, task string, ok bool) {
	if strings.HasPrefix(predicate, "use ") {
		_, task, ok = strings.Cut(predicate, " for ")
	} else if strings.HasPrefix(predicate, "apply ") {
		_, task, ok = strings.Cut(predicate, " to ")
	}
	return predicate, task, ok
}

// maxSetting is the maximum number of words in a scope's topic.
const maxSetting = 13

var (
	makingTopics = english.Set("makings as topics")
	studyTopics  = english.Set("studies as topics")
)

// withoutMeans returns a topic without the means by which it was studied.
func withoutMeans(topic string) string {
	for _, by := range []string{" using ", " via ", " through ", " based on ", " as revealed ",
		" as unraveled ", " as determined ", " employing ", " with a ", " with an "} {
		if before, _, found := strings.Cut(topic, by); found && countWords(before) >= minTopicWords {
			topic = before
		}
	}
	return topic
}
