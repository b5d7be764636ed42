package online

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Kind says why a source gave no answer.
type Kind int

// The kinds of errors.
const (
	Unreachable Kind = iota + 1 // no connection, no reply in time, or a failure of the server
	Busy                        // it wants no request before Error.Until
	BotPage                     // it answers programs with a page for people
	NotFound                    // it answered, and does not have the work
	Refused                     // it does not accept the request, or not the key
	Malformed                   // its reply is not in the form that it documents
	Unsupported                 // it cannot be asked this
	Off                         // the user did not turn it on
)

// An Error is the failure of one source.
type Error struct {
	Source string
	Kind   Kind
	Status int       // of HTTP, 0 where there was no reply
	Until  time.Time // of Busy, zero where it is unknown
	Detail string    // from the source, one line
	Err    error
}

func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", e.Source, e.phrase())
	if e.Status != 0 && e.Kind != NotFound {
		fmt.Fprintf(&b, " (HTTP %d)", e.Status)
	}
	if e.Detail != "" {
		b.WriteString(": " + e.Detail)
	}
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	return b.String()
}

func (e *Error) phrase() string {
	switch e.Kind {
	case Busy:
		if e.Until.IsZero() {
			return "is busy: try again later"
		}
		return "is busy until " + e.Until.Local().Format("2006-01-02 15:04:05") + ": try again then"
	case BotPage:
		return "answers with a page for browsers: try again later, or turn the source off"
	case NotFound:
		return "does not have it"
	case Refused:
		return "refused the request"
	case Malformed:
		return "gave a reply that cannot be read"
	case Unsupported:
		return "cannot be asked this"
	case Off:
		return "is not turned on: add it to the setting online.sources"
	}
	return "cannot be reached"
}

func (e *Error) Unwrap() error { return e.Err }

// KindOf is the kind of the error of a source, 0 for any other error and for nil.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return 0
}

// Waits reports whether a source wants fewer requests, and in how many seconds it wants
// the next one, 0 where it did not say.
func Waits(err error) (busy bool, seconds int) {
	var e *Error
	if !errors.As(err, &e) || e.Kind != Busy {
		return false, 0
	}
	if e.Until.IsZero() {
		return true, 0
	}
	return true, max(1, int(math.Ceil(time.Until(e.Until).Seconds())))
}

func isNotFound(err error) bool { return KindOf(err) == NotFound }

// maxDetail is enough for the message of an API.
const maxDetail = 200

// detail is the beginning of a reply as one clean line.
func detail(body string) string {
	line := strings.Join(strings.Fields(text.Clean(strings.ToValidUTF8(body[:min(len(body), 2*maxDetail)], ""))), " ")
	if len(line) > maxDetail {
		line = strings.ToValidUTF8(line[:maxDetail], "") + "..."
	}
	return line
}

// interrupted is the error for a request whose time is over or that was cancelled.
func interrupted(ctx context.Context, source string, err error) error {
	return &Error{Source: source, Kind: Unreachable, Err: cmp.Or(context.Cause(ctx), err)}
}
