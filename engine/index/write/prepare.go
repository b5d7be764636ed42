package write

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
)

// A preparedPaper holds the data of a paper that do not depend on other papers, or the reason why
// the paper is skipped.
type preparedPaper struct {
	paper    *engine.Paper // the paper without its body
	identity bool          // whether the index is for identity search, where single records are not packed
	terms    []termCount
	length   int
	mentions []profile.Mention
	short    []byte
	body     []byte
	fullText bool // whether the body has a full text and not just references
	rejected error
	// unchanged is set if the corpus contains an equal record. terms are then not set.
	unchanged bool
	replaces  *read.Location // location of the published record with the same ID
}

// A comparison sets the fields unchanged and replaces of a paper.
type comparison func(*preparedPaper) error

// prepare prepares papers in parallel and yields them in order, so that the result does not depend on
// scheduling. compare may be nil if no index is published.
func prepare(
	ctx context.Context, papers iter.Seq2[*engine.Paper, error], compare comparison, opts SegmentOptions,
) iter.Seq2[*preparedPaper, error] {
	return func(yield func(*preparedPaper, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		queue := make(chan chan preparedResult, 4*(opts.cores()-1))
		makeReady := func(paper *engine.Paper, err error) preparedResult {
			return preparePaper(paper, err, compare, opts.Identity)
		}
		go feed(ctx, papers, makeReady, queue)
		for slot := range queue {
			result := <-slot
			if !yield(result.paper, result.err) || result.err != nil {
				return
			}
		}
	}
}

type preparedResult struct {
	paper *preparedPaper
	err   error
}

// feed reads papers and starts a worker for each. The capacity of the queue limits the number of
// workers.
func feed(
	ctx context.Context, papers iter.Seq2[*engine.Paper, error],
	makeReady func(*engine.Paper, error) preparedResult, queue chan<- chan preparedResult,
) {
	defer close(queue)
	failed := format.Guard(func() error {
		for paper, err := range papers {
			slot := make(chan preparedResult, 1)
			select {
			case queue <- slot:
			case <-ctx.Done():
				return nil
			}
			go func() { slot <- makeReady(paper, err) }()
		}
		return nil
	})
	if failed != nil {
		slot := make(chan preparedResult, 1)
		slot <- preparedResult{err: failed}
		select {
		case queue <- slot:
		case <-ctx.Done():
		}
	}
}

func preparePaper(paper *engine.Paper, err error, compare comparison, identity bool) (result preparedResult) {
	var unusable *corpus.RecordError
	if errors.As(err, &unusable) {
		return preparedResult{paper: &preparedPaper{rejected: unusable}}
	}
	if err != nil {
		return preparedResult{err: err}
	}
	p := &preparedPaper{identity: identity}
	err = format.Guard(func() error { return p.fill(paper, compare) })
	return preparedResult{paper: p, err: err}
}

func (p *preparedPaper) fill(paper *engine.Paper, compare comparison) (err error) {
	brief := *paper
	brief.Body, brief.References = nil, nil
	if p.identity {
		brief.OpenAlex = "" // which names only works of a citation graph
	}
	p.paper = &brief
	if err = p.pack(paper); errors.Is(err, format.ErrLargeRecord) {
		p.rejected = fmt.Errorf("%s: its record is %w", paper.ID, err)
		return nil
	} else if err != nil {
		return err
	}
	if compare != nil {
		if err := compare(p); err != nil || p.unchanged {
			return err
		}
	}
	if p.identity {
		p.terms, p.length = identityTerms(paper)
	} else {
		p.terms, p.length = paperTerms(paper)
		p.mentions = profile.Of(paper)
	}
	return nil
}

func (p *preparedPaper) pack(paper *engine.Paper) (err error) {
	if p.identity {
		p.short, err = packIdentity(paper)
	} else {
		p.short, p.body, err = format.PackRecord(paper)
		p.fullText = len(paper.Body) > 0
	}
	return err
}
