// Package mend repairs words that a line break or a PDF's missing blanks damaged: "ex-ample",
// "sys tem", "ofthe".
//
// The evidence is the vocabulary of the paper itself: a word is joined or split only if the
// paper has the result elsewhere. Words of scientific abstracts in general are never split.
// The package is pure.
package mend
