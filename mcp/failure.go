package mcp

import (
	"context"
	"errors"
	"io/fs"
	"math"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// A Failure describes why a call failed. It is the "error" field of the result.
type Failure struct {
	Code    Code   `json:"code"`
	Message string `json:"message"` // description of the problem and how to fix it
	// RetryAfterSeconds is the number of seconds after which the same call may succeed, or 0 if
	// unknown.
	RetryAfterSeconds int `json:"retry_after_seconds,omitempty"`
	// Candidates lists the papers that a name may refer to, if Code is "ambiguous".
	Candidates []wire.ListedPaper `json:"candidates,omitempty"`
}

// A Code is the kind of a failure. Codes do not change between versions.
type Code string

const (
	InvalidArgument Code = "invalid_argument"  // the same call would fail again
	NotFound        Code = "not_found"         // not in the searched sources, but may exist elsewhere
	Ambiguous       Code = "ambiguous"         // the name may refer to several works
	NotAllowed      Code = "not_allowed"       // the user has not allowed it
	NothingToSearch Code = "nothing_to_search" // no index is configured, or none could be opened
	OnlineOff       Code = "online_off"        // no online source is enabled
	RateLimited     Code = "rate_limited"      // a source limits the rate of requests
	SourceFailed    Code = "source_failed"     // a source that may have the missing works could not be queried
	TimedOut        Code = "timed_out"
	Internal        Code = "internal"
)

// Error implements error.
func (f *Failure) Error() string { return f.Message }

func failed(code Code, message string) *Failure { return &Failure{Code: code, Message: message} }

// failureOf converts an error into a failure with the matching code.
func failureOf(err error) *Failure {
	if known, ok := errors.AsType[*Failure](err); ok {
		return known
	}
	f := failed(codeOf(err), files.Explain(err))
	if busy, ok := errors.AsType[network.BusyError](err); ok {
		f.RetryAfterSeconds = int(math.Ceil(busy.Again.Seconds()))
	}
	if _, seconds := online.Waits(err); seconds > 0 {
		f.RetryAfterSeconds = seconds
	}
	return f
}

var codes = []struct {
	err  error
	code Code
}{
	{app.ErrNotFound, NotFound}, {backend.ErrOnlineOff, OnlineOff},
	{app.ErrNoClaim, InvalidArgument}, {app.ErrNoQuestion, InvalidArgument},
	{engine.ErrNoIndex, NothingToSearch}, {context.DeadlineExceeded, TimedOut},
	{fs.ErrNotExist, NotFound}, {fs.ErrPermission, NotAllowed},
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
	case errors.As(err, new(*backend.UnavailableError)):
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
