package index

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
)

// A preparedPaper is a paper with all that can be made of it without knowing
// the others, or the reason why it was left out.
type preparedPaper struct {
	paper    *engine.Paper // without body
	identity bool          // of an index for identity search: short is not packed
	terms    []termCount
	length   int
	short    []byte
	body     []byte
	rejected error
	// unchanged is set where the corpus has this very record; terms are not set.
	unchanged bool
	replaces  *place // the record of the same ID, where it is another one
}

// A comparison says of a packed paper whether it is unchanged, and what it
// replaces.
type comparison func(*preparedPaper) error

// prepare makes papers ready on as many cores as the options say and yields them in the order they
// came, so that a build is the same however its workers ran. compare may be nil.
func prepare(ctx context.Context, papers iter.Seq2[*engine.Paper, error], compare comparison, opts BuildOptions) iter.Seq2[*preparedPaper, error] {
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

// feed reads papers and starts a worker for each; the queue's capacity bounds
// how many there are.
func feed(ctx context.Context, papers iter.Seq2[*engine.Paper, error], makeReady func(*engine.Paper, error) preparedResult, queue chan<- chan preparedResult) {
	defer close(queue)
	failed := guardFaults(func() error {
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
	err = guardFaults(func() error { return p.fill(paper, compare) })
	return preparedResult{paper: p, err: err}
}

func (p *preparedPaper) fill(paper *engine.Paper, compare comparison) (err error) {
	brief := *paper
	brief.Body, brief.References = nil, nil
	p.paper = &brief
	if err = p.pack(paper); errors.Is(err, errLargeRecord) {
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
	}
	return nil
}

func (p *preparedPaper) pack(paper *engine.Paper) (err error) {
	if p.identity {
		p.short, err = packIdentity(paper)
	} else {
		p.short, p.body, err = packRecord(paper)
	}
	return err
}
