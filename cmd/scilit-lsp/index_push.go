package main

import (
	"context"
	"fmt"
	"iter"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/engine/weaviate"
)

type indexPushCmd struct {
	Shards   int    `placeholder:"N" help:"Parts that a new collection is cut into; one a node where not given."`
	Replicas int    `placeholder:"N" help:"Copies that a new collection has of each shard; as many as there are nodes in the address, at most 3, where not given."`
	Vectors  string `enum:"hnsw,flat" default:"hnsw" help:"How a new collection finds near vectors: by a graph, or by comparing all (${enum})."`
	Bits     int    `enum:"0,1,8" default:"8" help:"Bits of a component in the memory of a new collection; 0 for whole vectors (${enum})."`
	Verify   bool   `help:"Then ask each node of the address for every paper and its vector, and send again what one of them lacks."`
	Prune    bool   `help:"Remove the papers that the index has not."`
	Dir      string `arg:"" help:"Folder of the corpus."`
	Address  string `arg:"" help:"weaviate+http://HOST:PORT,HOST:PORT/COLLECTION."`
}

// Help says how a push ends and begins.
func (c indexPushCmd) Help() string {
	return `Sends papers and vectors of an index to a Weaviate cluster, and makes the
collection where there is none. Papers that are there as they are in the index are
not sent again, so that an interrupted push goes on where it was. After a node has
failed, --verify sends again what it lacks: Weaviate repairs papers, but not all of their
vectors and of the links between them. The key of the cluster is named by
remote.token_env or remote.token_command in your settings.`
}

// Run pushes an index.
func (c indexPushCmd) Run(ctx context.Context, std streams) error {
	x, err := index.Open(config.ExpandHome(c.Dir))
	if err != nil {
		return err
	}
	defer x.Close()
	cluster, err := c.collection(ctx, x)
	if err != nil {
		return err
	}
	sum, err := c.deal(ctx, std, "pushing", x, cluster.Push)
	if err != nil {
		return fmt.Errorf("push to %s after %s: %w; the same command goes on from there", c.Address, text.Count(sum.Sent+sum.Unchanged, "paper"), err)
	}
	if c.Verify {
		whole, err := c.deal(ctx, std, "verifying", x, cluster.Verify)
		if err != nil {
			return fmt.Errorf("verify %s after %s: %w", c.Address, text.Count(whole.Sent+whole.Unchanged, "paper"), err)
		}
		fmt.Fprintf(std.out, "%s: %s on each node, %d sent again\n", c.Address, text.Count(whole.Sent+whole.Unchanged, "paper"), whole.Sent)
		if whole.Hidden > 0 {
			fmt.Fprintf(std.err, "scilit-lsp: %s: %s not found through the graph of every node: a new collection has a new graph, one with --vectors flat needs none\n", c.Address, text.Count(whole.Hidden, "paper"))
		}
	}
	if c.Prune {
		if sum.Removed, err = cluster.Prune(ctx, heldBy(x)); err != nil {
			return fmt.Errorf("remove from %s: %w", c.Address, err)
		}
	}
	fmt.Fprintf(std.out, "%s: %s sent, %d unchanged, %d removed\n", c.Address, text.Count(sum.Sent, "paper"), sum.Unchanged, sum.Removed)
	return nil
}

// deal has the cluster deal with all papers of an index, and shows how far it is.
func (c indexPushCmd) deal(ctx context.Context, std streams, doing string, x *index.Index, with func(context.Context, iter.Seq2[engine.Embedded, error], func(int)) (weaviate.Pushed, error)) (weaviate.Pushed, error) {
	bar, beat := progressOf(std.err, -1, doing, "papers"), newHeartbeat(std.err)
	sum, err := with(ctx, x.Embedded(ctx), func(papers int) {
		_ = bar.Set(papers)
		beat.beat(papers)
	})
	_ = bar.Finish()
	return sum, err
}

// collection opens the collection, and makes it where it is not there.
func (c indexPushCmd) collection(ctx context.Context, x *index.Index) (*weaviate.Corpus, error) {
	at, err := weaviate.ParseAddress(c.Address)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUsage, err)
	}
	cluster, err := app.OpenCluster(loadHere().Settings, c.Address)
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
	as := weaviate.Layout{Shards: c.Shards, Replicas: c.Replicas, Vectors: c.Vectors, Bits: c.Bits}
	if as.Replicas == 0 {
		as.Replicas = min(len(at.Nodes), 3)
	}
	return cluster, cluster.Ensure(ctx, info.Name, info.Embedder, dimension, as)
}

// heldBy asks an index which papers it has.
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
