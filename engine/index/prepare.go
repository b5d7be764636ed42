package index

import (
	"context"
	"errors"
	"iter"
	"runtime"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
)

// A preparedPaper is a paper with all that can be made of it without knowing
// the others, or the reason why it was left out.
type preparedPaper struct {
	paper    *engine.Paper // without body
	terms    []termCount
	length   int
	short    []byte
	body     []byte
	rejected error
}

// prepare makes papers ready on all cores and yields them in the order they
// came, so that a build is the same however its workers ran.
func prepare(ctx context.Context, papers iter.Seq2[*engine.Paper, error]) iter.Seq2[*preparedPaper, error] {
	return func(yield func(*preparedPaper, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		queue := make(chan chan preparedResult, 4*runtime.NumCPU())
		go feed(ctx, papers, queue)
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

// feed reads papers and starts a worker for each; the queue's capacity bounds
// how many there are.
func feed(ctx context.Context, papers iter.Seq2[*engine.Paper, error], queue chan<- chan preparedResult) {
	defer close(queue)
	for paper, err := range papers {
		slot := make(chan preparedResult, 1)
		select {
		case queue <- slot:
		case <-ctx.Done():
			return
		}
		go func() { slot <- preparePaper(paper, err) }()
	}
}

func preparePaper(paper *engine.Paper, err error) preparedResult {
	var unusable *corpus.RecordError
	if errors.As(err, &unusable) {
		return preparedResult{paper: &preparedPaper{rejected: unusable}}
	}
	if err != nil {
		return preparedResult{err: err}
	}
	p := &preparedPaper{}
	p.terms, p.length = paperTerms(paper)
	if p.short, p.body, err = packRecord(paper); err != nil {
		return preparedResult{err: err}
	}
	brief := *paper
	brief.Body, brief.References = nil, nil
	p.paper = &brief
	return preparedResult{paper: p}
}
