package protocol

import "go.lsp.dev/jsonrpc2"

// The methods that an editor sends.
const (
	MethodInitialize                      = "initialize"
	MethodInitialized                     = "initialized"
	MethodShutdown                        = "shutdown"
	MethodExit                            = "exit"
	MethodCancelRequest                   = "$/cancelRequest"
	MethodSetTrace                        = "$/setTrace"
	MethodWindowWorkDoneProgressCancel    = "window/workDoneProgress/cancel"
	MethodWorkspaceDidChangeConfiguration = "workspace/didChangeConfiguration"
	MethodWorkspaceDidChangeWatchedFiles  = "workspace/didChangeWatchedFiles"
	MethodWorkspaceExecuteCommand         = "workspace/executeCommand"
	MethodTextDocumentDidOpen             = "textDocument/didOpen"
	MethodTextDocumentDidChange           = "textDocument/didChange"
	MethodTextDocumentDidSave             = "textDocument/didSave"
	MethodTextDocumentDidClose            = "textDocument/didClose"
	MethodNotebookDocumentDidOpen         = "notebookDocument/didOpen"
	MethodNotebookDocumentDidChange       = "notebookDocument/didChange"
	MethodNotebookDocumentDidSave         = "notebookDocument/didSave"
	MethodNotebookDocumentDidClose        = "notebookDocument/didClose"
	MethodTextDocumentCodeAction          = "textDocument/codeAction"
	MethodCodeActionResolve               = "codeAction/resolve"
	MethodTextDocumentCompletion          = "textDocument/completion"
	MethodCompletionItemResolve           = "completionItem/resolve"
	MethodTextDocumentDefinition          = "textDocument/definition"
	MethodTextDocumentReferences          = "textDocument/references"
	MethodTextDocumentDocumentHighlight   = "textDocument/documentHighlight"
	MethodTextDocumentDocumentSymbol      = "textDocument/documentSymbol"
	MethodTextDocumentDocumentLink        = "textDocument/documentLink"
	MethodTextDocumentHover               = "textDocument/hover"
	MethodTextDocumentPrepareRename       = "textDocument/prepareRename"
	MethodTextDocumentRename              = "textDocument/rename"
)

// The methods that a server sends.
const (
	MethodProgress                       = "$/progress"
	MethodWindowShowMessage              = "window/showMessage"
	MethodWindowShowMessageRequest       = "window/showMessageRequest"
	MethodWindowShowDocument             = "window/showDocument"
	MethodWindowLogMessage               = "window/logMessage"
	MethodWindowWorkDoneProgressCreate   = "window/workDoneProgress/create"
	MethodClientRegisterCapability       = "client/registerCapability"
	MethodWorkspaceApplyEdit             = "workspace/applyEdit"
	MethodWorkspaceConfiguration         = "workspace/configuration"
	MethodTextDocumentPublishDiagnostics = "textDocument/publishDiagnostics"
)

// The error codes that the protocol adds to those of JSON-RPC.
const (
	CodeRequestFailed    jsonrpc2.Code = -32803
	CodeContentModified  jsonrpc2.Code = -32801
	CodeRequestCancelled jsonrpc2.Code = -32800
)

// Errors for which there is nothing more to say.
var (
	ErrContentModified  = jsonrpc2.NewError(CodeContentModified, "the document has changed since: ask again")
	ErrRequestCancelled = jsonrpc2.NewError(CodeRequestCancelled, "the request was cancelled")
)
