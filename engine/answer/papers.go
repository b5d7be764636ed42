package answer

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
)

// Limits on the choice of papers.
const (
	namedFrom  = 0.5  // minimum share of the naming words found in a paper's title and abstract
	namedClose = 0.85 // minimum ratio of a paper's share to the best paper's share
	maxNamed   = 3    // maximum number of papers named in a question
	keptFrom   = 0.4  // minimum share of the question's words found in the last answer's papers
)

// papers returns the papers to answer from: those given with the question, those of the last answer if
// the question refers to it, those named in the question, or search results. searched reports whether
// they are search results.
func (a *Answerer) papers(
	ctx context.Context, in *inquiry, q Question,
) (papers []*engine.Paper, search engine.Discovery, searched bool, err error) {
	if len(q.Papers) > 0 {
		return q.Papers, search, false, nil
	}
	if held, err := a.held(ctx, in); err != nil || len(held) > 0 {
		return held, search, false, err
	}
	if in.named != "" {
		papers, search, err = a.search(ctx, in.named)
		if err != nil {
			return nil, search, false, err
		}
		if papers = in.namedAmong(papers); len(papers) > 0 {
			return papers, search, false, nil
		}
	}
	papers, search, err = a.search(ctx, in.text)
	return papers, search, true, err
}

// held returns the papers of the last answer if the question is about them.
func (a *Answerer) held(ctx context.Context, in *inquiry) (kept []*engine.Paper, err error) {
	if len(in.held) == 0 || a.Engine == nil {
		return nil, nil
	}
	refs := make([]engine.WorkRef, len(in.held))
	for i, p := range in.held {
		refs[i] = engine.WorkRef{ID: p.Paper, Corpus: p.Corpus}
	}
	records, err := a.Engine.Papers(ctx, refs)
	if err != nil {
		return nil, err
	}
	has := make(map[string]int)
	for _, p := range records {
		if p == nil {
			continue
		}
		kept = append(kept, p)
		for _, passage := range append(evidence.PassagesOf(p), evidence.Passage{Text: p.Title}) {
			for term, n := range in.count(passage.Text, in.shortsOf(p)).words {
				has[term] += n
			}
		}
	}
	if !in.back && in.own.share(has) < keptFrom {
		return nil, nil
	}
	return kept, nil
}

// namedAmong returns the papers whose title and abstract contain the words that name a paper in the
// question.
func (in *inquiry) namedAmong(papers []*engine.Paper) (named []*engine.Paper) {
	naming := termsOf(work.ReplaceAllString(in.named, " "), 1)
	by := inquiry{words: naming}
	shares, best := make([]float64, len(papers)), 0.0
	for i, p := range papers {
		title := by.count(p.Title, nil).words
		both := by.count(p.Title+". "+p.Abstract, nil).words
		shares[i] = (naming.share(title) + naming.share(both)) / 2
		best = max(best, shares[i])
	}
	for i, p := range papers {
		if best >= namedFrom && shares[i] >= namedClose*best && len(named) < maxNamed {
			named = append(named, p)
		}
	}
	return named
}

// search searches for papers and loads their complete records.
func (a *Answerer) search(ctx context.Context, words string) ([]*engine.Paper, engine.Discovery, error) {
	result, err := a.Engine.Discover(ctx, engine.Query{
		Context: []string{words}, Limit: papersRead, Quick: true, AllYears: true,
	})
	if err != nil {
		return nil, result, err
	}
	refs := make([]engine.WorkRef, len(result.Papers))
	for i, f := range result.Papers {
		refs[i] = engine.WorkRef{ID: f.Paper.ID, Corpus: f.Paper.Corpus}
	}
	records, err := a.Engine.Papers(ctx, refs)
	for i, p := range records {
		if p == nil { // the paper was removed from its index after the search
			records[i] = result.Papers[i].Paper
		}
	}
	return records, result, err
}
