package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/network"
)

// A Request is a prompt in the form in which it is sent.
type Request struct {
	URL    string
	Body   []byte // the literal body
	HasKey bool   // whether a header contains the user's key, which is not displayed
	Note   string // describes the part that was cut, or ""

	lines int // see Prompt.Lines
}

// String returns the request as displayed to the user, without the key.
func (r Request) String() string {
	shown := "POST " + r.URL + "\n"
	if r.HasKey {
		shown += "Authorization: Bearer (your key)\n"
	}
	return shown + "\n" + string(r.Body) + "\n"
}

// A parameter is a part of a request that some hosts reject.
type parameter string

const (
	temperature    parameter = "temperature"
	seed           parameter = "seed"
	maxTokens      parameter = "max_tokens" // replaced by max_completion_tokens if rejected
	responseFormat parameter = "response_format"
	system         parameter = "system" // role of the instruction, which moves into the user's message if rejected
)

var parameters = []parameter{temperature, seed, maxTokens, responseFormat, system}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// A chat is the request body.
type chat struct {
	Model               string    `json:"model,omitempty"`
	Messages            []message `json:"messages"`
	Stream              bool      `json:"stream"`
	Temperature         *float64  `json:"temperature,omitempty"`
	Seed                *int      `json:"seed,omitempty"`
	MaxTokens           int       `json:"max_tokens,omitempty"`
	MaxCompletionTokens int       `json:"max_completion_tokens,omitempty"`
	ResponseFormat      *format   `json:"response_format,omitempty"`
}

type format struct {
	Type   string `json:"type"`
	Schema struct {
		Name   string  `json:"name"`
		Strict bool    `json:"strict"`
		Schema *Schema `json:"schema"`
	} `json:"json_schema"`
}

// Request returns the request for a prompt.
func (c *Client) Request(p Prompt) (Request, error) {
	fitted, err := p.fit(c.opts.Context)
	if err != nil {
		return Request{}, c.fail(TooLong, 0, err.Error())
	}
	// Makes replies deterministic if the host supports it (invariant 8).
	cold, one := 0.0, 1
	body := chat{Model: c.opts.Model, Stream: true, Temperature: &cold, Seed: &one, MaxTokens: p.answer(),
		Messages: []message{{"system", fitted.instruction}, {"user", fitted.text}}}
	if p.Schema != nil {
		f := &format{Type: "json_schema"}
		f.Schema.Name, f.Schema.Strict, f.Schema.Schema = "answer", true, p.Schema
		body.ResponseFormat = f
	}
	c.omitRefused(&body)
	var raw bytes.Buffer
	encoder := json.NewEncoder(&raw)
	encoder.SetEscapeHTML(false) // the user reads the body, so < and > stay readable
	if err := encoder.Encode(body); err != nil {
		return Request{}, err
	}
	return Request{c.base.JoinPath("chat/completions").String(), bytes.TrimSpace(raw.Bytes()), c.opts.Key != nil,
		fitted.note, p.Lines}, nil
}

// omitRefused removes parameters rejected by the host from a request.
func (c *Client) omitRefused(b *chat) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refused[temperature] {
		b.Temperature = nil
	}
	if c.refused[seed] {
		b.Seed = nil
	}
	if c.refused[maxTokens] {
		b.MaxTokens, b.MaxCompletionTokens = 0, b.MaxTokens
	}
	if c.refused[responseFormat] {
		b.ResponseFormat = nil
	}
	if c.refused[system] {
		b.Messages = []message{{"user", b.Messages[0].Content + "\n\n" + b.Messages[1].Content}}
	}
}

// learn records the parameters rejected by the host. It reports whether any is new. If the host
// names none, it assumes the response format, which the fewest hosts support.
func (c *Client) learn(said string, asked Request) (isNew bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	low := strings.ToLower(said)
	for _, name := range parameters {
		if strings.Contains(low, string(name)) && !c.refused[name] {
			c.refused[name], isNew = true, true
		}
	}
	if !isNew && !c.refused[responseFormat] && bytes.Contains(asked.Body, []byte(`"response_format":{`)) {
		c.refused[responseFormat], isNew = true, true
	}
	return isNew
}

// post sends a request exactly as shown.
func (c *Client) post(ctx context.Context, r Request) (*network.Answer, error) {
	headers, err := c.headers(ctx, "text/event-stream, application/json")
	if err != nil {
		return nil, err
	}
	return c.send(ctx, func() network.Request {
		return network.Request{URL: r.URL, Header: headers, Body: bytes.NewReader(r.Body)}
	})
}
