// Package route says which repositories of the literature a claim belongs to, by
// its discipline, with a confidence and the words that decided.
//
// A linear model over stems and bigrams gives each discipline a probability. Its
// weights are part of the binary; models/router holds the card. All functions are
// pure and safe for concurrent use, and the same claim gives the same route.
package route
