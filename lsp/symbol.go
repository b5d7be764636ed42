package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// describedSymbols is up to how many entries of a .bib are described in its
// outline; editors ask for it at each change.
const describedSymbols = 5000

// DocumentSymbol is the outline of a .bib: its entries and macros.
func (s *server) DocumentSymbol(ctx context.Context, p *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil || !d.IsBib() || s.features(d).Symbols == config.Off {
		return nil, err
	}
	releaseOrder(ctx)
	symbols := s.symbols(d, s.files.BibOf(ctx, d).File)
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

func (s *server) symbols(d *workspace.Document, file *bib.File) (all protocol.DocumentSymbolSlice) {
	add := func(name, detail string, kind protocol.SymbolKind, whole, key doc.Span) {
		symbol := protocol.DocumentSymbol{Name: name, Kind: kind, Range: s.protocolRange(d.Snapshot, whole), SelectionRange: s.protocolRange(d.Snapshot, key)}
		if detail != "" {
			symbol.Detail = &detail
		}
		all = append(all, symbol)
	}
	for i := range file.Entries {
		entry := &file.Entries[i]
		if entry.Key == "" {
			continue // a symbol has a name
		}
		detail := ""
		if len(file.Entries) <= describedSymbols {
			detail = label(paperOf(entry))
		}
		add(entry.Key, detail, protocol.SymbolKindClass, doc.Span(entry.Span), doc.Span(entry.KeySpan))
	}
	for _, macro := range file.Strings {
		if macro.Name != "" {
			add(macro.Name, "@string", protocol.SymbolKindConstant, doc.Span(macro.Span), doc.Span(macro.Span))
		}
	}
	return all
}
