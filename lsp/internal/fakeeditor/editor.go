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
	"sync"
	"sync/atomic"

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
	Files   map[string]*doc.Snapshot // files keyed by path
	Created []string                 // paths created by edits
	// answers a question with the index of a title, NoChoice or CannotAsk
	Pick     func(titles []string) int
	Question string                                    // text of the latest question
	Show     func(path string)                         // handles window/showDocument; nil if unsupported
	Partial  func(token string, value json.RawMessage) // handles $/progress; may be nil
	shown    chan string                               // receives the tokens of new progress bars; may be nil
	Config   json.RawMessage                           // reply to workspace/configuration
	Watches  atomic.Int32                              // number of registrations for watched files

	// Configure, if set, replies to workspace/configuration instead of Config, concurrently with
	// other requests.
	Configure func(context.Context) (json.RawMessage, error)

	mu       sync.Mutex
	messages []string

	Messages  chan string                             // receives messages; may be nil
	Diagnosed chan *protocol.PublishDiagnosticsParams // receives diagnostics; may be nil
}

// NoChoice is returned by Pick if the user dismisses a question. CannotAsk simulates an editor that
// cannot ask questions.
const NoChoice, CannotAsk = -1, -2

// Capabilities are the client capabilities that the demo and most tests need.
const Capabilities = `{"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["create"]}},
	"textDocument":{"codeAction":{"resolveSupport":{"properties":["edit"]}},"hover":{"contentFormat":["plaintext"]}}}`

// Encoding is the position encoding that every editor supports.
const Encoding = doc.UTF16

// Connect returns an editor that is connected to a server but has sent no message yet.
func Connect(stream io.ReadWriteCloser) *Editor {
	return &Editor{Conn: rpc.Dial(stream), Files: make(map[string]*doc.Snapshot), Config: json.RawMessage(`{}`)}
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
	next := protocol.ClientHandler(p, jsonrpc2.MethodNotFoundHandler)
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

// Complete requests completions at a byte offset.
func (p *Editor) Complete(ctx context.Context, path string, offset int) (*protocol.CompletionList, error) {
	var answer jsonrpc2.RawMessage
	params := map[string]any{
		"textDocument": map[string]any{"uri": uri.File(path)}, "position": p.Point(path, offset).Start,
	}
	raw, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	if _, err := p.Conn.Call(ctx, protocol.MethodTextDocumentCompletion, jsonrpc2.RawMessage(raw), &answer); err != nil {
		return nil, err
	}
	list := new(protocol.CompletionList)
	return list, scilit.Unmarshal(answer, list)
}

// Take simulates choosing a completion: it inserts the item, notifies the server and runs its
// command.
func (p *Editor) Take(ctx context.Context, path string, item protocol.CompletionItem) error {
	edit, ok := item.TextEdit.(*protocol.TextEdit)
	if !ok {
		return errors.New("the item has no edit")
	}
	if err := p.edit(uri.File(path), nil, []protocol.TextDocumentEditElement{edit}); err != nil {
		return err
	}
	if err := p.TellChange(ctx, path); err != nil || item.Command.Command == "" {
		return err
	}
	return p.Call(ctx, protocol.MethodWorkspaceExecuteCommand, item.Command, nil)
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

// ShowMessageRequest implements protocol.Client.
func (p *Editor) ShowMessageRequest(
	_ context.Context, params *protocol.ShowMessageRequestParams,
) (*protocol.MessageActionItem, error) {
	var titles []string
	for _, action := range params.Actions {
		titles = append(titles, action.Title)
	}
	p.Question = params.Message
	if p.Pick == nil {
		return nil, nil
	}
	switch i := p.Pick(titles); i {
	case NoChoice:
		return nil, nil
	case CannotAsk:
		return nil, jsonrpc2.ErrMethodNotFound
	default:
		return &params.Actions[i], nil
	}
}

// ShowDocument implements protocol.Client.
func (p *Editor) ShowDocument(
	_ context.Context, params *protocol.ShowDocumentParams,
) (*protocol.ShowDocumentResult, error) {
	if p.Show == nil {
		return nil, jsonrpc2.ErrMethodNotFound
	}
	p.Show(params.URI.FsPath())
	return &protocol.ShowDocumentResult{Success: true}, nil
}

// ShowMessage implements protocol.Client.
func (p *Editor) ShowMessage(_ context.Context, params *protocol.ShowMessageParams) error {
	p.mu.Lock()
	p.messages = append(p.messages, params.Message)
	p.mu.Unlock()
	if p.Messages != nil {
		p.Messages <- params.Message
	}
	return nil
}

// Heard returns all messages shown so far.
func (p *Editor) Heard() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.messages)
}

// PublishDiagnostics implements protocol.Client.
func (p *Editor) PublishDiagnostics(_ context.Context, params *protocol.PublishDiagnosticsParams) error {
	if p.Diagnosed != nil {
		p.Diagnosed <- params
	}
	return nil
}

// RegisterCapability implements protocol.Client.
func (p *Editor) RegisterCapability(context.Context, *protocol.RegistrationParams) error {
	p.Watches.Add(1)
	return nil
}

// Configuration implements protocol.Client.
func (p *Editor) Configuration(ctx context.Context, params *protocol.ConfigurationParams) ([]protocol.LSPAny, error) {
	if p.Configure != nil {
		jsonrpc2.Async(ctx)
		values, err := p.Configure(ctx)
		return []protocol.LSPAny{protocol.LSPAny(values)}, err
	}
	return []protocol.LSPAny{protocol.LSPAny(p.Config)}, nil
}

// WorkDoneProgressCreate implements protocol.Client.
func (p *Editor) WorkDoneProgressCreate(_ context.Context, params *protocol.WorkDoneProgressCreateParams) error {
	p.mu.Lock()
	shown := p.shown
	p.mu.Unlock()
	if token, ok := params.Token.(protocol.String); ok && shown != nil {
		shown <- string(token)
	}
	return nil
}

// Bars returns a channel that receives the tokens of progress bars created from now on.
func (p *Editor) Bars() <-chan string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown = make(chan string, 1)
	return p.shown
}

// Progress implements protocol.Client. It forwards progress with string tokens to Partial.
func (p *Editor) Progress(_ context.Context, params *protocol.ProgressParams) error {
	if token, ok := params.Token.(protocol.String); ok && p.Partial != nil {
		p.Partial(string(token), json.RawMessage(params.Value))
	}
	return nil
}
