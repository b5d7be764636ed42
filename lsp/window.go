package lsp

import (
	"context"
	"log/slog"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// A window shows messages and questions to the user.
type window struct {
	conn    jsonrpc2.Conn // for notifications outside the protocol
	client  protocol.Client
	log     *slog.Logger
	notices bool // supported by the editor; set by initialize

	told noted         // warnings that were shown
	turn chan struct{} // holds one value while a question is on the screen
	put  noted         // declined questions, by file and content
}

func newWindow(conn jsonrpc2.Conn, log *slog.Logger) window {
	return window{
		conn: conn, client: protocol.ClientDispatcher(conn), log: log, told: newNoted(),
		turn: make(chan struct{}, 1), put: newNoted(),
	}
}

// noted are texts that are not shown twice.
type noted struct{ texts *lru.Cache[string, struct{}] }

// maxNoted bounds the remembered texts, since a file that keeps changing asks a new
// question each time.
const maxNoted = 1000

func newNoted() noted {
	texts, err := lru.New[string, struct{}](maxNoted)
	if err != nil { // sizes below one only
		panic(err)
	}
	return noted{texts}
}

// add remembers a text and reports whether it is new.
func (n noted) add(text string) (isNew bool) {
	known, _ := n.texts.ContainsOrAdd(text, struct{}{})
	return !known
}

func (n noted) has(text string) bool { return n.texts.Contains(text) }

func (w *window) warn(ctx context.Context, message string) {
	w.log.Warn(message)
	_ = w.client.ShowMessage(
		ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeWarning, Message: messageOf(message)},
	)
}

// warnOnce shows each note once, since it applies to all later requests too.
func (w *window) warnOnce(ctx context.Context, notes ...string) {
	for _, note := range notes {
		if note != "" && w.told.add(note) {
			w.warn(ctx, note)
		}
	}
}

// messageOf returns a text as it is shown to the user. It removes control
// characters, since file names and settings may be those of a stranger.
func messageOf(message string) string {
	message = text.Clean(message)
	if runes := []rune(message); len(runes) > maxMessage {
		message = string(runes[:maxMessage]) + " ..."
	}
	return "scilit: " + message
}

// maxMessage bounds a message to about twice the height of an editor's window, in
// characters.
const maxMessage = 4000

func (w *window) inform(ctx context.Context, message string) {
	_ = w.client.ShowMessage(
		ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: messageOf(message)},
	)
}

func (w *window) logLine(ctx context.Context, message string) {
	_ = w.client.LogMessage(
		ctx, &protocol.LogMessageParams{Type: protocol.MessageTypeInfo, Message: messageOf(message)},
	)
}

// ask shows a question for a permission and returns the chosen title, "" if none is
// chosen.
func (w *window) ask(ctx context.Context, question string, answers ...string) (string, error) {
	return w.askAbout(ctx, protocol.MessageTypeWarning, question, answers...)
}

func (w *window) askAbout(
	ctx context.Context, kind protocol.MessageType, question string, answers ...string,
) (string, error) {
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
