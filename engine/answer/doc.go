// Package answer answers questions from passages of papers.
//
// The papers are given by the caller, cited in the last answer, named in the question, or found by a
// search. The sentences of their best passages are scored. A score is the probability that a sentence
// answers the question; it depends on the sentence's words and form, on names that the paper lacks,
// and on whether the sentence reports a result. If a network is available, it reads the best sentences
// together with the question. If no sentence reaches the minimum score, the question remains
// unanswered, and the nearest passages are returned.
//
// An answer consists of verbatim quotes, or of sentences that a language model writes from the
// passages, whatever their scores. Package engine/check verifies each of the model's sentences.
// Unsupported sentences are dropped, and partly supported ones are flagged.
//
// Papers and model replies are untrusted input. Sentences that look like prompt injections are
// neither quoted nor sent to a model.
package answer
