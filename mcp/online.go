package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
)

// An OnlineSearch is the outcome of an online search, or a proposal that was not sent.
type OnlineSearch struct {
	Sent     bool                 `json:"sent" jsonschema:"whether anything was sent"`
	Proposal *wire.OnlineProposal `json:"proposal,omitempty" jsonschema:"the words that would be sent, and the hosts that would receive them"`
	Failure  *Failure             `json:"failure,omitempty" jsonschema:"why no source could be queried"`
	Todo     string               `json:"todo,omitempty" jsonschema:"why nothing was sent, and how the user can allow it"`
	Steps    []wire.OnlineStep    `json:"steps" jsonschema:"the outcome for each source; a source that failed may still have the paper"`
	Papers   []wire.OnlinePaper   `json:"papers" jsonschema:"the papers found, best first; unconfirmed papers cannot be cited"`
	Notices  []wire.Notice        `json:"notices"`
}

// unsent explains why a proposal was not sent. The protocol cannot ask the user, who must agree in
// advance through a server flag or a setting.
const unsent = "Nothing was sent: the user wants to see queries first (online.ask = %q). " +
	"Show the user the proposed queries and hosts. " +
	"To allow all calls, the user can start the server with --online, or set online.ask to \"never\"."

// maySend reports whether the user has allowed online searches.
func (s *Server) maySend() bool {
	return s.opts.Online || s.opts.Settings.Online.Ask == config.AskNever
}

func (s *Server) unsent() string { return fmt.Sprintf(unsent, s.opts.Settings.Online.Ask) }

func (s *Server) searchOnline(ctx context.Context, in SearchInput) (*OnlineSearch, error) {
	l, err := s.literature()
	if err != nil {
		return nil, err
	}
	claim := claimOf(in)
	proposal, err := l.Propose(ctx, claim)
	if err != nil {
		return nil, err
	}
	return s.sendOrPropose(proposal, func() (wire.OnlineAnswer, error) { return l.Search(ctx, claim, proposal, nil) })
}

// claimOf returns the claim to search for. Only its keywords are sent; its text is used to rank the
// results.
func claimOf(in SearchInput) wire.OnlineClaim {
	claim := wire.OnlineClaim{Title: in.Title, Keywords: app.Topics(in.Keywords), From: in.From, To: in.To}
	sentences := app.LastSentences(in.Text)
	if n := len(sentences); n > 0 {
		claim.Before, claim.Text = sentences[:n-1], sentences[n-1]
	} else {
		claim.Text = strings.Join(claim.Keywords, " ")
	}
	return claim
}

func noOnline() *OnlineSearch {
	return &OnlineSearch{Steps: []wire.OnlineStep{}, Papers: []wire.OnlinePaper{}, Notices: []wire.Notice{}}
}

// sendOrPropose sends a proposal. If the user has not agreed to online searches, it returns the
// proposal without sending it.
func (s *Server) sendOrPropose(
	proposal wire.OnlineProposal, send func() (wire.OnlineAnswer, error),
) (*OnlineSearch, error) {
	out := noOnline()
	out.Proposal = &proposal
	if !s.maySend() {
		out.Todo = s.unsent()
		return out, nil
	}
	answer, err := send()
	if err != nil {
		return nil, err
	}
	out.Sent, out.Steps, out.Papers, out.Notices = true, answer.Steps, answer.Papers, answer.Notices
	for i := range out.Papers {
		out.Papers[i].ListedPaper = listed(out.Papers[i].ListedPaper)
	}
	return out, nil
}

// resolve looks up a named work online and stores it in the "found" corpus.
func (s *Server) resolve(ctx context.Context, named string) (*engine.Paper, error) {
	l, err := s.literature()
	if err != nil {
		return nil, err
	}
	proposal, err := l.Naming(ctx, named)
	if err != nil {
		return nil, failed(InvalidArgument, err.Error())
	}
	answer, err := s.sendOrPropose(proposal, func() (wire.OnlineAnswer, error) { return l.Resolve(ctx, named, nil) })
	if err != nil {
		return nil, err
	}
	if !answer.Sent {
		var words []string
		for _, q := range proposal.Queries {
			words = append(words, fmt.Sprintf("%q to %s", q.Query, q.Host))
		}
		return nil, failed(NotAllowed, fmt.Sprintf("%s is not in any of the corpora. %s Proposed queries: %s. Hosts: %s.",
			named, answer.Todo, strings.Join(words, ", "), strings.Join(proposal.Hosts(), ", ")))
	}
	ref, err := confirmedOf(named, answer)
	if err != nil {
		return nil, err
	}
	papers, err := l.Papers(ctx, []wire.PaperRef{ref})
	if err == nil && papers[0] == nil {
		err = failed(Internal, named+" was found, but its record could not be stored: try again")
	}
	if err != nil {
		return nil, err
	}
	return papers[0], nil
}

// confirmedOf returns the only confirmed paper in a result, or an error if none or several are.
func confirmedOf(named string, answer *OnlineSearch) (ref wire.PaperRef, err error) {
	var confirmed []wire.ListedPaper
	for _, p := range answer.Papers {
		if p.Confirmed {
			confirmed = append(confirmed, p.ListedPaper)
		}
	}
	switch failure := failedSource(named, answer.Steps); {
	case len(confirmed) == 1:
		return confirmed[0].Ref(), nil
	case len(confirmed) > 1:
		return ref, &Failure{
			Code: Ambiguous, Message: named + " matches more than one work: give the DOI of the one you mean",
			Candidates: confirmed,
		}
	case failure != nil:
		return ref, failure
	case len(answer.Papers) > 0:
		return ref, failed(NotFound,
			fmt.Sprintf("a source lists %s, but its existence is not confirmed: %s", named, answer.Papers[0].Reason))
	}
	return ref, failed(NotFound, named+" was found neither in the corpora nor in the online sources; it may still exist")
}

// failedSource returns the error of the first source that failed, or nil if all sources responded.
func failedSource(named string, steps []wire.OnlineStep) error {
	for _, step := range steps {
		if step.State != wire.OnlineFailed {
			continue
		}
		f := failed(SourceFailed, fmt.Sprintf("no confirmed record of %s was found, but %s, which could not be queried, "+
			"may have one: %s", named, step.Source, step.Text))
		if step.Busy {
			f.Code, f.RetryAfterSeconds = RateLimited, step.RetryAfter
		}
		return f
	}
	return nil
}

// An OnlineCheck lists the data from entries that was sent or would be sent.
type OnlineCheck struct {
	Sent        bool     `json:"sent" jsonschema:"whether anything was sent"`
	Hosts       []string `json:"hosts" jsonschema:"the hosts queried"`
	Identifiers int      `json:"identifiers" jsonschema:"number of DOIs, arXiv identifiers and ISBNs sent"`
	Titles      []string `json:"titles" jsonschema:"titles sent, each with the first author, for entries without an identifier"`
	Todo        string   `json:"todo,omitempty" jsonschema:"why nothing was sent, and how the user can allow it"`
}

const maxTitles = 100 // maximum number of titles listed in a plan

// lookUp returns the online sources for a check, or nil unless the call requests and the user allows
// them.
func (s *Server) lookUp(ctx context.Context, wanted bool, file *bib.File) (*audit.Repositories, *OnlineCheck, error) {
	if !wanted {
		return nil, nil, nil
	}
	if s.opts.Repositories == nil {
		return nil, nil, backend.ErrOnlineOff
	}
	repositories, err := s.opts.Repositories(ctx, s.opts.Settings)
	if err != nil {
		return nil, nil, err
	}
	plan := repositories.Plan([]audit.File{{Bib: file}})
	check := &OnlineCheck{
		Sent: true, Hosts: wire.OrEmpty(plan.Hosts), Identifiers: plan.Identifiers,
		Titles: wire.OrEmpty(plan.Titles[:min(len(plan.Titles), maxTitles)]),
	}
	if !s.maySend() {
		check.Sent, check.Todo, repositories = false, s.unsent(), nil
	}
	return repositories, check, nil
}
