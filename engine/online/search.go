package online

import (
	"context"
	"errors"
	"slices"
	"time"
)

const searchLimit = 8 * time.Second // time limit of a search at one source

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

// searchOne queries one source. Any waiting ends with the context.
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
				Detail: "an internal error occurred while it was being read"}
		}
	}()
	part.Records, part.Err = source.Search(ctx, q)
	part.Records = slices.DeleteFunc(part.Records, func(r *Record) bool { return r == nil })
	part.Records = part.Records[:min(len(part.Records), q.Limit)]
	return part
}
