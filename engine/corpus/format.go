package corpus

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A format is a file format for papers.
type format struct {
	name string // for reports
	is   func(head) bool
	// read passes a file's papers to out in order until out returns false. A non-nil error means
	// that the rest of the file could not be read.
	read func(in *input, out sink) error
	// pages says which texts were extracted from PDFs, which damages words.
	pages pageText
}

// A pageText says which texts of a record were extracted from PDFs.
type pageText int

const (
	noText pageText = iota
	bodyText
	allText // body and abstract
)

// formats lists all formats in the order in which they are tried, most distinctive first.
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
	{"citing sentences", isCiting, readCiting, noText},
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

// An input is the state of reading one file.
type input struct {
	*bufio.Reader // decompressed, in UTF-8
	ctx           context.Context
	name          string // for errors
	path          string // "" for a stream
	named         bool   // named by the user, not found in a folder
	library       Library
	note          string // a message about the file
	pages         pageText
}

// bad returns the error for a rejected record. Line 0 denotes the whole file.
func (in *input) bad(line int, reason string) error { return &RecordError{in.name, line, reason} }

// A sink receives a paper or the error that replaces it. It returns false to stop.
type sink func(*engine.Paper, error) bool

// A decoder converts a record to a paper, or returns the reason for its rejection. It returns
// neither for a record that is not a paper.
type decoder func(raw []byte) (p *engine.Paper, reason string)

// eachRecord decodes each record from next, which also returns the record's first line.
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

// hand completes a paper and passes it to out, or reports its rejection.
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
