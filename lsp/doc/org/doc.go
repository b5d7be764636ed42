// Package org scans an Org file for citing: sentences, directives,
// Org's own citations and the name of the .bib. It also writes Org:
// citations and escaped text.
//
// Scan is one tolerant pass over the lines. It knows the blocks and marks that
// can hold no sentence, and no more of Org than that.
package org
