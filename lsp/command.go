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
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// The commands, each with an actionData as its argument.
const (
	commandCite    = "scilit.cite"    // does what an action says
	commandSuggest = "scilit.suggest" // searches, and asks which of the best to cite
	commandMore    = "scilit.more"    // the same for those that the menu left out

	commandReference = "scilit.reference" // returns the reference of a citation as text

	commandSearchOnline  = "scilit.searchOnline"  // searches the repositories, and asks which paper to cite
	commandAddIdentifier = "scilit.addIdentifier" // cites the work that is named
	commandFill          = "scilit.fillEntry"     // adds the fields that an entry lacks
	commandFetchText     = "scilit.fetchText"     // fetches the full text of a cited paper
	commandHints         = "scilit.checkEntry"    // asks what became of the work of an entry
)

// commandRelated writes a paragraph; its argument is relatedParams.
const commandRelated = "scilit.relatedWork"

// commandDirective asks whether a directive goes; its argument is directiveParams.
const commandDirective = "scilit.directive"

// commandUncited lists the entries that nothing cites; its argument is entriesParams.
const commandUncited = "scilit.uncited"

var commands = []string{
	commandUncited, commandCheck, commandCite, commandSuggest, commandMore, commandReference, commandRelated, commandDirective,
	commandSearchOnline, commandAddIdentifier, commandFill, commandHints, commandFetchText,
}

func command(title, name string, e actionData) protocol.Command {
	return protocol.Command{Title: title, Command: name, Arguments: []protocol.LSPAny{anyOf(e)}}
}

// rewriteBy offers to run a command.
func rewriteBy(name, title string, e actionData) *protocol.CodeAction {
	return &protocol.CodeAction{Title: title, Kind: ptr(protocol.CodeActionKindRefactorRewrite), Command: command(title, name, e)}
}

// fixBy offers to run a command that puts something right.
func fixBy(name, title string, e actionData) *protocol.CodeAction {
	return &protocol.CodeAction{Title: title, Kind: ptr(protocol.CodeActionKindQuickFix), Command: command(title, name, e)}
}

// ExecuteCommand runs a command. What goes wrong is shown to the user, since
// editors show a command's error badly or not at all.
func (s *server) ExecuteCommand(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	if !slices.Contains(commands, p.Command) {
		return nil, fmt.Errorf("no command is called %s: the commands are %v", p.Command, commands)
	}
	ctx = s.forUser(ctx)
	switch p.Command {
	case commandRelated:
		return nil, s.relatedCommand(ctx, p)
	case commandDirective:
		return nil, s.directiveCommand(ctx, p)
	case commandUncited:
		return s.uncitedCommand(ctx, p)
	case commandCheck:
		return s.checkCommand(ctx, p)
	}
	var e actionData
	if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &e) != nil {
		return nil, fmt.Errorf("%s takes one object, as code actions carry it", p.Command)
	}
	d, err := s.documentFor(e)
	if err != nil {
		return nil, err
	}
	releaseOrder(ctx)
	result, err := s.act(ctx, p, d, e)
	if errors.Is(err, lookup.ErrNotSent) { // the user wants it so
		s.inform(ctx, err.Error())
		return nil, nil
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		s.warnOfError(ctx, err)
	}
	return result, explained(err)
}

// act does what the command of an action says.
func (s *server) act(ctx context.Context, p *protocol.ExecuteCommandParams, d *workspace.Document, e actionData) (protocol.LSPAny, error) {
	switch p.Command {
	case commandCite:
		return nil, s.apply(ctx, d, e, "Cite")
	case commandSuggest:
		return nil, s.choose(ctx, d, e, 0, p.WorkDoneToken)
	case commandMore:
		return nil, s.choose(ctx, d, e, s.currentSettings().Candidates, p.WorkDoneToken)
	case commandReference:
		return s.copyReference(ctx, d, e)
	case commandSearchOnline:
		return nil, s.searchOnline(ctx, d, e, p.WorkDoneToken)
	case commandAddIdentifier:
		return nil, s.addIdentifier(ctx, d, e, p.WorkDoneToken)
	case commandFill:
		return nil, s.fillEntry(ctx, d, e, p.WorkDoneToken)
	case commandHints:
		return nil, s.checkEntry(ctx, d, e, p.WorkDoneToken)
	}
	return nil, s.fetchText(ctx, d, e, p.WorkDoneToken)
}

// explained is an error in the words that the user was shown, by which editors see
// that it was.
func explained(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || files.Explain(err) == err.Error() {
		return err
	}
	return errors.New(files.Explain(err))
}

// apply sends the edit of an actionData to the editor.
func (s *server) apply(ctx context.Context, d *workspace.Document, e actionData, title string) error {
	c, err := s.change(ctx, d, e)
	if err != nil {
		return err
	}
	if e.Mode == cite.WriteEntry && c.Bib == nil {
		return nil // the entry is there already
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
	if c.Asks != "" {
		return s.askToRemove(ctx, directiveParams{d.URI, c.Asks})
	}
	return nil
}

// informOfMark says why a mark came where a sentence was asked for.
func (s *server) informOfMark(ctx context.Context, c cite.Change, e actionData) {
	if c.Evidence.Text == "" && c.Note != "" && e.Mode != cite.WriteMark {
		s.inform(ctx, "inserted was the citation alone: "+c.Note)
	}
}

// send makes the editor apply a change and looks at its answer.
func (s *server) send(ctx context.Context, d *workspace.Document, c cite.Change, title string) error {
	if err := s.permitChange(ctx, d, c); err != nil {
		return err
	}
	if !s.caps.createFiles {
		if err := createEmpty(c.Bib); err != nil {
			return err
		}
	}
	return s.sendEdit(ctx, *s.workspaceEdit(d, c, title), title)
}

// sendEdit makes the editor apply an edit and looks at its answer.
func (s *server) sendEdit(ctx context.Context, edit protocol.WorkspaceEdit, title string) error {
	answer, err := s.client.ApplyEdit(ctx, &protocol.ApplyWorkspaceEditParams{Label: &title, Edit: edit})
	if err != nil {
		return fmt.Errorf("the editor did not take the edit: %w", err)
	}
	if answer.Applied {
		return nil
	}
	reason := "it gave no reason"
	if answer.FailureReason != nil {
		reason = *answer.FailureReason
	}
	return fmt.Errorf("the editor did not apply the edit: %s", reason)
}

// choose searches, shows the papers behind the first ones, and cites the one
// that is chosen.
func (s *server) choose(ctx context.Context, d *workspace.Document, e actionData, behind int, work protocol.ProgressToken) error {
	at, ok := s.siteAt(ctx, d, s.offset(d, e.At))
	if !ok {
		return cite.ErrNoPlace
	}
	found, err := s.discover(ctx, at.Query(ctx, s.files, behind+s.currentSettings().Candidates), work)
	if err != nil {
		return err
	}
	found.Papers = at.CitedLast(ctx, s.files, found.Papers)
	papers := found.Papers[min(behind, len(found.Papers)):]
	if len(papers) == 0 {
		s.inform(ctx, "no further paper was found: try other keywords")
		return nil
	}
	question := &protocol.ShowMessageRequestParams{Type: protocol.MessageTypeInfo, Message: "Cite which paper?"}
	if text := found.Relaxation.Text; text != "" {
		question.Message = show.AsSentence(text) + " Cite which one?"
	}
	for _, f := range papers {
		question.Actions = append(question.Actions, protocol.MessageActionItem{Title: show.Label(f.Paper)})
	}
	chosen, err := s.client.ShowMessageRequest(ctx, question)
	if err != nil || chosen == nil {
		return err
	}
	for _, f := range papers {
		if show.Label(f.Paper) == chosen.Title {
			return s.apply(ctx, d, e.of(f.Paper, e.Mode), chosen.Title)
		}
	}
	return nil
}
