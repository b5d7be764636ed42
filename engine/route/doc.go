// Package route assigns a claim to literature repositories by its discipline. It also returns a
// confidence and the decisive words.
//
// A linear model over stems and bigrams computes the probabilities of the disciplines. Its weights
// are embedded; models/router has the model card. All functions are safe for concurrent use and
// deterministic.
package route
