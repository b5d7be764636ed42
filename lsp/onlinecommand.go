package lsp

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/lookup"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// searchOnline answers scilit.searchOnline: it asks whether the query may be sent, lists
// the papers, and cites the one that is chosen.
func (s *server) searchOnline(ctx context.Context, d *workspace.Document, e actionData, work protocol.ProgressToken) error {
	if err := s.desk.Ready(ctx); err != nil {
		return err
	}
	at, ok := s.siteAt(ctx, d, s.offset(d, e.At))
	if !ok {
		return cite.ErrNoPlace
	}
	at.Claim = e.Claim
	q, err := s.searched(ctx, at.OnlineClaim(ctx, s.files))
	if err != nil {
		return err
	}
	return s.citeFound(ctx, d, e, q, s.sending(d.URI, titleSearching, work, nil))
}

// addIdentifier answers scilit.addIdentifier: it cites the work that is named, from an
// index where one has it, else from the repositories. A .bib gets its entry alone.
func (s *server) addIdentifier(ctx context.Context, d *workspace.Document, e actionData, work protocol.ProgressToken) error {
	if d.IsBib() {
		e.Mode = cite.AddEntry
	}
	known, err := s.engines.Exactly(ctx, e.Named)
	if err != nil {
		return err
	}
	if known != nil {
		return s.apply(ctx, d, e.of(known, e.Mode), "Cite")
	}
	q, err := s.desk.Resolve(ctx, e.Named)
	if errors.Is(err, app.ErrOnlineOff) {
		return fmt.Errorf("%s is in none of your indexes, and %w", e.Named, err)
	}
	if err != nil {
		return err
	}
	return s.citeFound(ctx, d, e, q, s.sending(d.URI, titleResolving, work, nil))
}

// citeFound sends an inquiry, and cites the paper that is chosen of those that are
// confirmed. The only one of a name is not asked about.
func (s *server) citeFound(ctx context.Context, d *workspace.Document, e actionData, q lookup.Inquiry[app.OnlineAnswer], r lookup.Request) error {
	answer, err := s.sent(ctx, q, r)
	if err != nil {
		return err
	}
	papers := lookup.Citable(answer)
	if len(papers) == 0 {
		s.inform(ctx, show.NothingToCite(e.Named, answer))
		return nil
	}
	chosen := papers[0]
	if !answer.Exact || len(answer.Papers) > 1 || show.IsGrave(chosen.Hints) {
		labels := show.OnlineLabels(papers)
		title, err := s.askAbout(ctx, protocol.MessageTypeInfo, show.WhichPaper(answer), labels...)
		i := slices.Index(labels, title)
		if err != nil || i < 0 {
			return err
		}
		chosen = papers[i]
	}
	paper := &engine.Paper{ID: chosen.ID, Corpus: chosen.Corpus}
	if err := s.apply(ctx, d, e.of(paper, e.Mode), "Cite"); err != nil {
		return err
	}
	if len(chosen.Hints) > 0 {
		s.inform(ctx, show.Hints(chosen.Hints))
	}
	return nil
}

// fillEntry answers scilit.fillEntry.
func (s *server) fillEntry(ctx context.Context, d *workspace.Document, e actionData, work protocol.ProgressToken) error {
	filled, err := s.filled(ctx, d, e.Key, work)
	if err != nil {
		return err
	}
	if filled.Edit == nil {
		s.inform(ctx, show.NothingMissing(e.Key, filled.OnlineFill))
		return nil
	}
	if !s.files.IsCurrent(d) {
		return cite.ErrChanged
	}
	if err := s.sendEdit(ctx, *filled.Edit, "Fill missing fields"); err != nil {
		return err
	}
	s.inform(ctx, show.Filled(e.Key, filled.OnlineFill))
	return nil
}

// checkEntry answers scilit.checkEntry.
func (s *server) checkEntry(ctx context.Context, d *workspace.Document, e actionData, work protocol.ProgressToken) error {
	q, err := s.desk.Check(ctx, s.files.BibOf(ctx, d).File, e.Key)
	if err != nil {
		return err
	}
	hints, err := q.Send(ctx, s.sending(d.URI, "Checking the entry online", work, nil))
	if err != nil {
		return err
	}
	s.inform(ctx, show.Checked(e.Key, hints))
	return nil
}

// fetchText answers scilit.fetchText: the text is kept in the corpus of what was found, so
// that hovers and explanations read it from then on.
func (s *server) fetchText(ctx context.Context, d *workspace.Document, e actionData, work protocol.ProgressToken) error {
	paper, _ := s.writer.Cited(ctx, d, e.Key)
	if paper == nil {
		return fmt.Errorf("no index has the work of %s: look it up first", e.Key)
	}
	q, err := s.desk.FullText(ctx, paper)
	if err != nil {
		return err
	}
	whole, err := q.Send(ctx, s.sending(d.URI, "Fetching the full text", work, nil))
	if err != nil {
		return err
	}
	s.inform(ctx, show.FullText(whole))
	return nil
}
