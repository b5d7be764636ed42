// Package judge finds the sentence of a paper that is closest to a claim, and decides whether it
// contradicts the claim.
//
// A Model reads both texts word by word: the static vector, the lemma, the place in the dependency
// tree (negation, hedge, role, side of a comparison), and its counterparts in the other text. A
// small network attends, compares and aggregates (Parikh et al. 2016); its card is
// models/judge/README.md. The probability of a contradiction is calibrated on claims that people
// wrote. The network's outputs for support and for neither are not used: on those claims they
// are no better than chance.
//
// Texts of papers are untrusted. All functions run in linear time on bounded input and are safe for
// concurrent use.
package judge
