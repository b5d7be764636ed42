package corpus

import (
	"cmp"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// This file reads S2ORC up to 2020 and the output of its converter, s2orc-doc2json. The parse
// (abstract, body_text, bib_entries) is the same in all of them, but the metadata and the parse are in
// different places:
//
//	2019, CORD-19    metadata{...}, grobid_parse{...} or the parse at the top level
//	2020             metadata in one file, parses in another: see readS2ORC
//	s2orc-doc2json   metadata at the top level, pdf_parse{...} or latex_parse{...}

type s2Record struct {
	s2Meta
	s2Parse
	Header   *struct{} `json:"header"` // only in the output of s2orc-doc2json, whose paper_id is a file name
	Metadata *s2Meta   `json:"metadata"`
	PDF      *s2Parse  `json:"pdf_parse"`
	GROBID   *s2Parse  `json:"grobid_parse"`
	LaTeX    *s2Parse  `json:"latex_parse"`
	JATS     *s2Parse  `json:"jats_parse"`
}

type s2Meta struct {
	PaperID     Scalar          `json:"paper_id"`
	Title       Scalar          `json:"title"`
	Authors     []s2Author      `json:"authors"`
	Abstract    json.RawMessage `json:"abstract"` // a string or a list of paragraphs
	Year        Scalar          `json:"year"`
	Venue       Scalar          `json:"venue"`
	Journal     Scalar          `json:"journal"`
	DOI         Scalar          `json:"doi"`
	ArXiv       Scalar          `json:"arxiv_id"`
	Identifiers struct {
		DOI   Scalar `json:"doi"`
		ArXiv Scalar `json:"arxiv_id"`
	} `json:"identifiers"`
	HasParse bool `json:"has_pdf_parse"`
}

type s2Parse struct {
	Body []s2Paragraph          `json:"body_text"`
	Bib  map[string]s2Reference `json:"bib_entries"`
}

type s2Author struct {
	First  Scalar   `json:"first"`
	Middle []string `json:"middle"`
	Last   Scalar   `json:"last"`
	Suffix Scalar   `json:"suffix"`
}

type s2Paragraph struct {
	Text    string `json:"text"`
	Section Scalar `json:"section"`
	Cites   []struct {
		Start int    `json:"start"`
		End   int    `json:"end"`
		Ref   Scalar `json:"ref_id"`
	} `json:"cite_spans"`
}

type s2Reference struct {
	Title    Scalar     `json:"title"`
	Authors  []s2Author `json:"authors"`
	Year     Scalar     `json:"year"`
	Venue    Scalar     `json:"venue"`
	DOI      Scalar     `json:"doi"`
	OtherIDs struct {
		DOI Scalar
	} `json:"other_ids"`
}

func (r s2Record) paper() *engine.Paper {
	meta := r.s2Meta
	if r.Metadata != nil {
		id := meta.PaperID
		meta = *r.Metadata
		meta.PaperID = cmp.Or(meta.PaperID, id)
	}
	p := meta.paper()
	if r.Header != nil {
		p.ID = ""
	}
	if p.Abstract == "" {
		p.Abstract = s2Abstract(r.s2Meta.Abstract)
	}
	r.parse().addTo(p)
	return p
}

// parse returns the best available parse. It prefers LaTeX and JATS to PDF.
func (r s2Record) parse() s2Parse {
	for _, parse := range []*s2Parse{r.LaTeX, r.JATS, r.PDF, r.GROBID} {
		if parse != nil && len(parse.Body) > 0 {
			return *parse
		}
	}
	return r.s2Parse
}

func (m s2Meta) paper() *engine.Paper {
	p := &engine.Paper{
		Title: string(m.Title), Authors: s2Authors(m.Authors), Abstract: s2Abstract(m.Abstract),
		Venue: firstOf(m.Venue, m.Journal),
		DOI:   firstOf(m.DOI, m.Identifiers.DOI), ArXiv: firstOf(m.ArXiv, m.Identifiers.ArXiv), Year: m.Year.Number(),
	}
	if m.PaperID != "" {
		p.ID = "s2orc:" + string(m.PaperID)
	}
	return p
}

// s2Abstract parses an abstract, which is a string or a list of paragraphs. In structured abstracts,
// ":::" separates the parts.
func s2Abstract(raw json.RawMessage) string {
	var s Scalar
	var paragraphs []s2Paragraph
	if len(raw) > 0 && raw[0] == '[' && json.Unmarshal(raw, &paragraphs) == nil {
		var all []string
		for _, p := range paragraphs {
			all = append(all, p.Text)
		}
		return strings.Join(all, " ")
	}
	if len(raw) > 0 {
		_ = json.Unmarshal(raw, &s)
	}
	return strings.ReplaceAll(string(s), ":::", " ")
}

func s2Authors(all []s2Author) (authors []engine.Author) {
	for _, a := range all {
		given := oneLine(string(a.First) + " " + strings.Join(a.Middle, " "))
		family := oneLine(string(a.Last) + " " + string(a.Suffix))
		if given+family != "" {
			authors = append(authors, engine.Author{Given: given, Family: family})
		}
	}
	return authors
}

// addTo adds the full text and its references to a paper.
func (parse s2Parse) addTo(p *engine.Paper) {
	ids := slices.SortedFunc(maps.Keys(parse.Bib), func(a, b string) int {
		return cmp.Or(len(a)-len(b), strings.Compare(a, b))
	})
	number := make(numbering, len(ids))
	for i, id := range ids {
		number[id] = i
		p.References = append(p.References, parse.Bib[id].reference())
	}
	for _, raw := range parse.Body {
		at := byteOffsets(raw.Text)
		var cites []engine.CiteSpan
		for _, c := range raw.Cites {
			if start := at(c.Start); start >= 0 {
				cites = append(cites, engine.CiteSpan{Start: start, End: at(c.End), Reference: number.of(string(c.Ref))})
			}
		}
		p.Body = addParagraph(p.Body, raw.Section.line(), sentences(raw.Text, cites))
	}
}

func (r s2Reference) reference() engine.Reference {
	return engine.Reference{
		Title: r.Title.line(), Venue: r.Venue.line(), DOI: paper.DOI(firstOf(r.DOI, r.OtherIDs.DOI)),
		Authors: s2Authors(r.Authors), Year: likelyYear(r.Year.Number()),
	}
}

// The 2020 release of S2ORC has two folders with matching file names: metadata/metadata_7.jsonl.gz and
// pdf_parses/pdf_parses_7.jsonl.gz. The records of both files are in roughly the same order, so the
// files are read in parallel.
const (
	metadataName = "metadata"
	parsesName   = "pdf_parses"
)

func readS2ORC(in *input, out sink) error {
	if _, paired := sibling(in.path, parsesName, metadataName); paired {
		in.note = "these full texts are added to the papers in the metadata file when that file is read"
		return nil
	}
	scan := newScanner(in.Reader)
	path, paired := sibling(in.path, metadataName, parsesName)
	if !paired {
		return eachRecord(in, scan.next, jsonDecoder(s2Record.paper), out)
	}
	file, err := files.Open(in.ctx, path)
	if err != nil {
		return err
	}
	defer file.Close()
	unzipped, err := unpacked(file)
	if err != nil {
		return err
	}
	in.note = "with " + path
	parses := &s2Parses{scan: newScanner(unzipped), ahead: make(map[Scalar]s2Record)}
	paper := func(r s2Record) *engine.Paper {
		p := r.paper()
		if r.HasParse {
			if parse, ok := parses.of(r.PaperID); ok {
				parse.addTo(p)
			}
		}
		return p
	}
	return eachRecord(in, scan.next, jsonDecoder(paper), out)
}

// sibling returns path with from replaced by to. ok is false if that file does not exist.
func sibling(path, from, to string) (other string, ok bool) {
	folder, name := filepath.Split(path)
	parent, kind := filepath.Split(filepath.Clean(folder))
	if path == "" || kind != from && !strings.HasPrefix(name, from) {
		return "", false
	}
	if kind == from {
		folder = filepath.Join(parent, to)
	}
	other = filepath.Join(folder, strings.Replace(name, from, to, 1))
	_, err := os.Stat(other)
	return other, err == nil && other != path
}

// s2Parses looks up parses that are requested roughly in file order.
type s2Parses struct {
	scan  *scanner
	ahead map[Scalar]s2Record // parses that were read but not yet requested
}

// farthest is the maximum number of parses kept for later requests.
const farthest = 1000

func (s *s2Parses) of(id Scalar) (s2Record, bool) {
	for {
		if r, ok := s.ahead[id]; ok {
			delete(s.ahead, id)
			return r, true
		}
		if len(s.ahead) >= farthest {
			return s2Record{}, false
		}
		raw, _, err := s.scan.next()
		if err != nil {
			return s2Record{}, false
		}
		var r s2Record
		if json.Unmarshal(raw, &r) == nil {
			s.ahead[r.PaperID] = r
		}
	}
}
