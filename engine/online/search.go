package online

import (
	"context"
	"errors"
	"slices"
	"time"
)

// limits are the time limits of a federated search.
type limits struct {
	search time.Duration // limit for each source
	all    time.Duration
}

var defaultLimits = limits{search: 8 * time.Second, all: 20 * time.Second}

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

// Failures returns the parts of failed sources. If none failed, an empty result means that no source
// has a match.
func (f Result) Failures() (all []Part) {
	for _, p := range f.Parts {
		if p.Err != nil {
			all = append(all, p)
		}
	}
	return all
}

// A Plan lists the sources of a search. The secondary ones are queried if the primary ones find
// nothing.
type Plan struct{ Primary, Secondary []string }

// Search queries the sources of a plan in parallel and merges their records. Unless each is nil, it
// calls each with every part as it arrives, one call at a time. If a source fails or exceeds the time
// limit, its part contains an error. Search fails only if the query is invalid or the user cancels.
func (c *Client) Search(ctx context.Context, plan Plan, q Query, each func(Part)) (Result, error) {
	q, err := q.check()
	if err != nil {
		return Result{}, err
	}
	whole, cancel := context.WithTimeout(ctx, c.limits.all)
	defer cancel()
	var found Result
	for _, names := range [][]string{plan.Primary, plan.Secondary} {
		if len(found.Works) > 0 {
			break
		}
		found.Parts = append(found.Parts, c.searchAll(whole, names, q, each)...)
		found.Works = Merge(recordsOf(found.Parts))
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return found, ctx.Err()
	}
	return found, nil
}

func recordsOf(parts []Part) (all [][]*Record) {
	for _, p := range parts {
		all = append(all, p.Records)
	}
	return all
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
	ctx, cancel := context.WithTimeout(ctx, c.limits.search)
	defer cancel()
	defer func() {
		part.Took = time.Since(begin)
		if broken := recover(); broken != nil {
			part.Records, part.Err = nil, &Error{Source: name, Kind: Malformed, Detail: "an internal error " +
				"occurred while it was being read"}
		}
	}()
	part.Records, part.Err = source.Search(ctx, q)
	part.Records = slices.DeleteFunc(part.Records, func(r *Record) bool { return r == nil })
	if len(part.Records) > q.Limit {
		part.Records = part.Records[:q.Limit]
	}
	return part
}
