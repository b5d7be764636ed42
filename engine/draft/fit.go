package draft

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/choice"
	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// Weights of a statement's fit to a site.
const (
	// keywordBonus is the bonus for keywords in a draft; package choice has its own for keywords in
	// statements. A keyword that occurs only in the source has a lower weight.
	keywordBonus = 2.5
	sourceShare  = 0.2
	// backgroundShare is the share of the bonus given to facts, most of which are background.
	backgroundShare = 0.3
)

// keywordScore returns the bonus for keywords in a draft and in its source.
func keywordScore(keywords []string, d Draft, kind compose.Kind) float64 {
	if len(keywords) == 0 {
		return 0
	}
	inDraft, inSource := shareIn(keywords, text.TermSet(d.Text)), shareIn(keywords, text.TermSet(d.Evidence.Text))
	score := keywordBonus * ((1-sourceShare)*inDraft + sourceShare*inSource)
	if kind == compose.Fact {
		score *= backgroundShare
	}
	return score
}

// fits returns how likely authors are to choose each statement at a site.
func (c Composer) fits(ctx context.Context, statements []compose.Statement, req Request, work compose.Work) ([]float64,
	error) {
	w := choice.Work{Title: work.Title}
	places := make(map[position]int)
	for _, s := range slices.Concat(work.Abstract, work.Body) {
		places[position{s.Section, s.Index}] = len(w.Statements)
		w.Statements = append(w.Statements, choice.Statement{Text: s.Text, Section: s.Section})
	}
	if err := c.addCosines(ctx, w.Statements, req); err != nil {
		return nil, err
	}
	likely := choice.Scores(choice.Place{Context: req.Context, Keywords: req.Keywords, Intent: req.Intent}, w)
	title := 0.0 // the median, since the weights were fitted without titles
	if len(likely) > 0 {
		title = slices.Sorted(slices.Values(likely))[len(likely)/2]
	}
	scores := make([]float64, len(statements))
	for i, s := range statements {
		scores[i] = title
		if at, ok := places[position{s.Source.Section, s.Source.Index}]; ok {
			scores[i] = likely[at]
		}
	}
	return scores, nil
}

// A position is the place of a sentence in a paper.
type position struct {
	section string
	index   int
}

// addCosines sets the similarity of each sentence to the last sentence of the context. The failure of
// an embedder must not prevent a draft (invariant 7).
func (c Composer) addCosines(ctx context.Context, all []choice.Statement, req Request) error {
	near := text.Last(req.Context)
	if c.Embedder == nil || strings.TrimSpace(near) == "" || len(all) < 2 {
		return nil
	}
	all = all[:min(len(all), choice.MaxStatements)]
	texts := []string{near}
	for _, s := range all {
		texts = append(texts, s.Text)
	}
	vectors, err := c.Embedder.Embed(ctx, texts)
	if err != nil {
		return ctx.Err()
	}
	for i, v := range vectors[1:] {
		all[i].Cosine = dotOf(v, vectors[0])
	}
	return nil
}

func dotOf(a, b []float32) (dot float64) {
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
	}
	return dot
}

// citedVerb matches the verb after a citation in subject position, as in "Lee et al. (2010)
// propose" or "[CITE] showed".
var citedVerb = pattern.MustCompile(`(?:\[CITE\]|[\p{L}.]+,? \(?\[?(?:1[89]|20)\d\d[a-z]?[)\]]) (?:\p{Ll}+ly ` +
	`|also |first |then |further )?(\p{Ll}+)`)

// tense returns the requested tense, or else the tense of the context.
func (r Request) tense() Tense { return cmp.Or(r.Tense, TenseOf(r.Context)) }

// TenseOf returns the most frequent tense of the verbs after citations, which are marked by
// text.CiteMark, or zero.
func TenseOf(sentences []string) Tense {
	votes := 0
	for _, s := range sentences {
		for _, m := range citedVerb.FindAllStringSubmatch(s, -1) {
			switch compose.TenseOf(m[1]) {
			case compose.Past:
				votes--
			case compose.Present:
				votes++
			}
		}
	}
	switch {
	case votes > 0:
		return compose.Present
	case votes < 0:
		return compose.Past
	}
	return compose.AsPaper
}

// shareIn returns the share of the phrases whose terms are all in set.
func shareIn(phrases []string, set map[string]bool) float64 {
	if len(phrases) == 0 {
		return 0
	}
	in := 0
	for _, phrase := range phrases {
		if all := text.TermSet(phrase); len(all) > 0 && text.Overlap(all, set) == 1 {
			in++
		}
	}
	return float64(in) / float64(len(phrases))
}
