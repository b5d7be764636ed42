// Package mend repairs words that were damaged by line breaks or missing blanks in a PDF: "ex-ample",
// "sys tem", "ofthe".
//
// The evidence is the vocabulary of the paper: words are joined or split only if the result occurs
// elsewhere in the paper. Words that are common in scientific abstracts are never split. All functions
// are pure.
package mend
