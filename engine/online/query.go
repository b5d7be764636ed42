package online

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Query holds the words to send to a source. No other words are sent.
type Query struct {
	Keywords []string // words or phrases; a paper should match at least one
	Title    string   // title of a known work; replaces Keywords
	Author   string   // first author's family name
	From, To int      // range of years; 0 if open
	Limit    int      // records per source; DefaultLimit if 0
}

// Limits on a query.
const (
	MaxKeywords  = 12
	maxKeyword   = 100 // in bytes
	maxTitleText = 300 // in bytes
	DefaultLimit = 20
	maxLimit     = 100
)

// check returns the query without operators in its words. It fails if the query cannot be sent.
func (q Query) check() (Query, error) {
	q.Title = plainWords(text.Cut(withoutMarkup(q.Title), maxTitleText))
	q.Author = plainWords(text.Cut(withoutMarkup(q.Author), maxKeyword))
	var keywords []string
	for _, k := range q.Keywords {
		if k = plainWords(text.Cut(k, maxKeyword)); k != "" && !slices.Contains(keywords, k) {
			keywords = append(keywords, k)
		}
	}
	q.Keywords = keywords
	switch {
	case len(keywords) > MaxKeywords:
		return q, fmt.Errorf("%d keywords are too many for an online search: choose at most %d", len(keywords),
			MaxKeywords)
	case q.Title == "" && len(keywords) == 0:
		return q, fmt.Errorf("give keywords or a title to search for")
	case q.From != 0 && q.To != 0 && q.From > q.To:
		return q, fmt.Errorf("the first year, %d, is after the last, %d: swap them", q.From, q.To)
	}
	if q.Limit = min(q.Limit, maxLimit); q.Limit <= 0 {
		q.Limit = DefaultLimit
	}
	return q, nil
}

// withoutMarkup removes TeX and HTML markup from a title or name.
func withoutMarkup(s string) string {
	return strings.NewReplacer("{", "", "}", "").Replace(paper.PlainTitle(text.Cut(s, maxTitle)))
}

// plainWords keeps letters, digits and marks within words, so that no word is an operator in a
// query language.
func plainWords(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), strings.ContainsRune("-'’.", r):
			return r
		}
		return ' '
	}, strings.ToValidUTF8(s, " "))
	words := strings.Fields(s)
	for i, word := range words {
		word = strings.Trim(word, "-'’.")
		if isOperator(word) {
			word = strings.ToLower(word)
		}
		words[i] = word
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

func isOperator(word string) bool {
	return word == "AND" || word == "OR" || word == "NOT" || word == "ANDNOT" || word == "TO"
}

// words returns the title or the keywords on one line.
func (q Query) words() string {
	if q.Title != "" {
		return q.Title
	}
	return strings.Join(q.Keywords, " ")
}

// anyOf joins phrases with OR. It quotes phrases if needed and prefixes each with a field.
func anyOf(field string, phrases []string) string {
	var all []string
	for _, p := range phrases {
		if strings.ContainsAny(p, " -'’.") || isOperator(strings.ToUpper(p)) {
			p = `"` + p + `"`
		}
		all = append(all, field+p)
	}
	if len(all) == 1 {
		return all[0]
	}
	return "(" + strings.Join(all, " OR ") + ")"
}

// A syntax describes a source's queries: the prefixes of words, titles and family names, and the
// format of a range of years.
type syntax struct{ words, title, author, years string }

// query returns the query for the keywords or the title.
func (s syntax) query(q Query) string {
	query := anyOf(s.words, q.Keywords)
	if q.Title != "" {
		query = anyOf(s.title, []string{q.Title})
		if q.Author != "" {
			query += " AND " + anyOf(s.author, []string{q.Author})
		}
	}
	if from, to, bounded := q.years(); bounded {
		query += fmt.Sprintf(s.years, from, to)
	}
	return query
}

// years returns the range of years. It replaces open ends with distant years. bounded is false if
// both ends are open.
func (q Query) years() (from, to int, bounded bool) {
	return cmp.Or(max(q.From, 0), 1000), cmp.Or(max(q.To, 0), 3000), q.From > 0 || q.To > 0
}

const searchLimit = 8 * time.Second // time limit for searching one source

// A Part is the result of one source, or its error.
type Part struct {
	Source  string
	Records []*Record
	Err     error
	Took    time.Duration
}

// A Result is the outcome of a federated search.
type Result struct {
	Works []*Work
	// Parts has one entry per queried source, including failed ones.
	Parts []Part
}

// Search queries the named sources in parallel and merges their records. Unless each is nil, it calls
// each with every part as it arrives, one call at a time. If a source fails or exceeds the time limit,
// its part contains an error. Search fails only if the query is invalid or the user cancels.
func (c *Client) Search(ctx context.Context, names []string, q Query, each func(Part)) (Result, error) {
	q, err := q.check()
	if err != nil {
		return Result{}, err
	}
	found := Result{Parts: c.searchAll(ctx, names, q, each)}
	var answers [][]*Record
	for _, p := range found.Parts {
		answers = append(answers, p.Records)
	}
	found.Works = Merge(answers)
	if errors.Is(ctx.Err(), context.Canceled) {
		return found, ctx.Err()
	}
	return found, nil
}

// searchAll searches the named sources in parallel. It returns the parts in the order of names.
func (c *Client) searchAll(ctx context.Context, names []string, q Query, each func(Part)) []Part {
	type numbered struct {
		at   int
		part Part
	}
	came := make(chan numbered, len(names))
	for i, name := range names {
		go func() { came <- numbered{i, c.searchOne(ctx, name, q)} }()
	}
	parts := make([]Part, len(names))
	for range names {
		n := <-came
		parts[n.at] = n.part
		if each != nil {
			each(n.part)
		}
	}
	return parts
}

// searchOne queries one source. It stops waiting when the context ends.
func (c *Client) searchOne(ctx context.Context, name string, q Query) (part Part) {
	begin := time.Now()
	part.Source = name
	source := c.sources[name]
	if source == nil {
		part.Err = &Error{Source: name, Kind: Off}
		return part
	}
	ctx, cancel := context.WithTimeout(ctx, c.searchLimit)
	defer cancel()
	defer func() {
		part.Took = time.Since(begin)
		if broken := recover(); broken != nil {
			part.Records, part.Err = nil, &Error{Source: name, Kind: Malformed,
				Detail: "an internal error occurred while it was being read", Err: PanicCause(broken)}
		}
	}()
	part.Records, part.Err = source.Search(ctx, q)
	part.Records = slices.DeleteFunc(part.Records, func(r *Record) bool { return r == nil })
	part.Records = part.Records[:min(len(part.Records), q.Limit)]
	return part
}
