// Package fakeeditor simulates an editor that communicates with the server over the real protocol.
// Tests and the demo use it.
package fakeeditor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/internal/rpc"
	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// An Editor applies edits to its in-memory copies of files and never writes to disk.
type Editor struct {
	protocol.UnimplementedClient
	Conn    jsonrpc2.Conn
	Client  protocol.Client          // handles the server's messages; by default the Editor itself
	Files   map[string]*doc.Snapshot // files keyed by path
	Created []string                 // paths created by edits
	Config  json.RawMessage          // reply to workspace/configuration
}

// Capabilities are the client capabilities that the demo and most tests need.
const Capabilities = `{"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["create"]}},
	"textDocument":{"codeAction":{"resolveSupport":{"properties":["edit"]}},"hover":{"contentFormat":["plaintext"]}}}`

// Encoding is the position encoding that every editor supports.
const Encoding = doc.UTF16

// Connect returns an editor that is connected to a server but has sent no message yet.
func Connect(stream io.ReadWriteCloser) *Editor {
	p := &Editor{Conn: rpc.Dial(stream), Files: make(map[string]*doc.Snapshot), Config: json.RawMessage(`{}`)}
	p.Client = p
	return p
}

// Begin starts handling the server's messages and initializes the server.
func (p *Editor) Begin(ctx context.Context, capabilities, settings json.RawMessage, root string) error {
	p.Config = settings
	p.Conn.Go(ctx, p.Handler())
	params := map[string]any{
		"processId": nil, "rootUri": uri.File(root), "capabilities": capabilities, "initializationOptions": settings,
	}
	if err := p.Call(ctx, protocol.MethodInitialize, params, nil); err != nil {
		return err
	}
	return p.Conn.Notify(ctx, protocol.MethodInitialized, map[string]any{})
}

// Handler returns the handler for the server's messages. It ignores unsupported notifications, such
// as cancellations.
func (p *Editor) Handler() jsonrpc2.Handler {
	next := protocol.ClientHandler(p.Client, jsonrpc2.MethodNotFoundHandler)
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		isCall := req.IsCall()
		result, err := next(ctx, req)
		if !isCall {
			err = nil
		}
		return result, err
	}
}

// Call sends a request with raw JSON parameters.
func (p *Editor) Call(ctx context.Context, method string, params, result any) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	var answer jsonrpc2.RawMessage
	if _, err := p.Conn.Call(ctx, method, jsonrpc2.RawMessage(raw), &answer); err != nil || result == nil {
		return err
	}
	return json.Unmarshal(answer, result)
}

// Close shuts the server down.
func (p *Editor) Close(ctx context.Context) error {
	err := p.Call(ctx, protocol.MethodShutdown, nil, nil)
	return errors.Join(err, p.Conn.Notify(ctx, protocol.MethodExit, nil))
}

// Open opens a file with the given text.
func (p *Editor) Open(ctx context.Context, path, language, text string) error {
	s := doc.NewSnapshot(string(uri.File(path)), language, 1, text)
	p.Files[path] = s
	return p.Conn.Notify(ctx, protocol.MethodTextDocumentDidOpen, &protocol.DidOpenTextDocumentParams{
		TextDocument: protocol.TextDocumentItem{
			URI: uri.URI(s.URI), LanguageID: protocol.LanguageKind(language), Version: 1, Text: text,
		},
	})
}

// Actions requests the code actions at a byte offset, as an editor does at the user's request.
func (p *Editor) Actions(ctx context.Context, path string, offset int) (actions []*protocol.CodeAction, err error) {
	return p.ActionsOn(ctx, path, doc.Span{Start: offset, End: offset})
}

// ActionsOn requests the code actions on a selection.
func (p *Editor) ActionsOn(
	ctx context.Context, path string, selected doc.Span,
) (actions []*protocol.CodeAction, err error) {
	var answer []json.RawMessage
	err = p.Call(ctx, protocol.MethodTextDocumentCodeAction, map[string]any{
		"textDocument": map[string]any{
			"uri": uri.File(path),
		}, "range": p.RangeOf(path, selected), "context": map[string]any{"diagnostics": []any{}, "triggerKind": 1},
	}, &answer)
	for _, raw := range answer {
		a := new(protocol.CodeAction)
		if err := scilit.Unmarshal(raw, a); err != nil {
			return nil, err
		}
		actions = append(actions, a)
	}
	return actions, err
}

// Point returns a byte offset in a file as an empty protocol range.
func (p *Editor) Point(path string, offset int) protocol.Range {
	return p.RangeOf(path, doc.Span{Start: offset, End: offset})
}

// RangeOf returns a span of a file as a protocol range.
func (p *Editor) RangeOf(path string, span doc.Span) protocol.Range {
	r := p.Files[path].Range(span, Encoding)
	return protocol.Range{Start: protocol.Position(r.Start), End: protocol.Position(r.End)}
}

// Choose simulates choosing an action: it resolves the action, applies its edit and runs its
// command.
func (p *Editor) Choose(ctx context.Context, action *protocol.CodeAction) error {
	if action.Data != nil {
		resolved := new(protocol.CodeAction)
		if _, err := p.Conn.Call(ctx, protocol.MethodCodeActionResolve, action, resolved); err != nil {
			return err
		}
		action = resolved
	}
	if action.Edit != nil {
		if err := p.Apply(*action.Edit); err != nil {
			return err
		}
	}
	if action.Command.Command != "" {
		if err := p.tellEdited(ctx, action.Edit); err != nil {
			return err
		}
		return p.Call(ctx, protocol.MethodWorkspaceExecuteCommand, action.Command, nil)
	}
	return nil
}

// tellEdited notifies the server of changes that an edit made to open files.
func (p *Editor) tellEdited(ctx context.Context, edit *protocol.WorkspaceEdit) error {
	if edit == nil {
		return nil
	}
	for _, c := range edit.DocumentChanges {
		if text, ok := c.(*protocol.TextDocumentEdit); ok && text.TextDocument.Version != nil {
			if err := p.TellChange(ctx, text.TextDocument.URI.FsPath()); err != nil {
				return err
			}
		}
	}
	return nil
}

// Hover returns the text of the hover at a byte offset.
func (p *Editor) Hover(ctx context.Context, path string, offset int) (string, error) {
	var answer struct {
		Contents struct{ Value string }
	}
	err := p.Call(ctx, protocol.MethodTextDocumentHover, map[string]any{
		"textDocument": map[string]any{"uri": uri.File(path)}, "position": p.Point(path, offset).Start,
	}, &answer)
	return answer.Contents.Value, err
}

// TellChange sends the whole text of a changed file.
func (p *Editor) TellChange(ctx context.Context, path string) error {
	s := p.Files[path]
	return p.Conn.Notify(ctx, protocol.MethodTextDocumentDidChange, map[string]any{
		"textDocument": map[string]any{
			"uri": s.URI, "version": s.Version,
		}, "contentChanges": []any{map[string]any{"text": s.Text}},
	})
}

// Apply applies a workspace edit.
func (p *Editor) Apply(edit protocol.WorkspaceEdit) error {
	for file, edits := range edit.Changes {
		var elements []protocol.TextDocumentEditElement
		for i := range edits {
			elements = append(elements, &edits[i])
		}
		if err := p.edit(file, nil, elements); err != nil {
			return err
		}
	}
	for _, change := range edit.DocumentChanges {
		switch c := change.(type) {
		case *protocol.CreateFile:
			p.Files[c.URI.FsPath()] = doc.NewSnapshot(string(c.URI), "", 0, "")
			p.Created = append(p.Created, c.URI.FsPath())
		case *protocol.TextDocumentEdit:
			if err := p.edit(c.TextDocument.URI, c.TextDocument.Version, c.Edits); err != nil {
				return err
			}
		default:
			return fmt.Errorf("the edit has the unknown type %T", c)
		}
	}
	return nil
}

func (p *Editor) edit(file uri.URI, version *int32, edits []protocol.TextDocumentEditElement) error {
	path := file.FsPath()
	s, err := p.File(path)
	if err != nil {
		return err
	}
	if version != nil && *version != s.Version {
		return fmt.Errorf("%s: the edit is for version %d, but the document has version "+
			"%d", filepath.Base(path), *version, s.Version)
	}
	var changes []doc.Change
	for _, e := range edits {
		text := TextEditOf(e)
		r := doc.Range{Start: doc.Position(text.Range.Start), End: doc.Position(text.Range.End)}
		changes = append(changes, doc.Change{Range: &r, Text: text.NewText})
	}
	slices.Reverse(changes) // apply edits from the end, so that earlier edits do not shift later ones
	p.Files[path] = s.Apply(changes, s.Version+1, Encoding)
	return nil
}

// TextEditOf returns the plain text edit in e, without an annotation.
func TextEditOf(e protocol.TextDocumentEditElement) protocol.TextEdit {
	switch e := e.(type) {
	case *protocol.AnnotatedTextEdit:
		return e.TextEdit
	case *protocol.TextEdit:
		return *e
	}
	return protocol.TextEdit{}
}

// File returns the editor's version of a file, or reads it from disk.
func (p *Editor) File(path string) (*doc.Snapshot, error) {
	if s, ok := p.Files[path]; ok {
		return s, nil
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return doc.NewSnapshot(string(uri.File(path)), "", 0, string(raw)), nil
}

// ApplyEdit implements protocol.Client.
func (p *Editor) ApplyEdit(
	_ context.Context, params *protocol.ApplyWorkspaceEditParams,
) (*protocol.ApplyWorkspaceEditResult, error) {
	if err := p.Apply(params.Edit); err != nil {
		return &protocol.ApplyWorkspaceEditResult{FailureReason: new(err.Error())}, nil
	}
	return &protocol.ApplyWorkspaceEditResult{Applied: true}, nil
}

// ShowMessageRequest implements protocol.Client. It dismisses all questions.
func (p *Editor) ShowMessageRequest(
	context.Context, *protocol.ShowMessageRequestParams,
) (*protocol.MessageActionItem, error) {
	return nil, nil
}

// Configuration implements protocol.Client.
func (p *Editor) Configuration(context.Context, *protocol.ConfigurationParams) ([]protocol.LSPAny, error) {
	return []protocol.LSPAny{protocol.LSPAny(p.Config)}, nil
}
