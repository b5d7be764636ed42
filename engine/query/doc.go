// Package query proposes the keywords that are sent to online sources: a few per claim, which the
// user sees and may change.
//
// Keywords come from the claim and the sentences before it. A query is never a whole sentence or
// the manuscript's title. It contains no names of people, no paths and no private words (invariant
// 11); see [Vocabulary]. All functions are safe for concurrent use and deterministic.
package query
