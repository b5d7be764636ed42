package llm

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"regexp"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/network"
)

// A reply is a whole reply, or one event of a streamed reply.
type reply struct {
	Choices []struct {
		Finish  string `json:"finish_reason"`
		Delta   piece  `json:"delta"`
		Message piece  `json:"message"`
	} `json:"choices"`
	Error json.RawMessage `json:"error"`
}

type piece struct {
	Content   content `json:"content"`
	Reasoning string  `json:"reasoning_content"` // the model's reasoning, which is ignored
	Refusal   string  `json:"refusal"`
}

// A content is the text of a message, sent as a string or as a list of parts.
type content string

// UnmarshalJSON implements json.Unmarshaler. It accepts both forms and null.
func (c *content) UnmarshalJSON(raw []byte) error {
	if !bytes.HasPrefix(raw, []byte("[")) {
		return json.Unmarshal(raw, (*string)(c))
	}
	var parts []struct{ Text string }
	if err := json.Unmarshal(raw, &parts); err != nil {
		return err
	}
	var whole strings.Builder
	for _, part := range parts {
		whole.WriteString(part.Text)
	}
	*c = content(whole.String())
	return nil
}

const maxErrorBody = 16 << 10 // maximum size of an error response, in bytes

// A hostError is the error object in a reply.
type hostError struct {
	Message string          `json:"message"`
	Type    string          `json:"type"`
	Code    json.RawMessage `json:"code"` // a number or a string
	Param   string          `json:"param"`
	Window  int             `json:"n_ctx"` // sent by llama.cpp
}

// hostErrorOf parses errors of the forms {"error": {...}}, {"error": "..."} and {"message": "..."}.
func hostErrorOf(body []byte) (e hostError) {
	var outer struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Detail  json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(body, &outer) != nil {
		return hostError{Message: string(body)}
	}
	if (json.Unmarshal(outer.Error, &e) == nil || json.Unmarshal(outer.Error, &e.Message) == nil) && e.Message != "" {
		return e
	}
	return hostError{Message: outer.Message + string(outer.Detail)}
}

var (
	isTooLong = regexp.MustCompile(`(?i)exceed_context_size|context_length_exceeded|(?:context|prompt)[^.]{0,40}(?:too long|exceed|larger|maximum)|(?:exceed|maximum|longer than)[^.]{0,40}(?:context|window|tokens)`)
	isNoModel = regexp.MustCompile(`(?i)model_not_found|model[^.]{0,200}(?:not found|does not exist|not exist|unknown|not loaded)|(?:no such|unknown|invalid) model`)
	asksLess  = regexp.MustCompile(`(?i)\bschema\b|\bgrammar\b|response_format|unsupported|not support|unknown (?:field|param)|unrecognized|unexpected (?:keyword|param)|extra inputs`)
	// windowIn matches messages such as "the available context size (4096 tokens)" and "maximum
	// context length is 8192 tokens".
	windowIn = regexp.MustCompile(`(?i)context (?:size|length|window)(?: of| is)? \(?(\d{3,7})`)
)

// errorOf returns the error for a failed response, and the host's message.
func (c *Client) errorOf(status int, body []byte, contentType string) (failed *Error, said string) {
	e := hostErrorOf(body)
	said = e.Message + " " + e.Type + " " + string(e.Code) + " " + e.Param
	detail := e.Message
	if isPage(contentType, body) {
		said, detail = "", ""
	}
	failed = c.fail(kindOf(status, said), status, detail)
	switch failed.Kind {
	case KeyRefused:
		failed.Detail = "" // the message may quote the key
	case TooLong:
		failed.Window = e.Window
		if m := windowIn.FindStringSubmatch(said); m != nil && failed.Window == 0 {
			failed.Window, _ = strconv.Atoi(m[1])
		}
	}
	return failed, said
}

func kindOf(status int, said string) Kind {
	switch {
	case status == 401 || status == 403:
		return KeyRefused
	case status == 413 || status >= 400 && isTooLong.MatchString(said):
		return TooLong
	case status == 404 || status >= 400 && isNoModel.MatchString(said):
		return NoModel
	case status == 429:
		return Busy
	case status == 408 || status >= 500:
		return Unreachable
	}
	return Refused
}

func isPage(contentType string, body []byte) bool {
	kind, _, _ := mime.ParseMediaType(contentType)
	return kind == "text/html" || bytes.HasPrefix(bytes.TrimSpace(body[:min(len(body), 1<<10)]), []byte("<"))
}

// judge returns an error for a redirect, a compressed reply or a web page.
func (c *Client) judge(answer *network.Answer) error {
	packed := answer.Header("Content-Encoding")
	switch {
	case answer.Status >= 300 && answer.Status < 400:
		return c.fail(Malformed, answer.Status, "it redirects to another address, and redirects are not followed")
	case packed != "" && !strings.EqualFold(packed, "identity"):
		return c.fail(Malformed, answer.Status, "it is compressed, although compression was not requested")
	case answer.Status == 200 && isPage(answer.Header("Content-Type"), nil):
		return c.fail(Malformed, answer.Status, "it is a web page")
	}
	return nil
}

// readReply calls take with the text of a reply as it arrives. It returns the finish reason.
func (c *Client) readReply(ctx context.Context, answer *network.Answer, take func(piece) error) (string, error) {
	kind, _, _ := mime.ParseMediaType(answer.Header("Content-Type"))
	if kind == "application/json" {
		return c.readWhole(ctx, answer, take)
	}
	finish, stream := "", newEvents(answer.Body)
	for {
		data, err := stream.next()
		switch {
		case errors.Is(err, io.EOF) && finish != "":
			return finish, nil
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return "", c.fail(Malformed, answer.Status, "it is incomplete")
		case errors.Is(err, errLine), errors.Is(err, errStream):
			return "", c.fail(Malformed, answer.Status, err.Error())
		case err != nil:
			return "", c.interrupted(ctx, err)
		case strings.TrimSpace(data) == "[DONE]":
			return finish, nil
		}
		last, err := c.chunk(answer.Status, []byte(data), take)
		if err != nil {
			return "", err
		}
		finish = cmp.Or(last, finish)
	}
}

// readWhole reads the reply of a host that does not stream.
func (c *Client) readWhole(ctx context.Context, answer *network.Answer, take func(piece) error) (string, error) {
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxLine+1))
	switch {
	case err != nil:
		return "", c.interrupted(ctx, err)
	case len(body) > maxLine:
		return "", c.fail(Malformed, answer.Status, "it is longer than 512 KB")
	}
	return c.chunk(answer.Status, body, take)
}

// chunk passes the text of an event to take.
func (c *Client) chunk(status int, data []byte, take func(piece) error) (finish string, err error) {
	var r reply
	if err := json.Unmarshal(data, &r); err != nil {
		return "", c.fail(Malformed, status, "it is not JSON: "+string(data[:min(len(data), maxDetail)]))
	}
	if len(r.Error) > 0 && !bytes.Equal(r.Error, []byte("null")) {
		failed, _ := c.errorOf(500, data, "")
		failed.Status = 0 // not set, since the HTTP status indicated success
		return "", failed
	}
	if len(r.Choices) == 0 { // the event contains only usage statistics
		return "", nil
	}
	first := r.Choices[0]
	said := first.Delta
	if first.Message != (piece{}) {
		said = first.Message
	}
	return first.Finish, take(said)
}

// ended returns an error if the finish reason means that the answer is incomplete.
func (c *Client) ended(finish, answer string, said piece) error {
	switch {
	case finish == "length" || finish == "max_tokens":
		return c.fail(Cut, 0, "")
	case finish == "content_filter" || said.Refusal != "":
		return c.fail(Refused, 0, said.Refusal)
	case strings.TrimSpace(answer) == "":
		return c.fail(Malformed, 0, "it is empty")
	case c.secret.whole(answer):
		return c.fail(Malformed, 0, "it contains your key, so it was discarded")
	}
	return nil
}

// A thinker removes the model's reasoning, enclosed in <think> and </think>, from the start of a
// streamed reply.
type thinker struct {
	begin   string // text so far, while it may be the start of <think>
	tail    string // end of the reasoning so far, which may be the start of </think>
	decided bool   // whether the stream is known to start with <think>, or known not to
	thinks  bool   // whether the current position is within the reasoning
}

const thinkBegin, thinkEnd = "<think>", "</think>"

// pass returns the part of the next words that belongs to the answer.
func (t *thinker) pass(words string) string {
	if !t.decided {
		t.begin += words
		trimmed := strings.TrimLeft(t.begin, " \n")
		if strings.HasPrefix(thinkBegin, trimmed) && trimmed != thinkBegin && len(t.begin) < maxDetail {
			return ""
		}
		t.decided, t.thinks, words = true, strings.HasPrefix(trimmed, thinkBegin), t.begin
	}
	if !t.thinks {
		return words
	}
	t.tail += words
	_, answer, found := strings.Cut(t.tail, thinkEnd)
	if found {
		t.thinks, t.tail = false, ""
		return strings.TrimLeft(answer, " \n")
	}
	t.tail = t.tail[max(0, len(t.tail)-len(thinkEnd)+1):]
	return ""
}

// rest returns the text that pass still holds back when the stream ends, since it could have been the
// start of <think>.
func (t *thinker) rest() string {
	if t.decided {
		return ""
	}
	return t.begin
}

// Limits on a stream, in bytes. An event may contain a single word or a whole reply.
const (
	maxLine   = 512 << 10
	maxStream = 16 << 20
)

var (
	errLine   = errors.New("one of its lines is longer than 512 KB")
	errStream = errors.New("it is longer than 16 MB")
)

// events parses a stream of server-sent events.
type events struct {
	lines *bufio.Scanner
	limit *io.LimitedReader
}

func newEvents(r io.Reader) *events {
	limit := &io.LimitedReader{R: r, N: maxStream + 1}
	lines := bufio.NewScanner(limit)
	lines.Buffer(nil, maxLine)
	lines.Split(eventLines)
	return &events{lines, limit}
}

// eventLines is a bufio.SplitFunc that splits at line feeds and drops carriage returns. The last
// line may lack a line feed.
func eventLines(data []byte, atEOF bool) (advance int, line []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, bytes.TrimSuffix(data[:i], []byte("\r")), nil
	}
	if atEOF && len(data) > 0 {
		return len(data), bytes.TrimSuffix(data, []byte("\r")), nil
	}
	return 0, nil, nil
}

// next returns the data of the next event that has data, or io.EOF.
func (e *events) next() (data string, err error) {
	var parts []string
	size := 0
	for e.lines.Scan() {
		line := strings.TrimPrefix(e.lines.Text(), "\ufeff")
		if line == "" && len(parts) > 0 {
			return strings.Join(parts, "\n"), nil
		}
		value, isData := dataOf(line)
		if !isData {
			continue // skips comments, event names and blank lines
		}
		if size += len(value) + 1; size > maxLine {
			return "", errLine
		}
		parts = append(parts, value)
	}
	switch err := e.lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return "", errLine
	case err != nil:
		return "", err
	case e.limit.N <= 0:
		return "", errStream
	case len(parts) > 0:
		return strings.Join(parts, "\n"), nil
	}
	return "", io.EOF
}

func dataOf(line string) (value string, isData bool) {
	name, value, _ := strings.Cut(line, ":")
	return strings.TrimPrefix(value, " "), name == "data"
}
