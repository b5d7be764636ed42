package engine

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Papers returns the whole record of each work, nil where no corpus has one. What
// other corpora know of the work completes the record of the first that has it, field
// by field, as in a search. The answer is parallel to refs.
func (e *Engine) Papers(ctx context.Context, refs []WorkRef) ([]*Paper, error) {
	if len(e.sources) == 0 {
		return nil, ErrNoIndex
	}
	l := lookup{found: make([]*Paper, len(refs)), from: make([]*source, len(refs))}
	replies := l.ask(ctx, e.sources, func(*source) []WorkRef { return refs })
	if !l.any() {
		return l.found, failuresOf(replies)
	}
	if others := freeOf(replies); len(others) > 1 {
		l.ask(ctx, others, func(s *source) []WorkRef { return l.named(refs, answerOf(replies, s)) })
	}
	return l.found, nil
}

// A lookup collects the records of works.
type lookup struct {
	found []*Paper
	from  []*source // of the first record of each
}

// ask puts to each source its refs, which are parallel to the works.
func (l *lookup) ask(ctx context.Context, sources []*source, refs func(*source) []WorkRef) []reply[[]*Paper] {
	replies := everywhere(ctx, sources, func(ctx context.Context, s *source) ([]*Paper, error) {
		wanted := refs(s)
		papers, err := s.Papers(ctx, wanted)
		return s.admitted(papers, wanted), err
	})
	for _, r := range replies {
		l.add(r.from, r.answer)
	}
	return replies
}

// admitted are the records of a source that may answer refs, parallel to them.
func (s *source) admitted(papers []*Paper, refs []WorkRef) []*Paper {
	all := make([]*Paper, len(refs))
	for i, p := range papers[:min(len(papers), len(refs))] {
		if only := refs[i].Corpus; p != nil && (only == "" || only == p.Corpus || only == p.CorpusID) {
			all[i] = s.received(p)
		}
	}
	return all
}

func (l *lookup) add(from *source, papers []*Paper) {
	for i, p := range papers {
		switch {
		case p == nil:
		case l.found[i] == nil:
			l.found[i], l.from[i] = p, from
		case l.from[i] != from && paper.SameWork(l.found[i], p):
			l.found[i] = wholeMerged(l.found[i], p)
		}
	}
}

func (l *lookup) any() bool {
	return slices.ContainsFunc(l.found, func(p *Paper) bool { return p != nil })
}

// named names the works that were found to a corpus that did not know all of them by
// the refs: an ID is that of one corpus, and another one may have another identifier.
func (l *lookup) named(refs []WorkRef, had []*Paper) []WorkRef {
	works := make([]WorkRef, len(refs))
	for i, p := range l.found {
		if p == nil || had[i] != nil {
			continue
		}
		works[i] = WorkRef{DOI: p.DOI, ArXiv: p.ArXiv, Title: p.Title, Keyed: refs[i].Keyed}
		if len(p.Authors) > 0 {
			works[i].Author = p.Authors[0].Family
		}
	}
	return works
}

func answerOf[T any](replies []reply[T], s *source) T {
	return replies[slices.IndexFunc(replies, func(r reply[T]) bool { return r.from == s })].answer
}

// wholeMerged is p completed by other, its text too.
func wholeMerged(p, other *Paper) *Paper {
	both := p.Merged(other)
	if len(both.Body) == 0 && len(both.References) == 0 { // the marks of a text count its own references
		both.Body, both.References = other.Body, other.References
	}
	return both
}

// freeOf are the sources that answered and may be asked again.
func freeOf[T any](replies []reply[T]) (sources []*source) {
	for _, r := range replies {
		if r.err == nil && !r.from.limits.AskOnce {
			sources = append(sources, r.from)
		}
	}
	return sources
}
