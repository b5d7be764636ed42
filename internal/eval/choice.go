package eval

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/choice"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Cite is a real citing sentence, together with the paper that it cites.
type Cite struct {
	Citing   string
	Field    string // name of the corpus that contains the cited paper
	Place    choice.Place
	Sentence string // the sentence, with text.CiteMark in place of the citation
	Paper    *engine.Paper
	cited    string // ID of the cited paper; "" if the file gives its title
}

// A citeRecord is one line of a file of citation contexts or citances.
type citeRecord struct {
	Context
	Section  string          `json:"section"`
	Whole    string          `json:"citation_sentence"`
	CitedAny json.RawMessage `json:"cited"`
	Clean    *bool           `json:"clean"`
}

// A CitedSpan is the citation of a work in a sentence. Start and End are offsets in code points.
type CitedSpan struct {
	Start, End int
	Cited      string // ID of the work
}

// authorsYear matches a citation in the text, such as "(Lee and Kim, 2004)" or "(2004)".
var authorsYear = regexp.MustCompile(`\((?:[^()]{0,80}?(?:1[89]|20)\d\d[a-z]?[,; ]*)+\)`)

// ReadCites reads citing sentences from files of contexts and citances. It keeps a sentence if
// papers contains an abstract of the cited paper, or if the file gives the paper's title.
func ReadCites(files []string, papers iter.Seq2[*engine.Paper, error]) ([]Cite, error) {
	var all []Cite
	wanted := make(map[string]*engine.Paper)
	for _, path := range files {
		for r, err := range Records[citeRecord](path) {
			if err != nil {
				return nil, err
			}
			for _, c := range r.cites() {
				all = append(all, c)
				wanted[c.cited] = nil
			}
		}
	}
	for p, err := range papers {
		if err != nil {
			return nil, err
		}
		if _, ok := wanted[p.ID]; ok && p.Abstract != "" {
			wanted[p.ID] = p
		}
	}
	var found []Cite
	for _, c := range all {
		if p := wanted[c.cited]; p != nil {
			c.Paper, c.Field = p, p.Corpus
		}
		if c.Paper != nil {
			found = append(found, c)
		}
	}
	return found, nil
}

// cites returns the citations in a sentence, unless the sentence is not clean.
func (r citeRecord) cites() (all []Cite) {
	if r.Clean != nil && !*r.Clean {
		return nil
	}
	c := Cite{Citing: r.Citing, Sentence: r.Context.Sentence,
		Place: choice.Place{Context: r.Context.Context, Keywords: r.Keywords, Title: r.CitingTitle, Section: r.Section}}
	var spans []CitedSpan
	var titled struct{ Title string }
	switch {
	case json.Unmarshal(r.CitedAny, &c.cited) == nil:
		if c.Sentence == "" {
			c.Sentence = authorsYear.ReplaceAllString(r.Whole, text.CiteMark)
		}
		return []Cite{c}
	case json.Unmarshal(r.CitedAny, &titled) == nil:
		c.Paper, c.Field = &engine.Paper{Title: titled.Title}, "titles"
		return []Cite{c}
	case json.Unmarshal(r.CitedAny, &spans) != nil:
		return nil
	}
	letters := []rune(r.Whole)
	for _, span := range spans {
		if span.Start < 0 || span.End > len(letters) || span.Start > span.End {
			continue
		}
		c.Sentence = string(letters[:span.Start]) + text.CiteMark + string(letters[span.End:])
		c.cited = span.Cited
		all = append(all, c)
	}
	return all
}

// StatementsOf returns the sentences of a paper's abstract. If body is true, it also returns
// sentences of the full text in which the authors describe their work.
func StatementsOf(p *engine.Paper, body bool) (all []choice.Statement) {
	for _, s := range abstractSentences(p) {
		all = append(all, choice.Statement{Text: s, Section: choice.AbstractSection})
	}
	if !body {
		return all
	}
	abstract := len(all)
	for _, section := range p.Body {
		if !highlight.IsMatter(section.Title) {
			continue
		}
		for _, paragraph := range section.Paragraphs {
			for _, s := range paragraph {
				if len(all) < abstract+maxBodyStatements && len(s.Cites) == 0 && highlight.SpeaksOfWork(s.Text) {
					all = append(all, choice.Statement{Text: s.Text, Section: section.Title})
				}
			}
		}
	}
	return all
}

// maxBodyStatements is the maximum number of sentences of the full text. Package draft has the same
// limit.
const maxBodyStatements = 60

// A ChoiceRow is a training example for choosing a statement of the cited paper. It contains the
// features of all statements, with their similarity to the author's sentence as labels.
type ChoiceRow struct {
	Citing   string      `json:"citing"`
	Field    string      `json:"field"`
	Context  bool        `json:"context"`
	Keywords bool        `json:"keywords"`
	Intent   string      `json:"intent"`
	Body     bool        `json:"body"`
	Rows     [][]float32 `json:"rows"`
	R1       []float64   `json:"r1"`
	RL       []float64   `json:"rl"`
	Form     choice.Form `json:"form"`
	Place    []float64   `json:"place"` // features for predicting the form of the sentence
}

// WriteChoiceExamples writes training examples for models/train/choice as JSON, one per line. The
// first line lists the names of the features. Each citing sentence gives one example per variant of
// its query.
func WriteChoiceExamples(ctx context.Context, e draft.Embedder, cites []Cite, body bool, w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<20)
	encoder := json.NewEncoder(out)
	err := encoder.Encode(map[string][]string{"features": choice.FeatureNames(), "forms": choice.FormFeatureNames()})
	if err != nil {
		return err
	}
	for _, c := range cites {
		statements := StatementsOf(c.Paper, body)
		if len(statements) == 0 { // without statements, the example only shows the form of the sentence
			statements = []choice.Statement{{}}
		}
		if err := addCosines(ctx, e, c.Place, statements); err != nil {
			return err
		}
		row := ChoiceRow{Citing: c.Citing, Field: c.Field, Context: len(c.Place.Context) > 0, Body: body,
			Form: choice.FormOf(c.Sentence)}
		row.R1, row.RL = c.similarities(statements)
		best := statements[slices.Index(row.R1, slices.Max(row.R1))].Text
		for _, place := range c.variants() {
			row.Keywords, row.Intent = len(place.Keywords) > 0, place.Intent
			row.Rows = rounded(choice.Features(place, choice.Work{Title: c.Paper.Title, Statements: statements}))
			row.Place = choice.FormFeatures(place, best)
			if err := encoder.Encode(row); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// variants returns variants of the query: without keywords, with keywords if the query has any, and
// with an intent if the form of the sentence implies one.
func (c Cite) variants() []choice.Place {
	bare := c.Place
	bare.Keywords = nil
	all := []choice.Place{bare}
	if len(c.Place.Keywords) > 0 {
		all = append(all, c.Place)
	}
	if bare.Intent = intentOfForm[choice.FormOf(c.Sentence)]; bare.Intent != "" {
		all = append(all, bare)
	}
	return all
}

// intentOfForm maps the form of a citing sentence to the intent that a user would select for it.
var intentOfForm = map[choice.Form]string{choice.Result: draft.IntentResult, choice.Use: draft.IntentMethod,
	choice.Contrast: draft.IntentContrast, choice.Fact: draft.IntentBackground,
	choice.Definition: draft.IntentBackground}

func rounded(rows [][]float64) [][]float32 {
	all := make([][]float32, len(rows))
	for i, row := range rows {
		for _, v := range row {
			all[i] = append(all[i], float32(v))
		}
	}
	return all
}

// addCosines sets the cosine similarity of each statement to the last sentence before the citation.
func addCosines(ctx context.Context, e draft.Embedder, p choice.Place, statements []choice.Statement) error {
	last := text.Last(p.Context)
	if e == nil || strings.TrimSpace(last) == "" {
		return nil
	}
	texts := []string{last}
	for _, s := range statements {
		texts = append(texts, s.Text)
	}
	vectors, err := e.Embed(ctx, texts)
	if err != nil {
		return err
	}
	for i := range statements {
		for k, v := range vectors[i+1] {
			statements[i].Cosine += float64(v) * float64(vectors[0][k])
		}
	}
	return nil
}

// similarities returns ROUGE-1 and ROUGE-L of each statement against the author's citing sentence.
func (c Cite) similarities(statements []choice.Statement) (r1, rl []float64) {
	author := []string{strings.ReplaceAll(c.Sentence, text.CiteMark, " ")}
	for _, s := range statements {
		r := MeasureROUGE([]string{s.Text}, author)
		r1, rl = append(r1, r.R1), append(rl, r.RL)
	}
	return r1, rl
}

// descending returns the indices of the scores in descending order of score.
func descending(scores []float64) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return order
}
