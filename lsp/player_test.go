package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/lsp/internal/fakeeditor"
	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// A player is an editor that runs in the same process as the server.
type player struct {
	*fakeeditor.Editor
	// answers a question with the index of a title, or with noChoice or cannotAsk
	Pick     func(titles []string) int
	Question string                                    // text of the latest question
	Show     func(path string)                         // handles window/showDocument; nil if unsupported
	Partial  func(token string, value json.RawMessage) // handles $/progress; may be nil
	shown    chan string                               // receives the tokens of new progress bars; may be nil
	Watches  atomic.Int32                              // number of registrations for watched files

	// Configure, if set, replies to workspace/configuration instead of Config, concurrently with
	// other requests.
	Configure func(context.Context) (json.RawMessage, error)

	mu       sync.Mutex
	messages []string

	Messages  chan string                             // receives messages; may be nil
	Diagnosed chan *protocol.PublishDiagnosticsParams // receives diagnostics; may be nil
}

// noChoice is returned by Pick if the user dismisses a question. cannotAsk simulates an editor that
// cannot ask questions.
const noChoice, cannotAsk = -1, -2

const demoCapabilities = fakeeditor.Capabilities

// play starts a server and connects an editor with the given capabilities.
func play(ctx context.Context, opts Options, capabilities, settings json.RawMessage, root string) (*player, error) {
	p := newPlayer(ctx, opts)
	return p, p.Begin(ctx, capabilities, settings, root)
}

// newPlayer starts a server and connects a player that has sent nothing yet.
func newPlayer(ctx context.Context, opts Options) *player {
	ours, theirs := net.Pipe()
	go Serve(ctx, theirs, opts)
	return connect(ours)
}

// An output discards the log after its test, since a server may outlive its editor.
type output struct {
	mu sync.Mutex
	to io.Writer
}

func outputOf(t *testing.T) *output {
	o := &output{to: t.Output()}
	t.Cleanup(func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.to = io.Discard
	})
	return o
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.to.Write(b)
}

func connect(stream io.ReadWriteCloser) *player {
	p := &player{Editor: fakeeditor.Connect(stream)}
	p.Client = p
	return p
}

// Complete requests completions at a byte offset.
func (p *player) Complete(ctx context.Context, path string, offset int) (*protocol.CompletionList, error) {
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
func (p *player) Take(ctx context.Context, path string, item protocol.CompletionItem) error {
	edit, ok := item.TextEdit.(*protocol.TextEdit)
	if !ok {
		return errors.New("the item has no edit")
	}
	changes := map[uri.URI][]protocol.TextEdit{uri.File(path): {*edit}}
	if err := p.Apply(protocol.WorkspaceEdit{Changes: changes}); err != nil {
		return err
	}
	if err := p.TellChange(ctx, path); err != nil || item.Command.Command == "" {
		return err
	}
	return p.Call(ctx, protocol.MethodWorkspaceExecuteCommand, item.Command, nil)
}

func (p *player) ShowMessageRequest(
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
	case noChoice:
		return nil, nil
	case cannotAsk:
		return nil, jsonrpc2.ErrMethodNotFound
	default:
		return &params.Actions[i], nil
	}
}

func (p *player) ShowDocument(
	_ context.Context, params *protocol.ShowDocumentParams,
) (*protocol.ShowDocumentResult, error) {
	if p.Show == nil {
		return nil, jsonrpc2.ErrMethodNotFound
	}
	p.Show(params.URI.FsPath())
	return &protocol.ShowDocumentResult{Success: true}, nil
}

func (p *player) ShowMessage(_ context.Context, params *protocol.ShowMessageParams) error {
	p.mu.Lock()
	p.messages = append(p.messages, params.Message)
	p.mu.Unlock()
	if p.Messages != nil {
		p.Messages <- params.Message
	}
	return nil
}

// Heard returns all messages shown so far.
func (p *player) Heard() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.messages)
}

func (p *player) PublishDiagnostics(_ context.Context, params *protocol.PublishDiagnosticsParams) error {
	if p.Diagnosed != nil {
		p.Diagnosed <- params
	}
	return nil
}

func (p *player) RegisterCapability(context.Context, *protocol.RegistrationParams) error {
	p.Watches.Add(1)
	return nil
}

func (p *player) Configuration(ctx context.Context, params *protocol.ConfigurationParams) ([]protocol.LSPAny, error) {
	if p.Configure != nil {
		jsonrpc2.Async(ctx)
		values, err := p.Configure(ctx)
		return []protocol.LSPAny{protocol.LSPAny(values)}, err
	}
	return p.Editor.Configuration(ctx, params)
}

func (p *player) WorkDoneProgressCreate(_ context.Context, params *protocol.WorkDoneProgressCreateParams) error {
	p.mu.Lock()
	shown := p.shown
	p.mu.Unlock()
	if token, ok := params.Token.(protocol.String); ok && shown != nil {
		shown <- string(token)
	}
	return nil
}

// Bars returns a channel that receives the tokens of progress bars created from now on.
func (p *player) Bars() <-chan string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown = make(chan string, 1)
	return p.shown
}

// Progress implements protocol.Client. It forwards progress with string tokens to Partial.
func (p *player) Progress(_ context.Context, params *protocol.ProgressParams) error {
	if token, ok := params.Token.(protocol.String); ok && p.Partial != nil {
		p.Partial(string(token), json.RawMessage(params.Value))
	}
	return nil
}
