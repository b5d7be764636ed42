package lsp

import (
	"context"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/navigate"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// Definition returns the .bib entry of the key at the cursor.
func (s *server) Definition(ctx context.Context, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || s.features(d).Definition == config.Off {
		return nil, err
	}
	releaseOrder(ctx)
	return protocol.LocationSlice(s.locations(navigate.Definitions(ctx, s.files, d, s.offset(d, p.Position)))), nil
}

// References returns all mentions of the key at the cursor.
func (s *server) References(ctx context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || s.features(d).References == config.Off {
		return nil, err
	}
	releaseOrder(ctx)
	found := navigate.References(ctx, s.files, d, s.offset(d, p.Position), p.Context.IncludeDeclaration)
	return s.locations(found), ctx.Err()
}

// DocumentHighlight returns all mentions of the key at the cursor in this file.
func (s *server) DocumentHighlight(
	ctx context.Context, p *protocol.DocumentHighlightParams,
) (found []protocol.DocumentHighlight, err error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || s.features(d).Highlights == config.Off {
		return nil, err
	}
	releaseOrder(ctx)
	for _, h := range navigate.Highlights(ctx, s.files, d, s.offset(d, p.Position)) {
		kind := protocol.DocumentHighlightKindRead
		if h.Declares {
			kind = protocol.DocumentHighlightKindWrite
		}
		found = append(found, protocol.DocumentHighlight{Range: s.protocolRange(d.Snapshot, h.Span), Kind: kind})
	}
	return found, nil
}

// PrepareRename returns the key at the cursor and its range.
func (s *server) PrepareRename(
	ctx context.Context, p *protocol.PrepareRenameParams,
) (protocol.PrepareRenameResult, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || s.features(d).Rename == config.Off {
		return nil, err
	}
	releaseOrder(ctx)
	key, span, err := navigate.RenameTarget(ctx, s.files, d, s.offset(d, p.Position))
	if err != nil {
		return nil, err
	}
	return &protocol.PrepareRenamePlaceholder{Range: s.protocolRange(d.Snapshot, span), Placeholder: key}, nil
}

// Rename returns an edit that replaces every mention of the key at the cursor. It first asks for
// permission to edit files outside the workspace.
func (s *server) Rename(ctx context.Context, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || s.features(d).Rename == config.Off {
		return nil, err
	}
	releaseOrder(ctx)
	mentions, err := navigate.Rename(ctx, s.files, d, s.offset(d, p.Position), p.NewName)
	if err != nil {
		return nil, err
	}
	for _, m := range mentions {
		if err := s.consent.permit(ctx, s.files.CheckRename(ctx, d, m.Path)); err != nil {
			return nil, err
		}
	}
	return s.renaming(mentions, p.NewName), ctx.Err()
}

// renaming returns an edit that replaces mentions with a new key, grouped by file.
func (in *dialect) renaming(mentions []workspace.Mention, key string) *protocol.WorkspaceEdit {
	var files []fileEdit
	for i, m := range mentions {
		if i == 0 || mentions[i-1].URI() != m.URI() {
			files = append(files, fileEdit{file: m.URI(), version: m.Version()})
		}
		last := &files[len(files)-1]
		last.edits = append(last.edits, protocol.TextEdit{Range: in.protocolRange(m.File, m.Span), NewText: m.Written(key)})
	}
	return in.editing(files...)
}

// DocumentSymbol returns the entries and macros of a .bib file.
func (s *server) DocumentSymbol(
	ctx context.Context, p *protocol.DocumentSymbolParams,
) (protocol.DocumentSymbolResult, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || !d.IsBib() || s.features(d).Symbols == config.Off {
		return nil, err
	}
	releaseOrder(ctx)
	var symbols protocol.DocumentSymbolSlice
	for _, symbol := range navigate.Symbols(s.files.BibOf(ctx, d).File) {
		symbols = append(symbols, s.symbol(d, symbol))
	}
	if s.caps.symbolTree || ctx.Err() != nil {
		return symbols, ctx.Err()
	}
	flat := make(protocol.SymbolInformationSlice, len(symbols))
	for i, symbol := range symbols {
		flat[i].Name, flat[i].Kind = symbol.Name, symbol.Kind
		flat[i].Location = protocol.Location{URI: p.TextDocument.URI, Range: symbol.Range}
	}
	return flat, nil
}

func (in *dialect) symbol(d *workspace.Document, symbol navigate.Symbol) protocol.DocumentSymbol {
	made := protocol.DocumentSymbol{
		Name: symbol.Name, Kind: protocol.SymbolKindConstant, Detail: new("@string"),
		Range: in.protocolRange(d.Snapshot, symbol.Whole), SelectionRange: in.protocolRange(d.Snapshot, symbol.Key),
	}
	if symbol.Entry == nil {
		return made
	}
	made.Kind, made.Detail = protocol.SymbolKindClass, nil
	if symbol.IsDescribed {
		made.Detail = filled(show.Label(show.PaperOf(symbol.Entry)))
	}
	return made
}

// DocumentLink returns links to the files and URLs in the entries of a .bib file, without accessing
// them.
func (s *server) DocumentLink(
	ctx context.Context, p *protocol.DocumentLinkParams,
) (all []protocol.DocumentLink, err error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || !d.IsBib() || s.features(d).Links == config.Off {
		return nil, err
	}
	releaseOrder(ctx)
	for _, link := range navigate.Links(ctx, s.files.BibOf(ctx, d).File, filepath.Dir(s.files.Path(d))) {
		all = append(all, protocol.DocumentLink{Range: s.protocolRange(d.Snapshot, link.Span), Target: &link.Target})
	}
	return all, ctx.Err()
}
