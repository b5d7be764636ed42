// Package compose rewrites the claims of a paper as sentences that cite it.
//
// "We propose ...", "This study aimed to ..." and "Our results show that ..." become sentences
// about the authors; a fact gets the citation at its end. The package removes words, changes
// person and tense, and replaces "our model" by the model's name. It rejects sentences that would
// be untrue or unclear alone. A [Rewriter] then says a sentence in other words: it exchanges words,
// constructions and order where the tree allows, until no long run of the paper's words remains. The
// package is pure.
//
// clean.go, label.go and opening.go remove citations, asides and labels. name.go and
// abbreviation.go insert names and long forms. The matchers of match*.go parse a sentence into a
// [Statement]; the first that succeeds decides. verb.go, tense.go and person.go inflect the
// predicate. pointer.go rejects sentences that depend on others, clause.go shortens the rest, and
// weigh.go weighs statements by kind, position, praise and vagueness.
package compose
