// Package cite decides what is cited where: the sites of a manuscript that can take a
// citation, what to offer there, how a sentence reads in the document's markup, how a
// citation is taken out, and which entries nothing cites.
package cite
