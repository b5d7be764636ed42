package online

import (
	"context"
	"errors"
	"slices"
	"time"
)

// limits are the deadlines of a federated search.
type limits struct {
	search time.Duration // of one source
	all    time.Duration
}

var defaultLimits = limits{search: 8 * time.Second, all: 20 * time.Second}

// A Part is the answer of one source, or why it gave none.
type Part struct {
	Source  string
	Records []*Record
	Err     error
	Took    time.Duration
}

// Found is what a federated search came to.
type Found struct {
	Works []*Work
	// Parts are the answers in the order of the sources that were asked, failures
	// among them.
	Parts []Part
}

// Failures are the sources that gave no answer. Without them, no works means that
// the sources have none.
func (f Found) Failures() (all []Part) {
	for _, p := range f.Parts {
		if p.Err != nil {
			all = append(all, p)
		}
	}
	return all
}

// A Plan names the sources of a search. The secondary ones are asked where the
// primary ones give no work.
type Plan struct{ Primary, Secondary []string }

// Search asks all sources of a plan at once and merges their answers. each is
// called with every part as it comes, one at a time; it may be nil. A source that
// fails or is late is a part with an error. The error is that of the query, or of
// ctx where the user cancelled.
func (c *Client) Search(ctx context.Context, plan Plan, q Query, each func(Part)) (Found, error) {
	q, err := q.check()
	if err != nil {
		return Found{}, err
	}
	whole, cancel := context.WithTimeout(ctx, c.limits.all)
	defer cancel()
	var found Found
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

// searchAll returns the parts in the order of names.
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

// searchOne ends by its deadline, since every wait in a request does.
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
			part.Records, part.Err = nil, &Error{Source: name, Kind: Malformed, Detail: "its reply broke the reader"}
		}
	}()
	part.Records, part.Err = source.Search(ctx, q)
	part.Records = slices.DeleteFunc(part.Records, func(r *Record) bool { return r == nil })
	if len(part.Records) > q.Limit {
		part.Records = part.Records[:q.Limit]
	}
	return part
}
