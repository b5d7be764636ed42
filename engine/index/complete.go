package index

import (
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// completed yields papers with missing fields filled in from the published records with the same
// IDs. A sparse record thus does not overwrite a richer one.
func completed(old *read.View, papers iter.Seq2[*engine.Paper, error]) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		for p, err := range papers {
			if err == nil {
				p, err = completedFrom(old, p)
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

func completedFrom(old *read.View, p *engine.Paper) (*engine.Paper, error) {
	at, err := old.Locate(p.ID)
	if err != nil || at == nil {
		return p, err
	}
	segment := old.Segments[at.Part]
	known, err := segment.Paper(at.Doc)
	if err != nil {
		return nil, err
	}
	if err := segment.AddBody(at.Doc, known); err != nil {
		return nil, err
	}
	return fuller(p, known), nil
}

// fuller returns p with its missing fields copied from known. It also copies the abstract or the
// authors of known if those of p are abbreviated.
func fuller(p, known *engine.Paper) *engine.Paper {
	both := p.Merged(known)
	both.Corpus, both.CorpusID, both.Also, both.Own = p.Corpus, p.CorpusID, p.Also, p.Own
	if isCutShort(p.Abstract, known.Abstract) {
		both.Abstract = known.Abstract
	}
	if haveInitialsOf(p.Authors, known.Authors) {
		both.Authors = known.Authors
	}
	switch {
	case len(p.Body) == 0 && len(known.Body) > 0: // the numbers in the body refer to its own references, so keep both
		both.Body, both.References = known.Body, known.References
	case len(p.Body) == 0 || len(p.References) == 0:
		both.References = paper.JoinReferences(known.References, p.References)
	}
	return both
}

func isCutShort(s, whole string) bool {
	s = strings.TrimRight(s, ".… ")
	return s != "" && len(s) < len(whole) && strings.HasPrefix(whole, s) && strings.Trim(whole[len(s):], ".… ") != ""
}

// haveInitialsOf reports whether both lists name the same people, and authors abbreviates some of
// the given names in whole.
func haveInitialsOf(authors, whole []engine.Author) bool {
	if len(authors) != len(whole) {
		return false
	}
	shorter := false
	for i, a := range authors {
		first, size := utf8.DecodeRuneInString(a.Given)
		switch {
		case a.Family != whole[i].Family:
			return false
		case a.Given == whole[i].Given:
		case size > 0 && strings.HasPrefix(whole[i].Given, string(first)) && len(a.Given) < len(whole[i].Given):
			shorter = true
		default:
			return false
		}
	}
	return shorter
}
