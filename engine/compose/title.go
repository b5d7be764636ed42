package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/determiner"
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// titleStatements parses a title as a clause, a description of a named thing, or a topic.
func (p *parser) titleStatements(title string) []Statement {
	source := Source{Text: title, Section: "Title"}
	title, ok := p.uncapitalised(title)
	if !ok {
		return nil
	}
	s, ok := clean(title)
	if !ok {
		return p.titleTopics(title, source)
	}
	if st, ok := p.namedThing(s); ok {
		st.Source, st.Weight = source, titleWeight
		return []Statement{st}
	}
	if claim, ok := p.titleClaim(s); ok {
		st := Statement{Source: source, Kind: Finding, predicate: "report that " + claim, fact: capitalised(claim),
			Weight: claimWeight}
		if !p.finishFact(&st) {
			st.fact = ""
		}
		if p.finishPredicate(&st) {
			return []Statement{st}
		}
		return nil
	}
	if !isTitleClause(s) {
		return p.titleTopics(title, source)
	}
	st := Statement{Source: source, Kind: Fact, fact: s, Weight: titleWeight}
	if !p.finishFact(&st) {
		return nil
	}
	return []Statement{st}
}

// titleTopics returns the topic of a title or of its first part. If the first part is only a name
// or a clause, or has no topic while the second part names a product, it returns the topic of the
// second part.
func (p *parser) titleTopics(title string, source Source) []Statement {
	title, ok := p.uncapitalised(title)
	if !ok || len(title) > maxSentence || isNoTopic(title) {
		return nil
	}
	first, second, two := cutTitle(title)
	if st, ok := p.productTitle(first, second); two && ok {
		return p.topicOf(st, "", source)
	}
	asked := two && strings.HasPrefix(title[len(first):], "?")
	if two && direction.MatchString(first) && isMaking(second) {
		if st, ok := p.titlePart(second); ok {
			return p.topicOf(st, "", source)
		}
	}
	named := two && (!strings.Contains(first, " ") || teamAtTask.MatchString(first) || p.isNamed(first))
	if !named {
		st, ok := p.titlePart(first)
		about := !two || !ok || p.isAbout(st.topic)
		if ok && asked { // as in "A decline of X?"
			st.predicate, st.Weight = "examine "+st.topic, topicWeight
		}
		if ok && about && (two || countWords(first) >= minTopicWords) {
			return p.topicOf(st, second, source)
		}
		if about && !isSlogan(first) && kindNouns[headNoun(second)] == "" {
			return nil
		}
	}
	st, ok := p.titlePart(second)
	if !ok {
		return nil
	}
	return p.topicOf(st, "", source)
}

// direction matches the start of a title such as "Towards X".
var direction = pattern.MustCompile(`(?i)^towards? `)

// isAbout reports whether the abstract has a word of a topic, since some titles begin with a
// metaphor.
func (p *parser) isAbout(topic string) bool {
	if p.abstract == "" {
		return true
	}
	terms := text.TermSet(p.abstract)
	for term := range text.TermSet(topic) {
		if terms[term] && !genericNouns[term] {
			return true
		}
	}
	return false
}

// isMaking reports whether the second part of a title names the authors' product and its purpose.
func isMaking(part string) bool {
	head, _, found := strings.Cut(strings.ToLower(part), " for ")
	return found && makingTopics[headNoun(head)] && startsWithAny(head, "a ", "an ")
}

// isNamed reports whether a capitalized phrase is a name that the abstract writes in the same way.
func (p *parser) isNamed(phrase string) bool {
	isRare := false
	for word := range strings.FieldsSeq(phrase) {
		low := strings.ToLower(word)
		if capitalised(word) != word || closedClass[low] {
			return false
		}
		isRare = isRare || !english.IsUsuallyLower(low)
	}
	return isRare && strings.Contains(phrase, " ") && strings.Contains(p.abstract, phrase)
}

// topicOf completes a statement made from one part of a title.
func (p *parser) topicOf(st Statement, second string, source Source) []Statement {
	switch {
	case reviewing.MatchString(p.abstract) && !startsWithAny(st.predicate, "present ", "describe ", "provide ") &&
		!subtitles[headNoun(second)]:
		asReview(&st)
	case second != "":
		p.addSecond(&st, second)
	}
	if !p.finishPredicate(&st) {
		return nil
	}
	st.Source = source
	return []Statement{st}
}

// reviewing matches the abstract of a review.
var reviewing = pattern.MustCompile(`(?i)\b(?:this|our|the present) (?:\p{Ll}+ )?(?:review|overview)\b` +
	`|\b(?:we|this (?:paper|article|chapter)) (?:\p{Ll}+ )?reviews?\b` +
	`|\b(?:this survey (?:paper|article|reviews|covers)|we survey (?:the|recent|existing|current|work|methods))\b`)

// cutTitle returns the two parts of a title such as "X: Y", "X? Y" or "X - Y".
func cutTitle(title string) (first, second string, two bool) {
	if at := titleBreak.FindStringIndex(title); at != nil {
		return title[:at[0]], strings.TrimLeft(title[at[0]:], " :?!-–—"), true
	}
	return title, "", false
}

// titleBreak matches the end of the first part of a title, but not the dash in "COVID - 19".
var titleBreak = pattern.MustCompile(`[:?!] |\s[-–—]+\s\D| ?—`)

// isSlogan reports whether the first part of a title is a clause that names no topic, such as "When X meets Y".
func isSlogan(part string) bool {
	if slogan.MatchString(part) {
		return true
	}
	t := syntax.ParseRecent(strings.ToLower(part))
	root := t.Root()
	return root != syntax.None && t.Tokens[root].Tag.IsFinite() && t.Child(root, syntax.NominalSubject) != syntax.None
}

var slogan = pattern.MustCompile(`(?i)^(?:how|why|when|where|what|who|let's|let’s|do|does|is|are|can)\b` +
	`|\b(?:my|me|you|your|we|our|us)\b`)

// teamAtTask matches the first part of the titles of shared tasks, such as "LT3 at SemEval-2022".
var teamAtTask = pattern.MustCompile(`^\S.{0,60} (?:at|@) (?:the )?\p{Lu}\S*`)

// titlePart parses a title or a part of one as an act or a topic.
func (p *parser) titlePart(part string) (Statement, bool) {
	st, ok := p.titleAct(part)
	if !ok {
		st, ok = p.titleTopic(part)
	}
	st.Weight = topicWeight
	if startsWithAny(st.predicate, "present ", "describe ") {
		st.Weight = productWeight
	}
	return st, ok
}

// minTopicWords is the minimum number of title words that identify a topic.
const minTopicWords = 3

// titleClaim returns a title that is a clause, in the form that follows "report that". It returns
// false if its first word may be a name.
func (p *parser) titleClaim(s string) (string, bool) {
	if strings.ContainsAny(s, ":;?–—\"“") || countWords(s) < minFactWords {
		return "", false
	}
	claim, ok := p.sentenceCase(s)
	if !ok {
		return "", false
	}
	t := syntax.ParseRecent(claim)
	root := t.Root()
	if root == syntax.None || t.Truncated {
		return "", false
	}
	subject, finite := t.Child(root, syntax.NominalSubject, syntax.PassiveSubject), t.Finite(root)
	if subject == syntax.None || finite == syntax.None || subject > finite || t.Tokens[subject].Tag.IsPronoun() ||
		asking.MatchString(claim) || !complemented(&t, root, finite) {
		return "", false
	}
	claim = determiner.Restore(claim)
	first := &t.Tokens[0]
	if subject == 0 && studyTopics[first.Lemma] && first.Tag == "NN" && strings.HasPrefix(claim, first.Form) {
		claim = english.Indefinite(claim) + " " + claim // as in "an analysis of X reveals Y"
	}
	return claim, true
}

// titleWeight ranks titles below the statements of an abstract, and topicWeight below titles that
// make a claim. productWeight applies to titles that name the authors' product, and claimWeight to
// those that state a finding.
const (
	titleWeight   = 0.1
	topicWeight   = -0.4
	productWeight = 0.3
	claimWeight   = 0.8
)

// namedThing parses a title such as "X: a corpus of Y".
func (p *parser) namedThing(s string) (Statement, bool) {
	m := thingTitle.FindStringSubmatch(s)
	if m == nil || strings.Contains(m[1], " ") && !isName(m[1]) || isTitleCase(m[2]) ||
		kindNouns[headNoun(m[2])] == "" || p.casing.lower[strings.ToLower(m[1])] { // as in "Aspirin: a method for ..."
		return Statement{}, false
	}
	st := Statement{Kind: Proposal, predicate: "present " + m[1] + ", " + strings.ToLower(m[2][:1]) + m[2][1:]}
	return st, p.finishPredicate(&st)
}

// complemented reports whether a finite verb has a complement. A verb that may be a noun, such as
// "studies", needs an object. A past form is a participle before "by", and after "and", as in "response
// ensured by constant A and graded B".
func complemented(t *syntax.Tree, root, finite int) bool {
	if finite == root && t.Tokens[finite].Tag == "VBD" && (isPassive(t, finite) || t.Tokens[finite-1].Tag == "CC") {
		return false
	}
	if t.Child(root, syntax.DirectObject, syntax.ClausalComp) > finite {
		return true
	}
	verb := t.Tokens[finite]
	return (verb.Tag == "MD" || verb.Lemma == "be" || baseOf(verb.Norm) != "") && t.Child(root, syntax.OpenComp,
		syntax.Attribute, syntax.AdjectiveComp, syntax.Preposition, syntax.Agent) > finite
}

// isPassive reports whether an agent rather than an amount follows a verb, as in "ensured by binary IL-2".
func isPassive(t *syntax.Tree, verb int) bool {
	return verb+2 < len(t.Tokens) && t.Tokens[verb+1].Norm == "by" && t.Tokens[verb+2].Tag != "CD" &&
		t.Child(verb, syntax.DirectObject) == syntax.None
}

// asking matches the start of a question.
var asking = pattern.MustCompile(`^(?:how|why|when|where|what|which|who|whether|do|does|is|are|can) `)

var thingTitle = pattern.MustCompile(`^([^:]{2,30}): ([Aa]n? .+)$`)

// isTitleClause reports whether a title is a clause in sentence case.
func isTitleClause(s string) bool {
	words := strings.Fields(s)
	if len(words) < minFactWords || strings.ContainsAny(s, ":–—") || isTitleCase(s) || !isClause(words) {
		return false
	}
	for _, w := range words[1:] {
		b := bare(w)
		if b == "that" || b == "which" || b == "who" || b == "when" || b == "where" || b == "as" || b == "if" {
			return false
		}
		if titleVerbs[b] && w == b {
			return true
		}
	}
	return false
}

var titleVerbs = english.Set("title verbs")

// isTitleCase reports whether most longer words are capitalized.
func isTitleCase(s string) bool {
	long, upper := 0, 0
	for _, w := range strings.Fields(s)[1:] {
		if w = strings.TrimLeft(w, "(["); len(w) > 3 {
			long++
			if w[0] >= 'A' && w[0] <= 'Z' {
				upper++
			}
		}
	}
	return long == 0 || 2*upper > long
}
