package lsp

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/jsonrpc2"
)

// methodNotice is sent in the place of window/showMessage to editors that have
// "notices" among their experimental capabilities, since these go by the code.
const methodNotice = "scilit/notice"

type noticeParams struct {
	Type protocol.MessageType `json:"type"`
	app.Notice
}

// takesNotices reports whether an editor asks for notices.
func takesNotices(c protocol.ClientCapabilities) bool {
	var ours struct {
		Notices bool `json:"notices"`
	}
	return json.Unmarshal(c.Experimental, &ours) == nil && ours.Notices
}

// warnOf shows a notice.
func (w *window) warnOf(ctx context.Context, n app.Notice) {
	if !w.notices {
		w.warn(ctx, n.Text)
		return
	}
	w.log.Warn(n.Text)
	n.Text = messageOf(n.Text)
	_ = w.conn.Notify(ctx, methodNotice, noticeParams{protocol.MessageTypeWarning, n})
}

// warnOfOnce shows what runs in its simple form: once, since it holds for each
// request from then on.
func (w *window) warnOfOnce(ctx context.Context, notices ...app.Notice) {
	for _, n := range notices {
		if w.told.add(n.Text) {
			w.warnOf(ctx, n)
		}
	}
}

// warnOfError shows what failed.
func (w *window) warnOfError(ctx context.Context, err error) {
	n, _ := noticeOf(err)
	n.Text = files.Explain(err)
	w.warnOf(ctx, n)
}

// noticeOf is the notice that says why nothing can be searched.
func noticeOf(err error) (n app.Notice, ok bool) {
	if nothing := (*app.NothingError)(nil); errors.As(err, &nothing) {
		return nothing.Notice, true
	}
	if errors.Is(err, app.ErrOnlineOff) {
		return app.Notice{Code: app.NoticeOnlineOff, Text: err.Error()}, true
	}
	return n, false
}

// withNotice gives the error of a method of ours the notice that says why nothing can be
// searched, as its data.
func withNotice(err error) error {
	n, ok := noticeOf(err)
	if !ok {
		return err
	}
	failed := jsonrpc2.NewError(protocol.CodeRequestFailed, err.Error())
	failed.Data, _ = json.Marshal(n)
	return failed
}
