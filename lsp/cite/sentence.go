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

// A SourcedSentence is a sentence of an answer and the papers to cite for it.
type SourcedSentence struct {
	Text   string
	Quoted bool // the text is a quotation
	Papers []engine.WorkRef
}

var errUncited = errors.New("this sentence of the answer cites no passage, so no paper can be cited for it: " +
	"choose another sentence")

// InsertSentence returns the change that inserts a sentence at a site. Its citations go before the
// full stop.
func (w *Writer) InsertSentence(ctx context.Context, p Site, sentence SourcedSentence) (Change, error) {
	switch {
	case p.Manuscript.TakesOnlyMarks():
		return Change{}, errOnlyMark
	case len(sentence.Papers) == 0:
		return Change{}, errUncited
	}
	plan, err := w.Plan(ctx, p.Doc)
	if err != nil {
		return Change{}, err
	}
	keys, err := w.keysOf(ctx, plan, sentence.Papers)
	if err != nil {
		return Change{}, err
	}
	c, err := plan.Change(ctx)
	if err != nil {
		return Change{}, err
	}
	at, written := doc.InsertSentence(p.Doc.Text, p.Manuscript, p.Offset, p.format(sentence, keys))
	c.Range, c.Text = doc.Span{Start: at, End: at}, written
	return c, nil
}

// keysOf adds the entries of papers to a plan and returns their keys without duplicates.
func (w *Writer) keysOf(ctx context.Context, plan Plan, refs []engine.WorkRef) (keys []string, err error) {
	for _, ref := range refs {
		paper, err := w.Paper(ctx, ref)
		if err != nil {
			return nil, err
		}
		key, err := plan.Cite(ctx, paper)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys, nil
}

// format returns the sentence in the document's markup. In a quotation, the full stop moves after
// the citation, while other final punctuation stays inside the quotation marks.
func (p Site) format(sentence SourcedSentence, keys []string) string {
	words, stop := text.OneLine(strings.TrimSpace(sentence.Text)), "."
	for _, end := range []string{".", "!", "?"} {
		if before, found := strings.CutSuffix(words, end); found && (end == "." || !sentence.Quoted) {
			words, stop = before, end
		}
	}
	if sentence.Quoted {
		words = "“" + innerQuotes.Replace(words) + "”"
	}
	return p.escaper()(words) + " " + p.Doc.Markup.Cite(p.Style, keys, false) + stop
}

// innerQuotes replaces double quotation marks inside a quotation with single ones.
var innerQuotes = strings.NewReplacer("“", "‘", "”", "’", `"`, "'")
