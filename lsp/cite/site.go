package cite

import (
	"context"
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A Site is a place in a document where the user wants to cite.
type Site struct {
	Doc        *workspace.Document
	Manuscript *doc.Manuscript
	Offset     int
	Directive  *doc.Directive
	Asked      *string // keywords from the user that override those of the directive, or nil
	Style      doc.CiteStyle
	Quotes     doc.Quotes
	Claim      string  // the selected part of the sentence, or ""
	Within     bool    // a citation mark follows Claim, which ends inside its sentence
	topic      bool    // the text before the site is a topic rather than running text
	Text       *string // text that replaces the sentences before the site, or nil
}

// SiteAt returns the site at an offset, or false if nothing can be cited there.
func (w *Writer) SiteAt(ctx context.Context, d *workspace.Document, offset int) (Site, bool) {
	if d.Markup == nil {
		return Site{}, false
	}
	p := Site{Doc: d, Manuscript: d.Manuscript(), Offset: offset}
	if !p.Manuscript.Citable(offset) && !p.enterInset() {
		return Site{}, false
	}
	if directive, ok := p.Manuscript.DirectiveFor(offset); ok {
		p.Directive = &directive
	}
	p.Style, p.Quotes = w.Files.StyleOf(ctx, d), w.Files.QuotesOf(ctx, d)
	if command := w.Settings().CiteCommand; command != "" && d.Markup == workspace.LaTeX {
		p.Style.Parenthetical = command
	}
	return p, true
}

// enterInset sets the site's manuscript to the note, caption or cell that contains the site. It
// returns false if the site is not in an inset, or if the inset cannot contain a citation.
func (p *Site) enterInset() bool {
	inset, ok := p.Manuscript.InsetAt(p.Offset)
	if !ok || p.Doc.Markup.Inset == nil {
		return false
	}
	p.Manuscript = p.Doc.Markup.Inset(p.Doc.Text, p.Manuscript, inset, p.Offset)
	return p.Manuscript.Citable(p.Offset)
}

// Keywords returns the user's keywords, or else those of the directive, or "".
func (p Site) Keywords() string {
	switch {
	case p.Asked != nil:
		return *p.Asked
	case p.Directive != nil:
		return p.Directive.Text
	}
	return ""
}

// Context returns the sentences before the site, in document order. A claim comes last.
func (p Site) Context() []string {
	if p.Text != nil {
		return app.LastSentences(*p.Text)
	}
	if p.Claim != "" {
		return p.claimContext()
	}
	if p.topic {
		return p.Manuscript.ContextBefore(p.Offset, app.ContextSentences)
	}
	return p.Manuscript.ContextBefore(max(p.Offset, p.Manuscript.InsertionPoint(p.Offset)), app.ContextSentences)
}

// ForApp converts the site to an app.CiteSite.
func (p Site) ForApp() app.CiteSite {
	return app.CiteSite{Context: p.Context(), Claim: p.Text == nil && p.Claim != "", Keywords: p.Keywords(),
		After: p.preceding(), Textual: p.namesAuthors()}
}

// preceding returns the claim, or else the sentence that a citing sentence would directly follow. It
// returns "" if the citing sentence would begin a paragraph, or if the query is not text of the document.
func (p Site) preceding() string {
	switch {
	case p.Text != nil || p.topic:
		return ""
	case p.Claim != "":
		return p.Claim
	}
	s, _ := p.Manuscript.SentenceAt(p.Offset)
	return s.Text
}

// DraftRequest returns a request for a sentence that cites a paper at the site.
func (p Site) DraftRequest(paper *engine.Paper) engine.DraftRequest {
	return p.ForApp().DraftRequest(paper)
}

// namesAuthors reports whether a citation in the document can print the authors' names in the text.
func (p Site) namesAuthors() bool { return !p.Doc.Markup.UsesCommands || p.Style.Textual != "" }

// Sentence formats a draft in the document's markup and citation style. Several keys are cited together.
func (p Site) Sentence(d engine.Draft, paper *engine.Paper, keys ...string) string {
	before, after, _ := strings.Cut(d.Text, engine.Mark)
	escape := p.escaper()
	return escape(before) + p.mark(d, paper, keys, escape) + escape(after)
}

// escaper returns a function that converts plain text to the markup and quotation marks of the
// document.
func (p Site) escaper() func(string) string {
	ascii := usesTeXAccents(p.Doc.Text)
	return func(s string) string {
		return p.Quotes.Write(s, func(part string) string { return p.Doc.Markup.Escape(part, ascii) })
	}
}

func (p Site) mark(d engine.Draft, paper *engine.Paper, keys []string, escape func(string) string) string {
	cite := p.Doc.Markup.Cite
	switch {
	case !d.Textual:
		return cite(p.Style, keys, false)
	case p.namesAuthors():
		return cite(p.Style, keys, true)
	}
	return escape(display.AuthorsInWords(paper, p.Manuscript.Language)) + p.Doc.Markup.Tie +
		cite(p.Style, keys, false)
}

// insertMark returns the range and the text of the edit that inserts a mark in the site's style.
func (p Site) insertMark(mark doc.Mark) (doc.Span, string) {
	m := *p.Manuscript
	m.Style = p.Style
	mark.Within = p.Within
	edit := p.Doc.Markup.InsertMark(p.Doc.Text, &m, p.Offset, mark)
	return edit.Span, edit.Text
}

var texAccent = regexp.MustCompile(`\\["'^~=.` + "`" + `][{\\a-zA-Z]|\\[vcuHkr]\{`)

// usesTeXAccents reports whether a text has at least as many TeX accents as accented Unicode
// letters.
func usesTeXAccents(text string) bool {
	commands := len(texAccent.FindAllStringIndex(text, -1))
	letters := 0
	for _, r := range text {
		if r >= 0xC0 && r <= 0x24F {
			letters++
		}
	}
	return commands > 0 && commands >= letters
}
