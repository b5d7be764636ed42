// Package english provides the engine's English word lists and an inflector.
//
// Each file in lists/ contains lists. A list has its name in brackets, preceded by a comment on its
// use:
//
//	# Verbs by which authors report a result: "we show that ...".
//	[finding verbs]
//	show/s/ed/ing
//
// Entries are separated by blanks; an underscore represents a blank within an entry. Suffixes after
// slashes add inflected forms: s the third person or plural, ed the past, ing the gerund.
// Parentheses exclude the base: (reduce)/s/ed is "reduces" and "reduced".
package english
