package evidence

import (
	"context"
	"maps"
	"math"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Names of the features, in the order of their weights.
var (
	// PassageFeatures are the features of a passage.
	PassageFeatures = []string{"cosine", "words", "pairs", "names", "focus", "length"}
	// PaperFeatures are the features of a paper, given the claim.
	PaperFeatures = []string{
		"cosine", "cosine title", "cosine best", "cosine three", "words title", "title in words",
		"words abstract", "words best", "words all", "pairs abstract", "pairs best", "names", "names title",
		"focus title", "focus abstract", "rarest title", "rarest all", "passages", "abstract",
	}
	// ContextFeatures are added to PaperFeatures if the claim's context is known.
	ContextFeatures = []string{
		"context cosine", "context words", "title in context", "context rarest", "context best",
		"context title", "context pairs", "manuscript cosine", "manuscript title", "manuscript words",
	}
)

// A comparison holds the overlap between a claim and a paper.
type comparison struct {
	question
	paper                   *engine.Paper
	head                    map[string]float64 // stems in title and abstract
	title                   bag
	candidates              []candidate        // closest passages, in the order of the paper
	anywhere                map[string]float64 // stems in any part of the paper
	passages                int
	pairsHead, contextPairs float64 // share of the claim's pairs in title and abstract
	contextBest             float64 // highest cosine between the context and a passage
	vectors                 vectors
}

// vectors holds the embeddings for a comparison. They are nil if there is no embedder.
type vectors struct{ claim, context, manuscript, paper, title []float32 }

func (f Finder) compare(ctx context.Context, q question, p *engine.Paper) (*comparison, error) {
	title := bagOf(text.Cut(p.Title, maxClaim))
	c := &comparison{question: q, paper: p, title: title}
	head := p.Title + ". " + text.Cut(p.Abstract, maxPaper)
	c.head = bagOf(head).stems
	c.pairsHead, c.contextPairs = pairsIn(head, c.pairs), pairsIn(head, c.nearPairs)
	all := c.lexical(PassagesOf(p))
	c.anywhere = maps.Clone(c.head)
	for _, x := range all {
		maps.Copy(c.anywhere, x.stems)
	}
	c.passages, c.candidates = len(all), closest(all)
	return c, c.embed(ctx, f.Embedder, head)
}

// embed computes the vectors and the candidates' features.
func (c *comparison) embed(ctx context.Context, e Embedder, head string) error {
	cosines := make([]float64, len(c.candidates))
	if e != nil {
		texts := []string{
			c.text, c.context, c.question.title, text.Cut(head, maxHead), text.Cut(c.paper.Title, maxClaim),
		}
		for _, x := range c.candidates {
			texts = append(texts, x.Text)
		}
		vs, err := e.Embed(ctx, texts)
		if err != nil {
			return err
		}
		c.vectors = vectors{vs[0], vs[1], vs[2], vs[3], vs[4]}
		for i := range c.candidates {
			cosines[i] = rank.Inner(vs[0], vs[5+i])
			c.contextBest = max(c.contextBest, rank.Inner(vs[1], vs[5+i]))
		}
	}
	for i := range c.candidates {
		x := &c.candidates[i]
		x.features = []float64{
			cosines[i], c.words.shareIn(x.stems), x.pairs, c.names.shareIn(x.stems),
			c.focus.shareIn(x.stems), math.Log1p(float64(len(x.Text))) / 10,
		}
	}
	return ctx.Err()
}

// maxHead is the maximum size of title and abstract to embed, in bytes.
const maxHead = 4000

// features returns the values of PaperFeatures. The candidates must be sorted, best first.
func (c *comparison) features() []float64 {
	best, three := make([]float64, len(PassageFeatures)), 0.0
	shown := c.candidates[:min(len(c.candidates), Shown)]
	for _, x := range shown {
		for j, value := range x.features {
			best[j] = max(best[j], value)
		}
		three += x.features[0] / float64(len(shown))
	}
	v := c.vectors
	titleStems := c.title.stems
	return []float64{
		rank.Inner(v.claim, v.paper), rank.Inner(v.claim, v.title), best[0], three,
		c.words.shareIn(titleStems), c.title.shareIn(c.words.stems), c.words.shareIn(c.head), best[1],
		c.words.shareIn(c.anywhere), c.pairsHead, best[2],
		c.names.shareIn(c.anywhere), c.names.shareIn(titleStems),
		c.focus.shareIn(titleStems), c.focus.shareIn(c.head),
		c.words.rarestIn(titleStems), c.words.rarestIn(c.anywhere),
		math.Log1p(float64(c.passages)), rank.Indicator(c.paper.Abstract != ""),
	}
}

func (c *comparison) contextFeatures() []float64 {
	v, manuscript := c.vectors, bagOf(c.question.title)
	return []float64{
		rank.Inner(v.context, v.paper), c.near.shareIn(c.head), c.title.shareIn(c.near.stems),
		c.near.rarestIn(c.title.stems), c.contextBest, rank.Inner(v.context, v.title), c.contextPairs,
		rank.Inner(v.manuscript, v.paper), rank.Inner(v.manuscript, v.title), manuscript.shareIn(c.head),
	}
}
