package lsp

import (
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// features are those in force in a document.
func (s *server) features(d *workspace.Document) config.Features {
	f := s.currentSettings().Features
	if d.Markup == workspace.LaTeX || d.IsBib() {
		return f.Doubled()
	}
	return f
}
