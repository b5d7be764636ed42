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
	conn    jsonrpc2.Conn // for custom notifications
	client  protocol.Client
	log     *slog.Logger
	notices bool // the editor supports methodNotice; set by Initialize

	told textSet       // warnings already shown
	turn chan struct{} // holds a value while a question is on the screen
	put  textSet       // questions not to be asked again, by file and content
}

func newWindow(conn jsonrpc2.Conn, log *slog.Logger) window {
	return window{
		conn: conn, client: protocol.ClientDispatcher(conn), log: log, told: newTextSet(),
		turn: make(chan struct{}, 1), put: newTextSet(),
	}
}

// textSet is a set of texts that are not shown again.
type textSet struct{ texts *lru.Cache[string, struct{}] }

// maxTexts is the maximum number of remembered texts. A file that keeps changing raises a new
// question each time.
const maxTexts = 1000

func newTextSet() textSet {
	texts, err := lru.New[string, struct{}](maxTexts)
	if err != nil { // only for sizes below one
		panic(err)
	}
	return textSet{texts}
}

// add remembers a text and reports whether it is new.
func (n textSet) add(text string) (isNew bool) {
	known, _ := n.texts.ContainsOrAdd(text, struct{}{})
	return !known
}

func (n textSet) has(text string) bool { return n.texts.Contains(text) }

func (w *window) warn(ctx context.Context, message string) {
	w.log.Warn(message)
	_ = w.client.ShowMessage(
		ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeWarning, Message: messageOf(message)},
	)
}

// warnOnce shows each note only once, since it would apply to all later requests too.
func (w *window) warnOnce(ctx context.Context, notes ...string) {
	for _, note := range notes {
		if note != "" && w.told.add(note) {
			w.warn(ctx, note)
		}
	}
}

// messageOf returns a message as it is shown to the user. It removes control characters, since file
// names and settings may be untrusted.
func messageOf(message string) string {
	message = text.Clean(message)
	if runes := []rune(message); len(runes) > maxMessage {
		message = string(runes[:maxMessage]) + " ..."
	}
	return "scilit: " + message
}

// maxMessage is the maximum length of a message in characters, about twice the height of an editor
// window.
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

// ask asks the user for a permission and returns the chosen answer, or "" if the question is
// dismissed.
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

// takeTurn waits until no other question is on the screen. The caller must call release.
func (w *window) takeTurn(ctx context.Context) (release func(), err error) {
	select {
	case w.turn <- struct{}{}:
		return func() { <-w.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
