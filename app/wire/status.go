package wire

// A Status describes the running server.
type Status struct {
	Version  string         `json:"version"`  // of the server
	Engine   EngineName     `json:"engine"`   // "none" if nothing can be searched
	Embedder string         `json:"embedder"` // the model for semantic search; "" if only words are searched
	Indexes  []string       `json:"indexes"`  // the configured folders, readable or not
	Corpora  []Corpus       `json:"corpora"`  // the configured corpora
	Bare     bool           `json:"bare"`     // only the .bib files in the workspace are searched
	Notes    []string       `json:"notes"`    // the texts of notices, without the problem
	Notices  []Notice       `json:"notices"`  // ignored settings and simplified parts, including the problem
	Refused  []RefusedKeys  `json:"refused"`  // settings that the workspace may not change
	Problem  string         `json:"problem,omitempty"`
	Library  *LibraryStatus `json:"library,omitempty"` // absent without a library
}

// An EngineName is the name of an engine.
type EngineName string

// The engines. The plain engine includes static vectors.
const (
	Neural   EngineName = "neural"
	Plain    EngineName = "plain"
	NoEngine EngineName = "none"
)

// RefusedKeys are the ignored keys in one file.
type RefusedKeys struct {
	File string   `json:"file"`
	Keys []string `json:"keys"`
}

// A Corpus is a searched corpus.
type Corpus struct {
	Name      string `json:"name"`
	Path      string `json:"path"`
	Papers    int    `json:"papers"`
	FullTexts int    `json:"fullTexts"`
}

// A LibraryStatus describes the user's library, which the server indexes.
type LibraryStatus struct {
	Name     string   `json:"name"` // of its corpus
	Sources  []string `json:"sources"`
	Files    int      `json:"files"`
	Papers   int      `json:"papers"` // in all files; a work in two files counts twice
	State    string   `json:"state"`  // "up to date", "reading file 3 of 40: ...", "failed: ..."
	Problems []string `json:"problems"`
}

// A SharedCorpus is a corpus as shown to a server's clients, without its path.
type SharedCorpus struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Papers    int    `json:"papers"`
	FullTexts int    `json:"fullTexts"`
	Embedder  string `json:"embedder"` // model of its vectors; "" if it has none
	// Host is the server that has the corpus; absent for this one.
	Host string `json:"host,omitempty"`
}
