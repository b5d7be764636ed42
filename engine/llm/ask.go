package llm

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// An Answer is a model's reply.
type Answer struct {
	Text string // without control characters and reasoning
	Note string // describes the part of the prompt that was cut, or ""
}

// Ask sends a prompt. Unless words is nil, it is called with each part of the reply as it arrives,
// even if the reply later fails. Canceling ctx cancels the request.
func (c *Client) Ask(ctx context.Context, p Prompt, words func(string)) (Answer, error) {
	for range parameters {
		r, err := c.Request(p)
		if err != nil {
			return Answer{}, err
		}
		said, again, err := c.askOnce(ctx, r, words)
		if !again {
			return Answer{said, r.Note}, err
		}
	}
	return Answer{}, c.fail(Refused, 0, "it rejected every combination of parameters")
}

// Send sends a request that the user has reviewed.
func (c *Client) Send(ctx context.Context, r Request) (Answer, error) {
	said, _, err := c.askOnce(ctx, r, nil)
	return Answer{said, r.Note}, err
}

// askOnce sends a request once. again reports whether the host rejected a parameter that later
// requests will omit.
func (c *Client) askOnce(ctx context.Context, r Request, words func(string)) (said string, again bool, err error) {
	if err := c.approve(ctx, r); err != nil { // no time limit applies while the user reads the request
		return "", false, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.opts.Total, errTotal)
	defer cancel()
	ctx, interrupt := context.WithCancelCause(ctx)
	defer interrupt(nil)
	patience := time.AfterFunc(c.opts.FirstToken, func() { interrupt(errFirstToken) })
	defer patience.Stop()
	answer, err := c.post(ctx, r)
	if err != nil {
		return "", false, err
	}
	defer answer.Body.Close()
	if err := c.judge(answer); err != nil {
		return "", false, err
	}
	if answer.Status != 200 {
		again, err := c.refusal(ctx, r, answer)
		return "", again, err
	}
	said, err = c.listen(ctx, answer, r.lines, func(next string) {
		patience.Stop()
		if words != nil && next != "" {
			words(next)
		}
	})
	return said, false, err
}

// refusal returns the host's error, and whether a retry without a parameter may succeed.
func (c *Client) refusal(ctx context.Context, r Request, answer *network.Answer) (again bool, err error) {
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxErrorBody))
	if err != nil {
		return false, c.interrupted(ctx, err)
	}
	failed, said := c.errorOf(answer.Status, body, answer.Header("Content-Type"))
	isForm := failed.Kind == Refused || failed.Kind == Unreachable && asksLess.MatchString(said)
	return isForm && c.learn(said, r), failed
}

// errEnough stops the reading of a reply once it has the requested number of lines.
var errEnough = errors.New("enough")

const maxAnswerLine = 1 << 10 // maximum length of a line in a streamed reply, in bytes

// An answerText collects a reply.
type answerText struct {
	strings.Builder
	wanted int // number of lines requested; 0 for all
	lines  int // non-blank lines so far
	blank  bool
	line   int // bytes since the last line break
}

// add appends words to the reply. It returns an error once the reply is complete or too long.
func (a *answerText) add(words string) error {
	for i := range len(words) {
		switch {
		case words[i] != '\n':
			a.line, a.blank = a.line+1, a.blank && words[i] == ' '
		case !a.blank:
			a.lines, a.line, a.blank = a.lines+1, 0, true
		}
		if a.wanted > 0 && a.lines == a.wanted {
			a.WriteString(words[:i])
			return errEnough
		}
		if a.wanted > 0 && a.line > maxAnswerLine || a.Len()+i > maxAnswer {
			return errTooMuch
		}
	}
	a.WriteString(words)
	return nil
}

var errTooMuch = errors.New("it is too long")

// listen collects a reply. It calls heard for each event with the event's words, or "".
func (c *Client) listen(ctx context.Context, answer *network.Answer, lines int, heard func(string)) (string, error) {
	all := answerText{wanted: lines, blank: true}
	var thoughts thinker
	var last piece
	say := func(words string) error {
		words = text.Clean(words)
		heard(words)
		return all.add(words)
	}
	finish, err := c.readReply(ctx, answer, func(p piece) error {
		if p.Refusal != "" {
			last = p
		}
		if p.Content != "" || p.Reasoning != "" {
			return say(thoughts.pass(string(p.Content)))
		}
		return nil
	})
	if err == nil {
		err = say(thoughts.rest())
	}
	switch {
	case errors.Is(err, errEnough):
		finish = "stop"
	case errors.Is(err, errTooMuch):
		return "", c.fail(Malformed, 0, err.Error())
	case err != nil:
		return "", err
	}
	said := strings.TrimSpace(all.String())
	if err := c.ended(finish, said, last); err != nil {
		return "", err
	}
	return said, nil
}

// JSON requests a reply that matches p.Schema and decodes it into into. It validates the reply, and
// also accepts an object within prose.
func (c *Client) JSON(ctx context.Context, p Prompt, into any) error {
	if p.Schema == nil {
		return errors.New("an answer in JSON requires a schema")
	}
	answer, err := c.Ask(ctx, p, nil)
	if err != nil {
		return err
	}
	raw, err := p.Schema.find(answer.Text)
	if err != nil {
		return c.fail(Malformed, 0, err.Error())
	}
	return json.Unmarshal(raw, into)
}

// Limits on a list of models.
const (
	maxModels     = 1000
	maxModelsBody = 4 << 20
	maxName       = 200
)

// Models returns the names of the host's models. For a remote host, the caller must have the user's
// consent.
func (c *Client) Models(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.opts.FirstToken, errFirstToken)
	defer cancel()
	headers, err := c.headers(ctx, "application/json")
	if err != nil {
		return nil, err
	}
	answer, err := c.send(ctx, func() network.Request {
		return network.Request{URL: c.base.JoinPath("models").String(), Header: headers}
	})
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if err := c.judge(answer); err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxModelsBody+1))
	switch {
	case err != nil:
		return nil, c.interrupted(ctx, err)
	case answer.Status != 200:
		failed, _ := c.errorOf(answer.Status, body, answer.Header("Content-Type"))
		return nil, failed
	case len(body) > maxModelsBody:
		return nil, c.fail(Malformed, answer.Status, "it is longer than 4 MB")
	}
	return c.modelsIn(answer.Status, body)
}

func (c *Client) modelsIn(status int, body []byte) (names []string, err error) {
	var list struct {
		Data []struct{ ID string } `json:"data"`
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, c.fail(Malformed, status, "it has no list of models")
	}
	for _, model := range list.Data {
		name := text.OneLine(model.ID)
		if name != "" && len(name) <= maxName && len(names) < maxModels && !c.secret.whole(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}
