package mcp

import (
	"context"
	"errors"
	"io/fs"
	"math"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// A Failure is why a tool has no answer. It is the field "error" of its output.
type Failure struct {
	Code    Code   `json:"code"`
	Message string `json:"message"` // what failed and what to do
	// RetryAfterSeconds is after how many seconds the same call may work; 0 where the
	// source did not say.
	RetryAfterSeconds int `json:"retry_after_seconds,omitempty"`
	// Candidates are what a name may mean, of the code "ambiguous".
	Candidates []app.ListedPaper `json:"candidates,omitempty"`
}

// A Code is a kind of failure. Codes are stable.
type Code string

// The codes.
const (
	InvalidArgument Code = "invalid_argument"  // the call has to be another one
	NotFound        Code = "not_found"         // not in what was searched; it may exist elsewhere
	Ambiguous       Code = "ambiguous"         // a name may mean several works
	NotAllowed      Code = "not_allowed"       // the user has not allowed it
	NothingToSearch Code = "nothing_to_search" // no index is configured, or none can be opened
	OnlineOff       Code = "online_off"        // no online source is turned on
	RateLimited     Code = "rate_limited"      // a source wants fewer requests
	SourceFailed    Code = "source_failed"     // a source could not be asked: what is missing may be there
	TimedOut        Code = "timed_out"
	Internal        Code = "internal"
)

// Error implements error.
func (f *Failure) Error() string { return f.Message }

func failed(code Code, message string) *Failure { return &Failure{Code: code, Message: message} }

// failureOf sorts an error by what its reader can do about it.
func failureOf(err error) *Failure {
	var known *Failure
	if errors.As(err, &known) {
		return known
	}
	f := failed(codeOf(err), files.Explain(err))
	var busy network.BusyError
	if errors.As(err, &busy) {
		f.RetryAfterSeconds = int(math.Ceil(busy.Again.Seconds()))
	}
	if _, seconds := online.Waits(err); seconds > 0 {
		f.RetryAfterSeconds = seconds
	}
	return f
}

// codes are those of errors that have one of their own.
var codes = []struct {
	err  error
	code Code
}{
	{app.ErrNotFound, NotFound}, {app.ErrOnlineOff, OnlineOff}, {app.ErrNoClaim, InvalidArgument}, {app.ErrNoQuestion, InvalidArgument},
	{engine.ErrNoIndex, NothingToSearch}, {context.DeadlineExceeded, TimedOut}, {fs.ErrNotExist, NotFound}, {fs.ErrPermission, NotAllowed},
	{files.ErrTooLarge, InvalidArgument}, {files.ErrNotRegular, InvalidArgument},
}

func codeOf(err error) Code {
	if busy, _ := online.Waits(err); busy || errors.As(err, new(network.BusyError)) {
		return RateLimited
	}
	for _, c := range codes {
		if errors.Is(err, c.err) {
			return c.code
		}
	}
	switch kind := online.KindOf(err); {
	case errors.As(err, new(*app.NothingError)):
		return NothingToSearch
	case kind == online.NotFound:
		return NotFound
	case kind == online.Off:
		return OnlineOff
	case kind != 0:
		return SourceFailed
	}
	return Internal
}
