// Package org scans an Org file for citing: sentences, directives, Org's native citations and the
// name of the .bib. It also writes citations and escaped text in Org.
//
// Scan is a single tolerant pass over the lines. It only knows the blocks and marks that cannot
// contain sentences.
package org
