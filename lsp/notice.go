package lsp

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

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

// warnOf shows a notice.
func (w *window) warnOf(ctx context.Context, n wire.Notice) {
	if !w.notices {
		w.warn(ctx, n.Text)
		return
	}
	w.log.Warn(n.Text)
	n.Text = messageOf(n.Text)
	_ = w.conn.Notify(ctx, methodNotice, noticeParams{protocol.MessageTypeWarning, n})
}

// warnOfOnce shows each notice only once, since a repeated notice would appear at every later
// request.
func (w *window) warnOfOnce(ctx context.Context, notices ...wire.Notice) {
	for _, n := range notices {
		if w.told.add(n.Text) {
			w.warnOf(ctx, n)
		}
	}
}

// warnOfError shows an error to the user.
func (w *window) warnOfError(ctx context.Context, err error) {
	n, _ := noticeOf(err)
	n.Text = files.Explain(err)
	w.warnOf(ctx, n)
}

// noticeOf returns the notice in err that explains why no search is possible. ok is false if err
// contains no notice.
func noticeOf(err error) (n wire.Notice, ok bool) {
	if nothing := (*backend.UnavailableError)(nil); errors.As(err, &nothing) {
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
