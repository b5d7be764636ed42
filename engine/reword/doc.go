// Package reword rewrites a citing sentence until it repeats no long run of its paper's words.
//
// It applies a few edits to the sentence's dependency tree: it leaves out clauses that only add
// information, replaces function phrases, and turns relative clauses, adverbs and voices. If long
// runs remain, it puts the shortest constituent that breaks them in quotation marks, unchanged.
// edits.go and turns.go list the edits, cuts.go the omissions, and quote.go chooses quotations. The
// package is pure.
package reword
