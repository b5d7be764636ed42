package corpus

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// This file reads BibTeX and BibLaTeX with package bib. The parser needs a whole source in memory, so
// a file is read in portions. Crossrefs are resolved only within a portion.

var bibStart = regexp.MustCompile(`(?i)^\s*@\s*(?:string|preamble|comment)\s*[{(]` +
	`|^\s*@\s*[a-z]+\s*[{(]\s*[^\s,{}()="]+\s*,`)

func isBibTeX(h head) bool { return h.line(bibStart) }

// portion is the size in bytes after which a source is split at the next entry. Most personal
// libraries are smaller. The largest reported ones are 25 MB, and their crossrefs rarely reach that
// far.
const portion = 16 << 20

func readBibTeX(in *input, out sink) error {
	p := &portions{in: in.Reader, line: 1}
	for {
		source, line, err := p.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if !in.bibEntries(p.macros+source, line-strings.Count(p.macros, "\n"), len(p.macros), out) {
			return nil
		}
		p.keepMacros(source)
	}
}

// bibEntries yields the entries of a source that start at or after the offset from.
func (in *input) bibEntries(source string, line, from int, out sink) bool {
	file := bib.Parse([]byte(source))
	for i := range file.Entries {
		e := &file.Entries[i]
		if e.Start < from {
			continue
		}
		at, _ := file.Position(e.Start)
		reason := ""
		if !e.Complete {
			reason = "the entry is not closed: add the missing brace"
		}
		p := bibPaper(e)
		if p.Key = e.Key; e.StandsAlone() {
			p.Entry = strings.Clone(file.Text(e.Span))
		}
		if !in.hand(p, line+at-1, reason, out) {
			return false
		}
	}
	return true
}

func bibPaper(e *bib.Entry) *engine.Paper {
	p := &engine.Paper{
		Title: e.FullTitle(), Abstract: e.Field("abstract"), Venue: e.Venue(), DOI: bibDOI(e),
		ArXiv: paper.ArXiv(e.Field("eprint")), URL: e.First("url", "ee"), Year: e.Year(),
		Month:  cmp.Or(monthOf(e.Field("month")), monthIn(e.Field("date"))),
		Volume: e.Field("volume"), Issue: e.First("number", "issue"), Pages: strings.ReplaceAll(e.Field("pages"), "–", "-"),
		Publisher: e.Field("publisher"), EntryType: bib.TypeNamed(e.Type, e.Field("type")),
	}
	for _, n := range e.Authors() {
		p.Authors = append(p.Authors, engine.Author{Given: n.Given, Family: strings.TrimSpace(n.Family + " " + n.Suffix)})
	}
	return p
}

// bibDOI returns the first DOI in the fields that commonly contain one.
func bibDOI(e *bib.Entry) string {
	for _, name := range []string{"doi", "ee", "url", "note"} {
		if doi := paper.DOI(e.Field(name)); doi != "" {
			return doi
		}
	}
	return ""
}

// portions splits a source at lines that begin an entry.
type portions struct {
	in     *bufio.Reader
	line   int
	macros string // @string definitions read so far
	ahead  []byte
	ended  bool
}

func (p *portions) next() (source string, line int, err error) {
	if p.ended {
		return "", p.line, io.EOF
	}
	raw := p.ahead
	p.ahead = nil
	for err == nil {
		var part []byte
		part, err = p.in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			err = nil
		}
		if len(raw) > portion && bytes.HasPrefix(bytes.TrimLeft(part, " \t"), []byte("@")) {
			p.ahead = bytes.Clone(part)
			break
		}
		if raw = append(raw, part...); len(raw) > maxRecord {
			return "", p.line, errTooLong
		}
	}
	p.ended = err == io.EOF
	line = p.line
	p.line += bytes.Count(raw, newline)
	if err != nil && !p.ended {
		return "", line, err
	}
	return string(raw), line, nil
}

// maxMacros limits the @string definitions that are passed to later portions, in bytes.
const maxMacros = 1 << 20

func (p *portions) keepMacros(source string) {
	if p.ended {
		return
	}
	file := bib.Parse([]byte(source))
	for _, m := range file.Strings {
		if text := file.Text(m.Span); len(p.macros)+len(text) < maxMacros {
			p.macros += text + "\n"
		}
	}
}
