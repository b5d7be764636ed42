// Package compose rewrites the claims of a paper as sentences that cite it.
//
// "We propose ...", "This study aimed to ..." and "Our results show that ..." become sentences
// about the authors. Facts end with the citation. The package only removes words, changes person
// and tense, and replaces "our model" with the model's name. It rejects sentences that would be
// untrue or unclear out of context. The package is pure.
//
// clean.go, label.go and opening.go remove citations, asides and labels. name.go and
// abbreviation.go insert names and long forms. The matchers in match*.go parse a sentence into a
// [Statement]; the first match wins. verb.go, tense.go and person.go inflect the predicate.
// pointer.go rejects sentences that depend on others, and clause.go shortens the rest. weigh.go
// weighs statements by kind, position, praise and vagueness.
package compose
