package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// This file reads the sentences in which works cite others. They come without full texts, in
// responses from Semantic Scholar's API and in the file citing.jsonl of a grown corpus.

func isCiting(h head) bool {
	return h.has("cited", "citing", "texts") || h.has("paperId") ||
		h.has("data") && (bytes.Contains(h.bytes, []byte(`"citingPaper"`)) ||
			bytes.Contains(h.bytes, []byte(`"citedPaper"`)) || bytes.Contains(h.bytes, []byte(`"paperId"`)))
}

// A citingObject is a record, a page of records or of citations, or a line of citing.jsonl.
type citingObject struct {
	PaperID Scalar `json:"paperId"`
	Data    []json.RawMessage

	Cited  []string // identities of the cited work, as returned by paper.Names
	Citing Scalar   // ID of the citing work
	Title  Scalar   // title of the citing work
	Year   Scalar   // year of the citing work
	Texts  []Scalar
}

// A citation is an item of a page. It contains either the citing or the cited work; the other is the
// page's own work.
type citation struct {
	Contexts []Scalar
	Citing   json.RawMessage `json:"citingPaper"`
	Cited    json.RawMessage `json:"citedPaper"`
}

// Limits on a citation. Package online applies the same limits to responses.
const (
	maxContexts     = 20
	maxContextBytes = 2 << 10
)

// maxHeld is the total size in bytes above which held records are passed on. Records are held because
// later pages may contain more citations by the same work.
const maxHeld = 256 << 20

// A citingReader collects the references of each citing work, so that the work becomes one paper.
type citingReader struct {
	in      *input
	out     sink
	subject *engine.Paper // work to which the following pages belong; nil if its record is unusable
	named   bool          // whether the subject only identifies a page's work and is not a paper itself
	held    []heldPaper
	at      map[string]int // index in held of each ID
	size    int            // size of held, in bytes
	ended   bool           // set once out has returned false
}

type heldPaper struct {
	paper *engine.Paper
	line  int
}

func readCiting(in *input, out sink) error {
	r := citingReader{in: in, out: out, at: make(map[string]int)}
	scan := newScanner(in.Reader)
	for !r.ended {
		raw, line, err := scan.next()
		switch {
		case errors.Is(err, io.EOF):
			r.leave(line)
			r.flush()
			return nil
		case errors.Is(err, errTooLong):
			r.reject(line, err.Error())
		case err != nil:
			r.flush()
			return err
		default:
			r.read(raw, line)
		}
	}
	return nil
}

func (r *citingReader) read(raw []byte, line int) {
	var o citingObject
	if err := json.Unmarshal(raw, &o); err != nil {
		r.reject(line, "the line is neither the record of a paper nor a list of citations: "+err.Error())
		return
	}
	switch {
	case o.Citing != "":
		r.line(o, line)
	case o.PaperID != "":
		r.leave(line)
		r.subject = r.record(raw, line)
	case o.Data == nil:
		r.reject(line, "the line contains neither a paper nor a list of citations")
	}
	for _, item := range o.Data {
		if r.ended {
			return
		}
		r.item(item, line)
	}
	if r.size > maxHeld {
		r.flush()
	}
}

// leave ends the pages of the subject. It keeps the subject if the subject is a paper itself.
func (r *citingReader) leave(line int) {
	if r.subject != nil && !r.named {
		r.keep(r.subject, line)
	}
	r.subject, r.named = nil, false
}

// line reads a line of citing.jsonl.
func (r *citingReader) line(o citingObject, line int) {
	cited := citedWork(o.Cited)
	if cited.Title == "" && cited.DOI == "" && cited.Venue == "" && cited.OpenAlex == "" {
		r.reject(line, "the cited work has no DOI, arXiv identifier, OpenAlex ID or title")
		return
	}
	p := &engine.Paper{ID: string(o.Citing), Title: string(o.Title), Year: o.Year.Number()}
	p.DOI = paper.DOI(p.ID)
	if r.completed(p, line) != nil {
		r.cite(r.keep(p, line), cited, o.Texts)
	}
}

func citedWork(names []string) (r engine.Reference) {
	for _, name := range names {
		kind, value, _ := strings.Cut(name, ":")
		switch kind {
		case "doi":
			r.DOI = value
		case "arxiv":
			r.Venue = "arXiv:" + value
		case "openalex":
			r.OpenAlex = paper.OpenAlex(value)
		case "title":
			title, family, _ := strings.Cut(value, "\x00")
			r.Title = title
			if family != "" {
				r.Authors = []engine.Author{{Family: family}}
			}
		}
	}
	return r
}

// item reads an item of a page: a record, or a citation by or of the page's work.
func (r *citingReader) item(raw []byte, line int) {
	var c citation
	if err := json.Unmarshal(raw, &c); err != nil {
		r.reject(line, "this item is not a citation: "+err.Error())
		return
	}
	if c.Citing == nil && c.Cited == nil {
		r.work(raw, line)
		return
	}
	if r.subject == nil {
		r.reject(line, "this citation belongs to no known paper: put the paper's record, with its title, before "+
			"the lists of its citations and references")
		return
	}
	r.named = true
	var citing *engine.Paper
	cited := r.subject
	if c.Citing != nil {
		citing = r.work(c.Citing, line)
	} else {
		citing, cited = r.keep(r.subject, line), r.record(c.Cited, line)
	}
	if citing != nil && cited != nil && citing.ID != cited.ID {
		r.cite(citing, referenceTo(cited), c.Contexts)
	}
}

func (r *citingReader) cite(citing *engine.Paper, cited engine.Reference, contexts []Scalar) {
	cited.Contexts = cleanContexts(contexts)
	for _, c := range cited.Contexts {
		r.size += len(c)
	}
	r.size += len(cited.Title)
	citing.References = append(citing.References, cited)
}

func cleanContexts(all []Scalar) (lines []string) {
	for _, s := range all[:min(len(all), maxContexts)] {
		if line := oneLine(text.Clean(string(s))); line != "" {
			lines = append(lines, strings.ToValidUTF8(line[:min(len(line), maxContextBytes)], ""))
		}
	}
	return lines
}

func referenceTo(p *engine.Paper) engine.Reference {
	r := engine.Reference{Title: p.Title, DOI: p.DOI, Venue: p.Venue, Year: p.Year}
	r.Authors = p.Authors[:min(1, len(p.Authors))]
	if p.ArXiv != "" {
		r.Venue = "arXiv:" + p.ArXiv
	}
	return r
}

// work returns the held paper for a record, or nil if the record is unusable.
func (r *citingReader) work(raw []byte, line int) *engine.Paper {
	if p := r.record(raw, line); p != nil {
		return r.keep(p, line)
	}
	return nil
}

// record decodes a record. It returns nil for a work that Semantic Scholar does not list.
func (r *citingReader) record(raw []byte, line int) *engine.Paper {
	var work *s2agRecord
	switch err := json.Unmarshal(raw, &work); {
	case err != nil:
		r.reject(line, "this is not the record of a paper: "+err.Error())
	case work != nil && work.Title != "":
		work.CorpusID = "" // its ID is its DOI, as for records from other sources
		return r.completed(work.paper(), line)
	}
	return nil
}

// completed returns p with its ID, or nil if it is unusable.
func (r *citingReader) completed(p *engine.Paper, line int) *engine.Paper {
	if reason := complete(p); reason != "" {
		r.reject(line, reason)
		return nil
	}
	return p
}

// keep returns the held paper with the same ID as p. If no held paper has that ID, it holds p.
func (r *citingReader) keep(p *engine.Paper, line int) *engine.Paper {
	at, known := r.at[p.ID]
	if !known {
		at = len(r.held)
		r.at[p.ID] = at
		r.held = append(r.held, heldPaper{p, line})
		r.size += len(p.ID) + len(p.Title) + len(p.Abstract)
	}
	return r.held[at].paper
}

func (r *citingReader) reject(line int, reason string) {
	r.ended = r.ended || !r.out(nil, r.in.bad(line, reason))
}

func (r *citingReader) flush() {
	for _, h := range r.held {
		if !r.ended && !r.in.hand(h.paper, h.line, "", r.out) {
			r.ended = true
		}
	}
	r.held, r.at, r.size = nil, make(map[string]int), 0
	if r.subject != nil {
		bare := *r.subject
		bare.References = nil
		r.subject = &bare
	}
}
