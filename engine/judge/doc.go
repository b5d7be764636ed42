// Package judge finds the sentence of a paper that is closest to a claim, and decides whether it
// contradicts the claim.
//
// A Model reads both texts word by word: the static vector, the lemma, the place in the dependency
// tree (negation, hedge, role, side of a comparison), and what the other text has for the word. A
// small network attends, compares and aggregates (Parikh et al. 2016); its card is
// models/judge/README.md. The probability of a contradiction is calibrated on claims that people
// wrote. What the network says of support and of neither is not used: on those claims it carries
// no information.
//
// Texts of papers are untrusted. All functions run in linear time on bounded input and are safe for
// concurrent use.
package judge
