package corpus

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

type format struct {
	name string // name of the format in reports
	is   func(head) bool
	read reader
	// pages lists the texts of a record that were extracted from PDFs. Their words may be damaged.
	pages pageText
}

// A reader passes a file's papers to out in order until out returns false. A non-nil error means
// that the rest of the file could not be read.
type reader func(in *input, out sink) error

type pageText int

const (
	noText pageText = iota
	bodyText
	allText // body and abstract
)

// formats lists all formats in the order in which they are tried, most distinctive first.
var formats = []format{
	{"PDF", isPDF, readPDF, allText},
	{"JATS XML", isJATS, xmlRecords(jatsPaper, "article"), noText},
	{"GROBID TEI", hasRoot("TEI", "teiCorpus"), xmlRecords(teiPaper, "TEI"), bodyText},
	{"PubMed XML", hasRoot("PubmedArticleSet", "PubmedArticle"), xmlRecords(pubMedPaper, "PubmedArticle", "PubmedBookArticle"), noText},
	{"ACL Anthology XML", isACL, readACL, noText},
	{"dblp XML", hasRoot("dblp", "dblpperson"), readDBLP, noText},
	{"arXiv metadata", hasKeys("id authors_parsed", "id submitter categories"), jsonRecords(arXivRecord.paper), noText},
	{"S2ORC", hasKeys("paper_id"), readS2ORC, bodyText},
	{"Semantic Scholar dataset", hasKeys("corpusid"), jsonRecords(s2agRecord.paper), bodyText},
	{"citing sentences", isCiting, readCiting, noText},
	{"OpenAlex", isOpenAlex, readOpenAlex, noText},
	{"Crossref JSON", isCrossref, readCrossref, noText},
	{"Better BibTeX JSON", hasKeys("items", "config version", "config collections"), readZotero, noText},
	{"CSL JSON", hasKeys("title type", "title issued", "title container-title"), jsonRecords(cslRecord.paper), noText},
	{"SciLit JSON", hasKeys("Title", "Content", "Id", "Author"), jsonRecords(record.paper), bodyText},
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

// hasKeys returns a recogniser for JSON whose first objects have all the keys in one of the lists.
func hasKeys(lists ...string) func(head) bool {
	return func(h head) bool {
		return slices.ContainsFunc(lists, func(keys string) bool { return h.has(strings.Fields(keys)...) })
	}
}

// hasRoot returns a recogniser for XML whose first element has one of the names.
func hasRoot(names ...string) func(head) bool {
	return func(h head) bool { return slices.Contains(names, h.root) }
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

// A sink receives a paper, or the error for a rejected record. It returns false to stop reading.
type sink func(*engine.Paper, error) bool

// A decoder converts a record to a paper. It returns a reason if the record is rejected, and neither a
// paper nor a reason if the record is not a paper.
type decoder func(raw []byte) (p *engine.Paper, reason string)

// eachRecord decodes the records returned by next, each with the number of its first line, and passes
// the papers to out.
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

// A head is the beginning of a file, parsed to detect its format.
type head struct {
	bytes []byte
	keys  map[string]bool // keys of the first JSON objects
	root  string          // name of the first XML element, without its namespace prefix
	// inside is the name of the second element, usually the first child of the root.
	inside string
}

func newHead(start []byte) head {
	h := head{bytes: start}
	switch first := bytes.TrimLeft(start, " \t\r\n"); {
	case len(first) == 0:
	case first[0] == '{' || first[0] == '[':
		h.keys = firstKeys(start)
	case first[0] == '<':
		h.root, h.inside = firstElements(start)
	}
	return h
}

// has reports whether the first JSON objects have all these keys.
func (h head) has(keys ...string) bool {
	return len(h.keys) > 0 && !slices.ContainsFunc(keys, func(key string) bool { return !h.keys[key] })
}

// manyObjects is the number of JSON objects sampled. Some of them may be damaged.
const manyObjects = 8

func firstKeys(start []byte) map[string]bool {
	keys := make(map[string]bool)
	s := newScanner(bufio.NewReader(bytes.NewReader(start)))
	for range manyObjects {
		raw, _, err := s.next()
		if err != nil {
			break
		}
		addKeys(keys, raw)
	}
	return keys
}

// addKeys adds the top-level keys of an object, which may be truncated.
func addKeys(keys map[string]bool, object []byte) {
	tokens := json.NewDecoder(bytes.NewReader(object))
	depth, isKey := 0, false
	for {
		token, err := tokens.Token()
		if err != nil {
			return
		}
		switch t := token.(type) {
		case json.Delim:
			if t == '{' || t == '[' {
				depth++
			} else {
				depth--
			}
			isKey = depth == 1
			continue
		case string:
			if depth == 1 && isKey {
				keys[t] = true
				isKey = false
				continue
			}
		}
		isKey = depth == 1
	}
}

var element = regexp.MustCompile(`<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)`)

// firstElements returns the names of the first two elements outside comments.
func firstElements(start []byte) (root, inside string) {
	found := element.FindAllSubmatch(comment.ReplaceAll(start, nil), 2)
	if len(found) > 0 {
		root = string(found[0][1])
	}
	if len(found) > 1 {
		inside = string(found[1][1])
	}
	return root, inside
}

var comment = regexp.MustCompile(`(?s)<!--.*?-->`)

// line reports whether any line of the head matches.
func (h head) line(pattern *regexp.Regexp) bool {
	for line := range strings.Lines(string(h.bytes)) {
		if pattern.MatchString(line) {
			return true
		}
	}
	return false
}
