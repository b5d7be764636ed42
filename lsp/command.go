package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/lookup"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// The commands that take an actionData as their argument.
const (
	commandCite    = "scilit.cite"    // applies the edit of an action
	commandSuggest = "scilit.suggest" // searches for papers and lets the user choose one to cite
	commandMore    = "scilit.more"    // like commandSuggest, but skips the papers already in the menu

	commandReference = "scilit.reference" // returns the reference of a citation as text

	commandSearchOnline  = "scilit.searchOnline"  // searches online and lets the user choose a paper to cite
	commandAddIdentifier = "scilit.addIdentifier" // cites the work with a given identifier
	commandFill          = "scilit.fillEntry"     // adds the missing fields of an entry
	commandFetchText     = "scilit.fetchText"     // fetches the full text of a cited paper
	commandHints         = "scilit.checkEntry"    // checks an entry for a retraction or a published version
)

// The first three commands take a relatedParams, a directiveParams and a growParams, respectively.
// The others take an entriesParams.
const (
	commandRelated   = "scilit.relatedWork"    // writes a paragraph of related work
	commandDirective = "scilit.directive"      // offers to remove a directive
	commandGrow      = "scilit.growCorpus"     // builds a corpus from the references of a document
	commandUncited   = "scilit.uncited"        // lists entries that are never cited
	commandCheck     = "scilit.check"          // compares .bib entries with the records in the indexes
	commandRecent    = "scilit.publishedSince" // lists recent papers related to sentences of a manuscript
)

var commands = []string{
	commandGrow, commandRecent, commandUncited, commandCheck, commandCite, commandSuggest, commandMore, commandReference,
	commandRelated, commandDirective,
	commandSearchOnline, commandAddIdentifier, commandFill, commandHints, commandFetchText,
}

func command(title, name string, argument any) protocol.Command {
	return protocol.Command{Title: title, Command: name, Arguments: []protocol.LSPAny{anyOf(argument)}}
}

func rewriteBy(name, title string, argument any) *protocol.CodeAction {
	return &protocol.CodeAction{
		Title: title, Kind: new(protocol.CodeActionKindRefactorRewrite), Command: command(title, name, argument),
	}
}

func fixBy(name, title string, e actionData) *protocol.CodeAction {
	return &protocol.CodeAction{
		Title: title, Kind: new(protocol.CodeActionKindQuickFix), Command: command(title, name, e),
	}
}

// ExecuteCommand runs a command. It shows errors to the user itself, since many editors display the
// error of a failed command poorly or not at all.
func (s *server) ExecuteCommand(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	if !slices.Contains(commands, p.Command) {
		return nil, fmt.Errorf("unknown command %s: use one of %v", p.Command, commands)
	}
	ctx = s.consent.forUser(ctx)
	switch p.Command {
	case commandRelated:
		return nil, s.related.run(ctx, p)
	case commandDirective:
		return nil, s.edits.directive(ctx, p)
	case commandGrow:
		return s.growth.run(ctx, p)
	case commandRecent:
		return s.diagnostics.recent(ctx, p)
	case commandUncited:
		return s.diagnostics.uncited(ctx, p)
	case commandCheck:
		return s.diagnostics.check(ctx, p)
	}
	var e actionData
	if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &e) != nil {
		return nil, fmt.Errorf("%s expects one argument: the object in its code action", p.Command)
	}
	d, err := s.documentFor(e)
	if err != nil {
		return nil, err
	}
	releaseOrder(ctx)
	result, err := s.act(ctx, p.Command, call{e, d, p.WorkDoneToken})
	if errors.Is(err, lookup.ErrNotSent) { // the user declined to send the request
		s.inform(ctx, err.Error())
		return nil, nil
	}
	return result, s.reported(ctx, err)
}

// A call is a request to run an action's command on a document.
type call struct {
	actionData
	d    *workspace.Document
	work protocol.ProgressToken // the request's progress token, or nil
}

// act runs a command that takes an actionData.
func (s *server) act(ctx context.Context, name string, c call) (protocol.LSPAny, error) {
	switch name {
	case commandCite:
		return nil, s.edits.apply(ctx, c.d, c.actionData, "Cite")
	case commandSuggest:
		return nil, s.suggestions.choose(ctx, c, 0)
	case commandMore:
		return nil, s.suggestions.choose(ctx, c, s.currentSettings().Candidates)
	case commandReference:
		return s.suggestions.copyReference(ctx, c.d, c.actionData)
	case commandSearchOnline:
		return nil, s.online.searchAndCite(ctx, c)
	case commandAddIdentifier:
		return nil, s.online.addIdentifier(ctx, c)
	case commandFill:
		return nil, s.online.fillEntry(ctx, c)
	case commandHints:
		return nil, s.online.checkEntry(ctx, c)
	}
	return nil, s.online.fetchText(ctx, c)
}

// reported shows an error to the user, unless the request was cancelled, and returns it.
func (w *window) reported(ctx context.Context, err error) error {
	if err != nil && !errors.Is(err, context.Canceled) {
		w.warnOfError(ctx, err)
	}
	return explained(err)
}

// explained returns err with its text in plain words, as shown to the user. It returns a
// cancellation unchanged.
func explained(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || files.Explain(err) == err.Error() {
		return err
	}
	return errors.New(files.Explain(err))
}

// apply computes the edit of an action and asks the editor to apply it.
func (s *edits) apply(ctx context.Context, d *workspace.Document, e actionData, title string) error {
	c, err := s.change(ctx, d, e)
	if err != nil {
		return err
	}
	if e.Mode == cite.WriteEntry && c.Bib == nil {
		return nil // the entry already exists, so nothing is edited
	}
	if e.Mode != cite.WriteEntry && !s.files.IsCurrent(d) {
		return cite.ErrChanged
	}
	if err := s.send(ctx, d, c, title); err != nil {
		return err
	}
	if c.Evidence.Text != "" {
		s.logLine(ctx, show.Evidence(c.Evidence))
	}
	s.informOfMark(ctx, c, e)
	if c.AskToRemove != "" {
		return s.removeDirective(ctx, directiveParams{d.URI, c.AskToRemove})
	}
	return nil
}

// informOfMark explains why only a citation mark was inserted instead of a sentence.
func (s *edits) informOfMark(ctx context.Context, c cite.Change, e actionData) {
	if c.Evidence.Text == "" && c.Note != "" && e.Mode != cite.WriteMark {
		s.inform(ctx, "only the citation was inserted: "+c.Note)
	}
}

// send asks the editor to apply a change and returns an error if the editor refuses.
func (s *edits) send(ctx context.Context, d *workspace.Document, c cite.Change, title string) error {
	if err := s.consent.permitChange(ctx, d, c); err != nil {
		return err
	}
	if !s.caps.createFiles {
		if err := createEmpty(c.Bib); err != nil {
			return err
		}
	}
	return s.sendEdit(ctx, *s.workspaceEdit(d, c, title), title)
}

// sendEdit asks the editor to apply an edit and returns an error if the editor refuses.
func (s *edits) sendEdit(ctx context.Context, edit protocol.WorkspaceEdit, title string) error {
	answer, err := s.client.ApplyEdit(ctx, &protocol.ApplyWorkspaceEditParams{Label: &title, Edit: edit})
	if err != nil {
		return fmt.Errorf("the editor rejected the edit: %w", err)
	}
	if answer != nil && answer.Applied {
		return nil
	}
	reason := "no reason was given"
	if answer != nil && answer.FailureReason != nil {
		reason = *answer.FailureReason
	}
	return fmt.Errorf("the editor did not apply the edit: %s", reason)
}

// distinctFrom returns a label with a number if others contain it, since the editor returns the chosen label.
func distinctFrom(others []string, label string) string {
	distinct := label
	for n := 2; slices.Contains(others, distinct); n++ {
		distinct = fmt.Sprintf("%s (%d)", label, n)
	}
	return distinct
}

// choose searches for papers, skips the first ones, which the menu has already shown, and cites the
// one that the user chooses.
func (s *suggestions) choose(ctx context.Context, c call, skip int) error {
	at, ok := s.writer.SiteAt(ctx, c.d, s.offset(c.d, c.At))
	if !ok {
		return cite.ErrNoSite
	}
	at.Claim, at.Within = c.Claim, c.Within
	found, err := s.discover(ctx, at.Query(ctx, s.files, skip+s.currentSettings().Candidates), c.work)
	if err != nil {
		return err
	}
	found.Papers = at.CitedLast(ctx, s.files, found.Papers)
	papers := found.Papers[min(skip, len(found.Papers)):]
	if len(papers) == 0 {
		none := "no papers were found: try other keywords"
		if skip > 0 {
			none = "no more papers were found: try other keywords"
		}
		s.inform(ctx, none)
		return nil
	}
	question := "Which paper do you want to cite?"
	if text := found.Relaxation.Text; text != "" {
		question = show.Sentence(text) + " Which one do you want to cite?"
	}
	labels := make([]string, len(papers))
	for i, f := range papers {
		labels[i] = distinctFrom(labels[:i], show.Label(f.Paper))
	}
	title, err := s.choice(ctx, protocol.MessageTypeInfo, question, labels...)
	i := slices.Index(labels, title)
	if err != nil || i < 0 {
		return err
	}
	return s.edits.apply(ctx, c.d, c.of(papers[i].Paper, c.Mode), title)
}
