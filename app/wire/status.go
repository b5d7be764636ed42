package wire

// A Status describes the running server.
type Status struct {
	Version  string         `json:"version"`  // of the server
	Engine   EngineName     `json:"engine"`   // "none" if nothing can be searched
	Embedder string         `json:"embedder"` // the model that finds papers by meaning; "" for a search by words alone
	Indexes  []string       `json:"indexes"`  // folders of the settings, readable or not
	Corpora  []Corpus       `json:"corpora"`  // named by the settings
	Bare     bool           `json:"bare"`     // the settings name no papers: only the .bib files of the workspace are searched
	Notes    []string       `json:"notes"`    // the texts of notices, without the problem
	Notices  []Notice       `json:"notices"`  // parts in a simpler form and ignored settings, with reasons; includes the problem
	Refused  []RefusedKeys  `json:"refused"`  // settings that the workspace may not change; notices have the remedy
	Problem  string         `json:"problem,omitempty"`
	Library  *LibraryStatus `json:"library,omitempty"` // absent without one
}

// An EngineName is the value of the setting engine.
type EngineName string

// The engines. Static vectors are part of the plain one.
const (
	Neural   EngineName = "neural"
	Plain    EngineName = "plain"
	NoEngine EngineName = "none"
)

// RefusedKeys are the ignored keys of one file.
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
	Papers   int      `json:"papers"` // of all files; a work that two files have counts twice
	State    string   `json:"state"`  // "up to date", "reading file 3 of 40: ...", "failed: ..."
	Problems []string `json:"problems"`
}

// A SharedCorpus is a corpus as clients of a server see it, without its path.
type SharedCorpus struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Papers    int    `json:"papers"`
	FullTexts int    `json:"fullTexts"`
	Embedder  string `json:"embedder"` // model of its vectors; "" without vectors
	// Host is the server that has the corpus, absent for this one.
	Host string `json:"host,omitempty"`
}
