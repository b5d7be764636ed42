package weaviate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/network"
)

// A client asks the nodes of a cluster, another one where one does not answer.
type client struct {
	nodes []nodeClient
	key   func(context.Context) (string, error)
	last  atomic.Uint32 // the node that answered last
}

type nodeClient struct {
	url string
	net *network.Client // to this node alone
}

const (
	// maxReply bounds what is read of a reply, in bytes.
	maxReply = 64 << 20
	// rounds is how often every node is asked, since the others take some seconds to notice
	// that one is gone.
	rounds = 8
	// firstWait is the wait after the first round; it doubles up to longestWait.
	firstWait, longestWait = 50 * time.Millisecond, 2 * time.Second
	// attempt is how long one node may take, writeAttempt the same for writing.
	attempt, writeAttempt = 30 * time.Second, 10 * time.Minute
)

// Statuses of replies. A node that is maintained answers as a teapot.
const (
	statusRefused    = 403
	statusMissing    = 404
	statusMaintained = 418
	statusBusy       = 429
)

// batchPath is where many objects are written and deleted; a consistency follows.
const batchPath = "/v1/batch/objects?consistency_level="

// A consistency is how many replicas have to confirm a write.
type consistency string

const (
	toMost consistency = "QUORUM"
	toAll  consistency = "ALL"
)

// A refusal is an answer that asking again does not change.
type refusal struct {
	status int
	text   string
}

func (r refusal) Error() string { return r.text }

// missing reports whether there is none of what was asked for.
func missing(err error) bool {
	var r refusal
	return errors.As(err, &r) && r.status == statusMissing
}

// do sends a question to one node after the other until one answers it. T is what the
// reply holds.
func do[T any](ctx context.Context, c *client, method, path string, question any) (answer T, err error) {
	raw, err := body(question)
	if err != nil {
		return answer, err
	}
	for wait, round := firstWait, 0; ; round++ {
		for range c.nodes {
			if answer, err = try[T](ctx, c, method, path, raw); err == nil || isFinal(ctx, err) {
				return answer, err
			}
		}
		if round+1 == rounds {
			return answer, err
		}
		if stopped := network.Sleep(ctx, wait); stopped != nil {
			return answer, stopped
		}
		wait = min(2*wait, longestWait)
	}
}

// try asks the node that answered last, and leaves the next question to another one where it
// fails.
func try[T any](ctx context.Context, c *client, method, path string, raw []byte) (answer T, err error) {
	at := c.last.Load()
	var fresh T // nothing of a reply that failed stays
	if err = c.ask(ctx, c.nodes[int(at)%len(c.nodes)], method, path, raw, &fresh); err != nil {
		c.last.CompareAndSwap(at, (at+1)%uint32(len(c.nodes)))
		return answer, err
	}
	return fresh, nil
}

// isFinal reports whether asking again is of no use.
func isFinal(ctx context.Context, err error) bool {
	var r refusal
	return errors.As(err, &r) || ctx.Err() != nil
}

// nothing is what a reply holds that is not read.
type nothing struct{}

func body(question any) ([]byte, error) {
	if question == nil {
		return nil, nil
	}
	return json.Marshal(question)
}

// ask sends a question to one node.
func (c *client) ask(ctx context.Context, node nodeClient, method, path string, raw []byte, into any) error {
	patience := attempt
	if strings.HasPrefix(path, batchPath) {
		patience = writeAttempt
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request := network.Request{Method: method, URL: node.url + path, Header: map[string]string{"Content-Type": "application/json"}}
	if raw != nil {
		request.Body = bytes.NewReader(raw)
	}
	if c.key != nil {
		key, err := c.key(ctx)
		if err != nil {
			return refusal{statusRefused, "the key of the cluster: " + err.Error()}
		}
		request.Header["Authorization"] = "Bearer " + key
	}
	answer, err := node.net.Send(limited, request)
	if errors.Is(err, network.ErrNotAllowed) {
		return refusal{statusRefused, err.Error()}
	}
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	return read(node.url, answer, into)
}

// read reads a reply. An error of the node itself may not be one of another node.
func read(node string, answer *network.Answer, into any) error {
	reply, err := io.ReadAll(io.LimitReader(answer.Body, maxReply+1))
	switch {
	case err != nil:
		return err
	case len(reply) > maxReply:
		return refusal{answer.Status, fmt.Sprintf("%s answers with more than %d MB", host(node), maxReply>>20)}
	case answer.Status >= 500 || answer.Status == statusBusy || answer.Status == statusMaintained:
		return fmt.Errorf("%s answers with status %d: %s", host(node), answer.Status, shortened(string(reply)))
	case answer.Status >= 300:
		return refusal{answer.Status, fmt.Sprintf("%s answers with status %d: %s", host(node), answer.Status, shortened(string(reply)))}
	}
	if _, unread := into.(*nothing); unread {
		return nil
	}
	if err := json.Unmarshal(reply, into); err != nil {
		return fmt.Errorf("%s answers with something else than Weaviate does: %w", host(node), err)
	}
	if failed, ok := into.(interface{ failure() string }); ok && failed.failure() != "" {
		return fmt.Errorf("%s answers: %s", host(node), shortened(failed.failure()))
	}
	return nil
}

func host(node string) string {
	u, err := url.Parse(node)
	if err != nil {
		return node
	}
	return u.Host
}

// maxMessage bounds what is shown of an error of the other side, in bytes.
const maxMessage = 200

func shortened(reply string) string {
	return fmt.Sprintf("%q", strings.TrimSpace(reply[:min(len(reply), maxMessage)]))
}
