package llm

import (
	"cmp"
	"errors"
	"fmt"
	"time"
)

// A Kind is the reason for a failure.
type Kind int

// The kinds of failures.
const (
	Unreachable Kind = iota + 1 // no connection, or a server error
	Late                        // a time limit was exceeded
	KeyRefused                  // the key is missing or wrong
	NoKey                       // the configured key could not be read
	Busy                        // rate limit or exhausted quota
	NoModel                     // unknown model or path
	TooLong                     // the prompt exceeds the context window
	Cut                         // the reply was cut at its token limit
	Refused                     // the request was rejected
	Malformed                   // the reply has the wrong format
	NotApproved                 // the user has not allowed this host
)

// An Error is a failed request to a model. It never contains the key, and quotes at most one
// sanitized line of the host's reply.
type Error struct {
	Kind   Kind
	Host   string
	Model  string
	Status int           // HTTP status; 0 without a response
	After  time.Duration // time until a retry if Kind is Busy; 0 if unknown
	Window int           // number of tokens that fit if Kind is TooLong; 0 if unknown
	Detail string
}

func (e *Error) Error() string {
	m := messages[e.Kind]
	switch {
	case e.Kind == NoModel:
		m.happened = fmt.Sprintf("has no model %q", e.Model)
	case e.Kind == Busy && e.After > 0:
		m.advice = fmt.Sprintf("try again in %v", e.After.Round(time.Second))
	case e.Kind == TooLong && e.Window > 0:
		m.advice = fmt.Sprintf("set llm.context to %d, or load the model with a larger window", e.Window)
	case e.Kind == Malformed && e.Status == 0: // the model answered
		m.advice = "use another model"
	}
	said := fmt.Sprintf("the service at %s %s", e.Host, m.happened)
	if e.Status != 0 {
		said += fmt.Sprintf(" (HTTP %d)", e.Status)
	}
	if e.Detail != "" {
		said += ": " + e.Detail
	}
	return said + ": " + m.advice
}

// messages lists a description of each kind of failure, and advice.
var messages = map[Kind]struct{ happened, advice string }{
	Unreachable: {"failed to answer", "start it, or correct llm.url; if it is running, check its log"},
	Late: {"took too long", "allow more time with llm.firstTokenTimeout and llm.timeout, or use a smaller " +
		"model"},
	KeyRefused: {"requires a valid key", checkKey},
	NoKey:      {"was not queried, because its key cannot be read", checkKey},
	Busy:       {"is busy, or your quota there is used up", "try again later"},
	NoModel: {"", "set llm.model to one of the models listed by `scilit-lsp llm check`, or correct the path in " +
		"llm.url"},
	TooLong: {"cannot process a text this long", "set llm.context to the size of the model's context " +
		"window, or load the model with a larger one"},
	Cut:     {"did not finish its answer", "use a model that gives shorter answers"},
	Refused: {"refused the request", "check the log of the service, or use another model"},
	Malformed: {"returned an unusable reply", "check that llm.url is the base URL of an OpenAI-compatible " +
		"service, such as http://localhost:11434/v1, or use another model"},
	NotApproved: {"was not queried, because it is on another machine", "run `scilit-lsp llm allow`, which first " +
		"shows the text to be sent"},
}

const checkKey = "check llm.keyEnv or llm.keyCommand in your own settings"

// KindOf returns the kind of a model's error, or 0 for nil and any other error.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return 0
}

// Internal causes for canceling a request.
var (
	errFirstToken = errors.New("the reply did not begin within llm.firstTokenTimeout")
	errTotal      = errors.New("the reply was not complete within llm.timeout")
)

// fail returns an error about the host. It omits the detail if it contains part of the key.
func (c *Client) fail(kind Kind, status int, detail string) *Error {
	return &Error{Kind: kind, Host: c.Host(), Model: cmp.Or(c.opts.Model, "model"), Status: status,
		Detail: c.secret.line(detail)}
}
