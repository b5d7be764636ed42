package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
)

// Options say where a corpus is and what it may know.
type Options struct {
	Address string // http://host:port/path
	Network *network.Client
	// Manuscript lets the sentences before the cursor, and vectors of them, leave this
	// machine. Without it the corpus gets keywords alone, and the engine scores what it
	// answers.
	Manuscript bool
}

// A Corpus is an engine.Retriever over HTTP. It is safe for concurrent use.
type Corpus struct{ opts Options }

var _ engine.Retriever = (*Corpus)(nil)

// Open checks that the corpus may be asked, without asking it.
func Open(opts Options) (*Corpus, error) {
	opts.Address = strings.TrimRight(opts.Address, "/")
	if err := opts.Network.Check(opts.Address); err != nil {
		return nil, fmt.Errorf("%s: %w", opts.Address, err)
	}
	return &Corpus{opts}, nil
}

// Close implements engine.Retriever.
func (*Corpus) Close() error { return nil }

// Info implements engine.Retriever.
func (c *Corpus) Info(ctx context.Context) (info engine.Info, err error) {
	err = c.ask(ctx, infoPath, nil, &info)
	info.ID, info.Path = c.id(info.ID), c.opts.Address
	return info, err
}

// id is that of a corpus of the other side, which other machines may have too.
func (c *Corpus) id(there string) string { return c.opts.Address + "#" + there }

// Search implements engine.Retriever.
func (c *Corpus) Search(ctx context.Context, req engine.Request) (found engine.Result, err error) {
	if !c.opts.Manuscript {
		req.Context, req.Vector, req.Views, req.Embedder = nil, nil, nil, ""
	}
	req.Limit = min(req.Limit, maxLimit)
	if err := c.ask(ctx, searchPath, questionOf(req), &found); err != nil {
		return engine.Result{}, err
	}
	found.Lexical = found.Lexical && c.opts.Manuscript // else by a part of the query
	found.Semantic = found.Semantic && len(req.Vector) > 0
	found.Candidates = c.usable(found, req)
	found.Matching = max(found.Matching, len(found.Candidates))
	found.Notices = nil // what a stranger says is not said in our name
	return found, nil
}

// usable are the candidates that a retriever can have answered, with scores that one
// can have.
func (c *Corpus) usable(found engine.Result, req engine.Request) []engine.Candidate {
	all := slices.DeleteFunc(found.Candidates, func(c engine.Candidate) bool { return c.Paper == nil || c.Paper.ID == "" })
	all = all[:min(len(all), 2*req.Limit)]
	for i := range all {
		a := &all[i]
		a.Paper.CorpusID, a.Paper.Body, a.Paper.References = c.id(a.Paper.CorpusID), nil, nil
		a.BM25, a.Cosine = within(a.BM25, 0, 1), within(a.Cosine, -1, 1)
		if len(a.Views) != len(req.Views) {
			a.Views = make([]float64, len(req.Views))
		}
		if !found.Lexical {
			a.BM25 = 0
		}
		if !found.Semantic {
			a.Cosine, a.Views = 0, nil
		}
		for v, x := range a.Views {
			a.Views[v] = within(x, -1, 1)
		}
	}
	return all
}

func within(x, low, high float64) float64 { return max(low, min(x, high)) }

// Papers implements engine.Retriever.
func (c *Corpus) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	found := make([]*engine.Paper, 0, len(refs))
	for part := range slices.Chunk(slices.Clone(refs), askedAtOnce) {
		for i := range part {
			part[i].Corpus = strings.TrimPrefix(part[i].Corpus, c.id(""))
		}
		var papers []*engine.Paper
		if err := c.ask(ctx, papersPath, part, &papers); err != nil {
			return nil, err
		}
		if len(papers) != len(part) {
			return nil, fmt.Errorf("%s: %d records, where %d were asked for", c.opts.Address, len(papers), len(part))
		}
		found = append(found, papers...)
	}
	for _, p := range found {
		if p != nil {
			p.CorpusID = c.id(p.CorpusID)
		}
	}
	return found, nil
}

// ask posts a question, and reads the reply into into.
func (c *Corpus) ask(ctx context.Context, path string, question, into any) error {
	raw, err := json.Marshal(question)
	if err != nil {
		return err
	}
	answer, err := c.opts.Network.Post(ctx, c.opts.Address+path, "application/json", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	reply, err := io.ReadAll(io.LimitReader(answer.Body, maxReply+1))
	switch {
	case err != nil:
		return err
	case answer.Status != 200:
		return fmt.Errorf("%s answers with status %d: %s", host(c.opts.Address), answer.Status, shortened(reply))
	case len(reply) > maxReply:
		return fmt.Errorf("%s answers with more than %d MB", host(c.opts.Address), maxReply>>20)
	}
	if err := json.Unmarshal(reply, into); err != nil {
		return fmt.Errorf("%s answers with what is no answer of a scilit-lsp: %w", host(c.opts.Address), err)
	}
	return nil
}

func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return u.Host
}

// maxMessage bounds what is shown of an error of the other side.
const maxMessage = 200

func shortened(reply []byte) string {
	return fmt.Sprintf("%.*q", maxMessage, strings.TrimSpace(string(reply[:min(len(reply), maxMessage)])))
}
