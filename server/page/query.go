package page

import (
	"errors"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/app"
)

// A query is all of a search that is in its address.
type query struct {
	Text     string
	Keywords string
	From, To int // years; 0 where open
	Page     int // from 1
	Chosen   refs
	Corpora  []string // IDs of those that are searched; all where there is none
}

// Bounds of what is read of an address or a form.
const (
	maxText     = 5_000 // bytes in an address, the last ones
	maxKeywords = 500   // bytes
	maxChosen   = 50    // papers
	perPage     = 10
	maxListed   = 4_000 // bytes in an address, of the papers and of the corpora each
)

func queryOf(form url.Values) query {
	return query{
		Text: lastOf(form.Get("text")), Keywords: firstOf(strings.TrimSpace(form.Get("keywords")), maxKeywords),
		From: number(form.Get("from")), To: number(form.Get("to")),
		Page: min(max(1, number(form.Get("page"))), app.MaxPaged/perPage), Chosen: refsIn(form["paper"]), Corpora: corporaIn(form["corpus"]),
	}
}

// IsEmpty reports whether there is nothing to search by.
func (q query) IsEmpty() bool { return strings.TrimSpace(q.Text) == "" && q.Keywords == "" }

func (q query) question() app.TextQuestion {
	return app.TextQuestion{Text: q.Text, Keywords: q.Keywords, From: q.From, To: q.To, Corpora: q.Corpora, Page: app.Page{Offset: (q.Page - 1) * perPage, Limit: perPage}}
}

// values are those of the query's address, without defaults.
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

// address of a page, with a query.
func address(path string, v url.Values) string {
	if len(v) == 0 {
		return path
	}
	return path + "?" + v.Encode()
}

// Address is where the query is answered.
func (q query) Address() string { return address("/", q.values()) }

// Between is the query's first page for some years.
func (q query) Between(from, to int) query {
	q.From, q.To, q.Page = from, to, 1
	return q
}

// RelatedAddress is where the chosen papers are written about.
func (q query) RelatedAddress() string {
	q.Page, q.From, q.To = 1, 0, 0
	return address("/related", q.values())
}

// number is 0 for what is none.
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

// lastOf is the end of a text that fits an address.
func lastOf(s string) string {
	s = strings.ToValidUTF8(s[max(0, len(s)-maxText):], "")
	for length := len(url.QueryEscape(s)); length > maxText; {
		_, size := utf8.DecodeRuneInString(s)
		length -= len(url.QueryEscape(s[:size]))
		s = s[size:]
	}
	return s
}

// refs name papers, in the order in which they were chosen.
type refs []app.PaperRef

var errRef = errors.New("the address names no paper: it needs a corpus and an ID")

// refValue names a paper in an address or a form: corpus/id, both escaped.
func refValue(ref app.PaperRef) string {
	return escapedSegment(ref.Corpus) + "/" + escapedSegment(ref.Paper)
}

// escapedSegment is one segment of a path, whatever the name is.
func escapedSegment(s string) string {
	if s = url.PathEscape(s); strings.Trim(s, ".") == "" {
		return strings.ReplaceAll(s, ".", "%2E")
	}
	return s
}

func readRef(value string) (ref app.PaperRef, err error) {
	corpus, id, _ := strings.Cut(value, "/")
	if ref.Corpus, err = url.PathUnescape(corpus); err != nil {
		return ref, errRef
	}
	if ref.Paper, err = url.PathUnescape(id); err != nil || ref.Paper == "" || ref.Corpus == "" {
		return ref, errRef
	}
	return ref, nil
}

// refsIn are those that are well written, each once, and fit an address.
func refsIn(values []string) (all refs) {
	room := space(maxListed)
	for _, value := range values {
		if ref, err := readRef(value); err == nil && !all.Has(ref) && len(all) < maxChosen && room.takes("paper", refValue(ref)) {
			all = append(all, ref)
		}
	}
	return all
}

// A space is how many bytes of an address are left.
type space int

// takes reports whether a field fits.
func (s *space) takes(name, value string) bool {
	size := space(len(url.QueryEscape(value)) + len(name) + len("&="))
	if size > *s {
		return false
	}
	*s -= size
	return true
}

// Has reports whether a paper is one of them.
func (r refs) Has(ref app.PaperRef) bool {
	for _, have := range r {
		if have == ref {
			return true
		}
	}
	return false
}
