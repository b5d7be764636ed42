package engine

import "strings"

// LibraryCorpus is the name of the corpus of the user's own library.
const LibraryCorpus = "library"

// Own marks a retriever as the user's library. Only records of the library may contain the user's
// bibliography entries and file paths, since records of other corpora are untrusted.
func Own(r Retriever) Retriever { return ownRetriever{r} }

type ownRetriever struct{ Retriever }

// received returns a cleaned copy of a record from the source. If the source is not the user's library, it
// drops the bibliography entry and the file path, which the language server would copy or open.
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
	Path     string           // folder of the index
	Sources  []string         // indexed folders, files and URLs
	Files    int              // number of indexed files
	Papers   int              // number of papers in all files; a work in two files is counted twice
	State    string           // such as "up to date", "reading file 3 of 40: ..." or "failed: ..."
	Problems []LibraryProblem // problems sorted by path
}

// A LibraryProblem reports a file or a source that could not be read completely.
type LibraryProblem struct {
	Path   string
	Reason string
}

func (p LibraryProblem) String() string {
	if strings.HasPrefix(p.Reason, p.Path) { // the reason already begins with the path and a line number
		return p.Reason
	}
	return p.Path + ": " + p.Reason
}

// A LibraryStep reports the progress of a refresh.
type LibraryStep struct {
	File, Files int    // number of the current file, and total number of changed files
	Path        string // path of the current file
	Papers      int    // number of papers read so far
}
