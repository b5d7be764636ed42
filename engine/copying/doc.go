// Package copying finds the runs of words that a text shares with a source.
//
// Words are compared without case, accents, punctuation, invisible characters and citations. Names,
// numbers, formulas, titles and fixed terms cannot be paraphrased, so a run that consists mostly of
// them counts as short (see Run.Length). Words inside quotation marks are not compared.
//
// A Source finds the longest run of one sentence at a time. A Manuscript is compared with many
// sources, each of which is read once. Both take linear time. All functions are pure.
package copying
