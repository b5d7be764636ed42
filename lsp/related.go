package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
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
	d, err := s.files.Document(asked.TextDocument.URI)
	if err != nil {
		return err
	}
	if v := asked.TextDocument.Version; v != nil && *v != d.Version {
		return protocol.ErrContentModified
	}
	releaseOrder(ctx)
	selected := doc.Span{Start: s.offset(d, asked.Range.Start), End: s.offset(d, asked.Range.End)}
	err = s.relatedWork(ctx, d, selected, asked, p.WorkDoneToken)
	if err != nil && !errors.Is(err, context.Canceled) {
		s.warnOfError(ctx, err)
	}
	return explained(err)
}

// relatedWork writes the paragraph and all its entries in one edit.
func (s *server) relatedWork(ctx context.Context, d *workspace.Document, selected doc.Span, asked relatedParams, token protocol.ProgressToken) error {
	topics, err := s.topicsIn(ctx, d, selected, asked.Keywords)
	if err != nil {
		return err
	}
	working, t := s.begun(ctx, token, "Writing related work")
	defer t.end("done")
	w, err := s.newRelatedWriter(working, d)
	if err != nil {
		return err
	}
	if len(asked.Papers) > 0 {
		err = w.writeChosen(working, topics, asked.Papers, t)
	} else {
		err = w.writeBest(working, topics, t)
	}
	if err != nil {
		return err
	}
	if err := w.send(ctx, topics); err != nil {
		return err
	}
	w.informOfMissing(ctx) // last, so that what the editor says of the edit does not hide it
	return nil
}

// writeBest writes about the best paper of each topic.
func (w *relatedWriter) writeBest(ctx context.Context, topics topics, t *task) error {
	for i, topic := range topics.places {
		t.step(topic.keywords(), i, len(topics.places))
		if err := w.write(ctx, topic, len(topics.places)+sparePapers); err != nil {
			return err
		}
	}
	return nil
}

func (w *relatedWriter) informOfMissing(ctx context.Context) {
	if len(w.missing) > 0 {
		w.s.inform(ctx, "no other paper was found for "+strings.Join(w.missing, ", ")+": try other keywords")
	}
	if len(w.unsaid) > 0 {
		w.s.inform(ctx, "no sentence can be written about "+strings.Join(w.unsaid, ", ")+": cite by the mark alone")
	}
}

// sparePapers are looked at beyond one a topic, since nothing can be said of some.
const sparePapers = 3

const titleRelated = "Write related work"

// A relatedWriter writes the sentences of a paragraph, one after the other.
type relatedWriter struct {
	s         *server
	d         *workspace.Document
	engine    *engine.Engine
	plan      plan
	cited     map[string]bool // keys
	sentences []string        // in the document's markup
	drafts    []string        // as the engine made them
	missing   []string        // topics without a paper, quoted
	unsaid    []string        // chosen papers of which nothing can be said
}

func (s *server) newRelatedWriter(ctx context.Context, d *workspace.Document) (*relatedWriter, error) {
	e, err := s.engines.Get(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.engines.WhyNothing(ctx, e); err != nil {
		return nil, err
	}
	plan, err := s.plan(ctx, d)
	return &relatedWriter{s: s, d: d, engine: e, plan: plan, cited: make(map[string]bool)}, err
}

// write adds the sentence about a topic's best paper that the paragraph does not
// cite yet, which is among the first n.
func (w *relatedWriter) write(ctx context.Context, topic citeSite, n int) error {
	found, err := w.engine.Discover(ctx, w.s.query(ctx, topic, n))
	if err != nil {
		return err
	}
	w.s.warnOfOnce(ctx, found.Notices...)
	if code := found.Relaxation.Code; code != "" && code != engine.RelaxedNear {
		found.Papers = nil // unseen, a paper is cited for what it is about
	}
	for _, f := range found.Papers {
		paper, err := w.s.paper(ctx, engine.WorkRef{ID: f.Paper.ID, Corpus: f.Paper.Corpus})
		if err != nil {
			return err
		}
		if entry := w.plan.Find(app.NewWorkOf(paper)); entry != nil && w.cited[entry.Key] {
			continue
		}
		if outcome, err := w.cite(ctx, topic, paper); outcome == sentenceWritten || err != nil {
			return err
		}
	}
	w.missing = append(w.missing, "“"+topic.keywords()+"”")
	return nil
}

// An outcome is what became of a paper.
type outcome int

const (
	sentenceWritten outcome = iota
	nothingToSay            // no sentence about it can be written
	citedBefore             // the paragraph has one already
)

// cite adds a sentence about a paper, and plans its entry.
func (w *relatedWriter) cite(ctx context.Context, topic citeSite, paper *engine.Paper) (outcome, error) {
	request := w.request(topic, paper)
	drafts, err := w.s.drafts.Get(ctx, w.engine, request, 1)
	if err != nil || drafts[0].MarkOnly {
		return nothingToSay, err
	}
	key := w.plan.keyOf(ctx, paper)
	if w.cited[key] {
		return citedBefore, nil
	}
	w.cited[key] = true
	draft := drafts[0]
	w.s.warnOnce(ctx, draft.Note)
	w.drafts = append(w.drafts, draft.Text)
	w.sentences = append(w.sentences, topic.sentence(draft, paper, key, usesTeXAccents(w.d.Text)))
	return sentenceWritten, nil
}

// request asks for a sentence that reads those before it in the paragraph.
func (w *relatedWriter) request(topic citeSite, paper *engine.Paper) engine.DraftRequest {
	request := topic.request(paper)
	for _, draft := range w.drafts {
		request.Context = append(request.Context, strings.ReplaceAll(draft, engine.Mark, doc.CiteMark))
		request.Follows = draft
	}
	request.Context = request.Context[max(0, len(request.Context)-app.ContextSentences):]
	return request
}

// send has the editor apply what was written, if anything.
func (w *relatedWriter) send(ctx context.Context, t topics) error {
	if len(w.sentences) == 0 {
		return nil
	}
	if !w.s.files.IsCurrent(w.d) {
		return errChanged
	}
	c := w.change(t)
	if c.bib != nil {
		w.s.warnOfBib(ctx, w.d, c.bib.Path)
	}
	return w.s.send(ctx, w.d, c, titleRelated)
}

// change is the edit of all that was written.
func (w *relatedWriter) change(t topics) change {
	at, text := doc.InsertParagraph(w.d.Text, w.d.Manuscript(), t.below, t.apart, w.sentences)
	c := w.plan.change("")
	c.document, c.text = doc.Span{Start: at, End: at}, text
	return c
}

// relatedAction offers a paragraph where several directives are selected.
func (s *server) relatedAction(d *workspace.Document, r protocol.Range) []protocol.CommandOrCodeAction {
	selected := doc.Span{Start: s.offset(d, r.Start), End: s.offset(d, r.End)}
	n := len(directivesIn(d.Manuscript(), selected))
	if n < 2 || n > maxRelated {
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
