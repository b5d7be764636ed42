// Package choice scores the statements of a paper for a site of a citation: the most similar to the
// sentence that an author would write there has the highest score. It also estimates in which form
// authors cite at such a site. Both models were fitted on real citing sentences; models/choice has
// their card.
package choice
