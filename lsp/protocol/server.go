package protocol

import (
	"context"

	"go.lsp.dev/jsonrpc2"
)

// A Server answers an editor. Request gets the methods that have no function
// here, with the parameters as they were sent: an LSPAny.
type Server interface {
	Initialize(context.Context, *InitializeParams) (*InitializeResult, error)
	Initialized(context.Context, *InitializedParams) error
	Shutdown(context.Context) error
	SetTrace(context.Context, *SetTraceParams) error
	WorkDoneProgressCancel(context.Context, *WorkDoneProgressCancelParams) error
	DidChangeConfiguration(context.Context, *DidChangeConfigurationParams) error
	DidChangeWatchedFiles(context.Context, *DidChangeWatchedFilesParams) error
	ExecuteCommand(context.Context, *ExecuteCommandParams) (LSPAny, error)
	DidOpen(context.Context, *DidOpenTextDocumentParams) error
	DidChange(context.Context, *DidChangeTextDocumentParams) error
	DidSave(context.Context, *DidSaveTextDocumentParams) error
	DidClose(context.Context, *DidCloseTextDocumentParams) error
	DidOpenNotebook(context.Context, *DidOpenNotebookDocumentParams) error
	DidChangeNotebook(context.Context, *DidChangeNotebookDocumentParams) error
	DidSaveNotebook(context.Context, *DidSaveNotebookDocumentParams) error
	DidCloseNotebook(context.Context, *DidCloseNotebookDocumentParams) error
	CodeAction(context.Context, *CodeActionParams) ([]CommandOrCodeAction, error)
	CodeActionResolve(context.Context, *CodeAction) (*CodeAction, error)
	Completion(context.Context, *CompletionParams) (*CompletionList, error)
	CompletionResolve(context.Context, *CompletionItem) (*CompletionItem, error)
	Definition(context.Context, *DefinitionParams) ([]Location, error)
	References(context.Context, *ReferenceParams) ([]Location, error)
	DocumentHighlight(context.Context, *DocumentHighlightParams) ([]DocumentHighlight, error)
	DocumentSymbol(context.Context, *DocumentSymbolParams) (DocumentSymbolResult, error)
	DocumentLink(context.Context, *DocumentLinkParams) ([]DocumentLink, error)
	Hover(context.Context, *HoverParams) (*Hover, error)
	PrepareRename(context.Context, *PrepareRenameParams) (*PrepareRenamePlaceholder, error)
	Rename(context.Context, *RenameParams) (*WorkspaceEdit, error)
	Request(ctx context.Context, method string, params any) (any, error)
}

var serverMethods = map[string]method[Server]{
	MethodInitialize:                      request(Server.Initialize),
	MethodInitialized:                     notification(Server.Initialized),
	MethodShutdown:                        shutdown,
	MethodSetTrace:                        notification(Server.SetTrace),
	MethodWindowWorkDoneProgressCancel:    notification(Server.WorkDoneProgressCancel),
	MethodWorkspaceDidChangeConfiguration: notification(Server.DidChangeConfiguration),
	MethodWorkspaceDidChangeWatchedFiles:  notification(Server.DidChangeWatchedFiles),
	MethodWorkspaceExecuteCommand:         request(Server.ExecuteCommand),
	MethodTextDocumentDidOpen:             notification(Server.DidOpen),
	MethodTextDocumentDidChange:           notification(Server.DidChange),
	MethodTextDocumentDidSave:             notification(Server.DidSave),
	MethodTextDocumentDidClose:            notification(Server.DidClose),
	MethodNotebookDocumentDidOpen:         notification(Server.DidOpenNotebook),
	MethodNotebookDocumentDidChange:       notification(Server.DidChangeNotebook),
	MethodNotebookDocumentDidSave:         notification(Server.DidSaveNotebook),
	MethodNotebookDocumentDidClose:        notification(Server.DidCloseNotebook),
	MethodTextDocumentCodeAction:          request(Server.CodeAction),
	MethodCodeActionResolve:               request(Server.CodeActionResolve),
	MethodTextDocumentCompletion:          request(Server.Completion),
	MethodCompletionItemResolve:           request(Server.CompletionResolve),
	MethodTextDocumentDefinition:          request(Server.Definition),
	MethodTextDocumentReferences:          request(Server.References),
	MethodTextDocumentDocumentHighlight:   request(Server.DocumentHighlight),
	MethodTextDocumentDocumentSymbol:      request(Server.DocumentSymbol),
	MethodTextDocumentDocumentLink:        request(Server.DocumentLink),
	MethodTextDocumentHover:               request(Server.Hover),
	MethodTextDocumentPrepareRename:       request(Server.PrepareRename),
	MethodTextDocumentRename:              request(Server.Rename),
}

func shutdown(ctx context.Context, s Server, _ []byte) (any, error) { return nil, s.Shutdown(ctx) }

// ServerHandler lets a server answer what comes over a connection.
func ServerHandler(s Server) jsonrpc2.Handler {
	return handler(s, serverMethods, s.Request)
}
