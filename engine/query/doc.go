// Package query makes of a selection what is sent to a repository of the
// literature: for each claim a few keywords that the user sees and may change.
//
// A keyword stands in the claim, in the sentences before it or in the title of
// the manuscript. A query is never the sentence itself, nor the title, and holds no
// name of an author and no path (invariant 11). All functions are pure, safe for
// concurrent use, and give the same query for the same text.
package query
