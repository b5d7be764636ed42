// Package model scores tags, arcs and relations with linear models over hashed features. The parser
// and its training share the package, so that both use the same features.
package model
