// Package reword rewrites a citing sentence until it repeats no long run of its paper's words.
//
// It applies a few edits to the sentence's dependency tree, in up to three rounds. exchange.go
// replaces words and phrases with others that have the same meaning in their context, from the lists of
// package english, and synonym.go replaces words with synonyms that abstracts use in the same context.
// turns.go, structure.go, coordination.go, compound.go, order.go, adjunct.go, nominal.go and
// grammar.go change clauses, the order of words and phrases, articles and tenses. cuts.go leaves
// out clauses and details that only add information. If long runs remain, quote.go puts the shortest
// constituent that breaks them in quotation marks, unchanged.
//
// referent.go replaces phrases such as "the algorithm" with the phrase that introduced them, act.go
// makes the authors the subject of sentences about their acts, and sound.go rejects damaged
// sentences. The package is pure.
package reword
