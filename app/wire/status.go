package wire

import (
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/answer"
)

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

// A Corpus describes a searched corpus.
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

// A Notice reports a part of a request that was ignored or simplified, and the reason.
type Notice = engine.Notice

// The codes of notices, in addition to those in package engine. In the comments, the subject is the
// notice's Subject.
const (
	NoticeNoIndex  = "no_index"  // no index is configured
	NoticeNoPapers = "no_papers" // the sources of an index contain no papers
	NoticeNoEngine = "no_engine" // the engine could not be opened
	// the workspace file in the subject contains settings that it may not change
	NoticeRefused      = "refused"
	NoticeUnknown      = "unknown_setting"  // the subject is not the name of a setting
	NoticeSetting      = "setting"          // the setting in the subject has an invalid value
	NoticeIndex        = "index"            // the index in the subject could not be opened
	NoticeNoEmbedder   = "no_embedder"      // no index has vectors from an available embedder
	NoticePlain        = "plain_engine"     // the neural engine is not available
	NoticeWriter       = "writer"           // the user's language model cannot be opened
	NoticeCitations    = "citations"        // the citation graph could not be read
	NoticeCrossEncoder = "cross_encoder"    // the cross-encoder is not available
	NoticeJudge        = answer.NoticeJudge // the network that judges claims is not available
)

// The codes of notices about online searches.
const (
	NoticeOnlineOff    = "online_off"    // no source is enabled
	NoticeOnlineFailed = "online_failed" // the source in the subject could not be queried
	NoticeOnlineLate   = "online_late"   // not all papers could be confirmed in time
	NoticeOnlineKept   = "online_kept"   // results could not be stored
	NoticeAdvice       = "online_advice" // the language model could not choose keywords or sources
)
