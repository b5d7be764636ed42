// Package keyword is the language in which a writer says what papers a
// citation should come from:
//
//	NLP; machine learning | NMT; 2020..2022; -survey; author: Knuth
//
// asks for papers that contain "NLP" and one of "machine learning" and "NMT",
// are of 2020 to 2022, do not contain "survey" and are by Knuth. It is the
// language of SciLit (Gu and Hahnloser, ACL 2023, Figure 5), with fields and
// quotes added:
//
//	query   = clause { ";" clause } [ ";" ] .     all of the clauses
//	clause  = operand { "|" operand } .           any of the operands; binds tighter
//	operand = [ "-" ] ( years | field | [ "~" | "~~" ] phrase ) .
//	years   = year ".." year | year ".." | ".." year .      both ends belong to it
//	field   = ( "author" | "title" | "venue" | "doi" | "arxiv" | "key" ) ":" ( phrase | word "*" )
//	        | "year" ":" ( year | years )
//	        | "intent" ":" ( "background" | "method" | "result" | "contrast" ) .
//	year    = four digits .
//	phrase  = the words up to the next separator .
//
// The words of a phrase must be next to each other in the paper, and a word
// of a field before "*" may go on: "author: conn*" is by Conneau, too. Double
// quotes take separators, a leading "-", ".." and ":" literally; there is no
// quote inside quotes. Case and the width of white space never matter. A
// number alone is a word, not a year. Behind "~" the words are near each other in
// any order, behind "~~" anywhere, both in title or abstract. Parentheses do not group: "|" binding
// tighter than ";" is all the nesting there is, and they stay parts of words
// as in "A(H1N1)". A query may be all negative. An intent selects no papers: it
// says how the one that is chosen is to be cited ([Intent]).
//
// [Parse] never fails. [Eval] runs a tree over any [Source] of sets; what a
// word is (stems, accents) is the source's to know, and phrases keep their
// words as they were written, in lower case.
package keyword
