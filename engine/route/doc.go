// Package route assigns a claim to literature repositories by its discipline. It also returns a
// confidence and the decisive words.
//
// A linear model over stems and bigrams computes the probabilities of the disciplines. Its weights are
// embedded. Its model card is in models/router. All functions are deterministic and safe for concurrent
// use.
package route
