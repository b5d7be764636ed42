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

// ownSubject returns the subject that depends directly on a predicate, or None.
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

// clausal lists the relations of the predicates of dependent clauses.
var clausal = []Relation{Conjunct, ClausalComp, OpenComp, AdverbialClause, RelativeClause, AdnominalClause,
	ClausalSubject, PassiveClause, Parenthesis, PrepComp}

// Clauses returns the predicates of all clauses in order: the root, which may be the noun of a
// fragment, and dependents that are verbs or have a subject.
func (t *Tree) Clauses() (predicates []int) {
	for i, token := range t.Tokens {
		isPredicate := token.Tag.IsVerb() || t.ownSubject(i) != None
		if token.Relation == RootRelation || isPredicate && t.Is(i, clausal...) {
			predicates = append(predicates, i)
		}
	}
	return predicates
}
