// Package compose turns what a paper says of itself into sentences about it.
//
// A sentence of the paper in which its authors speak ("We propose ...", "This
// study aimed to ...", "Our results show that ...") becomes one about them, and
// a sentence that states a fact becomes that fact with the citation behind it.
// Words are only taken away, put into the third person, or replaced by the name
// that the paper itself gives a thing; a sentence that would not be true or
// would not make sense on its own is refused. The package is pure: it knows no
// model, no index and no document.
package compose
