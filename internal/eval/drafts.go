package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A DraftRow holds all drafts for one site. Such rows serve to fit and evaluate the preference
// among drafts.
type DraftRow struct {
	ID     string  `json:"id"`
	Drafts []Draft `json:"drafts"`
	MS     float64 `json:"ms"`
}

// A Draft is a draft with its similarity to the original sentence.
type Draft struct {
	Text      string        `json:"text"`
	Supported bool          `json:"supported"`
	Features  draftFeatures `json:"features"`
	ROUGE     ROUGE         `json:"rouge"`
}

// draftFeatures holds candidate features for ranking drafts.
type draftFeatures struct {
	Support  float64 `json:"support"`  // probability that the paper supports the draft
	Near     float64 `json:"near"`     // share of the terms of the sentence before the site
	Far      float64 `json:"far"`      // share of the terms of the earlier sentences
	Keywords float64 `json:"keywords"` // share of the keywords that occur in the draft
	Fluency  float64 `json:"fluency"`  // log probability per token, 0 without a language model
	Composed float64 `json:"composed"` // the composer's score, 0 for a model's draft
	Drafted  float64 `json:"drafted"`  // 1 for a model's draft
	Words    float64 `json:"words"`    // number of words, divided by 32
}

// DraftOptions configure WriteDrafts.
type DraftOptions struct {
	N          int
	Seed       uint64
	NoKeywords bool
	Paper      func(ctx context.Context, id string) (*engine.Paper, error)
	Progress   func(done int) // may be nil
}

// WriteDrafts draws a random sample of contexts and writes one DraftRow per line, as JSON.
func WriteDrafts(ctx context.Context, w engine.CheckedWriter, contexts []Context, opts DraftOptions,
	out io.Writer) error {
	encoder := json.NewEncoder(out)
	for i, c := range drawn(contexts, opts.N, opts.Seed) {
		p, err := opts.Paper(ctx, c.Cited)
		if err != nil {
			return fmt.Errorf("context %s: %w", c.ID, err)
		}
		start := time.Now()
		choices, failed, err := w.Choices(ctx, c.request(p, CitationOptions{NoKeywords: opts.NoKeywords}))
		if failed != nil || err != nil {
			return fmt.Errorf("context %s: %w", c.ID, errors.Join(err, failed))
		}
		row := DraftRow{ID: c.ID, MS: float64(time.Since(start).Microseconds()) / 1000}
		for _, choice := range choices {
			row.Drafts = append(row.Drafts, c.draftOne(choice))
		}
		if err := encoder.Encode(row); err != nil {
			return err
		}
		if opts.Progress != nil {
			opts.Progress(i + 1)
		}
	}
	return nil
}

func (c Context) draftOne(choice draft.Choice) Draft {
	said := strings.ReplaceAll(choice.Text, engine.Mark, " ")
	real := strings.ReplaceAll(c.Sentence, citeToken, " ")
	return Draft{
		Text:      strings.ReplaceAll(choice.Text, engine.Mark, citeToken),
		Supported: engine.Support{Score: choice.Support}.Supported(),
		Features:  c.features(choice, said), ROUGE: MeasureROUGE([]string{said}, []string{real}),
	}
}

func (c Context) features(choice draft.Choice, said string) draftFeatures {
	last := max(0, len(c.Context)-1)
	f := draftFeatures{
		Support: choice.Support, Keywords: choice.Keywords, Fluency: choice.Fluency, Composed: choice.Composed,
		Words: float64(len(strings.Fields(said))) / 32,
		Near:  shareSaid(strings.Join(c.Context[last:], " "), said), Far: shareSaid(strings.Join(c.Context[:last],
			" "), said),
	}
	if choice.Drafted {
		f.Drafted = 1
	}
	return f
}

// shareSaid returns the share of the passage's terms that the sentence contains.
func shareSaid(passage, sentence string) float64 {
	return text.Overlap(stemSet(passage), stemSet(sentence))
}
