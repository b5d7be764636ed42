package cite

import (
	"errors"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A Change is an edit of a document and its .bib.
type Change struct {
	Range     doc.Span // the range to replace; empty unless text is rewritten
	Text      string
	Directive *doc.Edit               // the edit that updates or removes the directive, or nil
	Bib       *workspace.Bibliography // nil if no entry is added
	Entry     bib.Insertion
	// the paper's sentence that supports Text; zero if only a citation mark is inserted
	Evidence    engine.Highlight
	Form        engine.Form // the form of the sentence; "" for a citation mark
	Base        engine.Form // the form without "In contrast, ", by which Form also finds the change
	Note        string      // a message for the user, such as why only a mark was inserted, or ""
	Removed     *Removal    // the entry to remove, or nil
	AskToRemove string      // text of the directive that the user is asked to keep or remove, or ""
	Provisional bool        // whether a model failed, so that another attempt may yield a better sentence
}

// A Removal is an entry to remove from a .bib.
type Removal struct {
	Bib  workspace.Bibliography
	Span doc.Span
}

// settleDirective removes the directive of an inserted sentence, keeps it, or makes the server ask
// the user, depending on the setting.
func (c *Change) settleDirective(p Site, setting string) {
	if p.Directive == nil {
		return
	}
	switch setting {
	case "ask":
		c.AskToRemove = p.Directive.Text
	case "remove":
		gone := doc.WithoutDirective(p.Doc.Text, *p.Directive)
		if c.Range.End < gone.Start || gone.End < c.Range.Start {
			c.Directive = &doc.Edit{Span: gone}
			return
		}
		// The two ranges touch, so one edit replaces both. Line breaks around the comment are kept.
		text := c.Text
		if gone.Start == 0 || p.Doc.Text[gone.Start-1] == '\n' {
			text = strings.Trim(text, "\r\n") + p.Doc.Text[p.Directive.End:gone.End]
		}
		c.Range, c.Text = gone, text
	}
}

// UpdateDirective adds an edit that writes the user's keywords into the directive, unless the
// change replaces the directive anyway.
func (c *Change) UpdateDirective(at Site) error {
	if at.Asked == nil || at.Directive == nil || at.Directive.Text == *at.Asked {
		return nil
	}
	span := at.Directive.Keywords
	if span.Start < c.Range.End && c.Range.Start < span.End {
		return nil
	}
	if strings.ContainsAny(*at.Asked, "\r\n") || strings.Contains(*at.Asked, "-->") {
		return errors.New("keywords cannot contain line breaks or -->, because they are written into a comment: remove them")
	}
	c.Directive = &doc.Edit{Span: span, Text: *at.Asked}
	return nil
}
