// Package judge decides whether a text of a paper shows a claim, contradicts it, or neither.
//
// A Judge gives calibrated probabilities for pairs of a premise, one to three sentences of a paper,
// and a hypothesis. Package onnx runs the one in models/citation-judge. Rules is the judge without
// a model: it contradicts where the words prove it and never supports.
//
// Read finds the sentences of a paper that decide on a claim.
//
// Texts of papers are untrusted. All functions run in linear time on bounded input and are safe for
// concurrent use.
package judge
