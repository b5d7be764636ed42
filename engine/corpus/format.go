package corpus

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A format is a way of writing papers down.
type format struct {
	name string // as reports call it
	is   func(head) bool
	// read hands the papers of a file to out in its order, until out wants no
	// more. An error is what ended the file early.
	read func(in *input, out sink) error
}

// formats are tried in this order: the most telling first.
var formats = []format{
	{"PDF", isPDF, readPDF},
	{"JATS XML", isJATS, readJATS},
	{"GROBID TEI", isTEI, readTEI},
	{"PubMed XML", isPubMed, readPubMed},
	{"ACL Anthology XML", isACL, readACL},
	{"dblp XML", isDBLP, readDBLP},
	{"arXiv metadata", isArXiv, readArXiv},
	{"S2ORC", isS2ORC, readS2ORC},
	{"Semantic Scholar dataset", isS2AG, readS2AG},
	{"OpenAlex", isOpenAlex, readOpenAlex},
	{"Crossref JSON", isCrossref, readCrossref},
	{"Better BibTeX JSON", isZotero, readZotero},
	{"CSL JSON", isCSL, readCSL},
	{"SciLit JSON", isSciLit, readSciLit},
	{"RIS", isRIS, readRIS},
	{"LaTeX source", isLaTeX, readLaTeX},
	{"BibTeX", isBibTeX, readBibTeX},
}

// Formats are the names of all formats that can be read.
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

// An input is one file that is being read.
type input struct {
	*bufio.Reader // unpacked, in UTF-8
	ctx           context.Context
	name          string // what errors call it
	path          string // where it lies, "" where it is a stream
	named         bool   // by the user, rather than found in a folder
	library       Library
	note          string // what the reader wants to say of the file
}

// bad is the error for a record that is left out; line 0 means the whole file.
func (in *input) bad(line int, reason string) error { return &RecordError{in.name, line, reason} }

// A sink takes a paper, or the error that stands in its place; false wants no more.
type sink func(*engine.Paper, error) bool

// A decoder makes a paper of a record, or says why it cannot be used. It
// returns neither for a record that is not meant to be one.
type decoder func(raw []byte) (p *engine.Paper, reason string)

// eachRecord decodes what next cuts from a file, with the line it starts on.
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

// hand completes a paper and hands it out, or reports why it is left out.
func (in *input) hand(p *engine.Paper, line int, reason string, out sink) bool {
	if p != nil && reason == "" {
		reason = complete(p)
	}
	switch {
	case reason != "":
		return out(nil, in.bad(line, reason))
	case p != nil:
		return out(p, nil)
	}
	return true
}
