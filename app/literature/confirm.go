package literature

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"golang.org/x/sync/errgroup"
)

const maxConfirming = 6 // maximum number of works confirmed in parallel

// late is the reason given for a work that could not be confirmed in time.
const late = "the registries did not reply in time: try again"

// confirm confirms the works, best first, until ctx ends.
func (s *session) confirm(ctx context.Context, all []*rankedWork) {
	var group errgroup.Group
	group.SetLimit(maxConfirming)
	links := make([]error, len(all))
	for i, r := range all {
		group.Go(func() error { links[i] = s.confirmOne(ctx, r); return nil })
	}
	_ = group.Wait()
	missed := 0
	for _, r := range all {
		if r.reason == late {
			missed++
		}
	}
	if missed > 0 {
		s.notices = append(s.notices, wire.Notice{Code: wire.NoticeOnlineLate,
			Text: text.Count(missed, "paper") + " could not be confirmed in time: search again"})
	}
	if at := slices.IndexFunc(links, func(err error) bool { return err != nil }); at >= 0 {
		s.notices = append(s.notices, wire.Notice{Code: wire.NoticeOnlineFailed, Subject: "unpaywall",
			Text: links[at].Error()})
	}
}

// confirmOne confirms one work and adds links to free copies. links is the error from looking up the
// links.
func (s *session) confirmOne(ctx context.Context, r *rankedWork) (links error) {
	defer func() {
		if broken := recover(); broken != nil {
			r.confirmed, r.reason = false, "an internal error occurred while reading the registry's reply: "+
				online.PanicCause(broken).Error()
		}
	}()
	if ctx.Err() != nil && !online.Registered(&r.was.Record) {
		r.reason = late
		return nil
	}
	result := s.client.Confirm(ctx, &r.was.Record)
	if !result.Confirmed {
		r.reason = reasonOf(ctx, result)
		return nil
	}
	r.confirmed, r.how = true, fmt.Sprintf("by %s at %s", result.How, result.By)
	r.work = r.was.ConfirmedAs(result.Record)
	if s.isOn("unpaywall") && ctx.Err() == nil {
		links = s.client.AddLinks(ctx, &r.work.Record)
	}
	return links
}

func reasonOf(ctx context.Context, result online.Confirmation) string {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return late
	}
	reason := result.Reason
	for _, err := range result.Errs {
		if online.KindOf(err) != online.Off {
			reason += "; " + err.Error()
		}
	}
	return reason
}

// keep stores the confirmed works in the "found" corpus. A work that cannot be stored cannot be
// cited either.
func (s *session) keep(ctx context.Context, all []*rankedWork) {
	var papers []*engine.Paper
	for _, r := range all {
		if r.confirmed {
			papers = append(papers, PaperOf(&r.work.Record))
		}
	}
	if len(papers) == 0 {
		return
	}
	err := s.found.Add(ctx, papers)
	if err == nil {
		return
	}
	s.notices = append(s.notices, wire.Notice{Code: wire.NoticeOnlineKept,
		Text: "the papers cannot be stored, so they cannot be cited: " + err.Error()})
	for _, r := range all {
		if r.confirmed {
			r.confirmed, r.reason = false, "its record could not be stored: "+err.Error()
		}
	}
}

// entryTypes maps types of works to BibTeX types. For all other types, the BibTeX type is derived
// from the fields.
var entryTypes = map[online.Type]string{
	online.Article: "article", online.Proceedings: "inproceedings", online.Preprint: "misc", online.Book: "book",
	online.Chapter: "incollection", online.Thesis: "phdthesis", online.Report: "techreport", online.Dataset: "misc",
}

// PaperOf returns the paper to store for a record.
func PaperOf(r *online.Record) *engine.Paper {
	p := r.Paper
	p.EntryType = entryTypes[r.Type]
	if link, ok := r.BestLink(); ok && p.URL == "" {
		p.URL = link.URL
	}
	return &p
}

// listed converts a work into the form displayed by editors and commands.
func (r *rankedWork) listed(all []*rankedWork) wire.OnlinePaper {
	p := *PaperOf(&r.work.Record)
	r.found.Paper = &p
	if r.confirmed {
		p.Corpus = backend.OnlineCorpusName
	}
	paper := wire.OnlinePaper{
		ListedPaper: app.ListPaper(r.found, r.highlights), Sources: wire.OrEmpty(r.was.Sources),
		Type: string(r.work.Type), Confirmed: r.confirmed, How: r.how, Reason: r.reason,
		Hints: hintsOf(&r.work.Record), Versions: []wire.PaperRef{},
	}
	if link, ok := r.work.BestLink(); ok && link.Open {
		paper.OpenURL = display.WebAddress("", "", link.URL)
	}
	for _, other := range all {
		if other.confirmed && slices.Contains(r.was.Versions, other.was) {
			paper.Versions = append(paper.Versions, wire.PaperRef{Paper: other.work.ID, Corpus: backend.OnlineCorpusName})
		}
	}
	return paper
}

func hintsOf(r *online.Record) []wire.OnlineHint {
	hints := []wire.OnlineHint{}
	for _, h := range r.Hints() {
		hints = append(hints, wire.OnlineHint{Kind: string(h.Kind), Text: h.Text, DOI: h.DOI, Date: h.Date})
	}
	return hints
}
