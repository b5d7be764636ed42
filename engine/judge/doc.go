// Package judge decides whether text from a paper supports or contradicts a claim, or answers a question.
//
// A [Model] chooses the sentences of a paper that are closest to a claim and has a [Network] read each
// choice together with the claim. The network is a cross-encoder, see models/claim-judge/README.md; package
// onnx runs it. Its probabilities are calibrated on claims that people wrote.
//
// Text from papers is untrusted. All functions run in linear time on bounded input and are safe for
// concurrent use.
package judge
