package corpus

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A format is a file format of papers.
type format struct {
	name string // for reports
	is   func(head) bool
	// read passes the papers of a file to out in order until out returns false. An error ended the
	// file early.
	read func(in *input, out sink) error
	// pages is set if the text was read off pages, which damages words.
	pages pageText
}

// A pageText names the texts of a record that were read off pages.
type pageText int

const (
	noText pageText = iota
	bodyText
	allText // and the abstract
)

// formats are tried in this order: the most telling first.
var formats = []format{
	{"PDF", isPDF, readPDF, allText},
	{"JATS XML", isJATS, readJATS, noText},
	{"GROBID TEI", isTEI, readTEI, bodyText},
	{"PubMed XML", isPubMed, readPubMed, noText},
	{"ACL Anthology XML", isACL, readACL, noText},
	{"dblp XML", isDBLP, readDBLP, noText},
	{"arXiv metadata", isArXiv, readArXiv, noText},
	{"S2ORC", isS2ORC, readS2ORC, bodyText},
	{"Semantic Scholar dataset", isS2AG, readS2AG, bodyText},
	{"OpenAlex", isOpenAlex, readOpenAlex, noText},
	{"Crossref JSON", isCrossref, readCrossref, noText},
	{"Better BibTeX JSON", isZotero, readZotero, noText},
	{"CSL JSON", isCSL, readCSL, noText},
	{"SciLit JSON", isSciLit, readSciLit, bodyText},
	{"RIS", isRIS, readRIS, noText},
	{"LaTeX source", isLaTeX, readLaTeX, noText},
	{"BibTeX", isBibTeX, readBibTeX, noText},
}

// Formats returns the names of all readable formats.
func Formats() (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

func recognise(start []byte) *format {
	h := newHead(start)
	for i := range formats {
		if formats[i].is(h) {
			return &formats[i]
		}
	}
	return nil
}

// An input is a file that is being read.
type input struct {
	*bufio.Reader // unpacked, in UTF-8
	ctx           context.Context
	name          string // for errors
	path          string // "" for a stream
	named         bool   // by the user, not found in a folder
	library       Library
	note          string // a message about the file
	pages         pageText
}

// bad returns the error for a rejected record. Line 0 means the whole file.
func (in *input) bad(line int, reason string) error { return &RecordError{in.name, line, reason} }

// A sink receives a paper or the error in its place. It returns false to stop.
type sink func(*engine.Paper, error) bool

// A decoder converts a record to a paper, or returns the reason for its rejection. It returns
// neither for a record of another kind.
type decoder func(raw []byte) (p *engine.Paper, reason string)

// eachRecord decodes the records that next returns with their first line.
func eachRecord(in *input, next func() ([]byte, int, error), decode decoder, out sink) error {
	for {
		raw, line, err := next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if errors.Is(err, errTooLong) {
			if !out(nil, in.bad(line, err.Error())) {
				return nil
			}
			continue
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", line, err)
		}
		if p, reason := decode(raw); !in.hand(p, line, reason, out) {
			return nil
		}
	}
}

// hand completes a paper and passes it on, or reports its rejection.
func (in *input) hand(p *engine.Paper, line int, reason string, out sink) bool {
	if p != nil && reason == "" {
		reason = complete(p)
	}
	switch {
	case reason != "":
		return out(nil, in.bad(line, reason))
	case p != nil:
		mendWords(p, in.pages)
		return out(p, nil)
	}
	return true
}
