package protocol

import "go.lsp.dev/uri"

// MessageType says how much a message matters.
type MessageType uint32

// The types in use.
const (
	MessageTypeWarning MessageType = 2
	MessageTypeInfo    MessageType = 3
)

// ShowMessageParams are those of window/showMessage.
type ShowMessageParams struct {
	Type    MessageType `json:"type"`
	Message string      `json:"message"`
}

// LogMessageParams are those of window/logMessage.
type LogMessageParams struct {
	Type    MessageType `json:"type"`
	Message string      `json:"message"`
}

// ShowMessageRequestParams are those of window/showMessageRequest.
type ShowMessageRequestParams struct {
	Type    MessageType         `json:"type"`
	Message string              `json:"message"`
	Actions []MessageActionItem `json:"actions,omitempty"`
}

// A MessageActionItem is one answer to a question.
type MessageActionItem struct {
	Title string `json:"title"`
}

// ShowDocumentParams are those of window/showDocument.
type ShowDocumentParams struct {
	URI       uri.URI `json:"uri"`
	TakeFocus *bool   `json:"takeFocus,omitzero"`
}

// ShowDocumentResult says whether a document was shown.
type ShowDocumentResult struct {
	Success bool `json:"success"`
}

// WorkDoneProgressCreateParams are those of window/workDoneProgress/create.
type WorkDoneProgressCreateParams struct {
	Token ProgressToken `json:"token"`
}

// WorkDoneProgressCancelParams are those of window/workDoneProgress/cancel.
type WorkDoneProgressCancelParams struct {
	Token ProgressToken `json:"token"`
}

// ProgressParams are those of $/progress; the value is one of the three below.
type ProgressParams struct {
	Token ProgressToken `json:"token"`
	Value LSPAny        `json:"value"`
}

// WorkDoneProgressBegin shows a progress bar; its Kind is "begin".
type WorkDoneProgressBegin struct {
	Kind        string `json:"kind"`
	Title       string `json:"title"`
	Cancellable *bool  `json:"cancellable,omitzero"`
}

// WorkDoneProgressReport moves a progress bar; its Kind is "report".
type WorkDoneProgressReport struct {
	Kind       string  `json:"kind"`
	Message    *string `json:"message,omitzero"`
	Percentage *uint32 `json:"percentage,omitzero"`
}

// WorkDoneProgressEnd takes a progress bar away; its Kind is "end".
type WorkDoneProgressEnd struct {
	Kind    string  `json:"kind"`
	Message *string `json:"message,omitzero"`
}
