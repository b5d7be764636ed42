package cite

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// A Saying is a sentence that was found elsewhere, with the papers that it is cited from.
type Saying struct {
	Text   string
	Quoted bool // it is a paper's own, word by word
	Papers []engine.WorkRef
}

var errUncited = errors.New("this sentence names no passage, so there is nothing to cite it by")

// Say makes the change that writes a sentence at a site with its citations, which are
// behind the words and before the full stop.
func (w *Writer) Say(ctx context.Context, p Site, said Saying) (Change, error) {
	switch {
	case p.Manuscript.TakesOnlyMarks():
		return Change{}, errOnlyMark
	case len(said.Papers) == 0:
		return Change{}, errUncited
	}
	plan, err := w.Plan(ctx, p.Doc)
	if err != nil {
		return Change{}, err
	}
	keys, err := w.keysOf(ctx, plan, said.Papers)
	if err != nil {
		return Change{}, err
	}
	c := plan.Change(keys[0])
	if c.Bib != nil {
		w.Host.WarnOfBib(ctx, p.Doc, c.Bib.Path)
	}
	at, written := doc.InsertSentence(p.Doc.Text, p.Manuscript, p.Offset, p.said(said, keys))
	c.Range, c.Text = doc.Span{Start: at, End: at}, written
	return c, nil
}

// keysOf are the keys of papers, each once.
func (w *Writer) keysOf(ctx context.Context, plan Plan, refs []engine.WorkRef) (keys []string, err error) {
	for _, ref := range refs {
		paper, err := w.Paper(ctx, ref)
		if err != nil {
			return nil, err
		}
		if key := plan.KeyOf(ctx, paper); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys, nil
}

// said is a sentence in the markup of the document. The full stop of a quotation goes behind
// its citation; another sign at its end is the paper's own.
func (p Site) said(said Saying, keys []string) string {
	words, stop := text.OneLine(strings.TrimSpace(said.Text)), "."
	for _, end := range []string{".", "!", "?"} {
		if before, found := strings.CutSuffix(words, end); found && (end == "." || !said.Quoted) {
			words, stop = before, end
		}
	}
	if said.Quoted {
		words = "“" + innerQuotes.Replace(words) + "”"
	}
	escaped := p.Doc.Markup.Escape(words, usesTeXAccents(p.Doc.Text))
	return escaped + " " + p.Doc.Markup.Cite(p.Style, keys, false) + stop
}

// innerQuotes are those inside a quotation.
var innerQuotes = strings.NewReplacer("“", "‘", "”", "’", `"`, "'")
