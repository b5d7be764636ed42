package lsp

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// features returns the features that are enabled for a document.
func (s *session) features(d *workspace.Document) config.Features {
	f := s.currentSettings().Features
	if (d.Markup == workspace.LaTeX || d.IsBib()) && s.besideTexlab() {
		return f.Doubled()
	}
	return f
}

// besideTexlab reports whether texlab also serves LaTeX and .bib files.
func (s *session) besideTexlab() bool {
	switch s.currentSettings().Texlab {
	case "yes":
		return true
	case "no":
		return false
	}
	return s.texlab
}

// oneServer lists the editors that run only one server per document. In these editors, this server
// replaces texlab.
var oneServer = []string{"eglot", "kate", "kwrite"}

// runsTexlab reports whether the editor may also run texlab. This project's plugins announce it in
// the experimental capabilities; for other clients, the editor's name decides.
func runsTexlab(p *protocol.InitializeParams) bool {
	var ours struct {
		Texlab *bool `json:"texlab"`
	}
	if json.Unmarshal(p.Capabilities.Experimental, &ours) == nil && ours.Texlab != nil {
		return *ours.Texlab
	}
	return !slices.Contains(oneServer, strings.ToLower(p.ClientInfo.Name))
}
