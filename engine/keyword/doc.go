// Package keyword implements the query language that restricts the papers to cite. The query
//
//	NLP; machine learning | NMT; 2020..2022; -survey; author: Knuth
//
// matches papers from 2020 to 2022 by Knuth that contain "NLP" and either "machine learning" or
// "NMT", but not "survey". It extends the language of SciLit (Gu and Hahnloser, ACL 2023, Figure 5)
// with fields and quotes:
//
//	query   = clause { ";" clause } [ ";" ] .     all of the clauses
//	clause  = operand { "|" operand } .           any of the operands; binds tighter
//	operand = [ "-" ] ( years | field | [ "~" | "~~" ] phrase ) .
//	years   = year ".." year | year ".." | ".." year .      both ends included
//	field   = ( "author" | "title" | "venue" | "doi" | "arxiv" | "key" ) ":" ( phrase | word "*" )
//	        | "year" ":" ( year | years )
//	        | "intent" ":" ( "background" | "method" | "result" | "contrast" ) .
//	year    = four digits .
//	phrase  = the words up to the next separator .
//
// The words of a phrase must be adjacent in the paper. After "~" they may occur near each other in
// any order, and after "~~" anywhere in the title or abstract. A "*" after the word of a field makes
// it a prefix: "author: conn*" matches Conneau.
//
// Inside double quotes, separators, a leading "-", ".." and ":" are literal; a quote cannot be
// escaped. Case and the amount of white space are ignored. A bare number is a word, not a year.
// Parentheses do not group; they are parts of words, as in "A(H1N1)".
//
// A query may consist of negations only. An intent selects no papers; it specifies how to cite the
// chosen one ([Intent]).
//
// [Parse] never fails. [Eval] evaluates a tree over any [Source] of sets. Phrases keep their words
// as written, in lower case; the source handles stemming and accents.
package keyword
