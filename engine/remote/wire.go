// Package remote searches a corpus on another machine over HTTP. It implements both sides: the
// client's retriever and the server's replies.
package remote

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Paths of the endpoints, relative to the address of a corpus.
const (
	infoPath   = "/info"
	searchPath = "/search"
	papersPath = "/papers"
)

// Limits of the protocol, which both sides enforce.
const (
	maxQuestion  = 4 << 20  // in bytes
	maxReply     = 32 << 20 // in bytes
	maxRefs      = 1000
	askedAtOnce  = 100 // maximum number of papers per request, so that their texts fit into a reply
	maxLimit     = 1000
	maxViews     = 8
	maxDimension = 1 << 14
	maxContext   = 64 << 10 // total size of sentences and keywords, in bytes
	maxPhrases   = 1000
	maxRecords   = 16 << 20 // total text size of all records in a reply, in bytes
	maxAlong     = 24       // maximum number of records sent along with a search
	sizeAlong    = 2 << 20  // total text size of these records, in bytes
)

// A QuestionError reports an invalid question.
type QuestionError struct{ Err error }

func (e *QuestionError) Error() string { return e.Err.Error() }
func (e *QuestionError) Unwrap() error { return e.Err }

func refuse(format string, args ...any) error { return &QuestionError{fmt.Errorf(format, args...)} }

// A searchQuestion is an engine.Request as JSON.
type searchQuestion struct {
	Expr     keyword.Tree `json:"expr"`
	Years    engine.Years `json:"years"`
	Context  []string     `json:"context,omitempty"`
	Keywords []string     `json:"keywords,omitempty"`
	Vector   []float32    `json:"vector,omitempty"`
	Views    [][]float32  `json:"views,omitempty"`
	Embedder string       `json:"embedder,omitempty"`
	Limit    int          `json:"limit"`
	// Records is the number of complete records to send along; older servers send none.
	Records int `json:"records,omitempty"`
}

// A searchReply is an engine.Result as JSON, with the complete records of the best candidates. The
// client usually needs them next, so this saves a round trip.
type searchReply struct {
	engine.Result
	Records []*engine.Paper `json:"records,omitempty"`
}

func questionOf(r engine.Request) searchQuestion {
	return searchQuestion{
		keyword.Tree{Expr: r.Expr}, r.Years, r.Context, r.Keywords,
		r.Vector, r.Views, r.Embedder, r.Limit, min(2*r.Records, maxAlong),
	}
}

func (q searchQuestion) request() (r engine.Request, err error) {
	if err := q.check(); err != nil {
		return r, err
	}
	return engine.Request{
		Expr: q.Expr.Expr, Years: q.Years, Context: q.Context, Keywords: q.Keywords,
		Vector: q.Vector, Views: q.Views, Embedder: q.Embedder, Limit: q.Limit,
		Records: min(max(q.Records, 0), maxAlong) / 2, // half, since a retriever that relays the request doubles it again
	}, nil
}

func (q searchQuestion) check() error {
	if q.Limit < 0 || q.Limit > maxLimit || len(q.Views) > maxViews || len(q.Vector) > maxDimension {
		return refuse("the request has a limit of %d, %s and a vector of %s: send a limit from 0 to %d, "+
			"at most %d views and at most %d numbers", q.Limit, text.Count(len(q.Views), "view"),
			text.Count(len(q.Vector), "number"), maxLimit, maxViews, maxDimension)
	}
	for _, view := range q.Views {
		if len(view) != 0 && len(view) != len(q.Vector) {
			return refuse("a view has %d numbers, but the vector has %d: compute both with the same embedder",
				len(view), len(q.Vector))
		}
	}
	size := 0
	for _, phrase := range slices.Concat(q.Context, q.Keywords) {
		size += len(phrase)
	}
	if size > maxContext || len(q.Context)+len(q.Keywords) > maxPhrases {
		return refuse("context and keywords contain %s with %d bytes in all: send at most %d texts and %d bytes",
			text.Count(len(q.Context)+len(q.Keywords), "text"), size, maxPhrases, maxContext)
	}
	return nil
}

// Answer returns the reply to a question about a corpus, to be sent as JSON. The reply contains
// neither paths on this machine nor the corpus owner's BibTeX entries.
func Answer(ctx context.Context, r engine.Retriever, path string, question io.Reader) (reply any, err error) {
	switch path {
	case infoPath:
		info, err := r.Info(ctx)
		info.Path = "" // a path is meaningless on another machine
		return info, err
	case searchPath:
		return search(ctx, r, question)
	case papersPath:
		return papers(ctx, r, question)
	}
	return nil, refuse("%s: unknown path; use %s, %s or %s", path, infoPath, searchPath, papersPath)
}

func search(ctx context.Context, r engine.Retriever, question io.Reader) (searchReply, error) {
	var q searchQuestion
	if err := read(question, &q); err != nil {
		return searchReply{}, err
	}
	req, err := q.request()
	if err != nil {
		return searchReply{}, err
	}
	info, err := r.Info(ctx)
	if err != nil {
		return searchReply{}, err
	}
	if !engine.Includes(req.Embedder, info.Embedder) { // the index cannot compare vectors from another embedder
		req.Vector, req.Views = nil, nil
	}
	found, err := r.Search(ctx, req)
	if err != nil {
		return searchReply{}, err
	}
	found.Notices, found.Candidates = nil, slices.Clone(found.Candidates)
	for i, c := range found.Candidates {
		found.Candidates[i].Paper = shared(c.Paper)
	}
	return searchReply{found, recordsAlong(ctx, r, found, q.Records)}, nil
}

// recordsAlong returns the complete records of the candidates most likely to be shown. The client
// requests any others later.
func recordsAlong(ctx context.Context, r engine.Retriever, found engine.Result, n int) (all []*engine.Paper) {
	if n <= 0 || !found.Lexical && !found.Semantic {
		return nil
	}
	best := slices.Clone(found.Candidates)
	slices.SortStableFunc(best, func(a, b engine.Candidate) int {
		return cmp.Compare(b.BM25+b.Cosine, a.BM25+a.Cosine)
	})
	var refs []engine.WorkRef
	for _, c := range best[:min(n, maxAlong, len(best))] {
		refs = append(refs, engine.WorkRef{ID: c.Paper.ID, Corpus: c.Paper.CorpusID})
	}
	records, _ := r.Papers(ctx, refs)
	size := 0
	for _, p := range records {
		if size += sizeOf(p); p != nil && size <= sizeAlong {
			all = append(all, shared(p))
		}
	}
	return all
}

func papers(ctx context.Context, r engine.Retriever, question io.Reader) ([]*engine.Paper, error) {
	var refs []engine.WorkRef
	if err := read(question, &refs); err != nil {
		return nil, err
	}
	if len(refs) > maxRefs {
		return nil, refuse("the request names %d papers: request at most %d at a time", len(refs), maxRefs)
	}
	if info, err := r.Info(ctx); err == nil {
		for i := range refs {
			if refs[i].ID != "" { // restrict IDs to the corpus, for a retriever that searches several
				refs[i].Corpus = info.ID
			}
		}
	}
	all, size := make([]*engine.Paper, 0, len(refs)), 0
	for part := range slices.Chunk(refs, askedAtOnce) {
		found, err := r.Papers(ctx, part)
		if err != nil {
			return nil, err
		}
		for _, p := range found {
			if size += sizeOf(p); size > maxRecords {
				return nil, refuse("the records of %s are larger than %d MB in all: request fewer at a time",
					text.Count(len(refs), "paper"), maxRecords>>20)
			}
			all = append(all, shared(p))
		}
	}
	return all, nil
}

// shared returns a record without the fields that are private to its owner.
func shared(p *engine.Paper) *engine.Paper {
	if p == nil || p.Entry == "" {
		return p
	}
	other := *p
	other.Entry = ""
	return &other
}

// sizeOf estimates the size of a record in bytes.
func sizeOf(p *engine.Paper) (size int) {
	if p == nil {
		return 0
	}
	size = len(p.Title) + len(p.Abstract)
	for sentence := range p.BodyTexts() {
		size += len(sentence)
	}
	for _, reference := range p.References {
		size += len(reference.Title) + len(reference.Venue)
	}
	return size
}

func read(question io.Reader, into any) error {
	raw, err := io.ReadAll(io.LimitReader(question, maxQuestion+1))
	if err == nil && len(raw) > maxQuestion {
		return refuse("the request body is larger than %d MB", maxQuestion>>20)
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return refuse("%w", err)
	}
	return nil
}

// Request and reply types of a search, for the OpenAPI document.
var (
	SearchQuestion = reflect.TypeFor[searchQuestion]()
	SearchReply    = reflect.TypeFor[searchReply]()
)
