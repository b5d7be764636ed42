package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
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
	err = s.relatedWork(ctx, d, selected, asked.Keywords, p.WorkDoneToken)
	if err != nil && !errors.Is(err, context.Canceled) {
		s.warn(ctx, files.Explain(err))
	}
	return explained(err)
}

// relatedWork writes the paragraph and all its entries in one edit.
func (s *server) relatedWork(ctx context.Context, d *workspace.Document, selected doc.Span, keywords string, token protocol.ProgressToken) error {
	topics, err := s.topicsIn(ctx, d, selected, keywords)
	if err != nil {
		return err
	}
	working, t := s.begun(ctx, token, "Writing related work")
	defer t.end("done")
	w, err := s.newRelatedWriter(working, d)
	if err != nil {
		return err
	}
	for i, topic := range topics.places {
		t.step(topic.keywords(), i, len(topics.places))
		if err := w.write(working, topic, len(topics.places)+sparePapers); err != nil {
			return err
		}
	}
	if err := w.send(ctx, topics); err != nil {
		return err
	}
	if len(w.missing) > 0 { // last, so that what the editor says of the edit does not hide it
		s.inform(ctx, "no other paper was found for "+strings.Join(w.missing, ", ")+": try other keywords")
	}
	return nil
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
	follows   string          // the last draft
	missing   []string        // topics without a paper, quoted
}

func (s *server) newRelatedWriter(ctx context.Context, d *workspace.Document) (*relatedWriter, error) {
	e, err := s.engine.get(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.whyNothing(ctx, e); err != nil {
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
	w.s.warnOnce(ctx, found.Notes()...)
	if code := found.Relaxation.Code; code != "" && code != engine.RelaxedNear {
		found.Papers = nil // unseen, a paper is cited for what it is about
	}
	for _, f := range found.Papers {
		paper, err := w.s.paper(ctx, engine.WorkRef{ID: f.Paper.ID, Corpus: f.Paper.Corpus})
		if err != nil {
			return err
		}
		if entry := w.plan.Find(newWorkOf(paper)); entry != nil && w.cited[entry.Key] {
			continue
		}
		if written, err := w.cite(ctx, topic, paper); written || err != nil {
			return err
		}
	}
	w.missing = append(w.missing, "“"+topic.keywords()+"”")
	return nil
}

// cite adds a sentence about a paper, and plans its entry; false where none can be
// written, or the paper is cited already.
func (w *relatedWriter) cite(ctx context.Context, topic citeSite, paper *engine.Paper) (bool, error) {
	request := topic.request(paper)
	request.Follows = w.follows
	drafts, err := w.s.drafts.get(ctx, w.engine, request, 1)
	if err != nil || drafts[0].MarkOnly {
		return false, err
	}
	key := w.s.keyOf(ctx, w.plan, paper)
	if w.cited[key] {
		return false, nil
	}
	w.cited[key] = true
	draft := drafts[0]
	w.s.warnOnce(ctx, draft.Note)
	w.follows = draft.Text
	w.sentences = append(w.sentences, topic.sentence(draft, paper, key, usesTeXAccents(w.d.Text)))
	return true, nil
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
