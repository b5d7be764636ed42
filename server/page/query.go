package page

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

// A query contains the parameters of a search, which are part of the URL.
type query struct {
	Text     string
	Keywords string
	From, To int // range of years; 0 means no limit
	Page     int // page number, counted from 1
	Chosen   refs
	Corpora  []string // IDs of the corpora to search; if empty, all are searched
}

// Limits on the fields of a URL or a form.
const (
	maxText     = 5_000 // bytes in a URL; the end of the text is kept
	maxKeywords = 500   // bytes
	maxChosen   = 50    // number of papers
	perPage     = 10
	maxListed   = 4_000 // bytes in a URL, each for papers and for corpora
)

func queryOf(form url.Values) query {
	return query{
		Text: lastOf(form.Get("text")), Keywords: firstOf(strings.TrimSpace(form.Get("keywords")), maxKeywords),
		From: number(form.Get("from")), To: number(form.Get("to")),
		Page:   min(max(1, number(form.Get("page"))), wire.MaxPaged/perPage),
		Chosen: refsIn(form["paper"]), Corpora: corporaIn(form["corpus"]),
	}
}

// IsEmpty reports whether the query has neither text nor keywords.
func (q query) IsEmpty() bool { return strings.TrimSpace(q.Text) == "" && q.Keywords == "" }

func (q query) question() wire.SuggestRequest {
	return wire.SuggestRequest{
		Text: q.Text, Keywords: q.Keywords, From: q.From, To: q.To, Corpora: q.Corpora,
		PageRequest: wire.PageRequest{Offset: (q.Page - 1) * perPage, Limit: perPage},
	}
}

// values returns the query's URL parameters. It omits default values.
func (q query) values() url.Values {
	v := make(url.Values)
	set := func(name, value string) {
		if value != "" && value != "0" {
			v.Set(name, value)
		}
	}
	set("text", q.Text)
	set("keywords", q.Keywords)
	set("from", strconv.Itoa(q.From))
	set("to", strconv.Itoa(q.To))
	if q.Page > 1 {
		set("page", strconv.Itoa(q.Page))
	}
	for _, ref := range q.Chosen {
		v.Add("paper", refValue(ref))
	}
	for _, corpus := range q.Corpora {
		v.Add("corpus", corpus)
	}
	return v
}

func address(path string, v url.Values) string {
	if len(v) == 0 {
		return path
	}
	return path + "?" + v.Encode()
}

// Address returns the URL of the query's results.
func (q query) Address() string { return address("/", q.values()) }

// Between returns the query for the first page of papers in a range of years.
func (q query) Between(from, to int) query {
	q.From, q.To, q.Page = from, to, 1
	return q
}

// RelatedAddress returns the URL of the page with a paragraph about the chosen papers.
func (q query) RelatedAddress() string {
	q.Page, q.From, q.To = 1, 0, 0
	return address("/related", q.values())
}

// number parses a non-negative number. It returns 0 for any other text.
func number(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

func firstOf(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// lastOf returns the longest suffix of a text that fits into a URL.
func lastOf(s string) string {
	s = strings.ToValidUTF8(s[max(0, len(s)-maxText):], "")
	for length := len(url.QueryEscape(s)); length > maxText; {
		_, size := utf8.DecodeRuneInString(s)
		length -= len(url.QueryEscape(s[:size]))
		s = s[size:]
	}
	return s
}

// refs contains papers in the order in which they were chosen.
type refs []wire.PaperRef

var errRef = errors.New("the URL does not identify a paper: it must contain a corpus and an ID")

// refValue returns a paper in the form used in URLs and forms: corpus/id, both escaped.
func refValue(ref wire.PaperRef) string {
	return escapedSegment(ref.Corpus) + "/" + escapedSegment(ref.Paper)
}

// escapedSegment escapes a name for use as one segment of a path.
func escapedSegment(s string) string {
	if s = url.PathEscape(s); strings.Trim(s, ".") == "" {
		return strings.ReplaceAll(s, ".", "%2E")
	}
	return s
}

func readRef(value string) (ref wire.PaperRef, err error) {
	corpus, id, _ := strings.Cut(value, "/")
	if ref.Corpus, err = url.PathUnescape(corpus); err != nil {
		return ref, errRef
	}
	if ref.Paper, err = url.PathUnescape(id); err != nil || ref.Paper == "" || ref.Corpus == "" {
		return ref, errRef
	}
	return ref, nil
}

// refsIn returns the valid, distinct papers in a form. It omits papers that do not fit into a URL.
func refsIn(values []string) (all refs) {
	room := space(maxListed)
	for _, value := range values {
		ref, err := readRef(value)
		if err == nil && !slices.Contains(all, ref) && len(all) < maxChosen && room.takes("paper", refValue(ref)) {
			all = append(all, ref)
		}
	}
	return all
}

// A space is the number of bytes left in a URL.
type space int

// takes reserves the bytes for a field and reports whether they were available.
func (s *space) takes(name, value string) bool {
	size := space(len(url.QueryEscape(value)) + len(name) + len("&="))
	if size > *s {
		return false
	}
	*s -= size
	return true
}

// A corpusBox is the checkbox for a corpus.
type corpusBox struct {
	wire.SharedCorpus
	Chosen bool
}

// corpora contains the checkboxes for the corpora. It is empty if only one corpus exists.
type corpora []corpusBox

// Chosen returns the names of the selected corpora, or nil if all corpora are searched.
func (c corpora) Chosen() (names []string) {
	for _, box := range c {
		if box.Chosen {
			names = append(names, box.Name)
		}
	}
	return names
}

const listPatience = time.Second // maximum time to wait for other servers to list their corpora

// corpora returns the searchable corpora. A selected corpus stays selected if its server does not
// respond.
func (p *page) corpora(ctx context.Context, chosen []string) (all corpora) {
	ctx, cancel := context.WithTimeout(ctx, listPatience)
	defer cancel()
	listed, _ := p.Engines.Corpora(ctx, backend.Everywhere) // omit corpora that cannot be read
	for _, c := range listed {
		all = append(all, corpusBox{c, slices.Contains(chosen, c.ID)})
	}
	for _, id := range chosen {
		if !slices.ContainsFunc(all, func(box corpusBox) bool { return box.ID == id }) {
			all = append(all, corpusBox{wire.SharedCorpus{ID: id, Name: id}, true})
		}
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// corporaIn returns the distinct corpora in a form. It omits corpora that do not fit into a URL.
func corporaIn(values []string) (all []string) {
	room := space(maxListed)
	for _, id := range values {
		if id != "" && !slices.Contains(all, id) && len(all) < wire.MaxCorpora && room.takes("corpus", id) {
			all = append(all, id)
		}
	}
	return all
}
