package protocol

import "github.com/go-json-experiment/json/jsontext"

// CodeActionKind is a path of names with dots between them.
type CodeActionKind string

// The kinds in use.
const (
	CodeActionKindQuickFix        CodeActionKind = "quickfix"
	CodeActionKindRefactorRewrite CodeActionKind = "refactor.rewrite"
)

// CodeActionTriggerKind says why an editor asks for actions.
type CodeActionTriggerKind uint32

// The reasons; zero is an editor that gives none.
const (
	CodeActionTriggerKindInvoked   CodeActionTriggerKind = 1
	CodeActionTriggerKindAutomatic CodeActionTriggerKind = 2
)

// CodeActionParams are those of textDocument/codeAction.
type CodeActionParams struct {
	TextDocument  TextDocumentIdentifier `json:"textDocument"`
	Range         Range                  `json:"range"`
	Context       CodeActionContext      `json:"context"`
	WorkDoneToken ProgressToken          `json:"workDoneToken,omitzero"`
}

// CodeActionContext says which actions are wanted. Its diagnostics are not read:
// those of other servers are among them, in shapes of their own.
type CodeActionContext struct {
	Only        []CodeActionKind      `json:"only,omitempty"`
	TriggerKind CodeActionTriggerKind `json:"triggerKind,omitzero"`
}

// A Command is run by workspace/executeCommand.
type Command struct {
	Title     string   `json:"title"`
	Command   string   `json:"command"`
	Arguments []LSPAny `json:"arguments,omitempty"`
}

// CodeActionDisabled says why an action cannot be chosen.
type CodeActionDisabled struct {
	Reason string `json:"reason"`
}

// A CodeAction is an entry of an editor's menu.
type CodeAction struct {
	Title    string             `json:"title"`
	Kind     *CodeActionKind    `json:"kind,omitzero"`
	Disabled CodeActionDisabled `json:"disabled,omitzero"`
	Edit     *WorkspaceEdit     `json:"edit,omitzero"`
	Command  Command            `json:"command,omitzero"`
	Data     LSPAny             `json:"data,omitzero"`
}

// CommandOrCodeAction is a *Command or a *CodeAction.
type CommandOrCodeAction interface{ isCommandOrCodeAction() }

func (*Command) isCommandOrCodeAction()    {}
func (*CodeAction) isCommandOrCodeAction() {}

func commandOrCodeAction(raw jsontext.Value) CommandOrCodeAction {
	switch {
	case member(raw, "command").Kind() == '"':
		return new(Command)
	case member(raw, "title") != nil:
		return new(CodeAction)
	}
	return nil
}

// ExecuteCommandParams are those of workspace/executeCommand.
type ExecuteCommandParams struct {
	Command       string        `json:"command"`
	Arguments     []LSPAny      `json:"arguments,omitempty"`
	WorkDoneToken ProgressToken `json:"workDoneToken,omitzero"`
}
