package weaviate

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A client sends requests to a cluster. If a node fails, the client tries the next one.
type client struct {
	nodes []nodeClient
	key   func(context.Context) (string, error)
	last  atomic.Uint32 // index of the node to try first
}

type nodeClient struct {
	url string
	net *network.Client // connects only to this node
}

const (
	// maxReply is the maximum size of a response, in bytes.
	maxReply = 64 << 20
	// rounds is the number of attempts per node. It is high because the cluster needs several
	// seconds to notice that a node is down.
	rounds = 8
	// firstWait is the wait after the first round. The wait doubles after each round, up to
	// longestWait.
	firstWait, longestWait = 50 * time.Millisecond, 2 * time.Second
	// attempt is the timeout of a request to one node. writeAttempt is the timeout of a batch write.
	attempt, writeAttempt = 30 * time.Second, 10 * time.Minute
)

// HTTP statuses with special handling. A node in maintenance mode responds with 418.
const (
	statusNoKey      = 401
	statusRefused    = 403
	statusMissing    = 404
	statusMaintained = 418
	statusBusy       = 429
)

// statusHelp is the advice for each status.
var statusHelp = map[int]string{
	statusNoKey: ": in your own settings, add the cluster to remote.token_env (the variable that contains its " +
		"API key) or remote.token_command (the command that prints it)",
	statusRefused: ": ask the cluster's administrator for access",
}

// batchPath is the endpoint for batch writes and deletions. The consistency level is appended.
const batchPath = "/v1/batch/objects?consistency_level="

// Consistency levels, which determine how many replicas must confirm a write.
const toMost, toAll = "QUORUM", "ALL"

// A refusal is an error response that a retry would not change.
type refusal struct {
	status int
	text   string
}

func (r refusal) Error() string { return r.text }

// missing reports whether an error means that the requested object does not exist.
func missing(err error) bool {
	r, ok := errors.AsType[refusal](err)
	return ok && r.status == statusMissing
}

// do sends a request to one node after another until one succeeds. T is the type of the reply.
func do[T any](ctx context.Context, c *client, method, path string, question any) (answer T, err error) {
	var raw []byte
	if question != nil {
		if raw, err = json.Marshal(question); err != nil {
			return answer, err
		}
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

// try sends a request to the node that responded last. If the request fails, the next one goes to
// the next node.
func try[T any](ctx context.Context, c *client, method, path string, raw []byte) (answer T, err error) {
	at := c.last.Load()
	var fresh T // discards a response that was decoded only in part
	if err = c.ask(ctx, c.nodes[int(at)%len(c.nodes)], method, path, raw, &fresh); err != nil {
		c.last.CompareAndSwap(at, (at+1)%uint32(len(c.nodes)))
		return answer, err
	}
	return fresh, nil
}

// isFinal reports whether an error would also occur on a retry.
func isFinal(ctx context.Context, err error) bool {
	return errors.As(err, new(refusal)) || ctx.Err() != nil
}

// noBody is the type of a response whose body is ignored.
type noBody struct{}

// ask sends a request to one node and decodes its reply.
func (c *client) ask(ctx context.Context, node nodeClient, method, path string, raw []byte, into any) error {
	patience := attempt
	if strings.HasPrefix(path, batchPath) {
		patience = writeAttempt
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	header := map[string]string{"Content-Type": "application/json"}
	request := network.Request{Method: method, URL: node.url + path, Header: header}
	if raw != nil {
		request.Body = bytes.NewReader(raw)
	}
	if c.key != nil {
		key, err := c.key(ctx)
		if err != nil {
			return refusal{statusRefused, "the cluster's API key is not available: " + err.Error()}
		}
		header["Authorization"] = "Bearer " + key
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

// read decodes a response. An error of a single node is not a refusal, since another node may
// succeed.
func read(node string, answer *network.Answer, into any) error {
	reply, err := io.ReadAll(io.LimitReader(answer.Body, maxReply+1))
	switch {
	case err != nil:
		return err
	case len(reply) > maxReply:
		return refusal{answer.Status, fmt.Sprintf("%s: the reply is larger than %d MB", host(node), maxReply>>20)}
	case answer.Status >= 500 || answer.Status == statusBusy || answer.Status == statusMaintained:
		return fmt.Errorf("%s returned status %d: %s", host(node), answer.Status, shortened(string(reply)))
	case answer.Status >= 300:
		return refusal{answer.Status, fmt.Sprintf("%s returned status %d, %s%s", host(node), answer.Status,
			shortened(string(reply)), statusHelp[answer.Status])}
	}
	if _, unread := into.(*noBody); unread {
		return nil
	}
	if err := json.Unmarshal(reply, into); err != nil {
		return fmt.Errorf("%s: the reply is not from Weaviate (%w): check the address", host(node), err)
	}
	if failed, ok := into.(interface{ failure() string }); ok && failed.failure() != "" {
		return fmt.Errorf("%s returned: %s", host(node), shortened(failed.failure()))
	}
	return nil
}

// host returns the host and port of a node URL written by ParseAddress.
func host(node string) string {
	_, host, _ := strings.Cut(node, "://")
	return host
}

// maxMessage is the maximum length of the excerpt shown from a server's error message, in bytes.
const maxMessage = 200

func shortened(reply string) string {
	return fmt.Sprintf("%q", strings.TrimSpace(reply[:min(len(reply), maxMessage)]))
}

// A question is a GraphQL query. It contains a user's words only as string literals.
type question struct {
	Query string `json:"query"`
}

// A hit is an object in a reply.
type hit struct {
	Record string `json:"record"`
	Row    string `json:"row"`
	Body   string `json:"body"`
	Digest string `json:"digest"`
	Name   string `json:"paper"` // ID of the paper
	Full   bool   `json:"full"`
	More   struct {
		ID       string  `json:"id"`
		Distance float64 `json:"distance"`
	} `json:"_additional"`
}

// A reply holds the results of a question by alias.
type reply struct {
	Data struct {
		Get       map[string][]hit
		Aggregate map[string][]struct {
			Meta struct {
				Count int `json:"count"`
			} `json:"meta"`
		}
	} `json:"data"`
	Errors []struct {
		Message string `json:"message"`
	} `json:"errors"`
}

// failure returns the first error of a reply, or "" for a success. Weaviate reports GraphQL errors
// with status 200.
func (r *reply) failure() string {
	if len(r.Errors) == 0 {
		return ""
	}
	return r.Errors[0].Message + " " // the space makes the result non-empty even if the message is empty
}

func (c *client) query(ctx context.Context, query string) (reply, error) {
	return do[reply](ctx, c, "POST", "/v1/graphql", question{query})
}

// fetch sends queries written by get, and returns their hits by alias.
func (c *client) fetch(ctx context.Context, queries ...string) (map[string][]hit, error) {
	answer, err := c.query(ctx, "{Get{"+strings.Join(queries, "")+"}}")
	return answer.Data.Get, err
}

// Lists of fields to request.
const (
	scoredFields = "record row full _additional{id}"
	digestFields = "digest _additional{id}"
)

// get returns a query for objects under an alias. It omits empty arguments.
func (c *Corpus) get(name, fields string, arguments ...string) string {
	arguments = slices.DeleteFunc(arguments, func(argument string) bool { return argument == "" })
	return fmt.Sprintf("%s:%s(%s){%s}", name, c.address.Collection, strings.Join(arguments, ","), fields)
}

// byKeys returns the arguments that select objects by UUID.
func byKeys(keys ...string) string { return anyOf("id", keys...).argument() + "," + limit(len(keys)) }

func limit(n int) string { return "limit:" + strconv.Itoa(n) }

// near returns the argument for a vector search.
func near(vector []float32) string {
	b := []byte("nearVector:{vector:[")
	for i, x := range vector {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendFloat(b, float64(x), 'g', -1, 32)
	}
	return string(append(b, "]}"...))
}

// byWords returns the argument for a BM25 search.
func byWords(words string) string {
	return `bm25:{query:` + literal(words) + `,properties:["stems"]}`
}

// literal quotes a string. JSON strings are valid in GraphQL.
func literal(s string) string {
	quoted, _ := json.Marshal(s) // Marshal cannot fail for a string
	return string(quoted)
}

// vector decodes the vector of a hit. It returns an empty vector if the hit has none of the given
// dimension.
func (h hit) vector(dimension int) rank.QuantisedVector {
	raw, err := base64.StdEncoding.DecodeString(h.Row)
	if err != nil || len(raw) != 4+dimension {
		return rank.QuantisedVector{}
	}
	return unpacked(raw)
}
