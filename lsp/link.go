package lsp

import (
	"context"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/uri"
)

// DocumentLink makes what the entries of a .bib point to open with a click: the
// editor opens it, the server asks no host.
func (s *server) DocumentLink(ctx context.Context, p *protocol.DocumentLinkParams) ([]protocol.DocumentLink, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || !d.IsBib() || s.features(d).Links == config.Off {
		return nil, err
	}
	releaseOrder(ctx)
	var all []protocol.DocumentLink
	for _, link := range s.files.BibOf(ctx, d).File.Links() {
		if target, ok := linkTargetOf(ctx, link, filepath.Dir(s.files.Path(d))); ok {
			all = append(all, protocol.DocumentLink{Range: s.protocolRange(d.Snapshot, doc.Span(link.Span)), Target: &target})
		}
	}
	return all, ctx.Err()
}

// linkTargetOf resolves a file against the folder of its .bib.
func linkTargetOf(ctx context.Context, link bib.Link, folder string) (target uri.URI, ok bool) {
	if link.Path != "" {
		return uri.File(workspace.Resolve(ctx, config.ExpandHome(link.Path), folder)), true
	}
	target, err := uri.Parse(link.URL)
	return target, err == nil
}
