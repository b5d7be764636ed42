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
	name string // name of the format in reports
	is   func(head) bool
	// read passes a file's papers to out in order until out returns false. A non-nil error means
	// that the rest of the file could not be read.
	read func(in *input, out sink) error
	// pages lists the texts of a record that were extracted from PDFs. Their words may be damaged.
	pages pageText
}

// A pageText names the texts of a record that were extracted from PDFs.
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
	*bufio.Reader // content, decompressed and in UTF-8
	ctx           context.Context
	name          string // file name in errors
	path          string // path of the file; "" for a stream
	named         bool   // whether the user named the file, rather than its folder
	library       Library
	note          string // message about the file for its report
	pages         pageText
}

// bad returns the error for a rejected record. Line 0 denotes the whole file.
func (in *input) bad(line int, reason string) error { return &RecordError{in.name, line, reason} }

// A sink receives a paper, or the error of a rejected record. It returns false to stop the reading.
type sink func(*engine.Paper, error) bool

// A decoder converts a record to a paper. It returns a reason if the record is rejected, and neither a
// paper nor a reason if the record is not a paper.
type decoder func(raw []byte) (p *engine.Paper, reason string)

// eachRecord decodes the records that next returns with their first lines. It passes them to out.
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
