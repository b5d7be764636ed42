package cite

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// sparePapers is the number of extra papers to find for a topic, since a sentence cannot be drafted
// about every paper.
const sparePapers = 3

// A Paragraph is a paragraph of related work under construction. Each new sentence is drafted with
// the previous ones as its context.
type Paragraph struct {
	Missing []string        // topics for which no paper was found
	Skipped []*engine.Paper // chosen papers about which no sentence could be drafted

	writer    *Writer
	doc       *workspace.Document
	engine    *engine.Engine
	plan      Plan
	cited     map[string]bool // keys of the cited papers
	sentences []plannedSentence
	text      app.Paragraph
}

// A plannedSentence is a sentence of a paragraph. The keys after the first belong to papers that say
// the same.
type plannedSentence struct {
	topic Site
	draft engine.Draft
	paper *engine.Paper
	keys  []string
}

// A Progress is called with the number of completed steps and a description of the current one.
type Progress func(message string, done, all int)

// Paragraph starts an empty paragraph for a document.
func (w *Writer) Paragraph(ctx context.Context, d *workspace.Document) (*Paragraph, error) {
	e, err := w.Engines.Get(ctx)
	if err != nil {
		return nil, err
	}
	plan, err := w.Plan(ctx, d)
	if err != nil {
		return nil, err
	}
	_, err = plan.Target(ctx) // report an unusable .bib before any sentence is drafted
	return &Paragraph{writer: w, doc: d, engine: e, plan: plan, cited: make(map[string]bool),
		text: app.NewParagraph(w.Drafts)}, err
}

// WriteBest writes a sentence about the best paper of each topic.
func (p *Paragraph) WriteBest(ctx context.Context, topics Topics, progress Progress) error {
	for i, topic := range topics.Sites {
		progress(topic.Label(), i, len(topics.Sites))
		if err := p.writeAbout(ctx, topic, len(topics.Sites)+sparePapers); err != nil {
			return err
		}
	}
	return nil
}

// writeAbout finds n papers for a topic and adds a sentence about the best one that the paragraph
// does not cite yet.
func (p *Paragraph) writeAbout(ctx context.Context, topic Site, n int) error {
	found, err := p.engine.Discover(ctx, topic.Query(ctx, p.writer.Files, n))
	if err != nil {
		return err
	}
	p.writer.Host.WarnOf(ctx, found.Notices...)
	if code := found.Relaxation.Code; code != "" && code != engine.RelaxedNear {
		found.Papers = nil // papers that match only some keywords would be cited without the user's consent
	}
	for _, f := range found.Papers {
		paper, err := p.writer.Paper(ctx, engine.WorkRef{ID: f.Paper.ID, Corpus: f.Paper.Corpus})
		if err != nil {
			return err
		}
		if entry := p.plan.Find(paper); entry != nil && p.cited[entry.Key] {
			continue
		}
		if outcome, err := p.cite(ctx, topic, paper); outcome == sentenceWritten || err != nil {
			return err
		}
	}
	p.Missing = append(p.Missing, topic.Label())
	return nil
}

// WriteChosen writes a sentence about each of the chosen papers, in their order.
func (p *Paragraph) WriteChosen(ctx context.Context, topics Topics, chosen []wire.ChosenPaper,
	progress Progress) error {
	if err := wire.CheckRelated(len(chosen)); err != nil {
		return err
	}
	for i, c := range chosen {
		if c.Topic < 0 || c.Topic >= len(topics.Sites) {
			return fmt.Errorf("topic %d does not exist: choose a topic from 1 to %d", c.Topic+1, len(topics.Sites))
		}
		paper, err := p.writer.Paper(ctx, engine.WorkRef{ID: c.Paper, Corpus: c.Corpus})
		if err != nil {
			return err
		}
		progress(display.Byline(paper), i, len(chosen))
		outcome, err := p.cite(ctx, topics.Sites[c.Topic], paper)
		if err != nil {
			return err
		}
		if outcome == noSentence {
			p.Skipped = append(p.Skipped, paper)
		}
	}
	return nil
}

type outcome int

const (
	sentenceWritten outcome = iota // or a citation added to an earlier sentence
	noSentence                     // no sentence can be drafted
	alreadyCited                   // the paragraph cites the paper already
)

// cite adds a sentence about a paper, or adds its citation to an earlier sentence, and plans its
// entry.
func (p *Paragraph) cite(ctx context.Context, topic Site, paper *engine.Paper) (outcome, error) {
	part, err := p.text.Draft(ctx, p.engine, topic.ForApp(), paper)
	if err != nil || part.MarkOnly {
		return noSentence, err
	}
	key, err := p.plan.Cite(ctx, paper)
	if err != nil {
		return noSentence, err
	}
	if p.cited[key] {
		return alreadyCited, nil
	}
	p.cited[key] = true
	if part.Joins >= 0 {
		earlier := &p.sentences[part.Joins]
		earlier.keys = append(earlier.keys, key)
		return sentenceWritten, nil
	}
	p.writer.Host.WarnOnce(ctx, part.Note)
	p.text.Add(part)
	p.sentences = append(p.sentences, plannedSentence{topic, part.Draft, paper, []string{key}})
	return sentenceWritten, nil
}

// IsEmpty reports whether no sentence was written.
func (p *Paragraph) IsEmpty() bool { return len(p.sentences) == 0 }

// Change returns the edit that inserts the paragraph.
func (p *Paragraph) Change(ctx context.Context, t Topics) (Change, error) {
	if !p.writer.Files.IsCurrent(p.doc) {
		return Change{}, ErrChanged
	}
	sentences := make([]string, len(p.sentences))
	for i, s := range p.sentences {
		sentences[i] = s.topic.Sentence(s.draft, s.paper, s.keys...)
	}
	at, text := doc.InsertParagraph(p.doc.Text, p.doc.Manuscript(), t.Below, t.Apart, sentences)
	c, err := p.plan.Change(ctx)
	c.Range, c.Text = doc.Span{Start: at, End: at}, text
	return c, err
}
