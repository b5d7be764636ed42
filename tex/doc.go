// Package tex holds what TeX writes by commands: accents, letters and signs,
// the characters that it takes for its own, and the environments that are no
// running text. The .bib reader, the scanner of manuscripts and the reader of
// LaTeX sources share these tables.
package tex
