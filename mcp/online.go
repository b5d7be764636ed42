package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
)

// An OnlineSearch is what was asked online, or would be.
type OnlineSearch struct {
	Sent     bool                `json:"sent" jsonschema:"whether anything was sent"`
	Proposal *app.OnlineProposal `json:"proposal,omitempty" jsonschema:"what is sent, word by word, and where"`
	Failure  *Failure            `json:"failure,omitempty" jsonschema:"why no source could be asked"`
	Todo     string              `json:"todo,omitempty" jsonschema:"why nothing was sent, and what the user can do"`
	Steps    []app.OnlineStep    `json:"steps" jsonschema:"what became of each source; one that failed may have what is missing"`
	Papers   []app.OnlinePaper   `json:"papers" jsonschema:"best first; those that are not confirmed cannot be cited"`
	Notices  []app.Notice        `json:"notices"`
}

// unsent says why a proposal was not sent. An agent's user cannot be asked over the
// protocol, so agreement is given when the server is started, or in the settings.
const unsent = "Nothing was sent: the user wants to see what is sent before (online.ask = %q). Show the user what would be sent and where. " +
	"To allow it for all calls, the user starts the server with --online, or sets online.ask to \"never\"."

// maySend reports whether what a call asks online may be sent without another word.
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
	return s.sent(proposal, func() (app.OnlineAnswer, error) { return l.Search(ctx, claim, proposal, nil) })
}

// claimOf is what a search is for: its text orders what is found, its keywords are sent.
func claimOf(in SearchInput) app.OnlineClaim {
	claim := app.OnlineClaim{Title: in.Title, Keywords: app.Topics(in.Keywords), From: in.From, To: in.To}
	sentences := app.LastSentences(in.Text)
	if n := len(sentences); n > 0 {
		claim.Before, claim.Text = sentences[:n-1], sentences[n-1]
	} else {
		claim.Text = strings.Join(claim.Keywords, " ")
	}
	return claim
}

func noOnline() *OnlineSearch {
	return &OnlineSearch{Steps: []app.OnlineStep{}, Papers: []app.OnlinePaper{}, Notices: []app.Notice{}}
}

// sent is the answer to a proposal, or the proposal where it may not be sent.
func (s *Server) sent(proposal app.OnlineProposal, send func() (app.OnlineAnswer, error)) (*OnlineSearch, error) {
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

// resolved is the work that a name means online, kept in the corpus "found".
func (s *Server) resolved(ctx context.Context, named string) (*engine.Paper, error) {
	l, err := s.literature()
	if err != nil {
		return nil, err
	}
	proposal, err := l.Naming(ctx, named)
	if err != nil {
		return nil, failed(InvalidArgument, err.Error())
	}
	answer, err := s.sent(proposal, func() (app.OnlineAnswer, error) { return l.Resolve(ctx, named, nil) })
	if err != nil {
		return nil, err
	}
	if !answer.Sent {
		return nil, failed(NotAllowed, fmt.Sprintf("%s is in no corpus here. %s It would be sent to: %s", named, answer.Todo, strings.Join(proposal.Hosts(), ", ")))
	}
	ref, err := confirmedOf(named, answer)
	if err != nil {
		return nil, err
	}
	papers, err := l.Papers(ctx, []app.PaperRef{ref})
	if err == nil && papers[0] == nil {
		err = failed(Internal, named+": found, but not kept: try again")
	}
	if err != nil {
		return nil, err
	}
	return papers[0], nil
}

// confirmedOf is the one paper of an answer that exists.
func confirmedOf(named string, answer *OnlineSearch) (ref app.PaperRef, err error) {
	var confirmed []app.ListedPaper
	for _, p := range answer.Papers {
		if p.Confirmed {
			confirmed = append(confirmed, p.ListedPaper)
		}
	}
	switch failure := failedSource(named, answer.Steps); {
	case len(confirmed) == 1:
		return app.PaperRef{Paper: confirmed[0].ID, Corpus: confirmed[0].Corpus}, nil
	case len(confirmed) > 1:
		return ref, &Failure{Code: Ambiguous, Message: named + " may be one of several works: name one by its DOI", Candidates: confirmed}
	case failure != nil:
		return ref, failure
	case len(answer.Papers) > 0:
		return ref, failed(NotFound, fmt.Sprintf("%s: a source lists it, but it is not confirmed that it exists: %s", named, answer.Papers[0].Reason))
	}
	return ref, failed(NotFound, named+": in none of the corpora here, and at none of the online sources that were asked. It may exist all the same")
}

// failedSource is nil where all sources answered.
func failedSource(named string, steps []app.OnlineStep) error {
	for _, step := range steps {
		if step.State != app.OnlineFailed {
			continue
		}
		f := failed(SourceFailed, fmt.Sprintf("%s: not found, but it may be at %s, which could not be asked: %s", named, step.Source, step.Text))
		if step.Busy {
			f.Code, f.RetryAfterSeconds = RateLimited, step.RetryAfter
		}
		return f
	}
	return nil
}

// An OnlineCheck is what of entries was looked up online, or would be.
type OnlineCheck struct {
	Sent        bool     `json:"sent" jsonschema:"whether anything was sent"`
	Hosts       []string `json:"hosts" jsonschema:"where it is sent"`
	Identifiers int      `json:"identifiers" jsonschema:"how many DOIs, arXiv identifiers and ISBNs are sent"`
	Titles      []string `json:"titles" jsonschema:"sent with the first author's family name where identifiers do not settle an entry"`
	Todo        string   `json:"todo,omitempty" jsonschema:"why nothing was sent, and what the user can do"`
}

// maxTitles is how many titles are shown of those that may be sent.
const maxTitles = 100

// lookUp are the repositories that entries are looked up in, nil where that is not
// wanted or not allowed.
func (s *Server) lookUp(ctx context.Context, wanted bool, file *bib.File) (*audit.Repositories, *OnlineCheck, error) {
	if !wanted {
		return nil, nil, nil
	}
	if s.opts.Repositories == nil {
		return nil, nil, app.ErrOnlineOff
	}
	repositories, err := s.opts.Repositories(ctx, s.opts.Settings)
	if err != nil {
		return nil, nil, err
	}
	plan := repositories.Plan([]audit.File{{Bib: file}})
	check := &OnlineCheck{Sent: true, Hosts: app.OrEmpty(plan.Hosts), Identifiers: plan.Identifiers, Titles: app.OrEmpty(plan.Titles[:min(len(plan.Titles), maxTitles)])}
	if !s.maySend() {
		check.Sent, check.Todo, repositories = false, s.unsent(), nil
	}
	return repositories, check, nil
}
