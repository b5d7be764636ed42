// Package answer answers questions by what papers say.
//
// Passages of the papers that are asked, or of those that a search finds, are scored
// by the words that they share with the question and by their vectors. A score is the
// probability that the passage answers the question; where no passage reaches the least
// score, the papers do not say. An answer is made of the papers' own sentences, quoted
// word by word, or of sentences that a language model writes from the passages. Each of
// the model's is compared with the passages by engine/check: one that they do not show
// is left out, or marked where only a part is in doubt.
//
// Texts of papers and replies of models are data from strangers. A sentence that
// instructs its reader is neither quoted nor shown to a model.
package answer
