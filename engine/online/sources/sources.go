// Package sources describes the online repositories of the literature. Settings, request pacing,
// routing, merging, editor settings and documentation are derived from these descriptors. Package
// engine/online implements the queries.
package sources

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Source describes one repository. To add one, add its descriptor to all and its adapter to
// engine/online. Tests and `make generate` report all other places that need a change.
type Source struct {
	Name  string // name in settings and messages
	About string // contents of the repository, in one line
	Host  string // host of its API
	// HarvestHost is the host for listing all records, if it differs from Host.
	HarvestHost string

	// API and SearchAPI name the sources whose APIs this source uses for lookups and for searches. ""
	// means that the source uses its own API.
	API, SearchAPI string
	Pace           Pace
	Keyed          Pace // pace with the user's key or email address (see Key and Email); if zero, Pace applies
	Key            bool // whether the source accepts a key
	Price          Price
	// License is the license of the source's records, or where to find it. Sources from which a corpus
	// can be built need one.
	License string
	Email   Email

	Search    bool     // whether the source can be searched by words
	Agency    bool     // whether the source returns the registration agency of a DOI
	Registers []Scheme // schemes of the identifiers that it assigns; its record confirms a work
	Resolves  []Scheme // schemes of other registries' identifiers that it can look up
	// TitleOrder is the position of the source in title lookups. TitleStep is the step of `check
	// --online` that queries it. Both are 0 if the source is not searched for titles.
	TitleOrder, TitleStep int

	// Rank is the source's position in each discipline's route, from 1.
	Rank map[Discipline]int
	// Authority ranks the source's records. A work's bibliographic fields come from the source with
	// the lowest number.
	Authority int
	// Example identifies a work that the source has had for years. `online check` looks it up.
	Example string
}

// A Pace limits the rate of requests to a source.
type Pace struct {
	Every  time.Duration // average time between requests
	Burst  int           // number of requests that may be sent without a pause
	AtOnce int           // maximum number of concurrent requests
	Shared bool          // whether the limit applies to all of the user's processes together
}

// A Price is the cost of requesting lists of works, in millionths of a dollar. It is zero if the
// service is free.
type Price struct {
	List         int // cost per request
	Daily, Keyed int // daily free allowance without and with a key
}

// Email describes how a source uses the user's email address.
type Email int

// The uses of an email address.
const (
	NoEmail     Email = iota
	AskedEmail        // the address is sent, but has no effect
	FasterEmail       // the address is sent and permits the Keyed pace
	NeededEmail       // the source requires it
)

// A Scheme is a system of identifiers.
type Scheme string

// The schemes for looking up works.
const (
	DOI   Scheme = "doi"
	ArXiv Scheme = "arxiv"
	PMID  Scheme = "pmid"
	PMCID Scheme = "pmcid"
	ISBN  Scheme = "isbn" // identifies an entire book
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

// Check returns an error that lists the sources if the name is unknown.
func Check(name string) error {
	if _, ok := Find(name); !ok {
		return fmt.Errorf("%q is not an online source: use one of %s", name, strings.Join(Names(), ", "))
	}
	return nil
}

// CheckKey returns an error if the name is unknown or its source does not accept keys.
func CheckKey(name string) error {
	if s, ok := Find(name); ok && !s.Key {
		return fmt.Errorf("%s does not accept keys: remove it; these sources do: %s", name,
			strings.Join(AcceptingKeys(), ", "))
	}
	return Check(name)
}

// AcceptingKeys returns the sources that accept keys.
func AcceptingKeys() []string { return having(func(s Source) bool { return s.Key }) }

// Contacts returns the hosts of all requests, including harvests.
func (s Source) Contacts() []string {
	if s.HarvestHost == "" {
		return s.Hosts()
	}
	return append(s.Hosts(), s.HarvestHost)
}

// Lookups returns the source whose API s uses for lookups.
func (s Source) Lookups() Source { return via(s, s.API) }

// Searches returns the source whose API s uses for searches.
func (s Source) Searches() Source { return via(s, s.SearchAPI) }

func via(s Source, name string) Source {
	if other, ok := Find(name); ok {
		return other
	}
	return s
}

// Hosts returns all hosts to which the source connects. The host for searches is last.
func (s Source) Hosts() []string {
	return slices.Compact([]string{s.Lookups().Host, s.Searches().Host})
}

// PaceOf returns the pace with or without the user's key and email address. It ignores a key that
// the source does not accept.
func (s Source) PaceOf(key, email bool) Pace {
	if s.Keyed.Every > 0 && (key && s.Key || email && s.Email == FasterEmail) {
		return s.Keyed
	}
	return s.Pace
}

// Registries returns the sources that confirm identifiers: first doi.org, then DOI registries, then
// registries of other identifiers, then sources that can only look identifiers up.
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

// Resolvers returns the sources that look up identifiers of a scheme. Registries come first.
func Resolvers(scheme Scheme) []string {
	return append(having(func(s Source) bool { return slices.Contains(s.Registers, scheme) }),
		having(func(s Source) bool { return slices.Contains(s.Resolves, scheme) })...)
}

// ByTitle returns the sources for title searches in the order in which they are queried.
func ByTitle() []string { return ordered(func(s Source) int { return s.TitleOrder }) }

// TitleRegistries returns the registries among the sources for title searches, in order.
func TitleRegistries() []string {
	return ordered(func(s Source) int {
		if len(s.Registers) == 0 {
			return 0
		}
		return s.TitleOrder
	})
}

// TitleSteps returns the sources for each step of a title check. A step runs only if no source in the
// previous steps has the work.
func TitleSteps() (steps [][]string) {
	for step := 1; ; step++ {
		names := having(func(s Source) bool { return s.TitleStep == step })
		if len(names) == 0 {
			return steps
		}
		steps = append(steps, names)
	}
}

// ByAuthority returns the sources whose records are merged, most reliable first.
func ByAuthority() []string { return ordered(func(s Source) int { return s.Authority }) }

// ordered returns the sources for which number is positive, lowest number first.
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

// HostsOf returns all hosts to which a source connects.
func HostsOf(name string) []string {
	s, ok := Find(name)
	if !ok {
		return nil
	}
	return s.Hosts()
}

// CanSearch reports whether a source can be searched by words.
func CanSearch(name string) bool {
	s, _ := Find(name)
	return s.Search
}
