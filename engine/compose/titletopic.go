package compose

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/determiner"
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
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
	direct := withoutDirection(topic)
	if direct != topic && startsWithAny(direct, "a ", "an ") {
		return Statement{}, false // as in "towards a parser": the authors have not made it yet
	}
	topic = direct
	if first := beginning(topic); (actOfGerund[first] != "" || first == "finding") && !gerundsThatModify[first] {
		return Statement{}, false // an activity of other people, as in "finding food deserts"
	}
	t := syntax.ParseRecent(topic)
	head := t.Root()
	if head != syntax.None && t.Tokens[head].Tag == "VB" {
		// As in "metallic coatings to control heat".
		if thing, _, found := strings.Cut(topic, " to "); found {
			t = syntax.ParseRecent(thing)
			head = t.Root()
		}
	}
	if head == syntax.None || t.Truncated || t.Tokens[head].Tag != "NN" && t.Tokens[head].Tag != "NNS" || hasClause(&t) {
		return Statement{}, false
	}
	noun := t.Tokens[head].Lemma
	if t.Tokens[0].Norm == "no" || products[noun] || noun == "evidence" ||
		p.isLabelled(topic) {
		return Statement{}, false
	}
	phrase, ok := withArticles(topic, &t, head)
	if !ok {
		return Statement{}, false
	}
	st := Statement{Kind: Study, predicate: p.topicVerb(phrase, noun) + " " + phrase, topic: phrase}
	if acts, ok := p.actsOf(&t, head); ok {
		st.predicate = acts
	} else if use, ok := p.useOf(phrase, noun); ok {
		st.predicate = use
	} else if better, ok := strings.CutPrefix(phrase, "improved "); ok && !makingTopics[noun] && !means[noun] {
		st.predicate = "improve " + better
	}
	return st, true
}

// withoutDirection returns a topic without the "on" or "towards" with which some titles begin.
func withoutDirection(topic string) string {
	for _, direction := range []string{"on ", "towards ", "toward "} {
		topic = strings.TrimPrefix(topic, direction)
	}
	return topic
}

// topicCase returns a title capitalized as it would be inside a sentence. It returns false if the
// title has several parts, or a word that may or may not be a name.
func (p *parser) topicCase(title string) (string, bool) {
	s, ok := p.sentenceCase(strings.TrimRight(title, ". "))
	ok = ok && (s != strings.ToUpper(s) || !strings.Contains(s, " "))
	return s, ok && !strings.ContainsAny(s, "?!:;\"“”") && !dashed.MatchString(s)
}

// dashed matches a dash between words.
var dashed = pattern.MustCompile(`\s[-–—]+\s|—`)

// titleAct parses a title such as "Assessing X" as an act of the authors.
func (p *parser) titleAct(title string) (Statement, bool) {
	act, ok := p.topicCase(title)
	if !ok {
		return Statement{}, false
	}
	direct := withoutDirection(act)
	gerund, object, _ := strings.Cut(direct, " ")
	verb := p.authorsAct(gerund, object)
	if verb == "" || direct != act && !acts[verb] {
		return Statement{}, false // authors who work towards something have not done it
	}
	t := syntax.ParseRecent(direct)
	if t.Truncated || len(t.Tokens) < 3 {
		return Statement{}, false
	}
	after := t.Tokens[1].Tag
	isVerb := (t.Tokens[0].Tag == "VBG" || gerund == "understanding") && (after.IsNoun() || t.Tokens[1].Tag == "VBN")
	if after != "DT" && after != "PRP$" && !after.IsAdjective() && (!isVerb || gerundsThatModify[gerund]) {
		return Statement{}, false
	}
	topic := determiner.Restore(object)
	return Statement{Kind: Study, predicate: verb + " " + topic, topic: topic, act: gerund + " " + topic}, true
}

// authorsAct returns the verb of a gerund that begins a title or a part of one. It returns "" if
// the people studied, rather than the authors, may perform the act.
func (p *parser) authorsAct(gerund, object string) string {
	if verb := actOfGerund[gerund]; verb != "" {
		return verb
	}
	if verb := makingOfGerund[gerund]; verb != "" && p.authorsMake(verb, object) {
		return verb
	}
	return ""
}

// authorsMake reports whether the abstract says that the authors do something or made something, or
// whether the title names the method used.
func (p *parser) authorsMake(verb, object string) bool {
	return p.hasProduct() || ownMethod.MatchString(object) ||
		strings.Contains(strings.ToLower(p.abstract), " we "+verb+" ")
}

// hasMethod reports whether the abstract says that the authors applied or made something.
func (p *parser) hasMethod() bool { return p.hasProduct() || applied.MatchString(p.abstract) }

// hasProduct reports whether the abstract says that the authors made something.
func (p *parser) hasProduct() bool { return made.MatchString(p.abstract) }

var (
	made = pattern.MustCompile(`(?i)\b(?:we|this (?:paper|work|article|thesis)|the authors)\b.{0,30}\b(?:proposed?` +
		`|proposes|introduced?|introduces|developed?|develops|implement(?:ed|s)?|built|builds?|synthesi[sz]ed|fabricated` +
		`|presents? (?:an? )?(?:\p{L}+[ -,]){0,5}(?:method|model|approach|framework|algorithm|system|technique|tool))\b`)
	applied = pattern.MustCompile(`(?i)\b(?:we|this (?:paper|work|article)|the authors)\b.{0,30}\b(?:appl(?:y|ies|ied)|employ(?:s|ed)?` +
		`|use[sd]?|train(?:s|ed)?|adopt(?:s|ed)?|learn(?:ed)?|explor(?:e|es|ed)|presents?|describes?)\b`)
	ownMethod = pattern.MustCompile(`\b(?:using|via|by \p{Ll}+ing)\b`)
)

// actOfGerund and makingOfGerund map gerunds to their verbs.
var (
	actOfGerund = func() map[string]string {
		of := gerundsOf(acts)
		of["modelling"], of["understanding"] = "model", "examine"
		return of
	}()
	makingOfGerund = gerundsOf(english.Set("makings in titles"))
)

func gerundsOf(verbs map[string]bool) map[string]string {
	of := make(map[string]string)
	for verb := range verbs {
		of[english.Gerund(verb)] = verb
	}
	return of
}

var gerundsThatModify = english.Set("gerunds that modify")

// acts lists the verbs for acts of the authors in titles.
var acts = english.Set("acts in titles")

// topicVerb returns the verb for a topic with the given head noun.
func (p *parser) topicVerb(topic, noun string) string {
	verb := topicVerbs[noun]
	switch {
	case verb == "examine" || verb == "provide" || verb == "report" && strings.HasPrefix(topic, "the "):
		return verb
	case startsWithAny(topic, "a ", "an "):
		if changes[noun] {
			return "report"
		}
		if !p.makes(noun) {
			return "describe" // as in "a luminous supernova"
		}
		return "present"
	case strings.HasPrefix(topic, "improved ") && means[noun]:
		return "present"
	case verb == "present":
		return verb
	}
	return "study"
}

// actsOf returns a title such as "Identification and characterization of X" with verbs in place of its
// nouns: "identify and characterize X".
func (p *parser) actsOf(t *syntax.Tree, head int) (predicate string, ok bool) {
	if head != 0 || len(t.Tokens) < 3 {
		return "", false
	}
	verb, of := titleActs[t.Tokens[0].Norm], 1
	if (t.Tokens[2].Norm == "a" || t.Tokens[2].Norm == "an") && p.hasProduct() {
		verb = cmp.Or(verb, titleMakes[t.Tokens[0].Norm])
	}
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
	for i := of + 2; i < len(t.Tokens)-1; i++ {
		if t.Tokens[i-1].Norm == "and" && titleActs[t.Tokens[i].Norm] != "" && t.Tokens[i+1].Norm == "of" {
			return "", false // as in "optimization of X and evaluation of Y"
		}
	}
	object := t.Source(syntax.Span{First: of + 1, Last: len(t.Tokens) - 1})
	return verb + " " + determiner.Restore(object), true
}

// Topic returns the topic of a statement made from a title that claims nothing about it, or "".
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
		if t.Tokens[i].Tag.IsFinite() && !describes(t, i) && !describes(t, t.Tokens[i].Head) || isMistaken(t, i) {
			return true
		}
		if t.Tokens[i].Tag.IsNoun() && i > 0 && t.Tokens[i-1].Tag == "RB" && baseOf(t.Tokens[i].Norm) != "" {
			return true // a verb tagged as a noun, as in "significantly affects"
		}
	}
	return false
}

// describes reports whether a verb heads a clause that modifies a noun. A verb in the third person
// singular needs a subject.
func describes(t *syntax.Tree, verb int) bool {
	if verb == syntax.None || !t.Is(verb, syntax.RelativeClause, syntax.AdnominalClause) {
		return false
	}
	subject := t.Child(verb, syntax.NominalSubject, syntax.PassiveSubject)
	if t.Tokens[verb].Tag != "VBZ" {
		return true
	}
	if subject == syntax.None {
		return false
	}
	token := &t.Tokens[subject]
	return !strings.HasPrefix(string(token.Tag), "W") || strings.HasPrefix(token.Norm, "wh") || token.Norm == "that"
}

// isMistaken reports whether the parser mistook a verb for a noun: the noun has an object, or it is
// a plural that modifies another noun. It also detects a missing verb, as in "X beneficial for Y".
func isMistaken(t *syntax.Tree, i int) bool {
	token := &t.Tokens[i]
	switch {
	case token.Tag.IsNoun():
		return baseOf(token.Norm) != "" && (t.Child(i, syntax.DirectObject) != syntax.None || token.Tag == "NNS" &&
			t.Is(i, syntax.Compound))
	case token.Tag.IsAdjective():
		return t.Is(i, syntax.AdjectiveMod) && token.Head < i && t.Child(i, syntax.Preposition) != syntax.None
	}
	r, _ := utf8.DecodeRuneInString(token.Form)
	return token.Tag == "." && unicode.IsLetter(r)
}

// withArticles returns a noun phrase with its missing articles. ok is false if the phrase does not
// begin with its head and modifiers, or if it is unknown whether the head needs an article.
func withArticles(topic string, t *syntax.Tree, head int) (phrase string, ok bool) {
	if t.Subtree(head).First > 0 {
		return "", false
	}
	phrase = determiner.Restore(topic)
	second := t.Child(head, syntax.Conjunct)
	lists, last := second != syntax.None, max(head, second)
	isOf := last+1 < len(t.Tokens) && t.Tokens[last+1].Norm == "of"
	noun, added := t.Tokens[head].Lemma, beginning(phrase) != beginning(topic)
	switch {
	case added:
		return phrase, !lists || phrase[:2] != "a "
	case t.Tokens[head].Tag != "NN" || !determiner.IsBare(t, head):
		return phrase, true
	case (studyTopics[noun] || makingTopics[noun] && !massMakings[noun]) && (head > 0 || titleActs[noun] == "") &&
		!startsWithAny(phrase, "a ", "an ") && !strings.ContainsAny(t.Tokens[0].Form, "'’"):
		return english.Indefinite(phrase) + " " + phrase, !lists // as in "a comparative analysis of X"
	case isOf && t.Tokens[0].Tag != "VBG" && (!lists || t.Tokens[second].Tag == "NN"):
		return "the " + phrase, true
	}
	return phrase, determiner.Knows(t, head)
}

// massMakings lists the products that need no article.
var massMakings = map[string]bool{"synthesis": true, "design": true, "theory": true, "data": true}

// beginning returns the first word of a phrase.
func beginning(phrase string) string {
	first, _, _ := strings.Cut(phrase, " ")
	return first
}
