package protocol

// ClientCapabilities are what an editor can do, as far as it matters here.
type ClientCapabilities struct {
	Workspace    *WorkspaceClientCapabilities    `json:"workspace,omitzero"`
	TextDocument *TextDocumentClientCapabilities `json:"textDocument,omitzero"`
	Window       *WindowClientCapabilities       `json:"window,omitzero"`
	General      *GeneralClientCapabilities      `json:"general,omitzero"`
	Experimental LSPAny                          `json:"experimental,omitzero"` // what is no part of the protocol
}

// WorkspaceClientCapabilities are those of workspace/...
type WorkspaceClientCapabilities struct {
	Configuration         *bool                                    `json:"configuration,omitzero"`
	DidChangeWatchedFiles *DidChangeWatchedFilesClientCapabilities `json:"didChangeWatchedFiles,omitzero"`
	WorkspaceEdit         *WorkspaceEditClientCapabilities         `json:"workspaceEdit,omitzero"`
}

// DidChangeWatchedFilesClientCapabilities say whether files can be watched.
type DidChangeWatchedFilesClientCapabilities struct {
	DynamicRegistration *bool `json:"dynamicRegistration,omitzero"`
}

// ResourceOperationKind is what an edit may do with files.
type ResourceOperationKind string

// ResourceOperationKindCreate makes files.
const ResourceOperationKindCreate ResourceOperationKind = "create"

// WorkspaceEditClientCapabilities are the shapes of edits that are understood.
type WorkspaceEditClientCapabilities struct {
	DocumentChanges         *bool                    `json:"documentChanges,omitzero"`
	ResourceOperations      []ResourceOperationKind  `json:"resourceOperations,omitempty"`
	ChangeAnnotationSupport *ChangeAnnotationSupport `json:"changeAnnotationSupport,omitzero"`
}

// ChangeAnnotationSupport is there where annotations are shown.
type ChangeAnnotationSupport struct{}

// TextDocumentClientCapabilities are those of textDocument/...
type TextDocumentClientCapabilities struct {
	CodeAction     *CodeActionClientCapabilities     `json:"codeAction,omitzero"`
	Hover          *HoverClientCapabilities          `json:"hover,omitzero"`
	DocumentSymbol *DocumentSymbolClientCapabilities `json:"documentSymbol,omitzero"`
	Completion     *CompletionClientCapabilities     `json:"completion,omitzero"`
}

// CodeActionClientCapabilities are those of textDocument/codeAction.
type CodeActionClientCapabilities struct {
	ResolveSupport  CodeActionResolveSupport `json:"resolveSupport,omitzero"`
	DisabledSupport *bool                    `json:"disabledSupport,omitzero"`
}

// CodeActionResolveSupport names what may come with codeAction/resolve.
type CodeActionResolveSupport struct {
	Properties []string `json:"properties"`
}

// HoverClientCapabilities are those of textDocument/hover.
type HoverClientCapabilities struct {
	ContentFormat []MarkupKind `json:"contentFormat,omitempty"`
}

// DocumentSymbolClientCapabilities are those of textDocument/documentSymbol.
type DocumentSymbolClientCapabilities struct {
	HierarchicalDocumentSymbolSupport *bool `json:"hierarchicalDocumentSymbolSupport,omitzero"`
}

// CompletionClientCapabilities are those of textDocument/completion.
type CompletionClientCapabilities struct {
	CompletionItem *CompletionItemClientCapabilities `json:"completionItem,omitzero"`
}

// CompletionItemClientCapabilities are the shapes of items that are understood.
type CompletionItemClientCapabilities struct {
	DocumentationFormat []MarkupKind `json:"documentationFormat,omitempty"`
}

// WindowClientCapabilities are those of window/...
type WindowClientCapabilities struct {
	WorkDoneProgress *bool                           `json:"workDoneProgress,omitzero"`
	ShowDocument     *ShowDocumentClientCapabilities `json:"showDocument,omitzero"`
}

// ShowDocumentClientCapabilities say whether window/showDocument is known.
type ShowDocumentClientCapabilities struct {
	Support bool `json:"support"`
}

// GeneralClientCapabilities are those of every message.
type GeneralClientCapabilities struct {
	PositionEncodings []PositionEncodingKind `json:"positionEncodings,omitempty"`
}
