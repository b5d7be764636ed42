package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/internal/rpc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/uri"
)

// A player plays the editor against a server in the same process, over the
// real protocol. It applies edits to its own copies and writes no file.
type player struct {
	conn     jsonrpc2.Conn
	files    map[string]*doc.Snapshot  // by path
	created  []string                  // paths that an edit created
	pick     func(titles []string) int // answers window/showMessageRequest; or noChoice, cannotAsk
	question string                    // that pick answers
	shown    chan string               // tokens of progress bars, where somebody looks
	config   json.RawMessage           // answers workspace/configuration
	watches  atomic.Int32              // times that the server asked for a watch

	// configure answers workspace/configuration instead, beside other requests.
	configure func(context.Context) (json.RawMessage, error)

	mu       sync.Mutex
	messages []string

	said      chan string                             // messages, where somebody looks
	diagnosed chan *protocol.PublishDiagnosticsParams // where somebody looks
}

// What a player answers that chooses nothing, and one that knows no questions.
const noChoice, cannotAsk = -1, -2

// playerEncoding is the one that every editor speaks.
const playerEncoding = doc.UTF16

// play starts a server and connects an editor with these capabilities to it.
func play(ctx context.Context, opts Options, capabilities, settings json.RawMessage, root string) (*player, error) {
	p := newPlayer(ctx, opts)
	return p, p.begin(ctx, capabilities, settings, root)
}

// newPlayer starts a server and connects a player that has not spoken yet to it.
func newPlayer(ctx context.Context, opts Options) *player {
	ours, theirs := net.Pipe()
	go Serve(ctx, theirs, opts)
	return &player{conn: rpc.Dial(ours), files: make(map[string]*doc.Snapshot)}
}

// begin initializes the server.
func (p *player) begin(ctx context.Context, capabilities, settings json.RawMessage, root string) error {
	p.config = settings
	p.conn.Go(ctx, p.handler())
	params := map[string]any{"processId": nil, "rootUri": uri.File(root), "capabilities": capabilities, "initializationOptions": settings}
	if err := p.call(ctx, protocol.MethodInitialize, params, nil); err != nil {
		return err
	}
	return p.conn.Notify(ctx, protocol.MethodInitialized, map[string]any{})
}

// handler ignores notifications that a player has no use for, such as that a
// request was cancelled.
func (p *player) handler() jsonrpc2.Handler {
	next := protocol.ClientHandler(p)
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		isCall := req.IsCall()
		result, err := next(ctx, req)
		if !isCall {
			err = nil
		}
		return result, err
	}
}

// call sends a request that is put together by hand, as an editor's is.
func (p *player) call(ctx context.Context, method string, params, result any) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	var answer jsonrpc2.RawMessage
	if _, err := p.conn.Call(ctx, method, jsonrpc2.RawMessage(raw), &answer); err != nil || result == nil {
		return err
	}
	return json.Unmarshal(answer, result)
}

func (p *player) close(ctx context.Context) error {
	err := p.call(ctx, protocol.MethodShutdown, nil, nil)
	return errors.Join(err, p.conn.Notify(ctx, protocol.MethodExit, nil))
}

// open opens a file with the text it has on disk, or another.
func (p *player) open(ctx context.Context, path, language, text string) error {
	s := doc.NewSnapshot(string(uri.File(path)), language, 1, text)
	p.files[path] = s
	return p.conn.Notify(ctx, protocol.MethodTextDocumentDidOpen, &protocol.DidOpenTextDocumentParams{
		TextDocument: protocol.TextDocumentItem{URI: uri.URI(s.URI), LanguageID: protocol.LanguageKind(language), Version: 1, Text: text},
	})
}

// actions asks for the code actions at a byte offset, as a user does.
func (p *player) actions(ctx context.Context, path string, offset int) (actions []*protocol.CodeAction, err error) {
	return p.actionsOn(ctx, path, doc.Span{Start: offset, End: offset})
}

// actionsOn asks for the code actions on a selection.
func (p *player) actionsOn(ctx context.Context, path string, selected doc.Span) (actions []*protocol.CodeAction, err error) {
	var answer []json.RawMessage
	err = p.call(ctx, protocol.MethodTextDocumentCodeAction, map[string]any{
		"textDocument": map[string]any{"uri": uri.File(path)}, "range": p.rangeOf(path, selected), "context": map[string]any{"diagnostics": []any{}, "triggerKind": 1},
	}, &answer)
	for _, raw := range answer {
		a := new(protocol.CodeAction)
		if err := protocol.Unmarshal(raw, a); err != nil {
			return nil, err
		}
		actions = append(actions, a)
	}
	return actions, err
}

func (p *player) point(path string, offset int) protocol.Range {
	return p.rangeOf(path, doc.Span{Start: offset, End: offset})
}

func (p *player) rangeOf(path string, span doc.Span) protocol.Range {
	r := p.files[path].Range(span, playerEncoding)
	return protocol.Range{Start: protocol.Position(r.Start), End: protocol.Position(r.End)}
}

// choose does what an editor does with a chosen action: resolve it, apply its
// edit, run its command.
func (p *player) choose(ctx context.Context, action *protocol.CodeAction) error {
	if action.Data != nil {
		resolved := new(protocol.CodeAction)
		if _, err := p.conn.Call(ctx, protocol.MethodCodeActionResolve, action, resolved); err != nil {
			return err
		}
		action = resolved
	}
	if action.Edit != nil {
		if err := p.apply(*action.Edit); err != nil {
			return err
		}
	}
	if action.Command.Command != "" {
		if err := p.tellEdited(ctx, action.Edit); err != nil {
			return err
		}
		return p.call(ctx, protocol.MethodWorkspaceExecuteCommand, action.Command, nil)
	}
	return nil
}

// tellEdited notifies the server of the open files that an edit changed.
func (p *player) tellEdited(ctx context.Context, edit *protocol.WorkspaceEdit) error {
	if edit == nil {
		return nil
	}
	for _, c := range edit.DocumentChanges {
		if text, ok := c.(*protocol.TextDocumentEdit); ok && text.TextDocument.Version != nil {
			if err := p.tellChange(ctx, text.TextDocument.URI.FsPath()); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *player) hover(ctx context.Context, path string, offset int) (string, error) {
	var answer struct {
		Contents struct{ Value string }
	}
	err := p.call(ctx, protocol.MethodTextDocumentHover, map[string]any{
		"textDocument": map[string]any{"uri": uri.File(path)}, "position": p.point(path, offset).Start,
	}, &answer)
	return answer.Contents.Value, err
}

// complete asks for completions at a byte offset.
func (p *player) complete(ctx context.Context, path string, offset int) (*protocol.CompletionList, error) {
	var answer jsonrpc2.RawMessage
	params := map[string]any{"textDocument": map[string]any{"uri": uri.File(path)}, "position": p.point(path, offset).Start}
	raw, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	if _, err := p.conn.Call(ctx, protocol.MethodTextDocumentCompletion, jsonrpc2.RawMessage(raw), &answer); err != nil {
		return nil, err
	}
	list := new(protocol.CompletionList)
	return list, protocol.Unmarshal(answer, list)
}

// take does what an editor does with a chosen completion: write it, tell the
// server, and run its command.
func (p *player) take(ctx context.Context, path string, item protocol.CompletionItem) error {
	if item.TextEdit == nil {
		return errors.New("the item has no edit")
	}
	if err := p.edit(uri.File(path), nil, []protocol.TextDocumentEditElement{item.TextEdit}); err != nil {
		return err
	}
	if err := p.tellChange(ctx, path); err != nil || item.Command.Command == "" {
		return err
	}
	return p.call(ctx, protocol.MethodWorkspaceExecuteCommand, item.Command, nil)
}

// tellChange sends the whole text of a file that the editor has changed.
func (p *player) tellChange(ctx context.Context, path string) error {
	s := p.files[path]
	return p.conn.Notify(ctx, protocol.MethodTextDocumentDidChange, jsonrpc2.RawMessage(anyOf(map[string]any{
		"textDocument": map[string]any{"uri": s.URI, "version": s.Version}, "contentChanges": []any{map[string]any{"text": s.Text}},
	})))
}

// apply applies an edit in the order it is written.
func (p *player) apply(edit protocol.WorkspaceEdit) error {
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
			p.files[c.URI.FsPath()] = doc.NewSnapshot(string(c.URI), "", 0, "")
			p.created = append(p.created, c.URI.FsPath())
		case *protocol.TextDocumentEdit:
			if err := p.edit(c.TextDocument.URI, c.TextDocument.Version, c.Edits); err != nil {
				return err
			}
		default:
			return fmt.Errorf("an edit that no editor was told of: %T", c)
		}
	}
	return nil
}

func (p *player) edit(file uri.URI, version *int32, edits []protocol.TextDocumentEditElement) error {
	path := file.FsPath()
	s, err := p.file(path)
	if err != nil {
		return err
	}
	if version != nil && *version != s.Version {
		return fmt.Errorf("%s: the edit is for version %d, this is %d", filepath.Base(path), *version, s.Version)
	}
	var changes []doc.Change
	for _, e := range edits {
		text := textEditOf(e)
		r := rangeOf(text.Range)
		changes = append(changes, doc.Change{Range: &r, Text: text.NewText})
	}
	slices.Reverse(changes) // from the end, so that no edit moves another
	p.files[path] = s.Apply(changes, s.Version+1, playerEncoding)
	return nil
}

func textEditOf(e protocol.TextDocumentEditElement) protocol.TextEdit {
	switch e := e.(type) {
	case *protocol.AnnotatedTextEdit:
		return e.TextEdit
	case *protocol.TextEdit:
		return *e
	}
	return protocol.TextEdit{}
}

func (p *player) file(path string) (*doc.Snapshot, error) {
	if s, ok := p.files[path]; ok {
		return s, nil
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return doc.NewSnapshot(string(uri.File(path)), "", 0, string(raw)), nil
}

// ApplyEdit implements protocol.Client.
func (p *player) ApplyEdit(_ context.Context, params *protocol.ApplyWorkspaceEditParams) (*protocol.ApplyWorkspaceEditResult, error) {
	if err := p.apply(params.Edit); err != nil {
		return &protocol.ApplyWorkspaceEditResult{FailureReason: ptr(err.Error())}, nil
	}
	return &protocol.ApplyWorkspaceEditResult{Applied: true}, nil
}

// ShowMessageRequest implements protocol.Client.
func (p *player) ShowMessageRequest(_ context.Context, params *protocol.ShowMessageRequestParams) (*protocol.MessageActionItem, error) {
	var titles []string
	for _, action := range params.Actions {
		titles = append(titles, action.Title)
	}
	p.question = params.Message
	if p.pick == nil {
		return nil, nil
	}
	switch i := p.pick(titles); i {
	case noChoice:
		return nil, nil
	case cannotAsk:
		return nil, jsonrpc2.ErrMethodNotFound
	default:
		return &params.Actions[i], nil
	}
}

// ShowMessage implements protocol.Client.
func (p *player) ShowMessage(_ context.Context, params *protocol.ShowMessageParams) error {
	p.mu.Lock()
	p.messages = append(p.messages, params.Message)
	p.mu.Unlock()
	if p.said != nil {
		p.said <- params.Message
	}
	return nil
}

// heard is what was shown to the user so far.
func (p *player) heard() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.messages)
}

// LogMessage implements protocol.Client: what is logged is not looked at.
func (p *player) LogMessage(context.Context, *protocol.LogMessageParams) error { return nil }

// PublishDiagnostics implements protocol.Client.
func (p *player) PublishDiagnostics(_ context.Context, params *protocol.PublishDiagnosticsParams) error {
	if p.diagnosed != nil {
		p.diagnosed <- params
	}
	return nil
}

// RegisterCapability implements protocol.Client.
func (p *player) RegisterCapability(context.Context, *protocol.RegistrationParams) error {
	p.watches.Add(1)
	return nil
}

// Configuration implements protocol.Client.
func (p *player) Configuration(ctx context.Context, params *protocol.ConfigurationParams) ([]protocol.LSPAny, error) {
	if p.configure != nil {
		jsonrpc2.Async(ctx)
		values, err := p.configure(ctx)
		return []protocol.LSPAny{protocol.LSPAny(values)}, err
	}
	return []protocol.LSPAny{protocol.LSPAny(p.config)}, nil
}

// WorkDoneProgressCreate implements protocol.Client.
func (p *player) WorkDoneProgressCreate(_ context.Context, params *protocol.WorkDoneProgressCreateParams) error {
	p.mu.Lock()
	shown := p.shown
	p.mu.Unlock()
	if token, ok := params.Token.(protocol.String); ok && shown != nil {
		shown <- string(token)
	}
	return nil
}

// bars are the tokens of the progress bars from now on.
func (p *player) bars() <-chan string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown = make(chan string, 1)
	return p.shown
}

// Progress implements protocol.Client: progress bars are known by their tokens alone.
func (p *player) Progress(context.Context, *protocol.ProgressParams) error { return nil }
