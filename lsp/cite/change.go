package cite

import (
	"errors"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A Change is what an order comes to.
type Change struct {
	Range    doc.Span // the range that is replaced; empty but for a rewrite
	Text     string
	Keywords *Respelling             // of the directive; nil where it stays
	Bib      *workspace.Bibliography // nil where the entry is there already
	Entry    bib.Insertion
	Key      string           // of the entry
	Evidence engine.Highlight // zero for a mark
	Note     string           // what the user should know of it: why it is a mark, or that it is in English
	Gone     *Removal         // an entry that goes; nil where none does
	Asks     string           // the directive that may go with it, where the user is to be asked
}

// A Respelling puts other keywords into a directive.
type Respelling struct {
	doc.Span
	Text string
}

// A Removal is an entry that goes.
type Removal struct {
	Bib  workspace.Bibliography
	Span doc.Span
}

// settle does with the directive of a sentence that is written what the setting
// says.
func (c *Change) settle(p Site, setting string) {
	if p.Directive == nil {
		return
	}
	switch setting {
	case "ask":
		c.Asks = p.Directive.Text
	case "remove":
		gone := doc.WithoutDirective(p.Doc.Text, *p.Directive)
		if c.Range.End < gone.Start || gone.End < c.Range.Start {
			c.Keywords = &Respelling{gone, ""}
			return
		}
		// Both in one edit, since they touch: the line ends around the comment stay.
		text := c.Text
		if gone.Start == 0 || p.Doc.Text[gone.Start-1] == '\n' {
			text = strings.Trim(text, "\r\n") + p.Doc.Text[p.Directive.End:gone.End]
		}
		c.Range, c.Text = gone, text
	}
}

// Respell adds to a change that the directive says the keywords that were asked
// for. One inside the range that is replaced goes with it.
func (c *Change) Respell(at Site) error {
	if at.Asked == nil || at.Directive == nil || at.Directive.Text == *at.Asked {
		return nil
	}
	span := at.Directive.Keywords
	if span.Start < c.Range.End && c.Range.Start < span.End {
		return nil
	}
	if strings.ContainsAny(*at.Asked, "\r\n") || strings.Contains(*at.Asked, "-->") {
		return errors.New("keywords are written into a comment: they cannot have a line break or -->")
	}
	c.Keywords = &Respelling{span, *at.Asked}
	return nil
}
