// Package answer answers questions from passages of papers.
//
// It scores the passages in the given papers, or in search results, by shared words and embedding
// similarity. A score is the probability that a passage answers the question. If no passage reaches
// the minimum score, the question remains unanswered. An answer consists of verbatim quotes, or of
// sentences written by a language model from the passages. Package engine/check verifies each of
// the model's sentences. Unsupported sentences are dropped, and partly supported ones are flagged.
//
// Papers and model replies are untrusted input. Sentences that look like prompt injections are
// neither quoted nor sent to a model.
package answer
