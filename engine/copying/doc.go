// Package copying finds the runs of words that a text shares with a source.
//
// Words are compared without case, accents, punctuation, invisible characters and citations. Names,
// numbers, formulas, titles and fixed terms cannot be said otherwise, so a run that mostly consists
// of them is short: see Run.Length. Words inside quotation marks are not compared.
//
// A Source answers for one sentence at a time which run is the longest. A Manuscript is compared
// with many sources, each read once. Both take time linear in the texts. All functions are pure.
package copying
