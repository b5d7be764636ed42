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
	told    tellings
	asking  *questions
}

func (w *window) warn(ctx context.Context, message string) {
	w.log.Warn(message)
	_ = w.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeWarning, Message: messageOf(message)})
}

// tellings are the notes that the user was warned of.
type tellings struct{ notes *lru.Cache[string, struct{}] }

const maxTellings = 1000

func newTellings() tellings {
	notes, err := lru.New[string, struct{}](maxTellings)
	if err != nil { // of sizes below one
		panic(err)
	}
	return tellings{notes}
}

// first reports whether a note was not told yet, and keeps it.
func (t tellings) first(note string) bool {
	known, _ := t.notes.ContainsOrAdd(note, struct{}{})
	return !known
}

// warnOnce warns of a part that runs in its simple form: the first time only,
// since it holds for each request from then on.
func (w *window) warnOnce(ctx context.Context, notes ...string) {
	for _, note := range notes {
		if note != "" && w.told.first(note) {
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

// questions puts one question at a time, and none twice.
type questions struct {
	turn chan struct{}                // holds one value while a question is on the screen
	put  *lru.Cache[string, struct{}] // what was asked and not allowed, by file and content
}

// maxQuestions is how many questions are remembered; a file that changes all the
// time asks a new one each time.
const maxQuestions = 1000

func newQuestions() *questions {
	put, err := lru.New[string, struct{}](maxQuestions)
	if err != nil { // of sizes below one
		panic(err)
	}
	return &questions{turn: make(chan struct{}, 1), put: put}
}

// remember reports whether a question was put before, and from now on it was.
func (q *questions) remember(question string) (before bool) {
	before, _ = q.put.ContainsOrAdd(question, struct{}{})
	return before
}

// wasPut reports whether a question was put before.
func (q *questions) wasPut(question string) bool {
	return q.put.Contains(question)
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
	case w.asking.turn <- struct{}{}:
		return func() { <-w.asking.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
