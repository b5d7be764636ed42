package online

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Kind is the reason for a failure.
type Kind int

// The kinds of failures.
const (
	Unreachable Kind = iota + 1 // no connection, no response in time, or a server error
	Busy                        // the service is not accepting requests until Error.Until
	BotPage                     // the response is a web page that blocks programs
	NotFound                    // the source does not have the work
	Refused                     // the request or the key was rejected
	Malformed                   // the response does not have the documented format
	Unsupported                 // the source does not support this kind of query
	Off                         // the user has not enabled the source
)

// An Error is a failure of one source.
type Error struct {
	Source string
	Kind   Kind
	Status int       // HTTP status; 0 without a response
	Until  time.Time // end of the wait if Busy; zero if unknown
	Detail string    // one line quoted from the response
	Err    error
}

func (e *Error) Error() string {
	what, todo := e.phrase()
	said := e.Source + " " + what
	if e.Status != 0 && e.Kind != NotFound {
		said += fmt.Sprintf(" (HTTP %d)", e.Status)
	}
	if e.Detail != "" {
		said += ": " + e.Detail
	}
	if e.Err != nil {
		said += ": " + e.Err.Error()
	}
	if todo != "" {
		said += ": " + todo
	}
	return said
}

// phrases lists a description of each kind of failure, and advice or "".
var phrases = map[Kind]struct{ what, todo string }{
	Unreachable: {"cannot be reached", ""},
	Busy:        {"is busy", "try again later"},
	BotPage:     {"replied with a web page instead of data", "try again later, or disable the source"},
	NotFound:    {"has no such record", ""},
	Refused:     {"refused the request", ""},
	Malformed:   {"sent an unusable reply", ""},
	Unsupported: {"does not support this query", ""},
	Off:         {"is not enabled", "add it to your online.sources setting"},
}

// phrase returns a description of the failure, and advice or "".
func (e *Error) phrase() (what, todo string) {
	what, todo = phrases[e.Kind].what, phrases[e.Kind].todo
	switch {
	case e.Kind == Unreachable && e.Status == internalError:
		return "failed to process the request", "try again later"
	case e.Kind == Busy && e.Status == tooManyRequests:
		what = "is not accepting requests"
	}
	if e.Kind == Busy && !e.Until.IsZero() {
		return what + " until " + e.Until.Local().Format("2006-01-02 15:04:05"), "try again then"
	}
	return what, todo
}

// HTTP statuses with special messages.
const (
	internalError   = 500
	tooManyRequests = 429
)

func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of a source's error, or 0 for nil and any other error.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return 0
}

// Waits reports whether an error means that a source is busy. seconds is the time until it accepts
// requests again, or 0 if unknown.
func Waits(err error) (busy bool, seconds int) {
	e, ok := errors.AsType[*Error](err)
	switch {
	case !ok || e.Kind != Busy:
		return false, 0
	case e.Until.IsZero():
		return true, 0
	}
	return true, max(1, int(math.Ceil(time.Until(e.Until).Seconds())))
}

// PanicCause returns an error for the value of a panic. It quotes runtime errors only, because other
// values may contain the words or the key that were sent.
func PanicCause(value any) error {
	if err, ok := value.(runtime.Error); ok {
		return err
	}
	return fmt.Errorf("panic with a value of type %T", value)
}

func isNotFound(err error) bool { return KindOf(err) == NotFound }

const maxDetail = 200 // maximum length of a quoted message, in bytes

// detail returns the beginning of a response on one line, without control characters.
func detail(body string) string {
	line := strings.Join(strings.Fields(text.Clean(strings.ToValidUTF8(body[:min(len(body), 2*maxDetail)], ""))), " ")
	if len(line) > maxDetail {
		line = strings.ToValidUTF8(line[:maxDetail], "") + "..."
	}
	return line
}

// interrupted returns the error for a request that was cancelled or timed out.
func interrupted(ctx context.Context, source string, err error) error {
	return &Error{Source: source, Kind: Unreachable, Err: cmp.Or(context.Cause(ctx), err)}
}
