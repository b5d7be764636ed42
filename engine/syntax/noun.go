package syntax

import "slices"

// Coordinates returns a token and the conjuncts that depend on it, directly or through other
// conjuncts, in order. For the first conjunct, these are all conjuncts.
func (t *Tree) Coordinates(i int) []int {
	all := []int{i}
	for at := 0; at < len(all); at++ {
		all = append(all, t.Children(all[at], Conjunct)...)
	}
	slices.Sort(all)
	return all
}

// FirstConjunct returns the first conjunct of a token's coordination, or the token itself.
func (t *Tree) FirstConjunct(i int) int {
	for t.Is(i, Conjunct) {
		i = t.Tokens[i].Head
	}
	return i
}

// Definiteness is the kind of a noun phrase's determiner.
type Definiteness int

// Kinds of determiners.
const (
	Bare          Definiteness = iota // no determiner
	Indefinite                        // "a", "some", "each", a number
	Definite                          // "the"
	Demonstrative                     // "this", "both": refers to preceding text
	Possessed                         // "our", "the model's"
	Negated                           // "no", "neither"
)

// A NounPhrase is a noun or pronoun with its modifiers.
type NounPhrase struct {
	Head         int
	Span         Span // including relative clauses, appositions and conjuncts
	Core         Span // from the determiner to the head
	Determiner   int  // or None
	Definiteness Definiteness
	Pronoun      bool
	Plural       bool
}

var nominal = []Relation{NominalSubject, PassiveSubject, DirectObject, IndirectObject, PrepObject, Attribute,
	Apposition, Conjunct, RootRelation, ObjectPredicate, NounAdverbial, Unspecified, Parenthesis}

// NounPhrases returns the noun phrases that are not modifiers inside the core of another one.
func (t *Tree) NounPhrases() []NounPhrase {
	var phrases []NounPhrase
	for i, token := range t.Tokens {
		if isNominal := token.Tag.IsNoun() || token.Tag == "PRP"; isNominal && t.Is(i, nominal...) {
			phrases = append(phrases, t.NounPhrase(i))
		}
	}
	return phrases
}

// NounPhrase returns the noun phrase with the given head.
func (t *Tree) NounPhrase(head int) NounPhrase {
	p := NounPhrase{Head: head, Span: t.Subtree(head), Core: Span{head, head}, Determiner: None}
	for _, child := range t.Children(head) {
		if child < head && !t.Is(child, Punctuation, Preconjunction, Coordination) {
			p.Core.First = min(p.Core.First, t.first[child])
		}
	}
	p.Pronoun = t.Tokens[head].Tag.IsPronoun()
	p.Plural = t.Tokens[head].Tag == "NNS" || t.Tokens[head].Tag == "NNPS" || plurals[t.Tokens[head].Norm]
	p.Determiner = t.Child(head, Determiner, Possessive, Predeterminer)
	if p.Determiner == None {
		p.Determiner = t.Child(head, Negation)
	}
	p.Definiteness = t.definiteness(p.Determiner, t.Child(head, NumberMod))
	return p
}

var (
	plurals        = setOf("we they us them these those")
	demonstratives = setOf("this that these those such both")
	denying        = setOf("no neither")
)

func (t *Tree) definiteness(determiner, number int) Definiteness {
	if determiner == None {
		if number != None {
			return Indefinite
		}
		return Bare
	}
	switch norm := t.Tokens[determiner].Norm; {
	case t.Is(determiner, Possessive):
		return Possessed
	case norm == "the":
		return Definite
	case demonstratives[norm]:
		return Demonstrative
	case denying[norm]:
		return Negated
	}
	return Indefinite
}

// Modifiers returns the dependents of a noun that qualify it: adjectives, nouns, numbers,
// participles, relative clauses and prepositional phrases.
func (t *Tree) Modifiers(noun int) []int {
	return t.Children(noun, AdjectiveMod, NumberMod, NounMod, Compound, NounAdverbial, AdnominalClause, RelativeClause,
		Preposition, Apposition, Possessive)
}

// A PrepPhrase is a preposition with its objects.
type PrepPhrase struct {
	Preposition int
	Head        int // the verb, noun or adjective to which it is attached
	Object      int // the noun or clause after the preposition, or None
	Span        Span
}

// PrepPhrases returns the prepositional phrases attached to a token.
func (t *Tree) PrepPhrases(head int) []PrepPhrase {
	var phrases []PrepPhrase
	for _, i := range t.Children(head, Preposition, Agent, IndirectObject) {
		if t.Tokens[i].Tag.IsNoun() {
			continue
		}
		phrases = append(phrases, PrepPhrase{i, head, t.Child(i, PrepObject, PrepComp), t.Subtree(i)})
	}
	return phrases
}

// Pronouns returns the personal and possessive pronouns, and the demonstratives without a noun.
func (t *Tree) Pronouns() []int {
	var found []int
	for i, token := range t.Tokens {
		alone := demonstratives[token.Norm] && t.Is(i, subjects...) || demonstratives[token.Norm] &&
			t.Is(i, DirectObject, PrepObject)
		if token.Tag == "PRP" || token.Tag == "PRP$" || token.Tag == "DT" && alone {
			found = append(found, i)
		}
	}
	return found
}
