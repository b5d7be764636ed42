package cite

import (
	"context"
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A Site is a place in a document where the user asks for a citation.
type Site struct {
	Doc        *workspace.Document
	Manuscript *doc.Manuscript
	Offset     int
	Directive  *doc.Directive
	Asked      *string // keywords that replace the directive's, or nil
	Style      doc.CiteStyle
	Quotes     doc.Quotes
	Claim      string  // selected part of the sentence, or ""
	topic      bool    // the text here is a topic, not context
	Text       *string // text that replaces the document's sentences, or nil
}

// SiteAt returns the site at an offset; false if nothing can be cited there.
func SiteAt(ctx context.Context, files *workspace.Workspace, settings config.Settings, d *workspace.Document,
	offset int) (Site, bool) {
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
	p.Style, p.Quotes = styleOf(ctx, files, settings, d), files.QuotesOf(ctx, d)
	return p, true
}

// enterInset makes the note, caption or cell at the site its manuscript. It returns false outside
// of insets, and if the inset allows no citation.
func (p *Site) enterInset() bool {
	inset, ok := p.Manuscript.InsetAt(p.Offset)
	if !ok || p.Doc.Markup.Inset == nil {
		return false
	}
	p.Manuscript = p.Doc.Markup.Inset(p.Doc.Text, p.Manuscript, inset, p.Offset)
	return p.Manuscript.Citable(p.Offset)
}

// styleOf returns the citation style of the settings, or else of the document and its project.
func styleOf(ctx context.Context, files *workspace.Workspace, settings config.Settings,
	d *workspace.Document) doc.CiteStyle {
	style := files.StyleOf(ctx, d)
	if command := settings.CiteCommand; command != "" && d.Markup == workspace.LaTeX {
		style.Parenthetical = command
	}
	return style
}

// Keywords returns the keywords of the user or of the directive.
func (p Site) Keywords() string {
	switch {
	case p.Asked != nil:
		return *p.Asked
	case p.Directive != nil:
		return p.Directive.Text
	}
	return ""
}

// Context returns the sentences before the new one.
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

// Shared returns the site in the form that all doors share.
func (p Site) Shared() app.CiteSite {
	return app.CiteSite{Context: p.Context(), Claim: p.Text == nil && p.Claim != "", Keywords: p.Keywords(),
		Textual: p.namesAuthors()}
}

// DraftRequest returns the request for a sentence that cites a paper here.
func (p Site) DraftRequest(paper *engine.Paper) engine.DraftRequest {
	return p.Shared().DraftRequest(paper)
}

// namesAuthors reports whether the document can name authors by a command.
func (p Site) namesAuthors() bool { return !p.Doc.Markup.UsesCommands || p.Style.Textual != "" }

// Sentence formats a draft in the markup and citation style of the document.
func (p Site) Sentence(d engine.Draft, paper *engine.Paper, key string) string {
	before, after, _ := strings.Cut(d.Text, engine.Mark)
	escape := p.escaper()
	return escape(before) + p.mark(d, paper, key, escape) + escape(after)
}

// escaper returns a function that writes plain text in the markup and with the quotation marks of the
// document.
func (p Site) escaper() func(string) string {
	ascii := usesTeXAccents(p.Doc.Text)
	return func(s string) string {
		return p.Quotes.Write(s, func(part string) string { return p.Doc.Markup.Escape(part, ascii) })
	}
}

func (p Site) mark(d engine.Draft, paper *engine.Paper, key string, escape func(string) string) string {
	cite := p.Doc.Markup.Cite
	switch {
	case !d.Textual:
		return cite(p.Style, []string{key}, false)
	case p.namesAuthors():
		return cite(p.Style, []string{key}, true)
	}
	return escape(display.AuthorsInWords(paper, p.Manuscript.Language)) + p.Doc.Markup.Tie +
		cite(p.Style, []string{key}, false)
}

// Styled returns the manuscript with the site's citation style.
func (p Site) Styled() *doc.Manuscript {
	m := *p.Manuscript
	m.Style = p.Style
	return &m
}

var texAccent = regexp.MustCompile(`\\["'^~=.` + "`" + `][{\\a-zA-Z]|\\[vcuHkr]\{`)

// usesTeXAccents reports whether a text has at least as many TeX accents as accented letters
// in Unicode.
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
