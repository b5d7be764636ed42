// Package model scores tags, arcs and relations with linear models over hashed features. The parser
// and the program that trains it both use this package, so their features match.
package model
