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
	conn    jsonrpc2.Conn // used for custom notifications
	client  protocol.Client
	log     *slog.Logger
	notices bool // the editor supports methodNotice; set by Initialize

	told textSet       // notes that have been shown
	turn chan struct{} // holds a value while a question is on the screen
	put  textSet       // questions that must not be asked again, identified by file and content
}

func newWindow(conn jsonrpc2.Conn, log *slog.Logger) window {
	return window{
		conn: conn, client: protocol.ClientDispatcher(conn), log: log, told: newTextSet(),
		turn: make(chan struct{}, 1), put: newTextSet(),
	}
}

// textSet is a set of texts that have been shown to the user. It forgets the least recently used
// ones.
type textSet struct{ texts *lru.Cache[string, struct{}] }

// maxTexts is the maximum number of texts in a set. It is limited because a file that keeps
// changing raises a new question each time.
const maxTexts = 1000

func newTextSet() textSet {
	texts, err := lru.New[string, struct{}](maxTexts)
	if err != nil { // lru.New fails only for sizes below one
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

// warnOnce shows each note only once, since a repeated note would appear at every later request.
func (w *window) warnOnce(ctx context.Context, notes ...string) {
	for _, note := range notes {
		if note != "" && w.told.add(note) {
			w.warn(ctx, note)
		}
	}
}

// messageOf returns a message in the form shown to the user. It removes control characters, since
// the message may contain file names and settings from untrusted files.
func messageOf(message string) string {
	message = text.Clean(message)
	if runes := []rune(message); len(runes) > maxMessage {
		message = string(runes[:maxMessage]) + " ..."
	}
	return "scilit: " + message
}

// maxMessage is the maximum length of a message in characters. Such a message is about twice as
// high as an editor window.
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

// ask asks the user for a permission. It returns the chosen answer, or "" if the user dismisses the
// question.
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

// takeTurn waits until no other question is on the screen. The caller must call release after its
// own question.
func (w *window) takeTurn(ctx context.Context) (release func(), err error) {
	select {
	case w.turn <- struct{}{}:
		return func() { <-w.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
