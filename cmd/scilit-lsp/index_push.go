package main

import (
	"cmp"
	"context"
	"fmt"
	"iter"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/engine/weaviate"
)

type indexPushCmd struct {
	Shards   int    `placeholder:"N" help:"Number of shards of a new collection; by default one per node."`
	Replicas int    `placeholder:"N" help:"Number of replicas of each shard of a new collection; by default the number of nodes in the address, at most 3."`
	Vectors  string `enum:"hnsw,flat" default:"hnsw" help:"Vector index of a new collection: hnsw (a graph) or flat (a scan of all vectors)."`
	Bits     int    `enum:"0,1,8" default:"8" help:"Bits per vector component that a new collection keeps in memory, one of ${enum}; 0 keeps full vectors."`
	Verify   bool   `help:"Afterwards verify that every node has every paper and vector, and send missing ones again."`
	Prune    bool   `help:"Remove from the collection all papers that are not in the index."`
	Dir      string `arg:"" help:"Folder of the corpus."`
	Address  string `arg:"" help:"Address of the collection: weaviate+http://HOST:PORT,HOST:PORT/COLLECTION."`
}

func (c indexPushCmd) Help() string {
	return `Sends the papers and vectors of an index to a Weaviate cluster, and creates the collection if it is
missing. Unchanged papers are not sent again, so an interrupted push continues where it stopped. After a node
has failed, use --verify: Weaviate restores papers, but not all of their vectors and links. The cluster's key
comes from your remote.token_env or remote.token_command setting.`
}

func (c indexPushCmd) Run(ctx context.Context, std cli.Streams) error {
	x, err := index.Open(config.ExpandHome(c.Dir))
	if err != nil {
		return err
	}
	defer x.Close()
	cluster, err := c.collection(ctx, x)
	if err != nil {
		return err
	}
	sum, err := c.transfer(ctx, std, "pushing", x, cluster.Push)
	if err != nil {
		return fmt.Errorf("the push to %s stopped after %s: %w; run the same command again to continue", c.Address,
			text.Count(sum.Sent+sum.Unchanged, "paper"), err)
	}
	if c.Verify {
		whole, err := c.transfer(ctx, std, "verifying", x, cluster.Verify)
		if err != nil {
			return fmt.Errorf("the verification of %s stopped after %s: "+
				"%w; run the same command again", c.Address, text.Count(whole.Sent+whole.Unchanged, "paper"), err)
		}
		fmt.Fprintf(std.Out, "%s: %s on each node, %d sent again\n", c.Address,
			text.Count(whole.Sent+whole.Unchanged, "paper"), whole.Sent)
		if whole.Hidden > 0 {
			std.Note("%s: the vector graph of at least one node cannot reach %s; push the index to a "+
				"new collection, or use --vectors flat there to avoid the graph", c.Address, text.Count(whole.Hidden, "paper"))
		}
	}
	if c.Prune {
		if sum.Removed, err = cluster.Prune(ctx, heldBy(x)); err != nil {
			return fmt.Errorf("could not prune %s: %w", c.Address, err)
		}
	}
	fmt.Fprintf(std.Out, "%s: %s sent, %d unchanged, %d removed\n", c.Address, text.Count(sum.Sent, "paper"),
		sum.Unchanged, sum.Removed)
	return nil
}

// transfer calls with for the papers and vectors of an index and shows the progress.
func (c indexPushCmd) transfer(ctx context.Context, std cli.Streams, doing string, x *index.Index,
	with func(context.Context, iter.Seq2[engine.PaperVector, error], func(int)) (weaviate.PushCounts,
		error)) (weaviate.PushCounts, error) {
	bar, beat := cli.ProgressOf(std.Err, -1, doing, "papers"), newHeartbeat(std.Err)
	sum, err := with(ctx, x.Embedded(ctx), func(papers int) {
		_ = bar.Set(papers)
		beat.beat(papers)
	})
	_ = bar.Finish()
	return sum, err
}

// collection opens the collection of an index in the Weaviate cluster, and creates it if missing.
func (c indexPushCmd) collection(ctx context.Context, x *index.Index) (*weaviate.Corpus, error) {
	at, err := weaviate.ParseAddress(c.Address)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", cli.ErrUsage, err)
	}
	cluster, err := backend.OpenCluster(cli.Load().Settings, c.Address)
	if err != nil {
		return nil, err
	}
	info, err := x.Info(ctx)
	if err != nil {
		return nil, err
	}
	dimension := 0
	for e, err := range x.Embedded(ctx) {
		if err != nil {
			return nil, err
		}
		dimension = len(e.Vector.Components)
		break
	}
	as := weaviate.Layout{
		Shards: c.Shards, Replicas: cmp.Or(c.Replicas, min(len(at.Nodes), 3)), Vectors: c.Vectors, Bits: c.Bits,
	}
	return cluster, cluster.Ensure(ctx, info.Name, info.Embedder, dimension, as)
}

// heldBy returns a function that reports whether x contains the papers with the given IDs.
func heldBy(x *index.Index) func(context.Context, []string) ([]bool, error) {
	return func(ctx context.Context, ids []string) ([]bool, error) {
		refs, has := make([]engine.WorkRef, len(ids)), make([]bool, len(ids))
		for i, id := range ids {
			refs[i].ID = id
		}
		papers, err := x.Papers(ctx, refs)
		for i, p := range papers {
			has[i] = p != nil
		}
		return has, err
	}
}
