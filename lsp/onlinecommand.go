package lsp

import (
	"context"
	"errors"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// searchOnline answers scilit.searchOnline: it asks whether the query may be sent, lists
// the papers, and cites the one that is chosen.
func (s *server) searchOnline(ctx context.Context, d *workspace.Document, e actionData, work protocol.ProgressToken) error {
	literature, err := s.literature(ctx)
	if err != nil {
		return err
	}
	at, ok := s.siteAt(ctx, d, s.offset(d, e.At))
	if !ok {
		return cite.ErrNoPlace
	}
	at.Claim = e.Claim
	claim := s.onlineClaim(ctx, at)
	proposal, err := literature.Propose(ctx, claim)
	if err != nil {
		return err
	}
	if err := s.askOnline(ctx, d.URI, proposal); err != nil {
		return err
	}
	answer, err := s.sent(ctx, proposal, "Searching online", work, func(ctx context.Context, step func(app.OnlineStep)) (app.OnlineAnswer, error) {
		return literature.Search(ctx, claim, proposal, step)
	}, ignoreStep)
	if err != nil {
		return err
	}
	return s.citeOneOf(ctx, d, e, answer)
}

func ignoreStep(app.OnlineStep) {}

// addIdentifier answers scilit.addIdentifier: it cites the work that is named, from an
// index where one has it, else from the repositories. A .bib gets its entry alone.
func (s *server) addIdentifier(ctx context.Context, d *workspace.Document, e actionData, work protocol.ProgressToken) error {
	if d.IsBib() {
		e.Mode = cite.AddEntry
	}
	known, err := s.knownPaper(ctx, e.Named)
	if err != nil {
		return err
	}
	if known != nil {
		return s.apply(ctx, d, e.of(known, e.Mode), "Cite")
	}
	literature, err := s.literature(ctx)
	if errors.Is(err, app.ErrOnlineOff) {
		return fmt.Errorf("%s is in none of your indexes, and %w", e.Named, err)
	}
	if err != nil {
		return err
	}
	answer, err := s.resolved(ctx, literature, d, e.Named, work)
	if err != nil {
		return err
	}
	return s.citeOneOf(ctx, d, e, answer)
}

// knownPaper is the one that can be meant by a name, nil where no index has it.
func (s *server) knownPaper(ctx context.Context, named string) (*engine.Paper, error) {
	e, err := s.engines.Get(ctx)
	if err != nil {
		return nil, ctx.Err() // without an index the repositories are asked
	}
	papers, exact, err := app.Find(ctx, e, named, 1)
	if err != nil || !exact {
		return nil, err
	}
	return papers[0], nil
}

// resolved looks a name up where the user lets it be sent.
func (s *server) resolved(ctx context.Context, l app.Literature, d *workspace.Document, named string, work protocol.ProgressToken) (app.OnlineAnswer, error) {
	proposal, err := l.Naming(ctx, named)
	if err != nil {
		return app.OnlineAnswer{}, err
	}
	if err := s.askOnline(ctx, d.URI, proposal); err != nil {
		return app.OnlineAnswer{}, err
	}
	return s.sent(ctx, proposal, "Looking a paper up online", work, func(ctx context.Context, step func(app.OnlineStep)) (app.OnlineAnswer, error) {
		return l.Resolve(ctx, named, step)
	}, ignoreStep)
}

// maxAsked is how many papers a question lists.
const maxAsked = 10

// citeOneOf cites the paper that is chosen of those that are confirmed. The only one of
// a name is not asked about.
func (s *server) citeOneOf(ctx context.Context, d *workspace.Document, e actionData, answer app.OnlineAnswer) error {
	var papers []app.OnlinePaper
	for _, p := range answer.Papers {
		if p.Confirmed && len(papers) < maxAsked {
			papers = append(papers, p)
		}
	}
	if len(papers) == 0 {
		s.inform(ctx, nothingOf(e, answer))
		return nil
	}
	chosen := papers[0]
	if !answer.Exact || len(answer.Papers) > 1 || show.IsGrave(chosen.Hints) {
		var err error
		if chosen, err = s.chooseOnline(ctx, answer, papers); err != nil || chosen.ID == "" {
			return err
		}
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

// nothingOf says why nothing can be cited.
func nothingOf(e actionData, answer app.OnlineAnswer) string {
	if e.Named != "" {
		return show.NotNamed(e.Named, answer)
	}
	return show.NothingOnline(answer)
}

// chooseOnline asks which paper to cite, and names those that cannot be. The paper has
// no ID where none was chosen.
func (s *server) chooseOnline(ctx context.Context, answer app.OnlineAnswer, papers []app.OnlinePaper) (chosen app.OnlinePaper, err error) {
	question := "Cite which paper?"
	if failed := answer.Failed(); len(failed) > 0 {
		question = "Not all sources could be asked: " + show.Steps(app.OnlineAnswer{Steps: failed}) + ". " + question
	}
	if left := show.Unconfirmed(answer); left != "" {
		question += " Not confirmed, so they cannot be cited: " + left
	}
	byLabel := make(map[string]app.OnlinePaper)
	var labels []string
	for _, p := range papers {
		label := show.OnlineLabel(p)
		if _, twice := byLabel[label]; twice {
			label += " " + p.ID
		}
		byLabel[label] = p
		labels = append(labels, label)
	}
	title, err := s.askAbout(ctx, protocol.MessageTypeInfo, question, labels...)
	return byLabel[title], err
}

// onlineActions offer to search the repositories, where one is turned on, for each
// sentence that is selected, else for the place at the end of a range.
func (s *server) onlineActions(ctx context.Context, d *workspace.Document, r protocol.Range) (all []protocol.CommandOrCodeAction) {
	if !s.searchesOnline(ctx) {
		return nil
	}
	sites := s.claimsIn(ctx, d, doc.Span{Start: s.offset(d, r.Start), End: s.offset(d, r.End)})
	if at, ok := s.siteAt(ctx, d, s.offset(d, r.End)); ok && len(sites) == 0 && len(at.Context()) > 0 {
		sites = []cite.Site{at}
	}
	for _, at := range sites {
		about := ""
		if len(sites) > 1 {
			about = " for “" + show.Shorten(at.Claim, longestClaim) + "”"
		}
		all = append(all, s.onlineAction(at, titleSentence+": search online"+about+" ..."))
	}
	return all
}

func (s *server) onlineAction(at cite.Site, title string) *protocol.CodeAction {
	position := s.protocolRange(at.Doc.Snapshot, doc.Span{Start: at.Offset, End: at.Offset}).Start
	e := actionData{URI: at.Doc.URI, Version: at.Doc.Version, At: position, Mode: at.Bare(s.currentSettings()).Modes(s.currentSettings().Prefer)[0], Claim: at.Claim}
	return &protocol.CodeAction{Title: title, Kind: ptr(protocol.CodeActionKindRefactorRewrite), Command: command(title, commandSearchOnline, e)}
}

// linkActions offer to cite the DOI or arXiv paper whose bare link is at the cursor.
func (s *server) linkActions(ctx context.Context, d *workspace.Document, position protocol.Position) []protocol.CommandOrCodeAction {
	link, ok := cite.LinkAt(d, s.offset(d, position))
	if !ok {
		return nil
	}
	if _, ok := s.siteAt(ctx, d, link.Start); !ok {
		return nil
	}
	title := "Cite this DOI: " + link.Work
	if link.IsArXiv {
		title = "Cite this arXiv paper: " + link.Work
	}
	e := actionData{URI: d.URI, Version: d.Version, At: position, Mode: cite.CiteLink, Named: link.Work, Key: link.Work}
	return []protocol.CommandOrCodeAction{&protocol.CodeAction{
		Title: title, Kind: ptr(protocol.CodeActionKindRefactorRewrite), Command: command(title, commandAddIdentifier, e),
	}}
}

// lookUpAction offers to look up an identifier that is cited, and that no index has.
func (s *server) lookUpAction(ctx context.Context, base actionData) []protocol.CommandOrCodeAction {
	if !cite.IsIdentifier(base.Key) || !s.searchesOnline(ctx) {
		return nil
	}
	title := "Look up online: " + base.Key
	base.Named, base.Mode = base.Key, cite.ReplaceKey
	return []protocol.CommandOrCodeAction{&protocol.CodeAction{
		Title: title, Kind: ptr(protocol.CodeActionKindQuickFix), Command: command(title, commandAddIdentifier, base),
	}}
}
