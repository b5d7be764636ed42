// Package profile describes works by the sentences that cite them. A mention is everything that one
// paper says about one work; the mentions of a work by all papers are its profile. The package
// extracts mentions from full texts and combines their scores.
package profile
