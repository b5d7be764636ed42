package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/uri"
)

// relatedParams ask for a paragraph of related work: a sentence for each topic
// of the range or of Keywords, semicolons between them, which then goes below the
// paragraph at the range's end. The document has to be of this version still,
// where one is given.
type relatedParams struct {
	TextDocument protocol.OptionalVersionedTextDocumentIdentifier `json:"textDocument"`
	Range        protocol.Range                                   `json:"range"`
	Keywords     string                                           `json:"keywords,omitempty"`
	// Papers are what is written about, in this order; the best of each topic where
	// none is given.
	Papers []app.ChosenPaper `json:"papers,omitempty"`
}

// relatedCommand answers scilit.relatedWork. Like other commands it shows what
// goes wrong.
func (s *server) relatedCommand(ctx context.Context, p *protocol.ExecuteCommandParams) error {
	var asked relatedParams
	if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &asked) != nil {
		return fmt.Errorf("%s takes one object with textDocument and range", p.Command)
	}
	d, selected, err := s.selectionOf(ctx, asked)
	if err != nil {
		return err
	}
	err = s.relatedWork(ctx, d, selected, asked, p.WorkDoneToken)
	if err != nil && !errors.Is(err, context.Canceled) {
		s.warnOfError(ctx, err)
	}
	return explained(err)
}

// selectionOf is the document of a request in the version that it is about, and its range.
func (s *server) selectionOf(ctx context.Context, p relatedParams) (*workspace.Document, doc.Span, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil {
		return nil, doc.Span{}, err
	}
	if v := p.TextDocument.Version; v != nil && *v != d.Version {
		return nil, doc.Span{}, protocol.ErrContentModified
	}
	releaseOrder(ctx)
	return d, doc.Span{Start: s.offset(d, p.Range.Start), End: s.offset(d, p.Range.End)}, nil
}

// relatedWork writes the paragraph and all its entries in one edit.
func (s *server) relatedWork(ctx context.Context, d *workspace.Document, selected doc.Span, asked relatedParams, token protocol.ProgressToken) error {
	topics, err := cite.TopicsIn(ctx, s.files, s.currentSettings(), d, selected, asked.Keywords)
	if err != nil {
		return err
	}
	working, t := s.begun(ctx, token, "Writing related work")
	defer t.end("done")
	if err := s.engines.Usable(working); err != nil {
		return err
	}
	paragraph, err := s.writer.Paragraph(working, d)
	if err != nil {
		return err
	}
	if len(asked.Papers) > 0 {
		err = paragraph.WriteChosen(working, topics, asked.Papers, t.step)
	} else {
		err = paragraph.WriteBest(working, topics, t.step)
	}
	if err == nil && !paragraph.IsEmpty() {
		err = s.sendParagraph(ctx, d, paragraph, topics)
	}
	if err == nil {
		s.informOfMissing(ctx, paragraph) // last, so that what the editor says of the edit does not hide it
	}
	return err
}

func (s *server) sendParagraph(ctx context.Context, d *workspace.Document, p *cite.Paragraph, topics cite.Topics) error {
	c, err := p.Change(ctx, topics)
	if err != nil {
		return err
	}
	return s.send(ctx, d, c, titleRelated)
}

func (s *server) informOfMissing(ctx context.Context, p *cite.Paragraph) {
	if len(p.Missing) > 0 {
		s.inform(ctx, "no other paper was found for “"+strings.Join(p.Missing, "”, “")+"”: try other keywords")
	}
	if len(p.Unsaid) > 0 {
		labels := make([]string, len(p.Unsaid))
		for i, paper := range p.Unsaid {
			labels[i] = show.Label(paper)
		}
		s.inform(ctx, "no sentence can be written about "+strings.Join(labels, ", ")+": cite by the mark alone")
	}
}

const titleRelated = "Write related work"

// maxOffered is how many papers are offered for a topic.
const maxOffered = 10

// relatedOffer is what related work could be written about: papers for each topic, to
// be sent back as relatedParams.Papers.
type relatedOffer struct {
	Version int32              `json:"version"` // of the document that was looked at
	Topics  []app.OfferedTopic `json:"topics"`
}

// related answers scilit/related.
func (s *server) related(ctx context.Context, p relatedParams) (*relatedOffer, error) {
	d, selected, err := s.selectionOf(ctx, p)
	if err != nil {
		return nil, err
	}
	topics, err := cite.TopicsIn(ctx, s.files, s.currentSettings(), d, selected, p.Keywords)
	if err != nil {
		return nil, err
	}
	offer := &relatedOffer{Version: d.Version}
	for _, topic := range topics.Sites {
		offered, err := s.offerFor(ctx, topic)
		if err != nil {
			return nil, err
		}
		offer.Topics = append(offer.Topics, offered)
	}
	return offer, nil
}

func (s *server) offerFor(ctx context.Context, topic cite.Site) (offered app.OfferedTopic, err error) {
	query := topic.Query(ctx, s.files, maxOffered)
	found, err := s.discover(ctx, query, nil)
	if err != nil {
		return offered, err
	}
	papers, err := s.engines.List(ctx, found.Papers[:min(maxOffered, len(found.Papers))], app.About(found, query))
	return app.OfferedTopic{Keywords: topic.Keywords(), Relaxation: app.RelaxationOf(found), Papers: app.OrEmpty(papers)}, err
}

// relatedAction offers a paragraph where several directives are selected.
func (s *server) relatedAction(d *workspace.Document, r protocol.Range) []protocol.CommandOrCodeAction {
	selected := doc.Span{Start: s.offset(d, r.Start), End: s.offset(d, r.End)}
	n := len(cite.DirectivesIn(d.Manuscript(), selected))
	if n < 2 || n > app.MaxRelated {
		return nil
	}
	asked := relatedParams{Range: r}
	asked.TextDocument.URI, asked.TextDocument.Version = uri.URI(d.URI), &d.Version
	title := fmt.Sprintf("%s: %s", titleRelated, text.Count(n, "paper"))
	return []protocol.CommandOrCodeAction{&protocol.CodeAction{
		Title: title, Kind: ptr(protocol.CodeActionKindRefactorRewrite),
		Command: protocol.Command{Title: title, Command: commandRelated, Arguments: []protocol.LSPAny{anyOf(asked)}},
	}}
}
