package protocol

import (
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/uri"
)

// A TextEdit replaces a range.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// ChangeAnnotationIdentifier names an annotation within an edit.
type ChangeAnnotationIdentifier string

// A ChangeAnnotation is what an editor shows beside an edit.
type ChangeAnnotation struct {
	Label       string  `json:"label"`
	Description *string `json:"description,omitzero"`
}

// An AnnotatedTextEdit is a TextEdit with an annotation.
type AnnotatedTextEdit struct {
	TextEdit
	AnnotationID ChangeAnnotationIdentifier `json:"annotationId"`
}

// TextDocumentEditElement is a *TextEdit or an *AnnotatedTextEdit.
type TextDocumentEditElement interface{ isTextDocumentEditElement() }

func (*TextEdit) isTextDocumentEditElement()          {}
func (*AnnotatedTextEdit) isTextDocumentEditElement() {}

func textDocumentEditElement(raw jsontext.Value) TextDocumentEditElement {
	switch {
	case member(raw, "annotationId") != nil:
		return new(AnnotatedTextEdit)
	case member(raw, "newText") != nil:
		return new(TextEdit)
	}
	return nil
}

// A TextDocumentEdit edits one document.
type TextDocumentEdit struct {
	TextDocument OptionalVersionedTextDocumentIdentifier `json:"textDocument"`
	Edits        []TextDocumentEditElement               `json:"edits"`
}

// CreateFile makes a file; its Kind is "create".
type CreateFile struct {
	Kind    string             `json:"kind"`
	URI     uri.URI            `json:"uri"`
	Options *CreateFileOptions `json:"options,omitzero"`
}

// CreateFileOptions say what becomes of a file that exists.
type CreateFileOptions struct {
	IgnoreIfExists *bool `json:"ignoreIfExists,omitzero"`
}

// DocumentChange is a *TextDocumentEdit or a *CreateFile.
type DocumentChange interface{ isDocumentChange() }

func (*TextDocumentEdit) isDocumentChange() {}
func (*CreateFile) isDocumentChange()       {}

func documentChange(raw jsontext.Value) DocumentChange {
	switch {
	case string(member(raw, "kind")) == `"create"`:
		return new(CreateFile)
	case member(raw, "textDocument") != nil:
		return new(TextDocumentEdit)
	}
	return nil
}

// A WorkspaceEdit edits several documents, by Changes or by DocumentChanges.
type WorkspaceEdit struct {
	Changes           map[uri.URI][]TextEdit                          `json:"changes,omitempty"`
	DocumentChanges   []DocumentChange                                `json:"documentChanges,omitempty"`
	ChangeAnnotations map[ChangeAnnotationIdentifier]ChangeAnnotation `json:"changeAnnotations,omitempty"`
}

// ApplyWorkspaceEditParams are those of workspace/applyEdit.
type ApplyWorkspaceEditParams struct {
	Label *string       `json:"label,omitzero"`
	Edit  WorkspaceEdit `json:"edit"`
}

// ApplyWorkspaceEditResult is what the editor made of an edit.
type ApplyWorkspaceEditResult struct {
	Applied       bool    `json:"applied"`
	FailureReason *string `json:"failureReason,omitzero"`
}
