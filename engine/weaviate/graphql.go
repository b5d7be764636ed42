package weaviate

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A question is a GraphQL document; its parts are all that a user's words go into, each
// as a literal.
type question struct {
	Query string `json:"query"`
}

// A hit is an object of a reply.
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

// An aggregate counts objects.
type aggregate struct {
	Meta struct {
		Count int `json:"count"`
	} `json:"meta"`
}

// A reply to a question, by the names that it gives its parts.
type reply struct {
	Data struct {
		Get       map[string][]hit
		Aggregate map[string][]aggregate
	} `json:"data"`
	Errors []struct {
		Message string `json:"message"`
	} `json:"errors"`
}

// failure is the first error of a reply, which has status 200 all the same.
func (r *reply) failure() string {
	if len(r.Errors) == 0 {
		return ""
	}
	return r.Errors[0].Message + " " // never empty
}

func (c *Corpus) ask(ctx context.Context, query string) (reply, error) {
	return do[reply](ctx, &c.client, "POST", "/v1/graphql", question{query})
}

// The fields that are asked for.
const (
	scoredFields = "record row full _additional{id}"
	digestFields = "digest _additional{id}"
)

// get asks for objects under a name; arguments are those of the collection.
func (c *Corpus) get(name, fields string, arguments ...string) string {
	return fmt.Sprintf("%s:%s(%s){%s}", name, c.address.Collection, joined(arguments), fields)
}

// joined leaves out arguments that are empty.
func joined(arguments []string) string {
	var all []string
	for _, argument := range arguments {
		if argument != "" {
			all = append(all, argument)
		}
	}
	return strings.Join(all, ",")
}

func limit(n int) string { return "limit:" + strconv.Itoa(n) }

// near asks for the objects whose vectors are closest.
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

// byWords asks for the objects that BM25 scores best.
func byWords(words string) string {
	return `bm25:{query:` + literal(words) + `,properties:["stems"]}`
}

// literal quotes a string: one of JSON is one of GraphQL too.
func literal(s string) string {
	quoted, _ := json.Marshal(s) // of a string, it does not fail
	return string(quoted)
}

// vector is that of a hit, without components where it has none of that dimension.
func (h hit) vector(dimension int) rank.Quantised {
	raw, err := base64.StdEncoding.DecodeString(h.Row)
	if err != nil || len(raw) != 4+dimension {
		return rank.Quantised{}
	}
	return unpacked(raw)
}
