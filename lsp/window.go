package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
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

// textSet is a set of texts that have been shown to the user. It evicts the least recently used
// texts.
type textSet struct{ texts *lru.Cache[string, struct{}] }

// maxTexts is the maximum number of texts in a set. Without a limit, a file that keeps changing
// would add a new question each time.
const maxTexts = 1000

func newTextSet() textSet {
	texts, _ := lru.New[string, struct{}](maxTexts) // fails only for sizes below one
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
	w.say(ctx, protocol.MessageTypeWarning, messageOf(message))
}

// warnOnce shows each note only once, rather than at every request that raises it.
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

// maxMessage is the maximum length of a message in characters. A message of that length is about
// twice as tall as an editor window.
const maxMessage = 4000

func (w *window) inform(ctx context.Context, message string) {
	w.say(ctx, protocol.MessageTypeInfo, messageOf(message))
}

func (w *window) say(ctx context.Context, kind protocol.MessageType, message string) {
	_ = w.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: kind, Message: message})
}

func (w *window) logLine(ctx context.Context, message string) {
	_ = w.client.LogMessage(ctx, &protocol.LogMessageParams{Type: protocol.MessageTypeInfo, Message: messageOf(message)})
}

// ask asks the user for permission. It returns the chosen answer, or "" if the user dismisses the
// question.
func (w *window) ask(ctx context.Context, question string, answers ...string) (string, error) {
	return w.askAbout(ctx, protocol.MessageTypeWarning, question, answers...)
}

func (w *window) askAbout(
	ctx context.Context, kind protocol.MessageType, question string, answers ...string,
) (string, error) {
	return w.choice(ctx, kind, messageOf(strings.ReplaceAll(question, "\n", " ")), answers...)
}

// choice lets the user choose one of titles. It returns "" if the user dismisses the question.
func (w *window) choice(
	ctx context.Context, kind protocol.MessageType, question string, titles ...string,
) (string, error) {
	p := &protocol.ShowMessageRequestParams{Type: kind, Message: question}
	for _, title := range titles {
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

// methodNotice replaces window/showMessage for editors that list "notices" in their experimental
// capabilities. They can handle each notice according to its code.
const methodNotice = "scilit/notice"

type noticeParams struct {
	Type protocol.MessageType `json:"type"`
	wire.Notice
}

// takesNotices reports whether an editor supports methodNotice.
func takesNotices(c protocol.ClientCapabilities) bool {
	var ours struct {
		Notices bool `json:"notices"`
	}
	return json.Unmarshal(c.Experimental, &ours) == nil && ours.Notices
}

func (w *window) warnOf(ctx context.Context, n wire.Notice) {
	if !w.notices {
		w.warn(ctx, n.Text)
		return
	}
	w.log.Warn(n.Text)
	n.Text = messageOf(n.Text)
	_ = w.conn.Notify(ctx, methodNotice, noticeParams{protocol.MessageTypeWarning, n})
}

// warnOfOnce shows each notice only once, rather than at every request that raises it.
func (w *window) warnOfOnce(ctx context.Context, notices ...wire.Notice) {
	for _, n := range notices {
		if w.told.add(n.Text) {
			w.warnOf(ctx, n)
		}
	}
}

func (w *window) warnOfError(ctx context.Context, err error) {
	n, _ := noticeOf(err)
	n.Text = files.Explain(err)
	w.warnOf(ctx, n)
}

// noticeOf returns the notice in err that explains why no search is possible. ok is false if err
// contains no notice.
func noticeOf(err error) (n wire.Notice, ok bool) {
	if nothing, ok := errors.AsType[*backend.UnavailableError](err); ok {
		return nothing.Notice, true
	}
	if errors.Is(err, backend.ErrOnlineOff) {
		return wire.Notice{Code: wire.NoticeOnlineOff, Text: err.Error()}, true
	}
	return n, false
}

// withNotice converts err to a protocol error with the notice in err as its data. It returns err if
// it contains no notice.
func withNotice(err error) error {
	n, ok := noticeOf(err)
	if !ok {
		return err
	}
	failed := jsonrpc2.NewError(scilit.CodeRequestFailed, err.Error())
	failed.Data, _ = json.Marshal(n)
	return failed
}
