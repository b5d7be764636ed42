// Package mend repairs words damaged by line breaks or by blanks missing from a PDF: "ex-ample",
// "sys tem", "ofthe".
//
// The evidence is the vocabulary of the paper: words are joined or split only if the result occurs
// elsewhere in the paper. Words that are common in scientific abstracts are never split. The
// package has no side effects.
package mend
