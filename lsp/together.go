package lsp

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// maxTogether is how many papers one mark cites: more was selected by mistake.
const maxTogether = 50

// citeTogether cites all papers of an actionData by one mark, with one edit of the
// .bib. Those that the sentence cites already are left out.
func (s *server) citeTogether(ctx context.Context, p citeSite, e actionData) (change, error) {
	mark := doc.Mark{Before: p.words(e.Prefix), After: p.words(e.Locator)}
	refs := e.Papers
	if len(refs) == 0 {
		refs = []app.PaperRef{{Paper: e.Paper, Corpus: e.Corpus}}
	}
	if err := p.checkTogether(refs, mark); err != nil {
		return change{}, err
	}
	plan, err := s.plan(ctx, p.doc)
	if err != nil {
		return change{}, err
	}
	cited := p.citedKeys()
	for _, ref := range refs {
		paper, err := s.paper(ctx, engine.WorkRef{ID: ref.Paper, Corpus: ref.Corpus})
		if err != nil {
			return change{}, err
		}
		if key := plan.keyOf(ctx, paper); !slices.Contains(cited, key) {
			mark.Keys, cited = append(mark.Keys, key), append(cited, key)
		}
	}
	if len(mark.Keys) == 0 {
		return change{}, errors.New("this sentence cites all of them already")
	}
	c := plan.change(mark.Keys[0])
	if c.bib != nil {
		s.warnOfBib(ctx, p.doc, c.bib.Path)
	}
	edit := p.doc.Markup.InsertMark(p.doc.Text, styled(p), p.offset, mark)
	c.document, c.text = edit.Span, edit.Text
	return c, nil
}

// checkTogether refuses words that would end the citation they stand in.
func (p citeSite) checkTogether(refs []app.PaperRef, mark doc.Mark) error {
	switch {
	case len(refs) > maxTogether:
		return fmt.Errorf("%d papers are too many for one citation: choose at most %d", len(refs), maxTogether)
	case !closed(mark.Before) || !closed(mark.After), strings.ContainsAny(mark.Before+mark.After, "\r\n@%;"):
		return errors.New("a prefix or a page cannot hold a line break, @, %, ; or a brace without its partner")
	case !p.doc.Markup.UsesCommands && strings.ContainsAny(mark.Before+mark.After, "[]"):
		return errors.New("a prefix or a page cannot hold brackets here")
	}
	return nil
}

// closed reports whether each brace of a text has its partner in it.
func closed(s string) bool {
	depth := 0
	for i := 0; i < len(s) && depth >= 0; i++ {
		switch s[i] {
		case '\\':
			i++
			if i == len(s) {
				return false // it would escape what follows
			}
		case '{':
			depth++
		case '}':
			depth--
		}
	}
	return depth == 0
}

var pageBehindStop = regexp.MustCompile(`\.\s+(\d)`)

// words are a prefix or a page as the document writes them: "p. 3" on one line.
func (p citeSite) words(given string) string {
	return pageBehindStop.ReplaceAllString(strings.TrimSpace(given), "."+p.doc.Markup.Tie+"$1")
}
