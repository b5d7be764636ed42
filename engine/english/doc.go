// Package english holds the English word lists of the engine and one inflector.
//
// Each file of lists/ has lists with a name in brackets, preceded by a comment on their use:
//
//	# Verbs by which authors report a result: "we show that ...".
//	[finding verbs]
//	show/s/ed/ing
//
// Entries are separated by blanks; an underscore is a blank inside an entry. The suffixes after
// a slash add inflected forms: s the third person or plural, ed the past, ing the gerund.
// Parentheses leave the base itself out: (reduce)/s/ed is "reduces" and "reduced".
package english
