// Package tex contains tables of TeX's special characters, of its commands for accents, letters and
// symbols, and of environments that contain no running text. The .bib parser, the manuscript
// scanner and the reader of LaTeX source share them.
package tex
