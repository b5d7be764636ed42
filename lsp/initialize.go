package lsp

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/internal/rpc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// capabilities are what the editor can do, as far as it matters here.
type capabilities struct {
	documentChanges bool
	createFiles     bool
	annotations     bool
	resolveEdit     bool
	disabledActions bool
	progress        bool
	configuration   bool
	markdownHover   bool
	symbolTree      bool
	watchFiles      bool
	showDocument    bool
	// markdownDocumentation is for the text beside a completion.
	markdownDocumentation bool
}

func capabilitiesOf(c protocol.ClientCapabilities) (caps capabilities) {
	if w := c.Workspace; w != nil {
		caps.configuration = isTrue(w.Configuration)
		caps.watchFiles = w.DidChangeWatchedFiles != nil && isTrue(w.DidChangeWatchedFiles.DynamicRegistration)
		if e := w.WorkspaceEdit; e != nil {
			caps.documentChanges = isTrue(e.DocumentChanges)
			caps.createFiles = caps.documentChanges && slices.Contains(e.ResourceOperations, protocol.ResourceOperationKindCreate)
			caps.annotations = caps.documentChanges && e.ChangeAnnotationSupport != nil
		}
	}
	if t := c.TextDocument; t != nil {
		if a := t.CodeAction; a != nil {
			caps.resolveEdit = slices.Contains(a.ResolveSupport.Properties, "edit")
			caps.disabledActions = isTrue(a.DisabledSupport)
		}
		caps.markdownHover = t.Hover != nil && slices.Contains(t.Hover.ContentFormat, protocol.MarkupKindMarkdown)
		caps.symbolTree = t.DocumentSymbol != nil && isTrue(t.DocumentSymbol.HierarchicalDocumentSymbolSupport)
		if c := t.Completion; c != nil && c.CompletionItem != nil {
			caps.markdownDocumentation = slices.Contains(c.CompletionItem.DocumentationFormat, protocol.MarkupKindMarkdown)
		}
	}
	caps.showDocument = c.Window != nil && c.Window.ShowDocument != nil && c.Window.ShowDocument.Support
	caps.progress = c.Window != nil && isTrue(c.Window.WorkDoneProgress)
	return caps
}

// Initialize answers at once; the engine is opened once the editor is ready.
func (s *server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.caps, s.notices, s.texlab = capabilitiesOf(p.Capabilities), takesNotices(p.Capabilities), runsTexlab(p)
	if id, ok := p.ProcessID.Get(); ok {
		rpc.OnProcessEnd(s.ctx, int(id), s.stop)
	}
	s.files.SetRoots(rootsOf(p))
	encoding := s.negotiate(p.Capabilities.General)
	s.projectSettings = projectSettingsOf(s.ctx, p)
	s.configure(config.Layer{JSON: p.InitializationOptions})
	return &protocol.InitializeResult{
		ServerInfo: protocol.ServerInfo{Name: "scilit-lsp", Version: protocol.NewOptional(s.opts.Version)},
		Capabilities: protocol.ServerCapabilities{
			PositionEncoding: encoding,
			TextDocumentSync: &protocol.TextDocumentSyncOptions{
				OpenClose: ptr(true), Change: ptr(protocol.TextDocumentSyncKindIncremental), Save: true,
			},
			NotebookDocumentSync:      notebooks,
			HoverProvider:             true,
			CompletionProvider:        &protocol.CompletionOptions{TriggerCharacters: completionTriggers, ResolveProvider: ptr(true)},
			DefinitionProvider:        true,
			ReferencesProvider:        true,
			DocumentHighlightProvider: true,
			DocumentSymbolProvider:    true,
			DocumentLinkProvider:      &protocol.DocumentLinkOptions{},
			RenameProvider:            &protocol.RenameOptions{PrepareProvider: ptr(true)},
			CodeActionProvider: &protocol.CodeActionOptions{
				CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, protocol.CodeActionKindRefactorRewrite}, ResolveProvider: ptr(true),
			},
			ExecuteCommandProvider: &protocol.ExecuteCommandOptions{Commands: commands},
		},
	}, nil
}

// negotiate prefers what costs least to convert.
func (in *dialect) negotiate(general *protocol.GeneralClientCapabilities) protocol.PositionEncodingKind {
	var offered []protocol.PositionEncodingKind
	if general != nil {
		offered = general.PositionEncodings
	}
	switch {
	case slices.Contains(offered, protocol.PositionEncodingKindUTF8):
		in.encoding = doc.UTF8
		return protocol.PositionEncodingKindUTF8
	case len(offered) > 0 && !slices.Contains(offered, protocol.PositionEncodingKindUTF16) && slices.Contains(offered, protocol.PositionEncodingKindUTF32):
		in.encoding = doc.UTF32
		return protocol.PositionEncodingKindUTF32
	}
	return protocol.PositionEncodingKindUTF16
}

// rootsOf leaves out folders that are not on disk.
func rootsOf(p *protocol.InitializeParams) (roots []string) {
	for _, folder := range p.WorkspaceFolders {
		if path := workspace.PathOf(string(folder.URI)); path != "" {
			roots = append(roots, path)
		}
	}
	// eglot and Neovim 0.7 send nothing else
	if root := p.RootURI; root != nil && len(roots) == 0 {
		if path := workspace.PathOf(string(*root)); path != "" {
			roots = append(roots, path)
		}
	}
	return roots
}

// projectSettingsOf names the file of the workspace that an editor takes the
// settings from which it is asked for: Eglot does so without a word to its user.
// Before 1.10 it gave no name, so an editor without one is taken for Eglot where there
// is such a file.
func projectSettingsOf(ctx context.Context, p *protocol.InitializeParams) string {
	root := append(rootsOf(p), "")[0]
	switch p.ClientInfo.Name {
	case "Eglot":
		return filepath.Join(root, dirLocals[0])
	case "":
		return dirLocalsAbove(ctx, root)
	}
	return ""
}

// dirLocals are the names of Emacs's files of settings for a folder.
var dirLocals = []string{".dir-locals.el", ".dir-locals-2.el"}

// dirLocalsAbove is the file that Emacs would read for a folder, "" where there is
// none. One that cannot be looked at may be there.
func dirLocalsAbove(ctx context.Context, folder string) string {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for at, above := folder, ""; at != "" && at != above; at, above = filepath.Dir(at), at {
		for _, name := range dirLocals {
			path := filepath.Join(at, name)
			if _, err := files.Stat(ctx, path); !errors.Is(err, fs.ErrNotExist) {
				return path
			}
		}
	}
	return ""
}

// Initialized opens the engine, and asks for the editor's settings first where
// it has some.
func (s *server) Initialized(context.Context, *protocol.InitializedParams) error {
	s.startReconfiguration(func() {})
	s.goSafe("watched files", func() { s.watch(s.ctx) })
	return nil
}

// Shutdown has nothing to save: no state of ours would be lost with a kill.
func (s *server) Shutdown(context.Context) error { return nil }

// SetTrace is accepted and ignored: there is no trace to set.
func (s *server) SetTrace(context.Context, *protocol.SetTraceParams) error { return nil }
