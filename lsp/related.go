package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// relatedWork writes paragraphs that cite several papers.
type relatedWork struct {
	*session
	edits *edits
}

// relatedParams are the parameters of scilit/related. The topics are those in Range or, if given,
// those in Keywords, separated by semicolons. One sentence is written per topic. The new paragraph
// goes below the one at the end of Range. If a version is given, the document must still have it.
type relatedParams struct {
	TextDocument protocol.OptionalVersionedTextDocumentIdentifier `json:"textDocument"`
	Range        protocol.Range                                   `json:"range"`
	Keywords     string                                           `json:"keywords,omitempty"`
	// Papers lists the papers to cite, in this order. If empty, the best paper of each topic is
	// cited.
	Papers []wire.ChosenPaper `json:"papers,omitempty"`
}

// run handles scilit.relatedWork. Like the other commands, it shows its errors itself.
func (s *relatedWork) run(ctx context.Context, p *protocol.ExecuteCommandParams) error {
	var asked relatedParams
	if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &asked) != nil {
		return fmt.Errorf("%s expects one argument: an object with the fields textDocument and range", p.Command)
	}
	d, selected, err := s.selectionOf(ctx, asked)
	if err != nil {
		return err
	}
	return s.reported(ctx, s.write(ctx, d, selected, asked, p.WorkDoneToken))
}

// selectionOf returns the document and the selected range. It returns an error if the document's
// version differs from the requested one.
func (s *relatedWork) selectionOf(ctx context.Context, p relatedParams) (*workspace.Document, doc.Span, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil {
		return nil, doc.Span{}, err
	}
	if v := p.TextDocument.Version; v != nil && *v != d.Version {
		return nil, doc.Span{}, scilit.ErrContentModified
	}
	releaseOrder(ctx)
	return d, doc.Span{Start: s.offset(d, p.Range.Start), End: s.offset(d, p.Range.End)}, nil
}

// write inserts the paragraph and all its .bib entries in one edit.
func (s *relatedWork) write(
	ctx context.Context, d *workspace.Document, selected doc.Span, asked relatedParams, token protocol.ProgressToken,
) error {
	topics, err := s.writer.TopicsIn(ctx, d, selected, asked.Keywords)
	if err != nil {
		return err
	}
	working, t := s.begun(ctx, token, "Writing related work")
	defer t.end("done")
	if err := s.engines.Available(working); err != nil {
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
		// call this last, so that the editor's message about the edit does not hide the warning
		s.informOfMissing(ctx, paragraph)
	}
	return err
}

func (s *relatedWork) sendParagraph(
	ctx context.Context, d *workspace.Document, p *cite.Paragraph, topics cite.Topics,
) error {
	c, err := p.Change(ctx, topics)
	if err != nil {
		return err
	}
	return s.edits.send(ctx, d, c, titleRelated)
}

func (s *relatedWork) informOfMissing(ctx context.Context, p *cite.Paragraph) {
	if len(p.Missing) > 0 {
		s.inform(ctx, "no sentence could be written for “"+strings.Join(p.Missing, "”, “")+"”: try other keywords")
	}
	if len(p.Skipped) > 0 {
		labels := make([]string, len(p.Skipped))
		for i, paper := range p.Skipped {
			labels[i] = show.Label(paper)
		}
		s.inform(ctx, "no sentence can be written about “"+strings.Join(labels, "”, “")+"”: insert only the citation")
	}
}

const titleRelated = "Write related work"

const maxOffered = 10 // maximum number of papers offered per topic

// relatedOffer lists papers for each topic. The editor returns the chosen papers in
// relatedParams.Papers.
type relatedOffer struct {
	Version int32              `json:"version"` // version of the document
	Topics  []wire.TopicPapers `json:"topics"`
}

// offer handles scilit/related, which lists papers for each topic.
func (s *relatedWork) offer(ctx context.Context, p relatedParams) (*relatedOffer, error) {
	d, selected, err := s.selectionOf(ctx, p)
	if err != nil {
		return nil, err
	}
	topics, err := s.writer.TopicsIn(ctx, d, selected, p.Keywords)
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

func (s *relatedWork) offerFor(ctx context.Context, topic cite.Site) (offered wire.TopicPapers, err error) {
	query := topic.Query(ctx, s.files, maxOffered)
	found, err := s.discover(ctx, query, nil)
	if err != nil {
		return offered, err
	}
	papers, err := s.engines.List(ctx, &found, wire.PageRequest{Limit: maxOffered}, app.About(found, query))
	return wire.TopicPapers{
		Keywords: topic.Label(), Relaxation: app.RelaxationOf(found), Papers: wire.OrEmpty(papers),
	}, err
}

// actions offers to write a paragraph if several directives are selected.
func (s *relatedWork) actions(d *workspace.Document, r protocol.Range) codeActions {
	selected := doc.Span{Start: s.offset(d, r.Start), End: s.offset(d, r.End)}
	n := len(cite.DirectivesIn(d.Manuscript(), selected))
	if n < 2 || n > wire.MaxRelated {
		return nil
	}
	asked := relatedParams{Range: r}
	asked.TextDocument.URI, asked.TextDocument.Version = uri.URI(d.URI), &d.Version
	title := fmt.Sprintf("%s: %s", titleRelated, text.Count(n, "paper"))
	return codeActions{rewriteBy(commandRelated, title, asked)}
}
