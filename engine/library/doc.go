// Package library maintains an index of the user's works: the .bib files of the workspace, folders
// of PDFs and exports, and a running Zotero. Searches treat it like any other corpus.
//
// A [Library] is one folder in the user's cache:
//
//	CURRENT, segment-N/, ...   the index, see package index
//	library.json               the indexed files and their papers
//	UPDATING                   lock file of the process that updates the index
//
// [Library.Refresh] finds the files, reads the changed ones and publishes their papers in batches
// of up to 500. It removes papers that are no longer in any file. The ID of a paper starts with a
// hash of its file's path, so that files do not depend on each other. A search merges the records
// of one work.
//
// Before it publishes, Refresh lists the files to read in library.json. If it is killed, the next
// refresh reads these files again and removes papers that belong to no file.
package library
