// Package tex holds TeX's commands for accents, letters and signs, its special characters, and the
// environments without running text. The .bib parser, the scanner of manuscripts and the reader of
// LaTeX sources share these tables.
package tex
