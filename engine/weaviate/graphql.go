package weaviate

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

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

// A reply holds the results of a question by their aliases.
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

// fetch sends queries written by get, and returns the hits of each by its alias.
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
