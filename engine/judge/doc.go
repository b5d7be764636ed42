// Package judge decides whether a text from a paper supports a claim, contradicts it, or neither.
//
// A Judge returns calibrated probabilities for pairs of a premise and a hypothesis. A premise consists of
// one to three sentences of a paper. Package onnx runs the model in models/citation-judge. Rules is a
// judge without a model: it detects contradictions that are evident from the words, and never reports
// support.
//
// Read finds the sentences of a paper that support or contradict a claim.
//
// Texts of papers are untrusted. All functions run in linear time on bounded input and are safe for
// concurrent use.
package judge
