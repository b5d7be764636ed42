// Package config reads the settings. Each setting has one descriptor in all.go with its name, type,
// default and help text, and who may set it.
//
// Settings are read from the environment, from scilit.toml in the user's configuration folder, from
// scilit.toml in each folder of the workspace, and from the editor. Later sources take precedence.
// A workspace may be untrusted, so only its harmless settings take effect until the user trusts it.
package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
)

// FileName is the name of a settings file.
const FileName = "scilit.toml"

// Settings contains the effective settings. The descriptors in all document each field.
type Settings struct {
	Indexes          []string    `json:"indexes"`
	Engine           string      `json:"engine"`
	Writer           string      `json:"writer"`
	Candidates       int         `json:"candidates"`
	Since            int         `json:"since"`
	Prefetch         int         `json:"prefetch"`
	Prefer           string      `json:"prefer"`
	OtherLanguages   string      `json:"otherLanguages"`
	Directive        string      `json:"directive"`
	CiteCommand      string      `json:"citeCommand"`
	ReferenceStyle   string      `json:"referenceStyle"`
	KeyPattern       string      `json:"keyPattern"`
	BibFile          string      `json:"bibFile"`
	BibFolders       []string    `json:"bibFolders"`
	Texlab           string      `json:"texlab"`
	Models           []string    `json:"models"`
	ONNXRuntime      string      `json:"onnxruntime"`
	ModelIdleMinutes int         `json:"modelIdleMinutes"`
	GROBID           string      `json:"grobid"`
	Features         Features    `json:"features"`
	Diagnostics      Diagnostics `json:"diagnostics"`
	Library          Library     `json:"library"`
	Online           Online      `json:"online"`
	Ask              Ask         `json:"ask"`
	LLM              LLM         `json:"llm"`
	Remote           Remote      `json:"remote"`
	Network          Network     `json:"network"`
	Server           Server      `json:"server"`
}

// Server configures the files that the HTTP server uses.
type Server struct {
	TokenFile string `json:"tokenFile"`
	TLSCert   string `json:"tlsCert"`
	TLSKey    string `json:"tlsKey"`
}

// Network lists the hosts that may be contacted.
type Network struct {
	Allow []string `json:"allow"`
}

// Library configures the user's library and the folder of its index.
type Library struct {
	Bib     bool     `json:"bib"`
	Folders []string `json:"folders"`
	Zotero  bool     `json:"zotero"`
	Path    string   `json:"path"`
	Every   int      `json:"every"`

	Index string `json:"-"` // folder of the index; set by the server, not by the user
}

// Ask configures which passages answers are based on.
type Ask struct {
	TopK     int     `json:"topK"`
	MinScore float64 `json:"minScore"`
}

// Diagnostics enables or disables diagnostics.
type Diagnostics struct {
	Keywords       bool `json:"keywords"`
	UndefinedKeys  bool `json:"undefinedKeys"`
	DuplicateKeys  bool `json:"duplicateKeys"`
	DuplicateWorks bool `json:"duplicateWorks"`
	Disagreements  bool `json:"disagreements"`
	NotFound       bool `json:"notFound"`
	MissingFields  bool `json:"missingFields"`
	Malformed      bool `json:"malformed"`
	Encoding       bool `json:"encoding"`
	Copied         bool `json:"copied"`
}

// The values of prefer and otherLanguages.
const (
	PreferSentence = "sentence"
	PreferMark     = "mark"
)

// NamesPapers reports whether the user has configured papers to search. The .bib files of a
// workspace do not count, since they are always searched.
func (s Settings) NamesPapers() bool {
	return len(s.Indexes)+len(s.Library.Folders) > 0 || s.Library.Zotero
}

const maxYear = 2999 // maximum value of the since setting

// commandName matches the name of a LaTeX command and nothing else.
var commandName = regexp.MustCompile(`^[A-Za-z@]+\*?$`)

func checkCommand(s *Settings) error {
	if s.CiteCommand != "" && !commandName.MatchString(s.CiteCommand) {
		return fmt.Errorf("%q is not the name of a LaTeX command: give one such as parencite", s.CiteCommand)
	}
	return nil
}

// Features configures features that another language server may also provide.
type Features struct {
	Completion Switch `json:"completion"`
	Definition Switch `json:"definition"`
	References Switch `json:"references"`
	Rename     Switch `json:"rename"`
	Highlights Switch `json:"highlights"`
	Symbols    Switch `json:"symbols"`
	Links      Switch `json:"links"`
}

// A Switch turns a feature on or off, or lets the server decide.
type Switch int8

// The values of a Switch. With Auto, a feature is off if texlab is running and the editor would
// display the replies of both servers.
const (
	Auto Switch = iota
	On
	Off
)

// UnmarshalJSON implements json.Unmarshaler. It also accepts one value for all features.
func (f *Features) UnmarshalJSON(raw []byte) error {
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && raw[0] != '{' {
		var all Switch
		err := json.Unmarshal(raw, &all)
		if err == nil {
			*f = Features{all, all, all, all, all, all, all}
		}
		return err
	}
	type plain Features
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	return decoder.Decode((*plain)(f))
}

// UnmarshalJSON implements json.Unmarshaler. It accepts "auto", true and false.
func (s *Switch) UnmarshalJSON(raw []byte) error {
	switch string(raw) {
	case `"auto"`:
		*s = Auto
	case "true":
		*s = On
	case "false":
		*s = Off
	default:
		return &json.UnmarshalTypeError{Value: given(raw), Type: reflect.TypeFor[Switch]()}
	}
	return nil
}

// given returns a shortened value for an error message.
func given(raw []byte) string {
	const longest = 40
	if len(raw) > longest {
		return string(raw[:longest]) + " ..."
	}
	return string(raw)
}

// MarshalJSON implements json.Marshaler. It encodes "auto", true or false.
func (s Switch) MarshalJSON() ([]byte, error) {
	return []byte([]string{`"auto"`, "true", "false"}[s]), nil
}

// Doubled returns f with the Auto features that texlab also provides turned off. It is used for
// editors that list the results of all servers.
func (f Features) Doubled() Features {
	for _, s := range []*Switch{&f.Definition, &f.References, &f.Symbols} {
		if *s == Auto {
			*s = Off
		}
	}
	return f
}
