package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A RelatedRequest asks for a paragraph about papers, in their order.
type RelatedRequest struct {
	Text     string     `json:"text,omitempty"` // that the paragraph follows
	Keywords string     `json:"keywords,omitempty"`
	Papers   []PaperRef `json:"papers"`
}

// Related work is a paragraph with a sentence about each paper of which one can be written.
type Related struct {
	Sentences []CitingSentence `json:"sentences"`
	// Unsaid are the papers that can be cited by a mark alone.
	Unsaid []CitingSentence `json:"unsaid"`
	BibTeX string           `json:"bibtex"` // the entries of all, under the keys of the sentences
}

// A CitingSentence cites one paper between Before and After, for no markup in particular.
type CitingSentence struct {
	PaperRef
	Title   string `json:"title"`
	Byline  string `json:"byline"`
	Key     string `json:"key"`  // of the paper's entry
	Text    string `json:"text"` // with the authors and the year as the citation
	Before  string `json:"before"`
	After   string `json:"after"`
	Textual bool   `json:"textual"` // the citation is the subject and means the authors too
	// Evidence is the sentence of the paper that shows it; null where there is no sentence.
	Evidence *Quote  `json:"evidence"`
	Support  float64 `json:"support"` // as in Written
	Reason   string  `json:"reason,omitempty"`
	Note     string  `json:"note,omitempty"`
}

// ErrNoPapers is the error where no paper was chosen.
var ErrNoPapers = errors.New("no paper is chosen: choose those that the paragraph should cite")

// NotIndexed wraps ErrNotFound for a paper that was known once.
func NotIndexed(ref PaperRef) error {
	return fmt.Errorf("paper %s of %s is %w: search again", text.Clean(ref.Paper), text.Clean(ref.Corpus), ErrNotFound)
}

// Records are the whole records of papers, all of them or an error about the first
// that is gone.
func (e *Engines) Records(ctx context.Context, papers []PaperRef) ([]*engine.Paper, error) {
	used, err := e.Get(ctx)
	if err != nil {
		return nil, Nothing(err)
	}
	refs := make([]engine.WorkRef, len(papers))
	for i, p := range papers {
		refs[i] = engine.WorkRef{ID: p.Paper, Corpus: p.Corpus}
	}
	found, err := used.Papers(ctx, refs)
	for i, p := range found {
		if err == nil && p == nil {
			return nil, NotIndexed(papers[i])
		}
	}
	return found, err
}

// RelatedWork writes a paragraph; each sentence reads those before it.
func (e *Engines) RelatedWork(ctx context.Context, drafts *Drafts, req RelatedRequest) (Related, error) {
	if len(req.Papers) == 0 {
		return Related{}, ErrNoPapers
	}
	if err := CheckRelated(len(req.Papers)); err != nil {
		return Related{}, err
	}
	papers, err := e.Records(ctx, req.Papers)
	if err != nil {
		return Related{}, err
	}
	used, err := e.Get(ctx)
	if err != nil {
		return Related{}, Nothing(err)
	}
	return relatedWork(ctx, used, drafts, req, papers)
}

func relatedWork(ctx context.Context, used *engine.Engine, drafts *Drafts, req RelatedRequest, papers []*engine.Paper) (Related, error) {
	site := CiteSite{Context: LastSentences(req.Text), Keywords: req.Keywords, Textual: true}
	related := Related{Sentences: []CitingSentence{}, Unsaid: []CitingSentence{}}
	paragraph, planner := NewParagraph(drafts), NewPlanner()
	cited := make(map[string]bool)
	for _, p := range papers {
		key := KeyOf(ctx, used, planner, p)
		if cited[key] {
			continue
		}
		cited[key] = true
		draft, err := paragraph.Draft(ctx, used, site, p)
		if err != nil {
			return Related{}, err
		}
		sentence := Citing(p, draft, key)
		if draft.MarkOnly {
			related.Unsaid = append(related.Unsaid, sentence)
			continue
		}
		paragraph.Add(draft)
		related.Sentences = append(related.Sentences, sentence)
	}
	if made, ok := planner.Insertion(); ok {
		related.BibTeX = strings.TrimSpace(made.Text) + "\n"
	}
	return related, nil
}

// NewPlanner plans the entries of a .bib that is still empty.
func NewPlanner() *bib.Planner { return bib.NewPlanner([]*bib.File{bib.Parse("")}, 0, "") }

// Citing is a draft about a paper that is cited by a key.
func Citing(p *engine.Paper, d engine.Draft, key string) CitingSentence {
	before, after, _ := strings.Cut(d.Text, engine.Mark)
	c := CitingSentence{
		PaperRef: PaperRef{p.ID, p.Corpus}, Title: text.OneLine(p.Title), Byline: Byline(p), Key: key, Textual: d.Textual,
		Before: before, After: after, Text: before + markInWords(p, d.Textual) + after, Reason: d.Reason, Note: d.Note,
	}
	if !d.MarkOnly {
		c.Evidence, c.Support = &Quote{text.OneLine(d.Evidence.Text), text.OneLine(d.Evidence.Section)}, hundredths(d.Evidence.Score)
	}
	return c
}

// markInWords cites by the authors and the year: "Martins et al. (2009)" or
// "(Martins et al., 2009)".
func markInWords(p *engine.Paper, textual bool) string {
	names, year := text.OneLine(AuthorsInWords(p, "en")), "n.d."
	if names == "" {
		names = "“" + text.OneLine(p.Title) + "”"
	}
	if p.Year > 0 {
		year = fmt.Sprint(p.Year)
	}
	if textual {
		return names + " (" + year + ")"
	}
	return "(" + names + ", " + year + ")"
}
