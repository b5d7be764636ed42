// Package sources describes the online repositories of the literature. Settings, request
// pacing, routing, merging, editor settings and documentation are derived from these
// descriptors; engine/online has the code that queries each source.
package sources

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Source describes one repository. To add one, add its descriptor to all and its adapter
// to engine/online; tests and `make generate` name every other place that has to follow.
type Source struct {
	Name  string // in settings and messages
	About string // its contents, in one line
	Host  string // of its API
	// HarvestHost is the host that lists all records, if it is another one.
	HarvestHost string

	// API and SearchAPI name the sources that share their API with this one, for lookups
	// and for searches; "" if the source has its own.
	API, SearchAPI string
	Pace           Pace
	Keyed          Pace // with the user's key or e-mail address, see Key and Email; else as Pace
	Key            bool // accepts a key
	Price          Price
	Email          Email

	Search    bool     // by words
	Agency    bool     // names the registration agency of a DOI
	Registers []Scheme // identifiers that it assigns; its record confirms that a work exists
	Resolves  []Scheme // identifiers of other registries that it looks up in their place
	// TitleOrder is the position of the source when a work is looked up by title, and
	// TitleStep the step of `check --online` that queries it; 0 for sources without titles.
	TitleOrder, TitleStep int

	// Rank is the position of the source in the routes of each discipline, from 1.
	Rank map[Discipline]int
	// Authority orders the records of one work: the bibliographic fields are those of the
	// source with the lowest number.
	Authority int
	// Example identifies a work that the source has had for years, for `online check`.
	Example string
}

// A Pace limits the requests to a source.
type Pace struct {
	Every  time.Duration // between two requests, on average
	Burst  int           // requests without a pause
	AtOnce int           // requests under way
	Shared bool          // by all processes of a user
}

// A Price is the cost of the requests for lists of works, in millionths of a dollar; zero if the
// service is free.
type Price struct {
	List         int // per request
	Daily, Keyed int // free allowance of a day, without and with a key
}

// Email is the use that a source makes of the user's e-mail address.
type Email int

// The uses of an address.
const (
	NoEmail     Email = iota
	AskedEmail        // sent, without an effect
	FasterEmail       // sent; allows the pace Keyed
	NeededEmail       // the source does not answer without it
)

// A Scheme is a system of identifiers.
type Scheme string

// The schemes by which works are looked up.
const (
	DOI   Scheme = "doi"
	ArXiv Scheme = "arxiv"
	PMID  Scheme = "pmid"
	PMCID Scheme = "pmcid"
	ISBN  Scheme = "isbn" // of a whole book
)

// All returns the descriptors in the order of the documentation.
func All() []Source { return slices.Clone(all) }

// Names returns the names of all sources.
func Names() []string { return named(all) }

// Find returns the descriptor of a source.
func Find(name string) (s Source, ok bool) {
	i := slices.IndexFunc(all, func(s Source) bool { return s.Name == name })
	if i < 0 {
		return Source{}, false
	}
	return all[i], true
}

// Check returns an error that lists the sources if no source has the name.
func Check(name string) error {
	if _, ok := Find(name); !ok {
		return fmt.Errorf("%q is not an online source: use one of %s", name, strings.Join(Names(), ", "))
	}
	return nil
}

// Contacts returns the hosts of all requests, also of harvests.
func (s Source) Contacts() []string {
	if s.HarvestHost == "" {
		return s.Hosts()
	}
	return append(s.Hosts(), s.HarvestHost)
}

// Lookups returns the source whose API answers lookups.
func (s Source) Lookups() Source { return via(s, s.API) }

// Searches returns the source whose API answers searches.
func (s Source) Searches() Source { return via(s, s.SearchAPI) }

func via(s Source, name string) Source {
	if other, ok := Find(name); ok {
		return other
	}
	return s
}

// Hosts returns every host that the source connects to, the one that is searched last.
func (s Source) Hosts() []string {
	return slices.Compact([]string{s.Lookups().Host, s.Searches().Host})
}

// PaceOf returns the pace of requests with or without the user's key and address.
func (s Source) PaceOf(key, email bool) Pace {
	if s.Keyed.Every > 0 && (key || email && s.Email == FasterEmail) {
		return s.Keyed
	}
	return s.Pace
}

// Registries returns the sources that confirm identifiers: the agencies of DOIs first, then
// the registries of other identifiers, then the sources that resolve them.
func Registries() []string {
	group := func(s Source) int {
		switch {
		case s.Agency:
			return 0
		case slices.Contains(s.Registers, DOI):
			return 1
		case len(s.Registers) > 0:
			return 2
		}
		return 3
	}
	confirming := slices.DeleteFunc(All(), func(s Source) bool {
		return !s.Agency && len(s.Registers) == 0 && len(s.Resolves) == 0
	})
	slices.SortStableFunc(confirming, func(a, b Source) int { return cmp.Compare(group(a), group(b)) })
	return named(confirming)
}

// Resolvers returns the sources that look up identifiers of a scheme, its registries first.
func Resolvers(scheme Scheme) []string {
	return append(having(func(s Source) bool { return slices.Contains(s.Registers, scheme) }),
		having(func(s Source) bool { return slices.Contains(s.Resolves, scheme) })...)
}

// ByTitle returns the sources that are searched for a title, in order.
func ByTitle() []string { return ordered(func(s Source) int { return s.TitleOrder }) }

// TitleRegistries returns the registries that are searched for a title, in order.
func TitleRegistries() []string {
	return ordered(func(s Source) int {
		if len(s.Registers) == 0 {
			return 0
		}
		return s.TitleOrder
	})
}

// TitleSteps returns the sources of each step of a title check; a step is taken if no
// source of the step before has the work.
func TitleSteps() (steps [][]string) {
	for step := 1; ; step++ {
		names := having(func(s Source) bool { return s.TitleStep == step })
		if len(names) == 0 {
			return steps
		}
		steps = append(steps, names)
	}
}

// ByAuthority returns the sources whose records are merged, the most reliable first.
func ByAuthority() []string { return ordered(func(s Source) int { return s.Authority }) }

// ordered returns the sources with a positive number, the lowest first.
func ordered(number func(Source) int) []string {
	some := slices.DeleteFunc(All(), func(s Source) bool { return number(s) == 0 })
	slices.SortStableFunc(some, func(a, b Source) int { return cmp.Compare(number(a), number(b)) })
	return named(some)
}

func having(has func(Source) bool) []string {
	return named(slices.DeleteFunc(All(), func(s Source) bool { return !has(s) }))
}

func named(some []Source) []string {
	names := make([]string, len(some))
	for i, s := range some {
		names[i] = s.Name
	}
	return names
}

// HostsOf returns every host that a source connects to.
func HostsOf(name string) []string {
	s, ok := Find(name)
	if !ok {
		return nil
	}
	return s.Hosts()
}

// CanSearch reports whether a source is searched by words.
func CanSearch(name string) bool {
	s, _ := Find(name)
	return s.Search
}
