// Package compose turns what a paper says of itself into sentences about it.
//
// A sentence of the paper in which its authors speak ("We propose ...", "This
// study aimed to ...", "Our results show that ...") becomes one about them, and
// a sentence that states a fact becomes that fact with the citation behind it.
// Words are only taken away, put into the third person, or replaced by the name
// that the paper itself gives a thing; a sentence that would not be true or
// would not make sense on its own is refused. The package is pure: it knows no
// model, no index and no document.
//
// A sentence passes these files in order:
//
//	clean.go, label.go, opening.go   its own citations, asides and labels go
//	name.go, abbreviation.go         named things take the place of "our model"; abbreviations are written out
//	match*.go                        the first matcher that knows its kind reads it into a Statement
//	verb.go, person.go               the predicate agrees with one author or several, in the document's tense
//	pointer.go                       what leans on other sentences is refused
//	clause.go                        a long sentence is cut at clauses from its end, never at one that
//	                                 holds a condition, a denial or the "than" of a comparison
//
// weigh.go gives each [Statement] its weight by kind, position, praise and vagueness. Context and
// keywords choose among statements in the engine and never get into one.
package compose
