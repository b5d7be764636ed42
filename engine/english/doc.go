// Package english provides the engine's English word lists and an inflector.
//
// The files in lists/ contain the lists. Each list begins with its name in brackets, preceded by a
// comment on its use:
//
//	# Verbs by which authors report a result: "we show that ...".
//	[finding verbs]
//	show/s/ed/ing
//
// Entries are separated by blanks; an underscore represents a blank within an entry. Suffixes after
// slashes add inflected forms: s the third person or plural, ed the past tense, ing the gerund. If the
// base is in parentheses, it is not in the list: (reduce)/s/ed means "reduces" and "reduced".
package english
