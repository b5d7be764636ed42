package cite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// maxForms is the maximum number of forms in the menu.
const maxForms = 3

// OtherForms returns the forms in which the sentence at a site can be written about the paper that it
// cites, best first. The form of the sentence itself is left out. It never uses a language model, and
// returns nil if the engine writes with one.
func (w *Writer) OtherForms(ctx context.Context, p Site, paper *engine.Paper) (forms []engine.Form) {
	e, err := w.Engines.Get(ctx)
	if err != nil || e.WritesByModel() {
		return nil
	}
	ref := engine.WorkRef{ID: paper.ID, Corpus: paper.Corpus}
	all, err := w.Variants(ctx, p, Request{Mode: Another, Offset: p.Offset, Paper: ref}, MaxVariants)
	if err != nil {
		return nil // reported if the user chooses Another sentence
	}
	var present engine.Form
	for _, c := range all {
		if c.isIn(p.Doc.Text) {
			present = c.Form
		}
	}
	for _, c := range all {
		if c.Form != "" && c.Form != present && !slices.Contains(forms, c.Form) && len(forms) < maxForms {
			forms = append(forms, c.Form)
		}
	}
	return forms
}

// nextOf returns the change that follows the one already in the text, or the first one if none of them
// is in the text.
func nextOf(p Site, all []Change) (Change, error) {
	at := slices.IndexFunc(all, func(c Change) bool { return c.isIn(p.Doc.Text) })
	switch {
	case at == 0 && len(all) == 1:
		return Change{}, errors.New("no other sentence was found in this paper: try other keywords")
	case at == len(all)-1:
		return Change{}, fmt.Errorf("this is the last of %d sentences about this paper: choose another form or paper "+
			"in the menu, or try other keywords", len(all))
	}
	return all[at+1], nil
}

// isIn reports whether a text already contains the sentence of a change, apart from line breaks.
func (c Change) isIn(text string) bool {
	return slices.Equal(strings.Fields(c.Text), strings.Fields(text[c.Range.Start:c.Range.End]))
}

// InForm returns the first change with a form.
func InForm(all []Change, form engine.Form) (Change, error) {
	for _, c := range all {
		if c.Form == form {
			return c, nil
		}
	}
	return Change{}, fmt.Errorf("no sentence about this paper has the form %q: choose another form, or omit "+
		"the form", form)
}
