package cite

import (
	"context"
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A Site is where the user asks for a citation, and all that the document
// says about it.
type Site struct {
	Doc        *workspace.Document
	Manuscript *doc.Manuscript
	Offset     int
	Directive  *doc.Directive
	Asked      *string // keywords that count instead of the directive's, where the user gave some
	Style      doc.CiteStyle
	Claim      string  // what is selected of the sentence here; "" where nothing is
	topic      bool    // the text here is what is asked about, no sentence before it
	Text       *string // that counts instead of the document's sentences, where the user gave some
}

// SiteAt is false where no sentence can be written.
func SiteAt(ctx context.Context, files *workspace.Workspace, settings config.Settings, d *workspace.Document, offset int) (Site, bool) {
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
	p.Style = styleOf(ctx, files, settings, d)
	return p, true
}

// enterInset makes the note, caption or cell at the place its manuscript; false
// where it is in none, or where nothing can be cited there either.
func (p *Site) enterInset() bool {
	inset, ok := p.Manuscript.InsetAt(p.Offset)
	if !ok || p.Doc.Markup.Inset == nil {
		return false
	}
	p.Manuscript = p.Doc.Markup.Inset(p.Doc.Text, p.Manuscript, inset, p.Offset)
	return p.Manuscript.Citable(p.Offset)
}

// styleOf is the setting's style, else that of the document and its project.
func styleOf(ctx context.Context, files *workspace.Workspace, settings config.Settings, d *workspace.Document) doc.CiteStyle {
	style := files.StyleOf(ctx, d)
	if command := settings.CiteCommand; command != "" && d.Markup == workspace.LaTeX {
		style.Parenthetical = command
	}
	return style
}

// Keywords are those that count at the site.
func (p Site) Keywords() string {
	switch {
	case p.Asked != nil:
		return *p.Asked
	case p.Directive != nil:
		return p.Directive.Text
	}
	return ""
}

// Context are the sentences before the place where the new one goes.
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

// Shared is the site as all doors know it.
func (p Site) Shared() app.CiteSite {
	return app.CiteSite{Context: p.Context(), Keywords: p.Keywords(), Textual: p.namesAuthors()}
}

// DraftRequest asks for the sentence that cites a paper here.
func (p Site) DraftRequest(paper *engine.Paper) engine.DraftRequest {
	return p.Shared().DraftRequest(paper)
}

// namesAuthors reports whether the document can name authors by a command.
func (p Site) namesAuthors() bool { return !p.Doc.Markup.UsesCommands || p.Style.Textual != "" }

// Sentence writes a draft in the markup and the manner of the document.
func (p Site) Sentence(d engine.Draft, paper *engine.Paper, key string) string {
	ascii := usesTeXAccents(p.Doc.Text)
	before, after, _ := strings.Cut(d.Text, engine.Mark)
	escape := func(s string) string { return p.Doc.Markup.Escape(s, ascii) }
	return escape(before) + p.mark(d, paper, key, escape) + escape(after)
}

func (p Site) mark(d engine.Draft, paper *engine.Paper, key string, escape func(string) string) string {
	cite := p.Doc.Markup.Cite
	switch {
	case !d.Textual:
		return cite(p.Style, []string{key}, false)
	case p.namesAuthors():
		return cite(p.Style, []string{key}, true)
	}
	return escape(app.AuthorsInWords(paper, p.Manuscript.Language)) + p.Doc.Markup.Tie + cite(p.Style, []string{key}, false)
}

// Styled is the manuscript with the style in force.
func (p Site) Styled() *doc.Manuscript {
	m := *p.Manuscript
	m.Style = p.Style
	return &m
}

var texAccent = regexp.MustCompile(`\\["'^~=.` + "`" + `][{\\a-zA-Z]|\\[vcuHkr]\{`)

// usesTeXAccents reports whether a text spells accented letters by commands
// rather than in Unicode.
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
