// Package model scores tags, arcs and relations with linear models over hashed features. The parser
// and its training share it, so that both read the same features.
package model
