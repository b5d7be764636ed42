// Package tex provides tables of TeX's commands for accents, letters and symbols, its special
// characters, and the environments without running text. The .bib parser, the manuscript scanner
// and the LaTeX source reader share them.
package tex
