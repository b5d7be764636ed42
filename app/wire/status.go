package wire

// A Status describes the running server.
type Status struct {
	Version  string     `json:"version"`  // version of the server
	Engine   EngineName `json:"engine"`   // "none" if nothing can be searched
	Embedder string     `json:"embedder"` // name of the model for semantic search; "" if only words are compared
	Indexes  []string   `json:"indexes"`  // paths of the configured folders, readable or not
	Corpora  []Corpus   `json:"corpora"`  // the configured corpora
	Bare     bool       `json:"bare"`     // only the .bib files in the workspace are searched
	Notes    []string   `json:"notes"`    // texts of the notices, except the one about the problem
	// notices about ignored settings and simplified parts, including the problem
	Notices []Notice       `json:"notices"`
	Refused []RefusedKeys  `json:"refused"` // ignored settings that a workspace file may not change
	Problem string         `json:"problem,omitempty"`
	Library *LibraryStatus `json:"library,omitempty"` // absent if no library is configured
}

// An EngineName is the name of an engine.
type EngineName string

// The engines. The plain engine also uses static vectors.
const (
	Neural   EngineName = "neural"
	Plain    EngineName = "plain"
	NoEngine EngineName = "none"
)

// RefusedKeys lists the keys in one workspace file that were ignored.
type RefusedKeys struct {
	File string   `json:"file"`
	Keys []string `json:"keys"`
}

// A Corpus is a corpus that is searched.
type Corpus struct {
	Name      string `json:"name"`
	Path      string `json:"path"`
	Papers    int    `json:"papers"`
	FullTexts int    `json:"fullTexts"`
}

// A LibraryStatus describes the user's library, which the server indexes.
type LibraryStatus struct {
	Name     string   `json:"name"` // name of the library's corpus
	Sources  []string `json:"sources"`
	Files    int      `json:"files"`
	Papers   int      `json:"papers"` // number of entries in all files; a work in two files counts twice
	State    string   `json:"state"`  // such as "up to date", "reading file 3 of 40: ..." or "failed: ..."
	Problems []string `json:"problems"`
}

// A SharedCorpus describes a corpus to a server's clients, without its path.
type SharedCorpus struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Papers    int    `json:"papers"`
	FullTexts int    `json:"fullTexts"`
	Embedder  string `json:"embedder"` // name of the model that computed its vectors; "" if it has none
	// Host is the server that has the corpus. It is absent for a corpus on this server.
	Host string `json:"host,omitempty"`
}
