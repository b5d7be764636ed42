// Package org finds in an Org file what citing needs: sentences, directives,
// Org's own citations and where the .bib is named. It also writes Org:
// citations and escaped text.
//
// Scan is one tolerant pass over the lines. It knows the blocks and marks that
// can hold no sentence, and no more of Org than that.
package org
