package weaviate

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"time"
)

// Properties that are used in filters.
const (
	termsProperty = "terms"
	namesProperty = "names"
	yearProperty  = "year"
)

// A Layout configures the storage of a new collection. Only Replicas can be changed later.
type Layout struct {
	Shards   int // number of shards; 0 for one per node
	Replicas int // number of replicas per shard
	// Vectors is "hnsw" or "flat". A flat index is exact, but slower from about 100,000 papers per
	// shard.
	Vectors string
	Bits    int // bits in memory per vector component: 8 or 1; 0 for uncompressed vectors
}

// about holds the metadata in the description of a collection, and the number of its papers.
type about struct {
	Version   int    `json:"scilit"`
	Name      string `json:"name"`
	Embedder  string `json:"embedder,omitempty"`
	Dimension int    `json:"dimension,omitempty"`
	State     string `json:"state"` // changes with every write

	papers int
}

const (
	aboutVersion = 1
	maxDimension = 8192 // higher than the dimension of any embedder
	// maxText is the maximum length of names and IDs from the server, in bytes.
	maxText = 200
	// fresh is the time for which the metadata is cached.
	fresh = time.Minute
)

// described returns the metadata of the collection. It may be up to a minute old.
func (c *Corpus) described(ctx context.Context) (about, error) {
	c.mu.Lock()
	known, read := c.known, c.read
	c.mu.Unlock()
	if time.Since(read) < fresh {
		return known, nil
	}
	return c.look(ctx)
}

// look fetches the metadata of the collection.
func (c *Corpus) look(ctx context.Context) (about, error) {
	class, err := do[struct {
		Description string `json:"description"`
	}](ctx, &c.client, "GET", c.schemaPath(), nil)
	if err != nil {
		if missing(err) {
			err = fmt.Errorf("%s: the collection does not exist (%w): check its name, or create it with `scilit-lsp index "+
				"push`", c.address, err)
		}
		return about{}, err
	}
	a, err := aboutOf(class.Description)
	if err != nil {
		return about{}, fmt.Errorf("%s: %w", c.address, err)
	}
	answer, err := c.client.query(ctx, "{Aggregate{all:"+c.address.Collection+"{meta{count}}}}")
	if err != nil {
		return about{}, err
	}
	if counts := answer.Data.Aggregate["all"]; len(counts) > 0 {
		a.papers = max(0, counts[0].Meta.Count)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known, c.read = a, time.Now()
	return a, nil
}

// forget clears the cached metadata.
func (c *Corpus) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known, c.read = about{}, time.Time{}
}

func (c *Corpus) schemaPath() string { return "/v1/schema/" + c.address.Collection }

func aboutOf(description string) (a about, err error) {
	if json.Unmarshal([]byte(description), &a) != nil || a.Version != aboutVersion {
		return a, fmt.Errorf("this collection was not created by this version of `scilit-lsp index push`: push " +
			"the index to a new collection")
	}
	if len(a.Name) > maxText || len(a.Embedder) > maxText || len(a.State) > maxText || a.Dimension < 0 ||
		a.Dimension > maxDimension {
		return a, fmt.Errorf("the description of this collection cannot be read: push the index to a new collection")
	}
	return a, nil
}

func (a about) description() string {
	raw, _ := json.Marshal(a) // Marshal cannot fail for strings and numbers
	return string(raw)
}

// A property is a field of the collection's schema.
type property struct {
	Name              string   `json:"name"`
	DataType          []string `json:"dataType"`
	Tokenization      string   `json:"tokenization,omitempty"`
	IndexFilterable   bool     `json:"indexFilterable"`
	IndexSearchable   bool     `json:"indexSearchable"`
	IndexRangeFilters bool     `json:"indexRangeFilters"`
}

// properties is the schema of every collection. The year is a single number, since Weaviate does not
// evaluate ranges on arrays. It is omitted if unknown.
var properties = []property{
	{Name: termsProperty, DataType: []string{"text[]"}, Tokenization: "field", IndexFilterable: true},
	{Name: namesProperty, DataType: []string{"text[]"}, Tokenization: "field", IndexFilterable: true},
	{Name: "stems", DataType: []string{"text"}, Tokenization: "whitespace", IndexSearchable: true},
	{Name: yearProperty, DataType: []string{"int"}, IndexRangeFilters: true},
	{Name: "full", DataType: []string{"boolean"}},
	{Name: "paper", DataType: []string{"text"}, Tokenization: "field"},
	{Name: "record", DataType: []string{"text"}, Tokenization: "field"},
	{Name: "body", DataType: []string{"text"}, Tokenization: "field"},
	{Name: "row", DataType: []string{"text"}, Tokenization: "field"},
	{Name: "digest", DataType: []string{"text"}, Tokenization: "field"},
}

// object is a JSON object.
type object = map[string]any

// Ensure creates the collection if it does not exist. An existing collection keeps its layout, and
// its vectors must come from the same embedder.
func (c *Corpus) Ensure(ctx context.Context, name, embedder string, dimension int, as Layout) error {
	switch a, err := c.look(ctx); {
	case err == nil && a.Embedder != embedder:
		return fmt.Errorf("%s: the collection uses the embedder %q, but the index uses %q: push the index to "+
			"another collection", c.address, cmp.Or(a.Embedder, "none"), cmp.Or(embedder, "none"))
	case err == nil:
		return nil
	case !missing(err):
		return err
	}
	a := about{Version: aboutVersion, Name: name, Embedder: embedder, Dimension: dimension, State: rand.Text()}
	if _, err := do[noBody](ctx, &c.client, "POST", "/v1/schema", c.class(a, as)); err != nil {
		return fmt.Errorf("%s: the collection could not be created: %w", c.address, err)
	}
	c.forget()
	return nil
}

// class returns the schema of the collection. BM25 uses the parameters of package rank.
func (c *Corpus) class(a about, as Layout) object {
	vectors := object{"distance": "cosine"}
	if a.Embedder == "" {
		as.Vectors, vectors["skip"] = "hnsw", true
	} else if as.Bits > 0 {
		vectors["rq"] = object{"enabled": true, "bits": as.Bits, "rescoreLimit": rescored}
	}
	class := object{
		"class": c.address.Collection, "description": a.description(), "vectorizer": "none",
		"vectorIndexType": as.Vectors, "vectorIndexConfig": vectors,
		"replicationConfig": object{
			"factor": as.Replicas, "asyncEnabled": as.Replicas > 1, "deletionStrategy": "TimeBasedResolution",
		},
		"invertedIndexConfig": object{"bm25": object{"k1": 0.9, "b": 0.4}, "stopwords": object{"preset": "none"}},
		"properties":          properties,
	}
	if as.Shards > 0 {
		class["shardingConfig"] = object{"desiredCount": as.Shards}
	}
	return class
}

// rescored is the number of nearest neighbours that are rescored with uncompressed vectors.
const rescored = 400

// changed assigns a new state to the collection, so that cached samples are no longer used.
func (c *Corpus) changed(ctx context.Context) error {
	defer c.forget()
	class, err := do[object](ctx, &c.client, "GET", c.schemaPath(), nil)
	if err != nil {
		return err
	}
	description, _ := class["description"].(string)
	a, err := aboutOf(description)
	if err != nil {
		return fmt.Errorf("%s: %w", c.address, err)
	}
	a.State = rand.Text()
	class["description"] = a.description()
	_, err = do[noBody](ctx, &c.client, "PUT", c.schemaPath(), class)
	return err
}
