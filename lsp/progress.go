package lsp

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/protocol"
)

// progressTokens tracks the visible progress bars.
type progressTokens struct {
	last    atomic.Int64
	running sync.Map // maps tokens to context.CancelFunc
}

// progressDelay is the time after which progress is shown. For shorter work, a progress bar would
// only flicker.
const progressDelay = 300 * time.Millisecond

// A task is work whose progress is shown to the user if it takes a while. It appears as a progress
// bar with a cancel button, or as a line in the log.
type task struct {
	s      *session
	ctx    context.Context // done when the work ends
	title  string
	token  protocol.ProgressToken // nil if the editor does not support progress bars
	cancel context.CancelFunc
	late   *time.Timer // timer that shows the task; nil if the task is shown immediately

	mu           sync.Mutex
	shown, ended bool
}

// begun starts a task. The returned context is cancelled when the task ends or when the user
// cancels it. token is the request's progress token, or nil.
func (s *session) begun(ctx context.Context, token protocol.ProgressToken, title string) (context.Context, *task) {
	ctx, cancel := context.WithCancel(ctx)
	t := &task{s: s, ctx: ctx, title: title, token: token, cancel: cancel}
	if token != nil {
		t.show()
	} else {
		t.late = time.AfterFunc(progressDelay, func() { s.safely("progress", t.showLate) })
	}
	return ctx, t
}

// step reports that done of all steps are complete, with a message about the current one.
func (t *task) step(message string, done, all int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.shown && !t.ended && t.token != nil {
		t.s.tell(t.token, protocol.WorkDoneProgressReport{
			Kind: "report", Message: &message, Percentage: new(uint32(100 * done / all)),
		})
	}
}

// showLate shows a task after progressDelay. It requests a progress bar if the editor supports
// them.
func (t *task) showLate() {
	if t.s.caps.progress {
		t.token = protocol.String(fmt.Sprintf("scilit-%d", t.s.progress.last.Add(1)))
		create := &protocol.WorkDoneProgressCreateParams{Token: t.token}
		if err := t.s.client.WorkDoneProgressCreate(t.ctx, create); err != nil {
			return
		}
	}
	t.show()
}

func (t *task) show() {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.ended:
		return
	case t.token == nil:
		t.s.logLine(t.s.ctx, t.title)
	default:
		t.s.progress.running.Store(t.token, t.cancel)
		t.s.tell(t.token, protocol.WorkDoneProgressBegin{Kind: "begin", Title: t.title, Cancellable: new(true)})
	}
	t.shown = true
}

func (t *task) end(message string) {
	if t.late != nil {
		t.late.Stop()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	t.cancel()
	if t.shown && t.token != nil {
		t.s.progress.running.Delete(t.token)
		t.s.tell(t.token, protocol.WorkDoneProgressEnd{Kind: "end", Message: &message})
	}
}

func (s *session) tell(token protocol.ProgressToken, value any) {
	raw, err := scilit.Marshal(value)
	if err == nil {
		_ = s.client.Progress(s.ctx, &protocol.ProgressParams{Token: token, Value: raw})
	}
}

// WorkDoneProgressCancel cancels the task of a progress bar.
func (s *server) WorkDoneProgressCancel(_ context.Context, p *protocol.WorkDoneProgressCancelParams) error {
	if cancel, ok := s.progress.running.Load(p.Token); ok {
		cancel.(context.CancelFunc)()
	}
	return nil
}
