// Package org scans Org files for sentences, directives, Org's native citations and the names of
// .bib files. It also writes citations and escaped text in Org.
//
// Scan is a single tolerant pass over the lines. It recognizes only the blocks and marks that
// cannot contain sentences.
package org
