package protocol

import "go.lsp.dev/uri"

// InitializeParams are those of initialize.
type InitializeParams struct {
	ClientInfo            ClientInfo         `json:"clientInfo,omitzero"`
	ProcessID             Optional[int64]    `json:"processId"`
	RootURI               *uri.URI           `json:"rootUri"`
	Capabilities          ClientCapabilities `json:"capabilities"`
	InitializationOptions LSPAny             `json:"initializationOptions,omitzero"`
	WorkspaceFolders      []WorkspaceFolder  `json:"workspaceFolders,omitempty"`
}

// ClientInfo names an editor.
type ClientInfo struct {
	Name string `json:"name"`
}

// InitializeResult is the answer to initialize.
type InitializeResult struct {
	Capabilities ServerCapabilities `json:"capabilities"`
	ServerInfo   ServerInfo         `json:"serverInfo,omitzero"`
}

// ServerInfo names a server.
type ServerInfo struct {
	Name    string           `json:"name"`
	Version Optional[string] `json:"version,omitzero"`
}

// InitializedParams are those of initialized.
type InitializedParams struct{}

// SetTraceParams are those of $/setTrace, of which nothing is read.
type SetTraceParams struct{}

// PositionEncodingKind is the unit of columns.
type PositionEncodingKind string

// The three units.
const (
	PositionEncodingKindUTF8  PositionEncodingKind = "utf-8"
	PositionEncodingKindUTF16 PositionEncodingKind = "utf-16"
	PositionEncodingKindUTF32 PositionEncodingKind = "utf-32"
)

// TextDocumentSyncKind is how edits are sent.
type TextDocumentSyncKind uint32

// TextDocumentSyncKindIncremental sends what changed.
const TextDocumentSyncKindIncremental TextDocumentSyncKind = 2

// ServerCapabilities are what a server can do. What the specification lets be
// true or an object is here the one of them that is sent.
type ServerCapabilities struct {
	PositionEncoding          PositionEncodingKind         `json:"positionEncoding,omitzero"`
	TextDocumentSync          *TextDocumentSyncOptions     `json:"textDocumentSync,omitzero"`
	NotebookDocumentSync      *NotebookDocumentSyncOptions `json:"notebookDocumentSync,omitzero"`
	HoverProvider             bool                         `json:"hoverProvider,omitzero"`
	CompletionProvider        *CompletionOptions           `json:"completionProvider,omitzero"`
	DefinitionProvider        bool                         `json:"definitionProvider,omitzero"`
	ReferencesProvider        bool                         `json:"referencesProvider,omitzero"`
	DocumentHighlightProvider bool                         `json:"documentHighlightProvider,omitzero"`
	DocumentSymbolProvider    bool                         `json:"documentSymbolProvider,omitzero"`
	DocumentLinkProvider      *DocumentLinkOptions         `json:"documentLinkProvider,omitzero"`
	RenameProvider            *RenameOptions               `json:"renameProvider,omitzero"`
	CodeActionProvider        *CodeActionOptions           `json:"codeActionProvider,omitzero"`
	ExecuteCommandProvider    *ExecuteCommandOptions       `json:"executeCommandProvider,omitzero"`
}

// TextDocumentSyncOptions say which changes of documents are to be sent.
type TextDocumentSyncOptions struct {
	OpenClose *bool                 `json:"openClose,omitzero"`
	Change    *TextDocumentSyncKind `json:"change,omitzero"`
	Save      bool                  `json:"save,omitzero"`
}

// CompletionOptions say when completions are to be asked for.
type CompletionOptions struct {
	TriggerCharacters []string `json:"triggerCharacters,omitempty"`
	ResolveProvider   *bool    `json:"resolveProvider,omitzero"`
}

// DocumentLinkOptions say that there are links.
type DocumentLinkOptions struct{}

// RenameOptions say whether prepareRename is answered.
type RenameOptions struct {
	PrepareProvider *bool `json:"prepareProvider,omitzero"`
}

// CodeActionOptions say which actions there are.
type CodeActionOptions struct {
	CodeActionKinds []CodeActionKind `json:"codeActionKinds,omitempty"`
	ResolveProvider *bool            `json:"resolveProvider,omitzero"`
}

// ExecuteCommandOptions say which commands there are.
type ExecuteCommandOptions struct {
	Commands []string `json:"commands"`
}
