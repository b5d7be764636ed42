// Package choice scores the statements of a paper for a citation site. The statement most similar
// to the sentence that an author would write there scores highest. The package also estimates in
// which form authors cite at such a site. Both models were fitted to real citing sentences;
// models/choice has the model card.
package choice
