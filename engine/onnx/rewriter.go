package onnx

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Rewriter writes statements of papers as citing sentences in other words. It is a small language model
// that is loaded for the first statement and closed when idle. Nothing ensures that its sentences are true:
// draft.Composer checks them. A Rewriter is safe for concurrent use and serves one request at a time.
type Rewriter struct {
	model  *Model
	author *resident[*author]
	turn   chan struct{} // holds one token
}

var _ draft.Rewriter = (*Rewriter)(nil)

// OpenRewriter returns a Rewriter for the result of Locate. Like Open, it loads nothing.
func OpenRewriter(f Location) (*Rewriter, error) {
	if err := f.runnable(); err != nil {
		return nil, err
	}
	if f.Model.Kind != "rewriter" {
		return nil, fmt.Errorf("model %s: kind is %q instead of rewriter", f.Name, f.Model.Kind)
	}
	return &Rewriter{f.Model, newResident(f, newAuthor), make(chan struct{}, 1)}, nil
}

// ID returns the model's name and the first eight digits of its network's SHA-256.
func (r *Rewriter) ID() string { return r.model.id() }

// Load loads the library, the network and the vocabulary. If it fails, every later call fails too.
func (r *Rewriter) Load() error { return r.author.load() }

// Close frees the network once its last user is done.
func (r *Rewriter) Close() error { r.author.retire(); return nil }

// Rewrite implements draft.Rewriter. It returns soon after ctx is done.
func (r *Rewriter) Rewrite(ctx context.Context, req draft.RewriteRequest) (all []draft.Rewriting, err error) {
	select {
	case r.turn <- struct{}{}:
		defer func() { <-r.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	err = r.author.use(func(a *author) (err error) {
		all, err = a.rewrite(ctx, req)
		return err
	})
	return all, err
}

// An author is a loaded model.
type author struct {
	tokens  *BPE
	decoder *decoder
	search  beamSearch
	marks   map[draft.Voice]int64
}

func newAuthor(m *Model, library string) (*author, error) {
	a, err := loadAuthor(m, library)
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", m.Name, err)
	}
	return a, nil
}

func (a *author) close() { a.decoder.close() }

func loadAuthor(m *Model, library string) (*author, error) {
	if err := m.verify(); err != nil {
		return nil, err
	}
	tokens, err := LoadBPE(m.path(m.Tokenizer))
	if err != nil {
		return nil, err
	}
	if tokens.Size() != m.Vocabulary {
		return nil, fmt.Errorf("the tokenizer has %d pieces and the network %d", tokens.Size(), m.Vocabulary)
	}
	a := &author{tokens: tokens}
	if err = a.readSpecials(); err != nil {
		return nil, err
	}
	a.decoder, err = openDecoder(library, m)
	return a, err
}

// Special tokens that models/train/rewriter.py defines.
const (
	stopToken     = "<|im_end|>"
	authorsToken  = "<file_sep>" // the authors' names
	citationToken = "<filename>" // a citation in parentheses
)

// The length penalty and the maximum length of a sentence in tokens.
const (
	lengthPenalty   = 1
	longestSentence = 72
)

func (a *author) readSpecials() error {
	stop, ok1 := a.tokens.Special(stopToken)
	authors, ok2 := a.tokens.Special(authorsToken)
	citation, ok3 := a.tokens.Special(citationToken)
	if !ok1 || !ok2 || !ok3 {
		return errors.New("the tokenizer lacks " + stopToken + ", " + authorsToken + " or " + citationToken)
	}
	a.marks = map[draft.Voice]int64{draft.AuthorsAct: authors, draft.Factual: citation, draft.Brief: citation}
	a.search = beamSearch{maxTokens: longestSentence, penalty: lengthPenalty, stop: stop}
	for _, id := range a.tokens.ids {
		if id != stop {
			a.search.never = append(a.search.never, id)
		}
	}
	return nil
}

// headers begin a sentence in each voice, as in training.
var headers = map[draft.Voice]string{
	draft.AuthorsAct: "\nAuthors:", draft.Factual: "\nFact:", draft.Brief: "\nShort:",
}

func (a *author) rewrite(ctx context.Context, req draft.RewriteRequest) ([]draft.Rewriting, error) {
	s := a.search
	s.width = max(1, req.N)
	for _, voice := range req.Voices {
		s.forms = append(s.forms, form{a.tokens.Encode(nil, headers[voice]), a.marks[voice]})
	}
	cache, first, err := a.decoder.read(ctx, a.prompt(req), s.width*len(s.forms), s.maxTokens)
	if err != nil {
		return nil, err
	}
	found, err := s.run(ctx, cache, first)
	if err != nil {
		return nil, err
	}
	var all []draft.Rewriting
	for i, texts := range found {
		for _, h := range texts {
			all = append(all, draft.Rewriting{
				Text: a.sentence(h.ids), Voice: req.Voices[i], Fluency: h.score / float64(max(1, len(h.ids))),
			})
		}
	}
	return all, nil
}

// sentence converts tokens to a sentence with draft.Mark.
func (a *author) sentence(ids []int64) string {
	var text strings.Builder
	for len(ids) > 0 {
		at := slices.IndexFunc(ids, func(id int64) bool {
			return id == a.marks[draft.AuthorsAct] || id == a.marks[draft.Factual]
		})
		if at < 0 {
			text.WriteString(a.tokens.Decode(ids))
			break
		}
		text.WriteString(a.tokens.Decode(ids[:at]))
		text.WriteString(draft.Mark)
		ids = ids[at+1:]
	}
	return strings.TrimSpace(text.String())
}

// Token limits for the parts of a prompt, as in models/train/rewriter.py.
const (
	titleTokens     = 48
	abstractTokens  = 128
	statementTokens = 96
)

// prompt returns the tokens of a request.
func (a *author) prompt(req draft.RewriteRequest) []int64 {
	part := func(ids []int64, header, s string, limit int) []int64 {
		more := a.tokens.Encode(nil, header+text.OneLine(text.Cut(s, limit*bytesPerToken)))
		return append(ids, more[:min(len(more), limit)]...)
	}
	ids := part(nil, "Title: ", req.Title, titleTokens)
	ids = a.tokens.Encode(ids, "\nAbstract:")
	ids = part(ids, " ", req.Abstract, abstractTokens)
	return part(ids, "\nStatement: ", req.Statement, statementTokens)
}

// bytesPerToken bounds the bytes that a token covers on average.
const bytesPerToken = 16
