// Package library keeps an index of the works that a user has: the .bib files of
// the workspace, folders of PDFs and exports, and a running Zotero. It is a corpus
// like any other to whoever searches it; this package only brings it up to date.
//
// A [Library] is one folder in the user's cache:
//
//	CURRENT, segment-N/, ...   the index, see package index
//	library.json               the files it was made of, and which papers are of which
//	UPDATING                   held by the one process that brings it up to date
//
// A [Library.Refresh] finds the files, reads those that changed, publishes their
// papers some hundred at a time, and removes what no file holds any more. Papers
// have the Id of their file before their own, so that no file's papers hang on
// another's; a search merges the records of one work.
//
// Before anything is published, library.json notes the files that are about to be
// read. A refresh that was killed leaves that note; the next one reads these
// files again and looks through the index for papers that no file has.
package library
