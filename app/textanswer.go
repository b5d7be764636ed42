package app

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
)

// Suggest answers with one page of papers worth citing after a text.
func (e *Engines) Suggest(ctx context.Context, q TextQuestion) (Discovered, error) {
	answer, _, err := e.suggest(ctx, q)
	return answer, err
}

// suggest is Suggest with all that was found.
func (e *Engines) suggest(ctx context.Context, q TextQuestion) (answer Discovered, found engine.Discovery, err error) {
	if err := q.check(); err != nil {
		return answer, found, err
	}
	query := q.query()
	if found, err = e.discoverOrFind(ctx, query, q); err != nil {
		return answer, found, err
	}
	page := found.Papers[min(q.Offset, len(found.Papers)):]
	papers, err := e.List(ctx, page[:min(q.Limit, len(page))], About(found, query))
	return DiscoveredOf(query, found, papers), found, err
}

func (e *Engines) discoverOrFind(ctx context.Context, query engine.Query, q TextQuestion) (engine.Discovery, error) {
	if q.Named != "" {
		return e.Find(ctx, q.Named, query.Limit, q.Corpora...)
	}
	return e.Discover(ctx, query, q.Corpora...)
}

// Details are those of a paper, with the sentences that matter.
func (e *Engines) Details(ctx context.Context, ref PaperRef) (PaperDetails, error) {
	p, err := e.Paper(ctx, ref)
	if err != nil {
		return PaperDetails{}, err
	}
	used, err := e.Get(ctx)
	if err != nil {
		return PaperDetails{}, Nothing(err)
	}
	highlights, err := used.Highlight(ctx, p, "", maxListed)
	return DetailsOf(p, highlights), err
}

// Paper is the whole record of a paper; the error wraps ErrNotFound where there is none.
func (e *Engines) Paper(ctx context.Context, ref PaperRef) (*engine.Paper, error) {
	papers, err := e.papers(ctx, []PaperRef{ref})
	if err != nil {
		return nil, err
	}
	return papers[0], nil
}

// papers are the records of refs, parallel to them.
func (e *Engines) papers(ctx context.Context, refs []PaperRef) ([]*engine.Paper, error) {
	used, err := e.Get(ctx)
	if err != nil {
		return nil, Nothing(err)
	}
	works := make([]engine.WorkRef, len(refs))
	for i, ref := range refs {
		if ref.Paper == "" {
			return nil, wrong("paper", "give the ID of a paper")
		}
		works[i] = engine.WorkRef{ID: ref.Paper, Corpus: ref.Corpus}
	}
	papers, err := used.Papers(ctx, works)
	if err != nil {
		return nil, err
	}
	for i, p := range papers {
		if p == nil {
			return nil, fmt.Errorf("paper %s: %w", refs[i].Paper, ErrNotFound)
		}
	}
	return papers, nil
}

// Explain compares the last sentence of a text with a paper.
func (e *Engines) Explain(ctx context.Context, q ClaimQuestion) (Explanation, error) {
	sentences := LastSentences(q.Text)
	if len(sentences) == 0 {
		return Explanation{}, ErrNoClaim
	}
	p, err := e.Paper(ctx, q.PaperRef)
	if err != nil {
		return Explanation{}, err
	}
	last := len(sentences) - 1
	return Explain(ctx, evidence.Claim{Text: sentences[last], Context: sentences[:last], Title: q.Title}, p)
}

// A CitingSentence is a sentence that cites a paper, for no markup in particular.
type CitingSentence struct {
	Sentence
	Corpus  string  `json:"corpus"`
	Support float64 `json:"support"` // as that of Written
	Note    string  `json:"note,omitempty"`
}

// Drafted are sentences about a paper, the best first.
type Drafted struct {
	Sentences []CitingSentence `json:"sentences"`
	Reason    string           `json:"reason,omitempty"` // why there is none: cite by the mark alone
}

// DraftSentences writes about a paper after a text.
func (e *Engines) DraftSentences(ctx context.Context, q DraftQuestion) (Drafted, error) {
	if err := q.check(); err != nil {
		return Drafted{}, err
	}
	p, used, err := e.paperAndEngine(ctx, q.PaperRef)
	if err != nil {
		return Drafted{}, err
	}
	drafts, err := used.Drafts(ctx, q.request(p), q.Variants)
	return draftedOf(p, drafts), err
}

// paperAndEngine are a paper and what drafts about it.
func (e *Engines) paperAndEngine(ctx context.Context, ref PaperRef) (*engine.Paper, *engine.Engine, error) {
	p, err := e.Paper(ctx, ref)
	if err != nil {
		return nil, nil, err
	}
	used, err := e.Get(ctx)
	if err != nil {
		return nil, nil, Nothing(err)
	}
	return p, used, nil
}

func draftedOf(p *engine.Paper, drafts []engine.Draft) Drafted {
	answer := Drafted{Sentences: []CitingSentence{}}
	for _, d := range drafts {
		if d.MarkOnly {
			answer.Reason = d.Reason
			continue
		}
		answer.Sentences = append(answer.Sentences, CitingSentence{SentenceOf(p, d), p.Corpus, hundredths(d.Evidence.Score), d.Note})
	}
	return answer
}
