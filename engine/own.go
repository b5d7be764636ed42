package engine

import "strings"

// LibraryCorpus is the name of the corpus of the user's own library.
const LibraryCorpus = "library"

// Own marks a retriever as the user's library. The engine trusts only its records to carry
// bibliography entries and file paths of the user; records from other corpora are untrusted.
func Own(r Retriever) Retriever { return ownRetriever{r} }

type ownRetriever struct{ Retriever }

// received returns a cleaned copy of a record from the source. Unless the source is the user's
// library, it drops the bibliography entry and the file path, which the language server would
// otherwise copy or open.
func (s *source) received(p *Paper) *Paper {
	clean := *Clean(p)
	clean.Own = s.own
	if !clean.Own {
		clean.Entry, clean.File = "", ""
	}
	return &clean
}

// A LibraryStatus describes the index of the user's library and the progress of its refresh.
type LibraryStatus struct {
	Path     string           // the folder of the index
	Sources  []string         // the folders, files and addresses indexed
	Files    int              // files indexed
	Papers   int              // papers in all files; a work in two files counts twice
	State    string           // "up to date", "reading file 3 of 40: ...", "failed: ..."
	Problems []LibraryProblem // sorted by path
}

// A LibraryProblem reports a file or a source that could not be read completely.
type LibraryProblem struct {
	Path   string
	Reason string
}

func (p LibraryProblem) String() string {
	if strings.HasPrefix(p.Reason, p.Path) { // the reason already has the path and a line number
		return p.Reason
	}
	return p.Path + ": " + p.Reason
}

// A LibraryStep reports the progress of a refresh.
type LibraryStep struct {
	File, Files int    // number of this file, and of all changed files
	Path        string // the path of this file
	Papers      int    // papers read so far
}
