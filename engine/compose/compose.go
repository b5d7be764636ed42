package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Mark is the place of the citation in a sentence.
const Mark = "\uFFFC"

// A Source is one sentence of a paper.
type Source struct {
	Text    string
	Section string // heading that it is under
	Index   int    // position in its part of the paper
}

// A Work is a paper as this package sees it.
type Work struct {
	Title    string
	Abstract []Source
	Body     []Source // sentences of the full text that may be statements
	// Familiar are words that the reader knows, such as the abbreviations of the
	// citing text.
	Familiar map[string]bool
}

// A Kind says how a statement is to be read.
type Kind int

// Kinds of statements, best first as citations of a paper as a whole.
const (
	Proposal   Kind = iota // they propose, present, describe
	Finding                // they show, find
	Study                  // they investigate, aim to
	Fact                   // something is so
	Definition             // what they present is a ...
	Action                 // they trained, used
)

// A Statement is what may be said of a paper.
type Statement struct {
	Source     Source
	Kind       Kind
	Weight     float64 // how well it serves as a citation wherever it is used
	lead       string  // what comes before the authors
	predicate  string  // from the verb on, agreeing with "we"; "" where the authors are no subject
	fact       string  // the sentence that is left without authors; "" where there is none
	at         int     // its sentence in the abstract
	unlabelled bool    // no heading says which part of the abstract it belongs to
	background float64 // what was taken off for being background
}

// Statements lists what may be said of a work, in the order of the work.
func Statements(w Work) []Statement {
	r := newReader(w)
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
	for _, source := range w.Body {
		all = append(all, r.statements(labelled{Source: source, body: true})...)
	}
	return r.withoutStrays(append(all, r.titleStatements(w.Title)...))
}

// A reader knows what has to be known of a whole paper to read one sentence.
type reader struct {
	names    []name
	casing   casing
	short    abbreviations
	familiar map[string]bool
	title    map[string]bool // its terms
	subject  string          // what the title names before its colon, "" where it does not
	problem  string          // the only problem that the authors say they study, "" where there is none
}

func newReader(w Work) *reader {
	texts := []string{w.Title}
	for _, s := range w.Abstract {
		texts = append(texts, s.Text)
	}
	r := &reader{findNames(w), newCasing(texts), findAbbreviations(w.Abstract), w.Familiar, text.TermSet(w.Title), subjectOf(w.Title), problemOf(w.Abstract)}
	r.short.lower(r.casing, w.Title)
	for _, n := range r.names {
		delete(r.short, n.text) // a name is known by itself
	}
	return r
}

// statements reads one sentence.
func (r *reader) statements(l labelled) []Statement {
	s, ok := clean(l.Text)
	if !ok {
		return nil
	}
	s = r.resolve(s)
	for _, match := range matchers {
		found, ok := match(r, l, s)
		if !ok {
			continue
		}
		return r.finish(l, found)
	}
	return nil
}

// finish cuts a statement to size, refuses what cannot be said on its own, and weighs it.
func (r *reader) finish(l labelled, s Statement) []Statement {
	s.Source = l.Source
	if s.predicate != "" && !r.finishPredicate(&s) {
		s.predicate = ""
	}
	if s.fact != "" && !r.finishFact(&s) {
		s.fact = ""
	}
	if s.predicate == "" && s.fact == "" {
		return nil
	}
	if s.fact != "" && s.Kind == Fact && r.needsScope(s.fact) {
		if s.Weight = -scopeCost; s.predicate != "" {
			s.fact, s.Weight = "", 0 // the authors say where it is so
		}
	}
	s.background = backgroundOf(l, s)
	s.Weight += weigh(l, s) + titleBonus*r.shareOfTitle(s)
	if r.hasGlued(s.predicate + " " + s.fact) {
		s.Weight -= tornCost
	}
	return []Statement{s}
}

func (r *reader) finishPredicate(s *Statement) bool {
	lead, ok := leadOf(s.lead)
	if !ok {
		return false
	}
	predicate := withoutHere(shorten(withoutPointingConjunct(withoutHole(s.predicate)), maxWords-countWords(lead), true))
	predicate = withoutDanglingRelative(withoutDanglingTail(withoutPointingPhrase(predicate), true), s.Kind)
	predicate = withoutAlsoInClause(r.short.expand(predicate, r.familiar))
	if countWords(predicate) < minWords || countWords(lead)+countWords(predicate) > maxWords {
		return false
	}
	if dangles(lead+" "+predicate) || objectPoints(predicate) || isBroken(predicate) || meansEverybody.MatchString(predicate) || saysNothing(predicate) {
		return false
	}
	if isSignpost(predicate) || countsFromNowhere(predicate) || lacksVerb(predicate) {
		return false
	}
	s.lead, s.predicate = lead, predicate
	return true
}

func (r *reader) finishFact(s *Statement) bool {
	fact := r.short.expand(withoutAlso(withoutDanglingTail(withoutHere(shorten(s.fact, maxWords, false)), false)), r.familiar)
	if n := countWords(fact); n < minFactWords || n > maxWords {
		return false
	}
	if dangles(fact) || isBroken(fact) || saysNothing(fact) || hasFirstPerson(fact) || countsFromNowhere(fact) {
		return false
	}
	if s.fact = fact; !strings.HasPrefix(strings.TrimSpace(s.Source.Text), fact[:1]) && (r.subject == "" || !strings.HasPrefix(fact, r.subject)) { // as the paper writes it
		s.fact = capitalised(fact)
	}
	return true
}

// Bounds of a citing sentence, the citation left out. Unit: words.
const (
	minWords         = 4
	minFactWords     = 5
	comfortableWords = 32 // a longer one is cut where it can be
	maxWords         = 45
)

// Textual is the sentence with the authors as its subject; single is set where
// there is one author.
func (s Statement) Textual(single bool, tense Tense) (sentence string, ok bool) {
	if s.predicate == "" {
		return "", false
	}
	predicate := thirdPerson(conjugate(s.predicate, single, tense), authors)
	if s.lead == "" {
		return Mark + " " + predicate + ".", true
	}
	return capitalised(thirdPerson(s.lead, authors)) + ", " + Mark + " " + predicate + ".", true
}

// Parenthetical is the sentence with the citation behind it.
func (s Statement) Parenthetical(tense Tense) (sentence string, ok bool) {
	if s.fact != "" {
		return s.fact + " " + Mark + ".", true
	}
	predicate := thirdPerson(conjugate(s.predicate, true, tense), work)
	if s.lead == "" {
		return "Previous work " + predicate + " " + Mark + ".", true
	}
	return capitalised(thirdPerson(s.lead, work)) + ", previous work " + predicate + " " + Mark + ".", true
}

// IsFact reports whether Parenthetical says it without speaking of the work.
func (s Statement) IsFact() bool { return s.fact != "" }

// shareOfTitle is how much of the title a statement has.
func (r *reader) shareOfTitle(s Statement) float64 {
	if len(r.title) == 0 {
		return 0
	}
	has := text.TermSet(s.predicate + " " + s.fact)
	shared := 0
	for term := range r.title {
		if has[term] {
			shared++
		}
	}
	return float64(shared) / float64(len(r.title))
}

func countWords(s string) int { return len(strings.Fields(s)) }
