// Package judge decides whether text from a paper supports or contradicts a claim, or answers a question.
//
// A [Model] chooses the sentences of a paper that are closest to a claim and has a [Network] read each
// choice together with the claim. The network is a cross-encoder, which package onnx runs (see
// models/claim-judge/README.md). Its probabilities are calibrated on claims written by people.
//
// Text from papers is untrusted. All functions run in linear time on bounded input and are safe for
// concurrent use.
package judge
