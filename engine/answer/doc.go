// Package answer answers questions from passages of papers.
//
// The papers are given, those of the last answer, one that the question names, or search results.
// Each sentence of their closest passages is scored by its words, its form, the names that the paper
// lacks, and whether it reports a result. A score is the probability that a sentence answers the
// question. If no sentence reaches the minimum score, the question remains unanswered, and the
// nearest passages are returned. An answer consists of verbatim quotes, or of sentences written by a
// language model from the passages, whatever their scores. Package engine/check verifies each of the
// model's sentences. Unsupported sentences are dropped, and partly supported ones are flagged.
//
// Papers and model replies are untrusted input. Sentences that look like prompt injections are
// neither quoted nor sent to a model.
package answer
