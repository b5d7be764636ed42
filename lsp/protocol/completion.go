package protocol

// CompletionItemKind chooses an item's icon.
type CompletionItemKind uint32

// CompletionItemKindReference is the kind in use.
const CompletionItemKindReference CompletionItemKind = 18

// CompletionParams are those of textDocument/completion.
type CompletionParams struct {
	TextDocumentPositionParams
}

// CompletionItemLabelDetails are shown behind a label.
type CompletionItemLabelDetails struct {
	Detail      *string `json:"detail,omitzero"`
	Description *string `json:"description,omitzero"`
}

// A CompletionItem is one that can be written.
type CompletionItem struct {
	Label         string                      `json:"label"`
	LabelDetails  *CompletionItemLabelDetails `json:"labelDetails,omitzero"`
	Kind          CompletionItemKind          `json:"kind,omitzero"`
	Detail        Optional[string]            `json:"detail,omitzero"`
	Documentation *MarkupContent              `json:"documentation,omitzero"`
	SortText      Optional[string]            `json:"sortText,omitzero"`
	FilterText    Optional[string]            `json:"filterText,omitzero"`
	TextEdit      *TextEdit                   `json:"textEdit,omitzero"`
	Command       Command                     `json:"command,omitzero"`
	Data          LSPAny                      `json:"data,omitzero"`
}

// A CompletionList is incomplete where more typing may bring other items.
type CompletionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []CompletionItem `json:"items"`
}
