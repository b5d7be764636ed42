package lsp

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"go.lsp.dev/protocol"
)

// progressTokens are the progress bars that are shown now.
type progressTokens struct {
	last    atomic.Int64
	running sync.Map // token to context.CancelFunc
}

// report shows that work with this title is under way until end is called: as
// a progress bar that can be cancelled, or as a line of the log. work is nil
// where the request brought no token of its own.
func (s *server) report(ctx context.Context, work protocol.ProgressToken, title string) (_ context.Context, end func(message string)) {
	if work == nil && !s.caps.progress {
		return ctx, func(message string) { s.logLine(s.ctx, title+": "+message) }
	}
	ctx, cancel := context.WithCancel(ctx)
	token := work
	if token == nil {
		token = protocol.String(fmt.Sprintf("scilit-%d", s.progress.last.Add(1)))
		if err := s.client.WorkDoneProgressCreate(ctx, &protocol.WorkDoneProgressCreateParams{Token: token}); err != nil {
			return ctx, func(string) { cancel() }
		}
	}
	s.progress.running.Store(token, cancel)
	s.tell(token, protocol.WorkDoneProgressBegin{Kind: "begin", Title: title, Cancellable: ptr(true)})
	return ctx, func(message string) {
		s.progress.running.Delete(token)
		s.tell(token, protocol.WorkDoneProgressEnd{Kind: "end", Message: &message})
		cancel()
	}
}

func (s *server) tell(token protocol.ProgressToken, value any) {
	raw, err := protocol.Marshal(value)
	if err == nil {
		_ = s.client.Progress(s.ctx, &protocol.ProgressParams{Token: token, Value: raw})
	}
}

// WorkDoneProgressCancel ends the work behind a progress bar.
func (s *server) WorkDoneProgressCancel(_ context.Context, p *protocol.WorkDoneProgressCancelParams) error {
	if cancel, ok := s.progress.running.Load(p.Token); ok {
		cancel.(context.CancelFunc)()
	}
	return nil
}
