package lsp

import (
	"context"
	"log/slog"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/jsonrpc2"
)

// A window is where the user of the editor reads messages and answers questions.
type window struct {
	conn    jsonrpc2.Conn // for what no type of the protocol carries
	client  protocol.Client
	log     *slog.Logger
	notices bool // whether the editor takes them; set by initialize, fixed from then on

	told noted         // what the user was warned of
	turn chan struct{} // holds one value while a question is on the screen
	put  noted         // what was asked and not allowed, by file and content
}

func newWindow(conn jsonrpc2.Conn, log *slog.Logger) window {
	return window{conn: conn, client: protocol.ClientDispatcher(conn), log: log, told: newNoted(), turn: make(chan struct{}, 1), put: newNoted()}
}

// noted are texts that are not shown twice.
type noted struct{ texts *lru.Cache[string, struct{}] }

// maxNoted is how many texts are remembered; a file that changes all the time asks a new
// question each time.
const maxNoted = 1000

func newNoted() noted {
	texts, err := lru.New[string, struct{}](maxNoted)
	if err != nil { // of sizes below one
		panic(err)
	}
	return noted{texts}
}

// add keeps a text, and reports whether it is new.
func (n noted) add(text string) (isNew bool) {
	known, _ := n.texts.ContainsOrAdd(text, struct{}{})
	return !known
}

func (n noted) has(text string) bool { return n.texts.Contains(text) }

func (w *window) warn(ctx context.Context, message string) {
	w.log.Warn(message)
	_ = w.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeWarning, Message: messageOf(message)})
}

// warnOnce warns of a part that runs in its simple form: the first time only,
// since it holds for each request from then on.
func (w *window) warnOnce(ctx context.Context, notes ...string) {
	for _, note := range notes {
		if note != "" && w.told.add(note) {
			w.warn(ctx, note)
		}
	}
}

// messageOf is a text as it is shown to the user. Names of files and settings come
// from whoever made the workspace.
func messageOf(message string) string {
	message = text.Clean(message)
	if runes := []rune(message); len(runes) > maxMessage {
		message = string(runes[:maxMessage]) + " ..."
	}
	return "scilit: " + message
}

// maxMessage is about twice what fits into an editor's window.
const maxMessage = 4000

func (w *window) inform(ctx context.Context, message string) {
	_ = w.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: messageOf(message)})
}

func (w *window) logLine(ctx context.Context, message string) {
	_ = w.client.LogMessage(ctx, &protocol.LogMessageParams{Type: protocol.MessageTypeInfo, Message: messageOf(message)})
}

// ask shows a question that allows something, and returns the title that was chosen, ""
// where none was.
func (w *window) ask(ctx context.Context, question string, answers ...string) (string, error) {
	return w.askAbout(ctx, protocol.MessageTypeWarning, question, answers...)
}

func (w *window) askAbout(ctx context.Context, kind protocol.MessageType, question string, answers ...string) (string, error) {
	p := &protocol.ShowMessageRequestParams{Type: kind, Message: messageOf(strings.ReplaceAll(question, "\n", " "))}
	for _, title := range answers {
		p.Actions = append(p.Actions, protocol.MessageActionItem{Title: title})
	}
	chosen, err := w.client.ShowMessageRequest(ctx, p)
	if err != nil || chosen == nil {
		return "", err
	}
	return chosen.Title, nil
}

// takeTurn waits until no other question is on the screen.
func (w *window) takeTurn(ctx context.Context) (release func(), err error) {
	select {
	case w.turn <- struct{}{}:
		return func() { <-w.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
