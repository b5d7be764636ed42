package lsp

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// features are those in force in a document.
func (s *server) features(d *workspace.Document) config.Features {
	f := s.currentSettings().Features
	if (d.Markup == workspace.LaTeX || d.IsBib()) && s.besideTexlab() {
		return f.Doubled()
	}
	return f
}

// besideTexlab reports whether texlab answers in LaTeX and .bib files too.
func (s *server) besideTexlab() bool {
	switch s.currentSettings().Texlab {
	case "yes":
		return true
	case "no":
		return false
	}
	return s.texlab
}

// oneServer are the editors that give a document one server, which then is this
// one.
var oneServer = []string{"eglot", "kate", "kwrite"}

// runsTexlab is what an editor says of texlab by itself: in its capabilities, as
// our plugins do, or by its name. An editor that is not known may run it.
func runsTexlab(p *protocol.InitializeParams) bool {
	var ours struct {
		Texlab *bool `json:"texlab"`
	}
	if json.Unmarshal(p.Capabilities.Experimental, &ours) == nil && ours.Texlab != nil {
		return *ours.Texlab
	}
	return !slices.Contains(oneServer, strings.ToLower(p.ClientInfo.Name))
}
