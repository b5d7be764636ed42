package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// lookUp queries the online sources for named works that no index contains, and stores the papers
// and errors at their positions. The user is asked for consent once, for all queries.
func (c addCmd) lookUp(ctx context.Context, std cli.Streams, settings config.Settings, papers []*engine.Paper,
	errs []error) {
	l, err := openers(new(backend.Builder)).Literature(ctx, settings)
	var proposals []wire.OnlineProposal
	var missing []int
	for i, named := range c.Named {
		if !mayBeOnline(named, errs[i]) {
			continue
		}
		if err != nil {
			errs[i] = errors.Join(errs[i], err)
			continue
		}
		p, unnamed := l.Naming(ctx, named)
		if unnamed != nil {
			errs[i] = errors.Join(errs[i], fmt.Errorf("the work was not looked up online: %w", unnamed))
			continue
		}
		proposals, missing = append(proposals, p), append(missing, i)
	}
	if len(missing) == 0 {
		return
	}
	if err := consent(std, c.Yes, proposals...); err != nil {
		for _, i := range missing {
			errs[i] = errors.Join(errs[i], err)
		}
		return
	}
	for _, i := range missing {
		here := errs[i]
		papers[i], errs[i] = resolveOnline(ctx, std, l, c.Named[i])
		if errs[i] != nil && errors.Is(here, errWhich) {
			errs[i] = errors.Join(errs[i], here)
		}
	}
}

// wordsOfTitle is the minimum number of words that identify a title. The work may still be missing
// locally, because other works can have the same words in their titles.
const wordsOfTitle = 4

func mayBeOnline(named string, err error) bool {
	return errors.Is(err, app.ErrNotFound) || errors.Is(err, errWhich) && len(strings.Fields(named)) >= wordsOfTitle
}

// resolveOnline looks up a work by its identifier or title in the online sources. It returns a
// paper only if a registry confirms that the work exists.
func resolveOnline(ctx context.Context, std cli.Streams, l backend.Literature, named string) (*engine.Paper, error) {
	answer, err := l.Resolve(ctx, named, showStep(std.Err))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", named, err)
	}
	std.PrintNotices(answer.Notices...)
	var confirmed []wire.OnlinePaper
	for _, p := range answer.Papers {
		if p.Confirmed {
			confirmed = append(confirmed, p)
		}
	}
	switch failed := failedSources(answer.Steps); {
	case answer.Exact && len(confirmed) == 1:
		return fullRecord(ctx, l, confirmed[0])
	case len(confirmed) > 0:
		return nil, whichOnline(named, confirmed)
	case len(answer.Papers) > 0:
		return nil, errors.Join(fmt.Errorf("%s was not added: %s", named, answer.Papers[0].Reason), failed)
	case failed != nil:
		return nil, fmt.Errorf("%s: %w", named, failed)
	}
	return nil, fmt.Errorf("%s: %w, and the online sources do not have it either; check the name, or add its file "+
		"with `scilit-lsp index add DIR FILE`", named, app.ErrNotFound)
}

// fullRecord returns the complete record of a paper, which the online search has stored on this
// machine.
func fullRecord(ctx context.Context, l backend.Literature, p wire.OnlinePaper) (*engine.Paper, error) {
	papers, err := l.Papers(ctx, []wire.PaperRef{{Paper: p.ID, Corpus: p.Corpus}})
	if err != nil {
		return nil, err
	}
	if papers[0] == nil {
		return nil, fmt.Errorf("%s was found, but its record could not be stored; try again", p.Title)
	}
	return papers[0], nil
}

func whichOnline(named string, papers []wire.OnlinePaper) error {
	var b strings.Builder
	for _, p := range papers[:min(len(papers), maxShown)] {
		fmt.Fprintf(&b, "\n  %s (%d). %s. %s [%s]", strings.Join(p.Authors, ", "), p.Year, p.Title, p.Type,
			cmp.Or(p.DOI, p.ID))
	}
	return fmt.Errorf("%s: %w; choose one by its identifier, shown in brackets:%s", named, errWhich, b.String())
}
