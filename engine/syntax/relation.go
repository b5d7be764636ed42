package syntax

// A Relation is the grammatical relation of a token to its head: a basic Stanford Dependency.
type Relation string

// Relations of the treebank used by rules. The comments describe the dependent or give an example.
const (
	RootRelation     Relation = "root"
	NominalSubject   Relation = "nsubj"
	PassiveSubject   Relation = "nsubjpass"
	ClausalSubject   Relation = "csubj"
	PassiveClause    Relation = "csubjpass" // a clausal subject of a passive verb
	Expletive        Relation = "expl"
	DirectObject     Relation = "dobj"
	IndirectObject   Relation = "dative"
	Attribute        Relation = "attr"  // such as "method" in "is a method"
	AdjectiveComp    Relation = "acomp" // such as "robust" in "is robust"
	ObjectPredicate  Relation = "oprd"
	Agent            Relation = "agent" // "by" after a passive verb
	ClausalComp      Relation = "ccomp"
	OpenComp         Relation = "xcomp" // a clause without a subject
	AdverbialClause  Relation = "advcl"
	RelativeClause   Relation = "relcl"
	AdnominalClause  Relation = "acl" // a participle or an infinitive after a noun
	Preposition      Relation = "prep"
	PrepObject       Relation = "pobj"
	PrepComp         Relation = "pcomp" // a clause after a preposition
	Auxiliary        Relation = "aux"
	PassiveAuxiliary Relation = "auxpass"
	Negation         Relation = "neg"
	Marker           Relation = "mark" // a subordinating conjunction
	AdverbModifier   Relation = "advmod"
	AdjectiveMod     Relation = "amod"
	NumberMod        Relation = "nummod"
	NounMod          Relation = "nmod"
	Compound         Relation = "compound"
	Determiner       Relation = "det"
	Predeterminer    Relation = "predet"
	Possessive       Relation = "poss"
	Apposition       Relation = "appos"
	Conjunct         Relation = "conj"
	Coordination     Relation = "cc"
	Preconjunction   Relation = "preconj" // such as "both" and "either"
	Parenthesis      Relation = "parataxis"
	Particle         Relation = "prt"
	Metadata         Relation = "meta"
	Unspecified      Relation = "dep"
)

// A Tag is a part-of-speech tag of the Penn Treebank.
type Tag string

// IsNoun reports whether the tag marks a common or proper noun.
func (t Tag) IsNoun() bool { return len(t) >= 2 && t[:2] == "NN" }

// IsVerb reports whether the tag marks a verb or a modal.
func (t Tag) IsVerb() bool { return len(t) >= 2 && t[:2] == "VB" || t == "MD" }

// IsFinite reports whether the tag marks a finite verb or a modal.
func (t Tag) IsFinite() bool { return t == "VBZ" || t == "VBP" || t == "VBD" || t == "MD" }

// IsAdjective reports whether the tag marks an adjective.
func (t Tag) IsAdjective() bool { return len(t) >= 2 && t[:2] == "JJ" }

// IsAdverb reports whether the tag marks an adverb.
func (t Tag) IsAdverb() bool { return len(t) >= 2 && t[:2] == "RB" }

// IsPronoun reports whether the tag marks a personal, possessive or relative pronoun.
func (t Tag) IsPronoun() bool {
	return t == "PRP" || t == "PRP$" || t == "WP" || t == "WP$" || t == "WDT"
}
