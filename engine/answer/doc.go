// Package answer answers questions from passages of papers.
//
// It scores the passages of the given papers, or of search results, by shared words and
// embedding similarity. A score is the probability that a passage answers the question. If no
// passage reaches the minimum score, the question is unanswered. An answer consists of verbatim
// quotes, or of sentences that a language model writes from the passages. Package engine/check
// verifies each of the model's sentences: unsupported ones are dropped, partly supported ones
// are flagged.
//
// Papers and model replies are untrusted input. Sentences that look like prompt injections are
// neither quoted nor sent to a model.
package answer
