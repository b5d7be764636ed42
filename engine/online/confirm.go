package online

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Confirmation is the result of looking up a work in the registries. Bibliography entries are made
// only from confirmed records.
type Confirmation struct {
	Confirmed bool
	// Record is the registry's record if Confirmed is set.
	Record *Record
	By     string // source of Record
	How    string // matched fields: "identifier" or "title, first author and year"
	// Reason explains why the record is not confirmed.
	Reason string
	// Errs are errors from sources. If any source failed, the work may exist even if it is not
	// confirmed.
	Errs []error
}

// Confirm looks up a record by its identifiers in the registries. If no registry returns a record
// for them, it searches for the title. A record that comes from its own registry needs no request.
// If an identifier belongs to another work, Confirm does not search for the title.
func (c *Client) Confirm(ctx context.Context, r *Record) Confirmation {
	if Registered(r) {
		return Confirmation{Confirmed: true, Record: r, By: r.Source, How: "identifier"}
	}
	var result Confirmation
	for _, id := range r.IDs() {
		if c.confirmID(ctx, r, id, &result) {
			return result
		}
	}
	unregistered := result.Reason
	c.confirmTitle(ctx, r, &result)
	if unregistered != "" && !result.Confirmed {
		result.Reason = unregistered + ", and " + result.Reason
	}
	return result
}

// Registered reports whether a record comes from the registry of its identifier. Registries return
// only works that they have registered.
func Registered(r *Record) bool {
	source, _ := sources.Find(r.Source)
	return slices.ContainsFunc(r.IDs(), func(id ID) bool { return slices.Contains(source.Registers, id.Scheme) })
}

// confirmID looks up an identifier and reports whether the result is final. It records contradictions
// and errors in result.
func (c *Client) confirmID(ctx context.Context, r *Record, id ID, result *Confirmation) bool {
	names, err := c.registries(ctx, id)
	if err != nil {
		result.note(id, err)
		return false
	}
	for _, name := range names {
		found, err := c.Lookup(ctx, name, id)
		switch {
		case err != nil:
			result.note(id, err)
			continue
		case !describesSame(r, found):
			result.Reason = fmt.Sprintf("%s belongs to another paper, %q", id, found.Title)
			return true
		}
		*result = Confirmation{Confirmed: true, Record: found, By: name, How: "identifier"}
		return true
	}
	return false
}

// note records that a registry lacks the work or failed.
func (c *Confirmation) note(id ID, err error) {
	switch KindOf(err) {
	case NotFound:
		c.Reason = fmt.Sprintf("%s is not registered", id)
	case Off:
		c.Errs = append(c.Errs, err)
	default:
		c.Errs = append(c.Errs, fmt.Errorf("%s: %w", id, err))
	}
}

// registries returns the sources that can confirm an identifier. doi.org determines the
// registration agency of a DOI. If doi.org is disabled, all DOI registries are tried.
func (c *Client) registries(ctx context.Context, id ID) ([]string, error) {
	names := sources.Resolvers(id.Scheme)
	if id.Scheme != DOI {
		on := c.on(slices.Clone(names)...)
		if len(on) == 0 {
			on = names // the lookup then fails with Off
		}
		return on[:1], nil
	}
	doi, on := c.sources["doi"].(*doiAgency)
	if !on {
		return c.on(names...), nil
	}
	agency, err := doi.Agency(ctx, id.Value)
	if err != nil {
		return nil, err
	}
	if name := agencySources[agency]; name != "" {
		return []string{name}, nil
	}
	return nil, doi.unsupported(fmt.Sprintf("%s is registered with %s, which cannot be queried", id, agency))
}

// Resolve returns the record for an identifier from its registry.
func (c *Client) Resolve(ctx context.Context, id ID) (*Record, error) {
	names, err := c.registries(ctx, id)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, &Error{Source: "crossref", Kind: Off}
	}
	var failed error
	for _, name := range names {
		r, err := c.Lookup(ctx, name, id)
		if err == nil {
			return r, nil
		}
		if failed == nil || !isNotFound(err) {
			failed = err
		}
	}
	return nil, failed
}

// on returns the sources that are enabled.
func (c *Client) on(names ...string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return c.sources[name] == nil })
}

// describesSame reports whether two records describe the same work. Either their titles are equal,
// ignoring a subtitle, or the titles share most words and the first author and year match.
func describesSame(r, registered *Record) bool {
	return SameTitle(r.Title, registered.Title) ||
		overlap(r.Title, registered.Title) >= 0.8 && sameFirstAuthor(r, registered) && nearYear(r, registered)
}

// SameTitle reports whether two titles are equal, ignoring a subtitle that only one of them has.
func SameTitle(a, b string) bool {
	x, y := paper.NormalTitle(a), paper.NormalTitle(b)
	if x == "" || y == "" {
		return false
	}
	return x == y || beginsTitle(x, b) || beginsTitle(y, a)
}

// beginsTitle reports whether a normalized title equals another title without its subtitle.
func beginsTitle(normal, title string) bool {
	if len(normal) < minTitle {
		return false
	}
	tries := 0
	for i, r := range title {
		if !strings.ContainsRune(":.?!–—-", r) {
			continue
		}
		if tries++; tries > maxSubtitles {
			return false
		}
		if paper.NormalTitle(title[:i]) == normal {
			return true
		}
	}
	return false
}

const maxSubtitles = 12 // number of punctuation marks tried as the start of a subtitle

// overlap returns the Jaccard similarity of the words in two titles.
func overlap(a, b string) float64 {
	words := func(s string) (set []string) {
		for word := range strings.FieldsSeq(strings.ToLower(plainWords(paper.PlainTitle(s)))) {
			if word = paper.NormalTitle(word); word != "" && !slices.Contains(set, word) && len(set) < maxTitleWords {
				set = append(set, word)
			}
		}
		return set
	}
	x, y, shared := words(a), words(b), 0
	for _, word := range x {
		if slices.Contains(y, word) {
			shared++
		}
	}
	return float64(shared) / float64(max(len(x)+len(y)-shared, 1))
}

const maxTitleWords = 200

func sameFirstAuthor(a, b *Record) bool {
	if len(a.Authors) == 0 || len(b.Authors) == 0 {
		return false
	}
	x, y := a.Authors[0], b.Authors[0]
	return x.Family != "" && y.Family != "" && paper.SameFamily(x.Family, y.Family)
}

// nearYear reports whether two years differ by at most one. The years of a preprint, of the online
// publication and of the issue often differ by one.
func nearYear(a, b *Record) bool {
	return a.Year != 0 && b.Year != 0 && a.Year-b.Year <= 1 && b.Year-a.Year <= 1
}

// confirmTitle searches for the title. It compares all results, since the first is often a different
// work.
func (c *Client) confirmTitle(ctx context.Context, r *Record, result *Confirmation) {
	if r.Title == "" || len(r.Authors) == 0 || r.Year == 0 {
		result.Reason = "it cannot be searched for by title, because its title, author or year is missing"
		return
	}
	q := Query{Title: r.Title, Author: r.Authors[0].Family, From: r.Year - 1, To: r.Year + 1, Limit: 5}
	asked := 0
	for _, name := range c.on(sources.TitleRegistries()...) {
		all, err := c.sources[name].Search(ctx, q)
		if err != nil {
			result.Errs = append(result.Errs, err)
			continue
		}
		asked++
		for _, found := range all {
			if found.matches(r) {
				*result = Confirmation{Confirmed: true, Record: found, By: name, How: "title, first author and year"}
				return
			}
		}
	}
	if asked == 0 {
		result.Reason = "no registry could be searched for the title: enable crossref or arxiv, or try again later"
		return
	}
	result.Reason = fmt.Sprintf("none of the queried registries lists this title by %s (%d)", r.Authors[0].Family, r.Year)
	if len(result.Errs) > 0 {
		result.Reason += ", but not all could be queried"
	}
}

func (r *Record) matches(other *Record) bool {
	return paper.NormalTitle(r.Title) == paper.NormalTitle(other.Title) && sameFirstAuthor(r, other) &&
		nearYear(r, other)
}
