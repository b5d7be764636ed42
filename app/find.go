package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Find returns the papers that a user may mean by a DOI, an arXiv or PubMed
// identifier, an address, a citation key, a title, or words of names and title.
// exact reports that there is one and that nothing else can be meant.
func Find(ctx context.Context, e *engine.Engine, named string, limit int) (papers []*engine.Paper, exact bool, err error) {
	refs := refsOf(named)
	found, err := e.Papers(ctx, refs)
	if err != nil {
		return nil, false, err
	}
	for _, p := range found {
		if p != nil {
			return []*engine.Paper{p}, true, nil
		}
	}
	queries := TypedQueries(named)
	if len(queries) == 0 {
		return nil, false, nil
	}
	q := queries[len(queries)-1] // by all words, wherever they are
	q.Context, q.Limit = []string{named}, limit
	papers, err = PapersFor(ctx, e, q)
	return papers, len(papers) == 1 && isTitled(papers[0], named), err
}

// ErrNoCorpus is wrapped where a corpus is named that is not searched.
var ErrNoCorpus = engine.ErrNoCorpus

// ErrNotFound is wrapped where no index has a work that the user named.
var ErrNotFound = errors.New("in none of your indexes and not in your library")

// NotFound wraps ErrNotFound for a name.
func NotFound(named string) error {
	return fmt.Errorf("%s: %w: try words of its authors and title, or add the file that has it by `scilit-lsp index add`", named, ErrNotFound)
}

// isTitled reports whether a title is given, with or without its subtitle.
func isTitled(p *engine.Paper, named string) bool {
	title, given := text.FoldedWords(p.Title), text.FoldedWords(named)
	return given != "" && strings.HasPrefix(title+" ", given+" ")
}

// refsOf are the works that a name may be of, the surest first.
func refsOf(named string) (refs []engine.WorkRef) {
	named = strings.TrimSpace(named)
	if doi := paper.DOI(named); doi != "" {
		refs = append(refs, engine.WorkRef{DOI: doi})
	}
	if arxiv := paper.ArXiv(named); arxiv != "" {
		refs = append(refs, engine.WorkRef{ArXiv: arxiv})
	}
	if number := paper.PMID(named); number != "" {
		refs = append(refs, engine.WorkRef{ID: "pmid:" + number})
	}
	for _, id := range []string{paper.PMCID(named), paper.ACL(named)} {
		if id != "" {
			refs = append(refs, engine.WorkRef{ID: id})
		}
	}
	if address, err := url.Parse(named); err == nil && strings.HasPrefix(address.Scheme, "http") {
		return append(refs, engine.WorkRef{ID: strings.TrimSuffix(path.Base(address.Path), ".pdf")})
	}
	return append(refs, engine.WorkRef{ID: named, Key: named, Title: named})
}

// PapersFor are the papers of a discovery.
func PapersFor(ctx context.Context, e *engine.Engine, q engine.Query) (papers []*engine.Paper, err error) {
	found, err := e.Discover(ctx, q)
	for _, f := range found.Papers {
		papers = append(papers, f.Paper)
	}
	return papers, err
}
