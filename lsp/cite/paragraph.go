package cite

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// sparePapers are looked at beyond one a topic, since nothing can be said of some.
const sparePapers = 3

// A Paragraph of related work is written sentence by sentence, each after those before it.
type Paragraph struct {
	Missing []string        // topics without a paper
	Unsaid  []*engine.Paper // chosen papers of which nothing can be said

	writer    *Writer
	doc       *workspace.Document
	engine    *engine.Engine
	plan      Plan
	cited     map[string]bool // keys
	sentences []string        // in the document's markup
	text      app.Paragraph
}

// A Progress says how far the work is: done of all, and with what.
type Progress func(message string, done, all int)

// Paragraph is one of a document that has no sentence yet.
func (w *Writer) Paragraph(ctx context.Context, d *workspace.Document) (*Paragraph, error) {
	e, err := w.Engines.Get(ctx)
	if err != nil {
		return nil, err
	}
	plan, err := w.Plan(ctx, d)
	return &Paragraph{writer: w, doc: d, engine: e, plan: plan, cited: make(map[string]bool), text: app.NewParagraph(w.Drafts)}, err
}

// WriteBest writes about the best paper of each topic.
func (p *Paragraph) WriteBest(ctx context.Context, topics Topics, progress Progress) error {
	for i, topic := range topics.Sites {
		progress(topic.Keywords(), i, len(topics.Sites))
		if err := p.writeAbout(ctx, topic, len(topics.Sites)+sparePapers); err != nil {
			return err
		}
	}
	return nil
}

// writeAbout adds the sentence about a topic's best paper that the paragraph does not
// cite yet, which is among the first n.
func (p *Paragraph) writeAbout(ctx context.Context, topic Site, n int) error {
	found, err := p.engine.Discover(ctx, topic.Query(ctx, p.writer.Files, n))
	if err != nil {
		return err
	}
	p.writer.Host.WarnOf(ctx, found.Notices...)
	if code := found.Relaxation.Code; code != "" && code != engine.RelaxedNear {
		found.Papers = nil // unseen, a paper is cited for what it is about
	}
	for _, f := range found.Papers {
		paper, err := p.writer.Paper(ctx, engine.WorkRef{ID: f.Paper.ID, Corpus: f.Paper.Corpus})
		if err != nil {
			return err
		}
		if entry := p.plan.Find(app.NewWorkOf(paper)); entry != nil && p.cited[entry.Key] {
			continue
		}
		if outcome, err := p.cite(ctx, topic, paper); outcome == sentenceWritten || err != nil {
			return err
		}
	}
	p.Missing = append(p.Missing, topic.Keywords())
	return nil
}

// WriteChosen writes about the papers that the user took, in the user's order.
func (p *Paragraph) WriteChosen(ctx context.Context, topics Topics, chosen []app.ChosenPaper, progress Progress) error {
	if err := app.CheckRelated(len(chosen)); err != nil {
		return err
	}
	for i, c := range chosen {
		if c.Topic < 0 || c.Topic >= len(topics.Sites) {
			return fmt.Errorf("there is no topic %d: the text has %d", c.Topic+1, len(topics.Sites))
		}
		paper, err := p.writer.Paper(ctx, engine.WorkRef{ID: c.Paper, Corpus: c.Corpus})
		if err != nil {
			return err
		}
		progress(app.Byline(paper), i, len(chosen))
		outcome, err := p.cite(ctx, topics.Sites[c.Topic], paper)
		if err != nil {
			return err
		}
		if outcome == nothingToSay {
			p.Unsaid = append(p.Unsaid, paper)
		}
	}
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
func (p *Paragraph) cite(ctx context.Context, topic Site, paper *engine.Paper) (outcome, error) {
	draft, err := p.text.Draft(ctx, p.engine, topic.Shared(), paper)
	if err != nil || draft.MarkOnly {
		return nothingToSay, err
	}
	key := p.plan.KeyOf(ctx, paper)
	if p.cited[key] {
		return citedBefore, nil
	}
	p.cited[key] = true
	p.writer.Host.WarnOnce(ctx, draft.Note)
	p.text.Add(draft)
	p.sentences = append(p.sentences, topic.Sentence(draft, paper, key))
	return sentenceWritten, nil
}

// IsEmpty reports whether no sentence was written.
func (p *Paragraph) IsEmpty() bool { return len(p.sentences) == 0 }

// Change is the edit of all that was written.
func (p *Paragraph) Change(ctx context.Context, t Topics) (Change, error) {
	if !p.writer.Files.IsCurrent(p.doc) {
		return Change{}, ErrChanged
	}
	at, text := doc.InsertParagraph(p.doc.Text, p.doc.Manuscript(), t.Below, t.Apart, p.sentences)
	c := p.plan.Change("")
	c.Range, c.Text = doc.Span{Start: at, End: at}, text
	if c.Bib != nil {
		p.writer.Host.WarnOfBib(ctx, p.doc, c.Bib.Path)
	}
	return c, nil
}
