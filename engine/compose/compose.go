package compose

import (
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine/mend"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// Mark is the placeholder for the citation in a sentence.
const Mark = "\uFFFC"

// A Source is a sentence of a paper.
type Source struct {
	Text    string
	Section string // title of the section that contains it
	Index   int    // position in the abstract or the full text
}

// A Work holds the parts of a paper from which statements are made.
type Work struct {
	Title    string
	Abstract []Source
	Body     []Source // candidate sentences from the full text
	// Familiar is the set of words known to the reader, such as abbreviations in the citing text.
	Familiar map[string]bool
	// Words is the vocabulary of the whole paper, used to repair damaged words. Sentences of Body
	// with a word that cannot be repaired are rejected.
	Words *mend.Vocabulary
	// Named returns a sentence of the abstract with phrases such as "the algorithm" replaced by
	// their antecedents in the sentences before the given index. It may be nil.
	Named func(sentence string, before int) string
}

// A Kind is the type of claim made by a statement.
type Kind int

// Kinds of statements.
const (
	Proposal   Kind = iota // the authors propose, present or describe something
	Finding                // the authors show or find something
	Study                  // the authors investigate something or aim to do so
	Fact                   // a fact stated without mentioning the authors
	Definition             // a definition such as "X is a ..."
	Action                 // a step of the work, such as training or using something
)

// A Statement is a paper's claim in a citable form.
type Statement struct {
	Source     Source
	Kind       Kind
	Weight     float64 // suitability for a citation at any site
	lead       string  // phrase before the authors
	topic      string  // a title's topic, or ""
	act        string  // topic with the title's gerund, as in "assessing X", or ""
	predicate  string  // verb phrase that agrees with "we"; "" if the authors are not the subject
	product    string  // the authors' product, if it is the subject of predicate, or ""
	fact       string  // the sentence without its authors, or ""
	at         int     // index of the source sentence in the abstract
	unlabelled bool    // whether its part of the abstract has no label
	background float64 // penalty for background, included in Weight
	scope      Scope   // topic to put before a statement that does not name it
	inner      string  // fact, capitalized as it is after "that"
}

// Statements returns a work's citable claims in document order.
func Statements(w Work) []Statement {
	r := newParser(w)
	var all []Statement
	sentences := withoutCutOff(label(split(w.Abstract)))
	for i, s := range sentences {
		s.position = float64(i) / float64(len(sentences))
		if i+1 < len(sentences) {
			s.next = sentences[i+1].Text
		}
		for _, found := range r.statements(s) {
			found.at, found.unlabelled = i, s.role == unlabelled
			all = append(all, found)
		}
	}
	all = demoteBackground(all)
	for _, source := range split(w.Body) {
		all = append(all, r.statements(labelledSource{Source: source, body: true})...)
	}
	return r.withoutStrays(append(all, r.titleStatements(w.Title)...))
}

// A parser holds the facts about a whole paper that are needed to parse one of its sentences.
type parser struct {
	names    []name
	casing   casing
	short    abbreviations
	familiar map[string]bool
	title    map[string]bool // terms of the title
	subject  string          // name before the colon in the title, or ""
	words    *mend.Vocabulary
	named    func(sentence string, before int) string // see Work.Named
	setting  func() Scope                             // returns the scope given by the title
	abstract string                                   // sentences of the abstract, joined
}

func newParser(w Work) *parser {
	r := &parser{findNames(w), newCasing(w.Abstract, w.Body),
		findAbbreviations(w.Abstract), w.Familiar, text.TermSet(w.Title),
		subjectOf(w.Title), w.Words, w.Named, nil,
		textOf(w.Abstract)}
	r.setting = sync.OnceValue(func() Scope { return r.settingOf(w.Title) })
	r.short.lower(r.casing, w.Title)
	for _, n := range r.names {
		delete(r.short, n.text) // do not expand names
	}
	return r
}

func textOf(sources []Source) string {
	var all strings.Builder
	for _, s := range sources {
		all.WriteString(s.Text + " ")
	}
	return all.String()
}

// statements parses one sentence.
func (p *parser) statements(l labelledSource) []Statement {
	said := l.Text
	if len(said) <= maxSentence && p.named != nil && !l.body {
		said = p.named(said, l.Index)
	}
	if len(said) > maxSentence {
		return nil
	}
	s, ok := clean(p.words.Mend(said))
	if !ok {
		return nil
	}
	s = withoutConsequence(p.resolve(s))
	for _, match := range matchers {
		found, ok := match(p, l, s)
		if !ok {
			continue
		}
		return p.finish(l, found)
	}
	return nil
}

// finish shortens and weighs a statement. It returns nil if the statement depends on other
// sentences.
func (p *parser) finish(l labelledSource, s Statement) []Statement {
	s.Source = l.Source
	if s.product != "" {
		if !p.finishProduct(&s) {
			return nil
		}
	} else if s.predicate != "" && !p.finishPredicate(&s) {
		s.predicate = ""
	}
	if s.fact != "" && !p.finishFact(&s) {
		s.fact = ""
	}
	if s.predicate == "" && s.fact == "" {
		return nil
	}
	if l.body && p.words.Broken(s.lead+" "+s.predicate+" "+s.fact) != "" {
		return nil
	}
	if s.fact != "" && s.Kind == Fact && p.needsScope(s.fact) {
		if s.Weight = -scopeCost; s.predicate != "" {
			s.fact, s.Weight = "", 0 // naming the authors provides the setting
		}
	}
	if inner, ok := p.casing.lowered(s.fact); s.predicate != "" || ok {
		s.inner, s.scope = inner, p.scopeOf(&s)
	}
	s.background = backgroundOf(l, s)
	s.Weight += weigh(l, s) + titleBonus*p.shareOfTitle(s)
	return []Statement{s}
}

func (p *parser) finishPredicate(s *Statement) bool {
	lead, ok := leadOf(s.lead)
	if !ok {
		return false
	}
	predicate := withoutHere(
		shorten(withoutPointingConjunct(withoutHole(p.actOf(s.predicate))), maxWords-countWords(lead), true),
	)
	predicate = withoutDanglingRelative(withoutDanglingTail(withoutPointingPhrase(predicate), true), s.Kind)
	predicate = withoutAlsoInClause(p.short.expand(predicate, p.familiar))
	if countWords(predicate) < minWords || countWords(lead)+countWords(predicate) > maxWords {
		return false
	}
	if dangles(lead+" "+predicate) || objectPoints(predicate) || isBroken(predicate) ||
		meansEverybody.MatchString(predicate) || saysNothing(predicate) {
		return false
	}
	if signpost.MatchString(predicate) || actInClause.MatchString(predicate) || countsFromNowhere(predicate) ||
		lacksVerb(predicate) || strings.HasPrefix(predicate, "am ") {
		return false
	}
	s.lead, s.predicate = lead, predicate
	return true
}

// actInClause matches predicates in which the authors report one of their acts, as in "report that
// in X, they measure Y".
var actInClause = pattern.MustCompile(`^\p{Ll}+ that [^,]+, they `)

func (p *parser) finishFact(s *Statement) bool {
	fact := p.short.expand(withoutAlso(withoutDanglingTail(withoutHere(shorten(s.fact, maxWords, false)), false)),
		p.familiar)
	if n := countWords(fact); n < minFactWords || n > maxWords {
		return false
	}
	if dangles(fact) || isBroken(fact) || saysNothing(fact) || hasFirstPerson(fact) || countsFromNowhere(fact) {
		return false
	}
	// Keep the case of the source.
	if s.fact = fact; !strings.HasPrefix(strings.TrimSpace(s.Source.Text), fact[:1]) &&
		(p.subject == "" || !strings.HasPrefix(fact, p.subject)) {
		s.fact = capitalised(fact)
	}
	return true
}

// Limits on the length of a citing sentence without its citation, in words.
const (
	minWords         = 4
	minFactWords     = 5
	comfortableWords = 32 // longer sentences are shortened if possible
	maxWords         = 45
)

// Textual returns the statement as a sentence with the authors as subject. single means one author.
func (s Statement) Textual(single bool, tense Tense) (sentence string, ok bool) {
	if s.predicate == "" {
		return "", false
	}
	if s.product != "" {
		return s.ofProduct(true), true
	}
	predicate := thirdPerson(conjugate(s.predicate, single, tense))
	if s.lead == "" {
		return Mark + " " + predicate + ".", true
	}
	return capitalised(thirdPerson(s.lead)) + ", " + Mark + " " + predicate + ".", true
}

// Parenthetical returns the statement as a sentence with the citation at its end. ok is false if the
// statement refers to its authors, since the "its" of "previous work" would not mean them.
func (s Statement) Parenthetical(tense Tense) (sentence string, ok bool) {
	if s.fact != "" {
		return s.fact + " " + Mark + ".", true
	}
	if hasFirstPerson(s.lead + " " + s.predicate) {
		return "", false
	}
	if s.product != "" {
		return s.ofProduct(false), true
	}
	predicate := conjugate(s.predicate, true, tense)
	if s.lead == "" {
		return "Previous work " + predicate + " " + Mark + ".", true
	}
	return capitalised(s.lead) + ", previous work " + predicate + " " + Mark + ".", true
}

// IsFact reports whether Parenthetical states a fact without mentioning the work.
func (s Statement) IsFact() bool { return s.fact != "" }

// Background reports whether the statement is probably about other work or earlier knowledge.
func (s Statement) Background() bool { return s.background > 0 }

// shareOfTitle returns the share of the title's terms that a statement contains.
func (p *parser) shareOfTitle(s Statement) float64 {
	if len(p.title) == 0 {
		return 0
	}
	has := text.TermSet(s.predicate + " " + s.fact)
	shared := 0
	for term := range p.title {
		if has[term] {
			shared++
		}
	}
	return float64(shared) / float64(len(p.title))
}

func countWords(s string) int { return len(strings.Fields(s)) }
