package syntax

import "slices"

var subjects = []Relation{NominalSubject, PassiveSubject, ClausalSubject, PassiveClause, Expletive}

// Subject returns the subject of a predicate. If a conjunct has no subject, it returns that of the
// previous conjunct; for an open complement, it returns the subject of its head.
func (t *Tree) Subject(verb int) int {
	for range t.Tokens {
		if subject := t.ownSubject(verb); subject != None || !t.Is(verb, Conjunct, OpenComp) {
			return subject
		}
		verb = t.Tokens[verb].Head
	}
	return None
}

// ownSubject returns the subject that depends on a predicate itself.
func (t *Tree) ownSubject(verb int) int {
	found := t.Children(verb, subjects...)
	for _, i := range found {
		if t.Tokens[i].Relation != Expletive {
			return i
		}
	}
	if len(found) > 0 {
		return found[0]
	}
	return None
}

// Auxiliaries returns the auxiliaries of a verb in order. A conjunct without auxiliaries shares
// those of the previous conjunct if both have the same form, as in "was measured and compared".
func (t *Tree) Auxiliaries(verb int) []int {
	for range t.Tokens {
		own := t.Children(verb, Auxiliary, PassiveAuxiliary)
		if len(own) > 0 || !t.Is(verb, Conjunct) || t.ownSubject(verb) != None {
			return own
		}
		head := t.Tokens[verb].Head
		if t.Tokens[head].Tag != t.Tokens[verb].Tag || t.Tokens[verb].Tag.IsFinite() {
			return own
		}
		verb = head
	}
	return nil
}

// IsPassive reports whether a verb is a passive with an auxiliary or a passive subject.
func (t *Tree) IsPassive(verb int) bool {
	if t.Child(verb, PassiveSubject, PassiveClause) != None {
		return true
	}
	return slices.ContainsFunc(t.Auxiliaries(verb), func(i int) bool { return t.Is(i, PassiveAuxiliary) })
}

// Finite returns the finite verb of a clause: the first finite auxiliary, or the head itself. It
// returns None for a clause without a finite verb, such as an infinitive or a participle.
func (t *Tree) Finite(verb int) int {
	if verb == None {
		return None
	}
	for _, i := range t.Auxiliaries(verb) {
		if t.Tokens[i].Tag.IsFinite() {
			return i
		}
	}
	if t.Tokens[verb].Tag.IsFinite() {
		return verb
	}
	return None
}

// Negators returns the negators of a token, such as "not", "no" and "never".
func (t *Tree) Negators(i int) []int {
	var found []int
	for _, child := range t.Children(i) {
		if token := &t.Tokens[child]; token.Relation == Negation || negators[token.Norm] {
			found = append(found, child)
		}
	}
	return found
}

var negators = setOf("not n't n’t no never neither nor without hardly scarcely barely")

// A ClauseKind classifies a clause by the way it depends on another.
type ClauseKind int

// Kinds of clauses.
const (
	MainClause       ClauseKind = iota
	CoordinateClause            // conjunct that is a verb or has a subject
	ComplementClause            // such as "show that ..."
	OpenClause                  // such as "fails to converge"
	AdverbClause                // such as "because ..." and "using ..."
	RelativeKind                // such as "which ..."
	ParticipleKind              // participle or infinitive after a noun
	SubjectClause               // such as "whether it holds" in "whether it holds is open"
	ParentheticKind             // clause in brackets or between dashes
	PrepositionKind             // such as "by training ..."
)

// A Clause is a predicate with all its descendants.
type Clause struct {
	Kind     ClauseKind
	Verb     int // head of the clause: a verb, or the predicate of a fragment
	Parent   int // token on which the clause depends, or None for the main clause
	Marker   int // subordinating conjunction, or None
	Subject  int // subject of the clause or one that it shares, or None
	Finite   int // finite verb, or None
	Negators []int
	Span     Span
}

var clauseKinds = map[Relation]ClauseKind{
	RootRelation: MainClause, Conjunct: CoordinateClause, ClausalComp: ComplementClause, OpenComp: OpenClause,
	AdverbialClause: AdverbClause, RelativeClause: RelativeKind, AdnominalClause: ParticipleKind,
	ClausalSubject: SubjectClause, PassiveClause: SubjectClause, Parenthesis: ParentheticKind,
	PrepComp: PrepositionKind,
}

// Clauses returns the clauses in the order of their heads.
func (t *Tree) Clauses() []Clause {
	var clauses []Clause
	for i, token := range t.Tokens {
		kind, is := clauseKinds[token.Relation]
		if !is || kind != MainClause && !t.isPredicate(i) {
			continue
		}
		clauses = append(clauses, Clause{
			Kind: kind, Verb: i, Parent: token.Head, Marker: t.Child(i, Marker), Subject: t.Subject(i),
			Finite: t.Finite(i), Negators: t.Negators(i), Span: t.Subtree(i),
		})
	}
	return clauses
}

// isPredicate reports whether a token is a verb or has a subject.
func (t *Tree) isPredicate(i int) bool { return t.Tokens[i].Tag.IsVerb() || t.ownSubject(i) != None }
