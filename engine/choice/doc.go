// Package choice scores the statements of a paper for a citation site. The statement with the
// highest score is the most similar to the sentence that an author would write there. The package
// also estimates the form in which authors would cite there. Both models were fitted to real citing
// sentences. Their model card is in models/choice.
package choice
