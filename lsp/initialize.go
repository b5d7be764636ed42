package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/internal/rpc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// capabilities are the client capabilities that the server uses.
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
	// markdownDocumentation is set if the editor renders the documentation of completion items as
	// Markdown.
	markdownDocumentation bool
}

func capabilitiesOf(c protocol.ClientCapabilities) (caps capabilities) {
	if w := c.Workspace; w != nil {
		caps.configuration = isTrue(w.Configuration)
		caps.watchFiles = w.DidChangeWatchedFiles != nil && isTrue(w.DidChangeWatchedFiles.DynamicRegistration)
		if e := w.WorkspaceEdit; e != nil {
			caps.documentChanges = isTrue(e.DocumentChanges)
			caps.createFiles = caps.documentChanges &&
				slices.Contains(e.ResourceOperations, protocol.ResourceOperationKindCreate)
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
			formats := c.CompletionItem.DocumentationFormat
			caps.markdownDocumentation = slices.Contains(formats, protocol.MarkupKindMarkdown)
		}
	}
	caps.showDocument = c.Window != nil && c.Window.ShowDocument != nil && c.Window.ShowDocument.Support
	caps.progress = c.Window != nil && isTrue(c.Window.WorkDoneProgress)
	return caps
}

// Initialize replies without opening the engine. Initialized opens it.
func (s *server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.caps, s.notices, s.texlab = capabilitiesOf(p.Capabilities), takesNotices(p.Capabilities), runsTexlab(p)
	if id := p.ProcessID; id != nil {
		rpc.OnProcessEnd(s.ctx, int(*id), s.stop)
	}
	s.files.SetRoots(rootsOf(p))
	encoding := s.negotiate(p.Capabilities.General)
	s.projectSettings = projectSettingsOf(s.ctx, p)
	s.configuration.load(config.Layer{JSON: p.InitializationOptions})
	return &protocol.InitializeResult{
		ServerInfo: protocol.ServerInfo{Name: "scilit-lsp", Version: protocol.NewOptional(s.opts.Version)},
		Capabilities: protocol.ServerCapabilities{
			PositionEncoding: encoding,
			TextDocumentSync: &protocol.TextDocumentSyncOptions{
				OpenClose: new(true), Change: new(protocol.TextDocumentSyncKindIncremental),
				Save: protocol.Boolean(true),
			},
			NotebookDocumentSync: notebooks,
			HoverProvider:        protocol.Boolean(true),
			CompletionProvider: &protocol.CompletionOptions{
				TriggerCharacters: completionTriggers,
				ResolveProvider:   new(true),
			},
			DefinitionProvider:        protocol.Boolean(true),
			ReferencesProvider:        protocol.Boolean(true),
			DocumentHighlightProvider: protocol.Boolean(true),
			DocumentSymbolProvider:    protocol.Boolean(true),
			DocumentLinkProvider:      &protocol.DocumentLinkOptions{},
			RenameProvider:            &protocol.RenameOptions{PrepareProvider: new(true)},
			CodeActionProvider: &protocol.CodeActionOptions{
				CodeActionKinds: []protocol.CodeActionKind{
					protocol.CodeActionKindQuickFix, protocol.CodeActionKindRefactorRewrite,
				}, ResolveProvider: new(true),
			},
			ExecuteCommandProvider: protocol.ExecuteCommandOptions{Commands: commands},
		},
	}, nil
}

// negotiate selects the position encoding that is cheapest to convert.
func (in *dialect) negotiate(general *protocol.GeneralClientCapabilities) protocol.PositionEncodingKind {
	var offered []protocol.PositionEncodingKind
	if general != nil {
		offered = general.PositionEncodings
	}
	switch {
	case slices.Contains(offered, protocol.PositionEncodingKindUTF8):
		in.encoding = doc.UTF8
		return protocol.PositionEncodingKindUTF8
	case len(offered) > 0 && !slices.Contains(offered, protocol.PositionEncodingKindUTF16) &&
		slices.Contains(offered, protocol.PositionEncodingKindUTF32):
		in.encoding = doc.UTF32
		return protocol.PositionEncodingKindUTF32
	}
	return protocol.PositionEncodingKindUTF16
}

// rootsOf returns the workspace folders on the local disk.
func rootsOf(p *protocol.InitializeParams) (roots []string) {
	folders, _ := p.WorkspaceFolders.Get()
	for _, folder := range folders {
		if path := workspace.PathOf(string(folder.URI)); path != "" {
			roots = append(roots, path)
		}
	}
	//lint:ignore SA1019 Eglot and Neovim 0.7 send nothing else.
	if root := p.RootURI; root != nil && len(roots) == 0 {
		if path := workspace.PathOf(string(*root)); path != "" {
			roots = append(roots, path)
		}
	}
	return roots
}

// projectSettingsOf returns the workspace file that supplies the settings sent by the editor, or "".
// Eglot reads .dir-locals.el without asking the user. Before version 1.10 it sent no client name,
// so a client without a name is treated as Eglot if that file exists.
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

// dirLocals lists the names of Emacs's directory-local settings files.
var dirLocals = []string{".dir-locals.el", ".dir-locals-2.el"}

// dirLocalsAbove returns the settings file that Emacs would read for a folder, or "". If a file
// cannot be examined, it assumes that the file exists.
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

// Initialized opens the engine, after requesting the editor's settings if it supports that.
func (s *server) Initialized(context.Context, *protocol.InitializedParams) error {
	s.configuration.restart(func() {})
	s.goSafe("watched files", func() { s.watch(s.ctx) })
	return nil
}

// Shutdown does nothing, since the server has no unsaved state.
func (s *server) Shutdown(context.Context) error { return nil }

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

// runsTexlab reports whether the editor may also run texlab. This project's plugins state it in the
// experimental capabilities; for other clients, the editor's name decides.
func runsTexlab(p *protocol.InitializeParams) bool {
	var ours struct {
		Texlab *bool `json:"texlab"`
	}
	if json.Unmarshal(p.Capabilities.Experimental, &ours) == nil && ours.Texlab != nil {
		return *ours.Texlab
	}
	return !slices.Contains(oneServer, strings.ToLower(p.ClientInfo.Name))
}
