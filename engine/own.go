package engine

import "strings"

// LibraryCorpus is the name of the corpus of the works that the user has.
const LibraryCorpus = "library"

// Own marks a retriever as that of the user's library. Only its records are
// believed to have been written by the user: another one, which may come from a
// stranger, can carry anything under any name.
func Own(r Retriever) Retriever { return ownRetriever{r} }

type ownRetriever struct{ Retriever }

// received is a record as it came from a source: cleaned, and without an entry
// that would be copied, or a file that would be opened, as the user's where the source is not the user's.
func (s *source) received(p *Paper) *Paper {
	clean := *Clean(p)
	clean.Own = s.own
	if !clean.Own {
		clean.Entry, clean.File = "", ""
	}
	return &clean
}

// A LibraryStatus says what the index of the user's library holds, and what is
// being done to it.
type LibraryStatus struct {
	Path     string           // the folder of the index
	Sources  []string         // folders, files and addresses that it is made of
	Files    int              // that it was made of
	Papers   int              // of all files; a work that two files have counts twice
	State    string           // "up to date", "reading file 3 of 40: ...", "failed: ..."
	Problems []LibraryProblem // by path
}

// A LibraryProblem is a file or a source that could not be read, or not wholly.
type LibraryProblem struct {
	Path   string
	Reason string
}

func (p LibraryProblem) String() string {
	if strings.HasPrefix(p.Reason, p.Path) { // a place in the file
		return p.Reason
	}
	return p.Path + ": " + p.Reason
}

// A LibraryStep says how far a refresh is.
type LibraryStep struct {
	File, Files int    // this one of those that changed
	Path        string // of the file
	Papers      int    // that were read so far
}
