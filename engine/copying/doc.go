// Package copying finds the runs of words that a text shares with a source.
//
// Words are compared without case, accents, punctuation, invisible characters and citations. Names,
// numbers, formulas, titles and fixed terms cannot be paraphrased, so a run that consists mostly of
// them has a low Length (see Run). Words inside quotation marks are not compared.
//
// A Source compares one text with single sentences. A Manuscript is compared with many sources, each of
// which is read once. Both need time linear in the length of the texts. All functions are pure.
package copying
