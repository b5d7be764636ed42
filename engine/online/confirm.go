package online

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Confirmation says whether a work exists as a record describes it. Only a
// confirmed record may become an entry.
type Confirmation struct {
	Confirmed bool
	// Record is the one of the registry where Confirmed; entries are written from it.
	Record *Record
	By     string // the source that confirmed it
	How    string // "identifier" or "title, first author and year"
	// Reason says why a record is not confirmed.
	Reason string
	// Errs are the sources that could not be asked. Where there are any, the work
	// may exist all the same.
	Errs []error
}

// Confirm asks the registry of a record's identifier, else looks for its title. A
// record that came from the registry itself is confirmed without another request;
// one whose identifier is another paper's is not confirmed by its title.
func (c *Client) Confirm(ctx context.Context, r *Record) Confirmation {
	if source := ownRegistry(r); source != "" {
		return Confirmation{Confirmed: true, Record: r, By: source, How: "identifier"}
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

// Registered reports whether a record came from the registry of its identifier, so that
// it is confirmed without a request.
func Registered(r *Record) bool { return ownRegistry(r) != "" }

// ownRegistry is the source of a record where that is the registry of its
// identifier: their interfaces give no other works than their own.
func ownRegistry(r *Record) string {
	switch {
	case (r.Source == "crossref" || r.Source == "datacite") && r.DOI != "",
		r.Source == "arxiv" && r.ArXiv != "",
		r.Source == "pubmed" && r.PMID != "":
		return r.Source
	}
	return ""
}

// confirmID reports whether the question is settled. It notes a contradiction and
// errors.
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
			result.Reason = fmt.Sprintf("%s is another paper: %q", id, found.Title)
			return true
		}
		*result = Confirmation{Confirmed: true, Record: found, By: name, How: "identifier"}
		return true
	}
	return false
}

// note keeps what a registry said: that it has no such work, or that it could not
// be asked.
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

// registriesOf are the sources that know identifiers other than DOIs, the best first.
var registriesOf = map[Scheme][]string{ArXiv: {"arxiv", "datacite"}, PMID: {"pubmed", "europepmc"}, PMCID: {"europepmc"}, ISBN: {"crossref"}}

// registries are the sources that can confirm an identifier. For a DOI doi.org
// names the agency; where it is not turned on, both agencies that we know may be
// asked, as they have no works but their own.
func (c *Client) registries(ctx context.Context, id ID) ([]string, error) {
	if id.Scheme != DOI {
		return c.firstOn(registriesOf[id.Scheme]...), nil
	}
	doi, on := c.sources["doi"].(*doiAgency)
	if !on {
		return c.on("crossref", "datacite"), nil
	}
	agency, err := doi.Agency(ctx, id.Value)
	if err != nil {
		return nil, err
	}
	switch agency {
	case CrossrefAgency:
		return []string{"crossref"}, nil
	case DataCiteAgency:
		return []string{"datacite"}, nil
	}
	return nil, doi.unsupported(fmt.Sprintf("%s is registered with %s, whose records are not asked for", id, agency))
}

// Resolve returns the record of an identifier from its registry.
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

// on are those of the sources that are turned on.
func (c *Client) on(names ...string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return c.sources[name] == nil })
}

// firstOn is the first of the sources that is turned on, or the first of all, whose
// error says so.
func (c *Client) firstOn(names ...string) []string {
	if on := c.on(slices.Clone(names)...); len(on) > 0 {
		return on[:1]
	}
	return slices.Clone(names[:1])
}

// describesSame reports whether a registry's record is of the paper that a record
// describes: titles that agree but for a subtitle, or that share most words where
// first author and year agree too.
func describesSame(r, registered *Record) bool {
	if sameTitle(r.Title, registered.Title) {
		return true
	}
	return overlap(r.Title, registered.Title) >= 0.8 && sameFirstAuthor(r, registered) && nearYear(r, registered)
}

// SameTitle reports whether two titles are of one work, which a subtitle may be missing
// of.
func SameTitle(a, b string) bool { return sameTitle(a, b) }

// sameTitle takes one title for another that has a subtitle too.
func sameTitle(a, b string) bool {
	x, y := paper.NormalTitle(a), paper.NormalTitle(b)
	if x == "" || y == "" {
		return false
	}
	return x == y || beginsTitle(x, b) || beginsTitle(y, a)
}

// beginsTitle reports whether a normal title is what stands before the subtitle of
// a title.
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

// maxSubtitles are more marks than stand before any subtitle.
const maxSubtitles = 12

// overlap is how many words two titles share, of the words of both.
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

// nearYear allows for the year between a preprint, the first publication online and
// the issue.
func nearYear(a, b *Record) bool {
	return a.Year != 0 && b.Year != 0 && a.Year-b.Year <= 1 && b.Year-a.Year <= 1
}

// titleRegistries are the sources that a work without a registered identifier is
// looked for in, by title.
var titleRegistries = []string{"crossref", "arxiv", "pubmed", "datacite"}

// confirmTitle looks at all that a search finds: the first hit is often another
// paper.
func (c *Client) confirmTitle(ctx context.Context, r *Record, result *Confirmation) {
	if r.Title == "" || len(r.Authors) == 0 || r.Year == 0 {
		result.Reason = "without an identifier it takes a title, an author and a year to confirm it"
		return
	}
	q := Query{Title: r.Title, Author: r.Authors[0].Family, From: r.Year - 1, To: r.Year + 1, Limit: 5}
	asked := 0
	for _, name := range c.on(slices.Clone(titleRegistries)...) {
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
	result.Reason = unconfirmed(asked, result.Errs, r)
}

func (r *Record) matches(other *Record) bool {
	return paper.NormalTitle(r.Title) == paper.NormalTitle(other.Title) && sameFirstAuthor(r, other) && nearYear(r, other)
}

func unconfirmed(asked int, errs []error, r *Record) string {
	if asked == 0 {
		return "no registry could be asked: turn on crossref or arxiv, or try again later"
	}
	reason := fmt.Sprintf("no registry that was asked has this title by %s, %d", r.Authors[0].Family, r.Year)
	if errors.Join(errs...) != nil {
		reason += ", but not all could be asked"
	}
	return reason
}
