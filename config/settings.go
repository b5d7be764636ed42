// Package config knows the settings: which there are, where they come from, and
// which of them a workspace may set.
//
// They are read from the environment, from scilit.toml in the user's
// configuration folder, from scilit.toml in each folder of the workspace, and
// from the editor, each over the one before. A workspace may come from a
// stranger, so only harmless keys of its file count until the user trusts it.
package config

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/reference"
)

// FileName is that of a file of settings.
const FileName = "scilit.toml"

// Settings are what a user can set, under "scilit" in the editor or in
// scilit.toml. A key that names a host, a folder or a program, or that spends
// memory or time, is not for a workspace to set: see harmless.
type Settings struct {
	// Indexes are folders of corpora, and addresses of servers, https or on this machine
	// http; those of SCILIT_INDEX, a path list, where unset.
	Indexes     []string `json:"indexes"`
	Engine      string   `json:"engine"`      // "auto", "neural" or "plain"
	Writer      string   `json:"writer"`      // "composer", "model" or "llm"
	BibFile     string   `json:"bibFile"`     // where the document names no .bib
	BibFolders  []string `json:"bibFolders"`  // folders outside the workspace whose .bib files may be edited
	KeyPattern  string   `json:"keyPattern"`  // see bib.File.NewKey; the file's own pattern where empty
	CiteCommand string   `json:"citeCommand"` // for citations in parentheses; the document's own where empty
	Candidates  int      `json:"candidates"`  // how many papers are offered
	Prefetch    int      `json:"prefetch"`    // candidates of BM25 and of the vectors, a corpus
	// Directive is what becomes of the comment when its sentence is written: "keep", "remove" or "ask".
	Directive string `json:"directive"`
	// Prefer is "sentence" or "mark": which of the two comes first in a menu.
	Prefer string `json:"prefer"`
	// OtherLanguages is the same for a document that is not in English, as sentences are:
	// "sentence" offers them with a note, "mark" offers marks alone.
	OtherLanguages string   `json:"otherLanguages"`
	Models         []string `json:"models"`      // folders of models
	ONNXRuntime    string   `json:"onnxruntime"` // the library, or its folder
	// ModelIdleMinutes is how long an unused model stays in memory; 0 keeps it for good.
	ModelIdleMinutes int     `json:"modelIdleMinutes"`
	GROBID           string  `json:"grobid"` // address of a GROBID service, for the PDFs of index build and add
	Network          Network `json:"network"`
	// ReferenceStyle is that of references in hovers: "apa", "ieee", "chicago-author-date" or "mla".
	ReferenceStyle string      `json:"referenceStyle"`
	Diagnostics    Diagnostics `json:"diagnostics"`
	Features       Features    `json:"features"`
	// Texlab says whether texlab runs beside: "yes", "no", or "auto", which is what
	// the editor knows.
	Texlab string `json:"texlab"`
	// Library is what the index of the user's own works is made of.
	Library Library `json:"library"`
	// Online says which repositories of the literature may be asked; none where unset.
	Online Online `json:"online"`
	// LLM is the language model that the user brings; none where unset.
	LLM LLM `json:"llm"`
	// Remote says how the servers of indexes are asked.
	Remote Remote `json:"remote"`
	// Server is what `scilit-lsp serve` reads, from the user's own file alone.
	Server Server `json:"server"`
	// Ask says what answers to questions are made of.
	Ask Ask `json:"ask"`
}

// Server names the files of the HTTP server.
type Server struct {
	TokenFile string `json:"tokenFile"` // names and hashes of who may ask
	TLSCert   string `json:"tlsCert"`   // with its key: where other machines may ask
	TLSKey    string `json:"tlsKey"`
}

// Network says what may leave the machine: nothing, unless a host is named.
type Network struct {
	Allow []string `json:"allow"`
}

// Library says which works the user has, and where their index is kept.
type Library struct {
	Bib     bool     `json:"bib"`     // the .bib files of the workspace
	Folders []string `json:"folders"` // folders of papers, and files
	Zotero  bool     `json:"zotero"`  // asks the one that runs on this machine
	Path    string   `json:"path"`    // a folder; that of the system for caches where empty
	Every   int      `json:"every"`   // minutes between two looks at what no editor watches; 0 looks once

	Index string `json:"-"` // the folder of its index, which the server knows
}

// Diagnostics says what is reported. Each can be switched off by itself.
type Diagnostics struct {
	Keywords       bool `json:"keywords"`       // mistakes in directives
	UndefinedKeys  bool `json:"undefinedKeys"`  // citations of what is in no .bib
	DuplicateKeys  bool `json:"duplicateKeys"`  // entries with a key that another one has
	DuplicateWorks bool `json:"duplicateWorks"` // entries of one work under two keys
	Disagreements  bool `json:"disagreements"`  // entries that differ from the records of the indexes
	NotFound       bool `json:"notFound"`       // entries of which no index has a record
	MissingFields  bool `json:"missingFields"`  // entries without what their type needs
	Malformed      bool `json:"malformed"`      // what BibTeX cannot read
	Encoding       bool `json:"encoding"`       // a .bib that the editor reads in another encoding than it has
}

// The values of prefer and otherLanguages.
const (
	PreferSentence = "sentence"
	PreferMark     = "mark"
)

// Default are the settings of a user who set nothing.
func Default() Settings {
	indexes, _ := indexesOfEnvironment()
	return Settings{
		Engine: "auto", Writer: "composer", Candidates: 5, Prefetch: 150, Prefer: PreferSentence, OtherLanguages: PreferSentence, Directive: "keep",
		ModelIdleMinutes: 10, ReferenceStyle: string(reference.APA), Texlab: "auto",
		Diagnostics: Diagnostics{true, true, true, true, true, false, true, true, true},
		Library:     Library{Bib: true, Every: 10}, Online: Online{Ask: AskFirst},
		LLM: defaultLLM(), Ask: defaultAsk(), Indexes: indexes,
	}
}

// NamesPapers reports whether the user named papers to search: the .bib files of
// a workspace come by themselves.
func (s Settings) NamesPapers() bool {
	return len(s.Indexes)+len(s.Library.Folders) > 0 || s.Library.Zotero
}

// clone shares no list with s, since decoding writes into lists that are there.
func (s Settings) clone() Settings {
	for _, list := range []*[]string{&s.Indexes, &s.BibFolders, &s.Models, &s.Network.Allow, &s.Library.Folders} {
		*list = slices.Clone(*list)
	}
	s.Online = s.Online.clone()
	s.LLM = s.LLM.clone()
	s.Remote = s.Remote.clone()
	return s
}

// The longest times that can be set, in minutes: a day for looks at the library,
// and a year for models.
const maxEvery, maxIdle = 24 * 60, 365 * 24 * 60

// maxPrefetch is how many candidates of a corpus can still be ranked while a
// person waits.
const maxPrefetch = 2000

// commandName is a LaTeX command that takes nothing else with it into the text.
var commandName = regexp.MustCompile(`^[A-Za-z@]+\*?$`)

// check says which value cannot be.
func (s *Settings) check() error {
	switch {
	case !slices.Contains([]string{"auto", "neural", "plain"}, s.Engine):
		return fmt.Errorf("%q is none of auto, neural, plain", s.Engine)
	case !slices.Contains([]string{"composer", "model", WriterLLM}, s.Writer):
		return fmt.Errorf("%q is none of composer, model, llm", s.Writer)
	case !slices.Contains([]string{"keep", "remove", "ask"}, s.Directive):
		return fmt.Errorf("%q is none of keep, remove, ask", s.Directive)
	case !slices.Contains([]string{"auto", "yes", "no"}, s.Texlab):
		return fmt.Errorf("%q is none of auto, yes, no", s.Texlab)
	case s.Candidates < 1 || s.Candidates > 100:
		return fmt.Errorf("%d is not between 1 and 100", s.Candidates)
	case s.Prefetch < 10 || s.Prefetch > maxPrefetch:
		return fmt.Errorf("%d is not between 10 and %d", s.Prefetch, maxPrefetch)
	case s.Prefer != PreferSentence && s.Prefer != PreferMark:
		return fmt.Errorf("%q is neither sentence nor mark", s.Prefer)
	case s.OtherLanguages != PreferSentence && s.OtherLanguages != PreferMark:
		return fmt.Errorf("%q is neither sentence nor mark", s.OtherLanguages)
	case s.ModelIdleMinutes < 0 || s.ModelIdleMinutes > maxIdle:
		return fmt.Errorf("%d minutes cannot be: give 0, which keeps models, or up to %d", s.ModelIdleMinutes, maxIdle)
	case s.Library.Every < 0 || s.Library.Every > maxEvery:
		return fmt.Errorf("%d minutes cannot be: give 0, which looks once, at the start, or up to %d", s.Library.Every, maxEvery)
	case !reference.Known(s.ReferenceStyle):
		return fmt.Errorf("%q is none of %s", s.ReferenceStyle, strings.Join(reference.Styles, ", "))
	case s.CiteCommand != "" && !commandName.MatchString(s.CiteCommand):
		return fmt.Errorf("%q is not the name of a LaTeX command, such as parencite", s.CiteCommand)
	case s.KeyPattern != "":
		if err := bib.CheckPattern(s.KeyPattern); err != nil {
			return err
		}
	}
	return errors.Join(checkIndexes(s.Indexes), s.Online.check(), s.LLM.check(), s.Remote.check(), CheckTopK(s.Ask.TopK), CheckMinScore(s.Ask.MinScore))
}
