package lsp

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A citeSite is where the user asks for a citation, and all that the document
// says about it.
type citeSite struct {
	doc       *workspace.Document
	m         *doc.Manuscript
	offset    int
	directive *doc.Directive
	asked     *string // keywords that count instead of the directive's, where the user gave some
	style     doc.CiteStyle
	claim     string  // what is selected of the sentence here; "" where nothing is
	topic     bool    // the text here is what is asked about, no sentence before it
	text      *string // that counts instead of the document's sentences, where the user gave some
}

// siteAt is false where no sentence can be written.
func (s *server) siteAt(ctx context.Context, d *workspace.Document, offset int) (citeSite, bool) {
	if d.Markup == nil {
		return citeSite{}, false
	}
	p := citeSite{doc: d, m: d.Manuscript(), offset: offset}
	if !p.m.Citable(offset) && !p.enterInset() {
		return citeSite{}, false
	}
	if directive, ok := p.m.DirectiveFor(offset); ok {
		p.directive = &directive
	}
	p.style = s.citeStyle(ctx, d)
	return p, true
}

// enterInset makes the note, caption or cell at the place its manuscript; false
// where it is in none, or where nothing can be cited there either.
func (p *citeSite) enterInset() bool {
	inset, ok := p.m.InsetAt(p.offset)
	if !ok || p.doc.Markup.Inset == nil {
		return false
	}
	p.m = p.doc.Markup.Inset(p.doc.Text, p.m, inset, p.offset)
	return p.m.Citable(p.offset)
}

// citeStyle is the setting's, else that of the document and its project.
func (s *server) citeStyle(ctx context.Context, d *workspace.Document) doc.CiteStyle {
	style := s.files.StyleOf(ctx, d)
	if command := s.currentSettings().CiteCommand; command != "" && d.Markup == workspace.LaTeX {
		style.Parenthetical = command
	}
	return style
}

func (p citeSite) keywords() string {
	switch {
	case p.asked != nil:
		return *p.asked
	case p.directive != nil:
		return p.directive.Text
	}
	return ""
}

// context are the sentences before the place where the new one goes.
func (p citeSite) context() []string {
	if p.text != nil {
		return app.LastSentences(*p.text)
	}
	if p.claim != "" {
		return p.claimContext()
	}
	if p.topic {
		return p.m.ContextBefore(p.offset, app.ContextSentences)
	}
	return p.m.ContextBefore(max(p.offset, p.m.InsertionPoint(p.offset)), app.ContextSentences)
}

func (s *server) query(ctx context.Context, p citeSite, limit int) engine.Query {
	return p.shared().Query(limit, s.manuscriptOf(ctx, p.doc))
}

// manuscriptOf gathers over all files of a document its title and the works it
// cites, as far as its .bib has them.
func (s *server) manuscriptOf(ctx context.Context, d *workspace.Document) (m engine.Manuscript) {
	var keys []string
	for _, part := range s.files.Project(ctx, d) {
		m.Title = cmp.Or(m.Title, part.Manuscript.Title)
		keys = append(keys, part.Manuscript.CitedKeys()...)
	}
	slices.Sort(keys)
	bibs := s.files.Bibliographies(ctx, d)
	for _, key := range slices.Compact(keys) {
		for _, b := range bibs {
			if entry := b.File.ByKey(key); entry != nil {
				m.Works = append(m.Works, app.RefOf(entry))
				break
			}
		}
	}
	return m
}

// shared is the site as all doors know it.
func (p citeSite) shared() app.CiteSite {
	return app.CiteSite{Context: p.context(), Keywords: p.keywords(), Textual: p.namesAuthors()}
}

// request asks for the sentence that cites a paper here.
func (p citeSite) request(paper *engine.Paper) engine.DraftRequest {
	return p.shared().DraftRequest(paper)
}

// namesAuthors reports whether the document can name authors by a command.
func (p citeSite) namesAuthors() bool { return !p.doc.Markup.UsesCommands || p.style.Textual != "" }

// sentence writes a draft in the markup and the manner of the document.
func (p citeSite) sentence(d engine.Draft, paper *engine.Paper, key string, ascii bool) string {
	before, after, _ := strings.Cut(d.Text, engine.Mark)
	escape := func(s string) string { return p.doc.Markup.Escape(s, ascii) }
	return escape(before) + p.mark(d, paper, key, escape) + escape(after)
}

func (p citeSite) mark(d engine.Draft, paper *engine.Paper, key string, escape func(string) string) string {
	cite := p.doc.Markup.Cite
	switch {
	case !d.Textual:
		return cite(p.style, []string{key}, false)
	case p.namesAuthors():
		return cite(p.style, []string{key}, true)
	}
	return escape(app.AuthorsInWords(paper, p.m.Language)) + p.doc.Markup.Tie + cite(p.style, []string{key}, false)
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
