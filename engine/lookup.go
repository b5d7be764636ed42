package engine

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Papers returns the complete record of each work, parallel to refs. An unknown work's record is nil. The
// record comes from the first corpus that contains the work; other corpora fill in its empty fields, as in
// a search.
func (e *Engine) Papers(ctx context.Context, refs []WorkRef) ([]*Paper, error) {
	l, replies, err := e.lookUp(ctx, refs)
	if err == nil && !l.any() {
		err = failuresOf(replies)
	}
	return l.found, err
}

// PapersOfAnswering is like Papers, but returns a notice for each corpus that failed. It returns no error
// even if all corpora fail.
func (e *Engine) PapersOfAnswering(ctx context.Context, refs []WorkRef) (found []*Paper, failed []Notice, err error) {
	l, replies, err := e.lookUp(ctx, refs)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, nil, err
	}
	return l.found, e.failures(ctx, withoutAnswers(replies)), nil
}

func (e *Engine) lookUp(ctx context.Context, refs []WorkRef) (l lookup, replies []reply[[]*Paper], err error) {
	if len(e.sources) == 0 {
		return l, nil, ErrNoIndex
	}
	l = lookup{found: make([]*Paper, len(refs)), from: make([]*source, len(refs))}
	replies = l.ask(ctx, e.sources, func(*source) []WorkRef { return refs })
	e.outcomes.record(withoutAnswers(replies))
	if others := answering(replies); l.any() && len(others) > 1 {
		l.ask(ctx, others, func(s *source) []WorkRef { return l.named(refs, answerOf(replies, s)) })
	}
	return l, replies, nil
}

// A lookup collects the records of a list of works.
type lookup struct {
	found []*Paper
	from  []*source // source of the first record of each work
}

// ask looks up works in each source and adds the records found. refs returns the references to look up in
// a source, parallel to l.found.
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

// admitted returns the records, parallel to refs. A record is nil if its ref excludes the record's corpus.
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

// named returns references to the works that a corpus did not return, with the identifiers in l.found. The
// corpus may have stored a work under a different identifier, and IDs are specific to one corpus. had holds
// the records that the corpus returned.
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

// wholeMerged returns p with its missing fields and its full text copied from other.
func wholeMerged(p, other *Paper) *Paper {
	both := p.Merged(other)
	// Citation spans contain indexes into References, so both fields must come from the same record,
	// preferably one with a full text, such as the user's PDF.
	if len(both.Body) == 0 && (len(other.Body) > 0 || len(both.References) == 0) {
		both.Body, both.References = other.Body, other.References
	}
	return both
}
