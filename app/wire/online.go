package wire

import (
	"slices"
)

// An OnlineClaim is a text for which an online search finds papers.
type OnlineClaim struct {
	Text   string   `json:"text"`
	Before []string `json:"before,omitempty"` // the sentences before it, oldest first
	// Title and Authors are the manuscript's. Words in the title may be keywords, authors' names never
	// are.
	Title   string   `json:"title,omitempty"`
	Authors []string `json:"authors,omitempty"`
	// Keywords replace those chosen from the text.
	Keywords []string `json:"keywords,omitempty"`
	From     int      `json:"from,omitempty"` // years; 0 if open
	To       int      `json:"to,omitempty"`
	// Sources replace those chosen for the text.
	Sources []string `json:"sources,omitempty"`
}

// An OnlineProposal lists the content and the recipients of an online search. No other user data
// leaves the machine.
type OnlineProposal struct {
	Claim    string   `json:"claim"`    // not sent
	Keywords []string `json:"keywords"` // at most 12
	From     int      `json:"from"`     // years; 0 if open
	To       int      `json:"to"`
	// Discipline, Confidence and Reasoning explain the choice of sources. Discipline is "" if the
	// user chose them.
	Discipline string   `json:"discipline"`
	Primary    []string `json:"primary"`
	Secondary  []string `json:"secondary"`  // queried if the primary ones find nothing
	Confidence float64  `json:"confidence"` // 0 to 1, two decimals
	Reasoning  string   `json:"reasoning"`
	// Queries are sent verbatim.
	Queries []OnlineQuery `json:"queries"`
	// Confirm lists the hosts that confirm the results, by a paper's identifier or by its title, first
	// author and year.
	Confirm []string `json:"confirm"`
	Ask     bool     `json:"ask"` // whether the user must approve it first
	// By is the language model that chose keywords or sources; "" if none was used.
	By      string   `json:"by,omitempty"`
	Notices []Notice `json:"notices,omitempty"` // why the configured model did not choose
}

// Hosts returns all recipients of a proposal, sorted.
func (p OnlineProposal) Hosts() (hosts []string) {
	for _, q := range p.Queries {
		hosts = append(hosts, q.Host)
	}
	hosts = append(hosts, p.Confirm...)
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

// An OnlineQuery is a query to one source.
type OnlineQuery struct {
	Source    string `json:"source"`
	Host      string `json:"host"`
	Query     string `json:"query"`
	From      int    `json:"from,omitempty"` // years, sent with the query
	To        int    `json:"to,omitempty"`
	Secondary bool   `json:"secondary,omitempty"`
}

// An OnlineState is the state of a query to a source.
type OnlineState string

// The states. A source that failed may still have papers.
const (
	OnlineAsked    OnlineState = "asked"
	OnlineAnswered OnlineState = "answered"
	OnlineNone     OnlineState = "none" // no results
	OnlineFailed   OnlineState = "failed"
)

// An OnlineStep is the progress of one source.
type OnlineStep struct {
	Source       string      `json:"source"`
	Host         string      `json:"host"`
	State        OnlineState `json:"state"`
	Records      int         `json:"records"`
	Text         string      `json:"text"` // why it failed, for the user
	Milliseconds int         `json:"milliseconds"`
	// Busy reports whether the source limits requests. RetryAfter is the wait in seconds, 0 if
	// unknown.
	Busy       bool `json:"busy,omitempty"`
	RetryAfter int  `json:"retryAfter,omitempty"`
}

// An OnlineAnswer is the result of an online search or lookup.
type OnlineAnswer struct {
	Steps  []OnlineStep  `json:"steps"`  // the latest state of each source
	Papers []OnlinePaper `json:"papers"` // best first
	// Exact reports whether a lookup found the named work itself.
	Exact   bool     `json:"exact,omitempty"`
	Notices []Notice `json:"notices"`
}

// Failed returns the sources that failed.
func (a OnlineAnswer) Failed() (all []OnlineStep) {
	for _, step := range a.Steps {
		if step.State == OnlineFailed {
			all = append(all, step)
		}
	}
	return all
}

// An OnlinePaper is a result of an online search. Confirmed papers are stored in the corpus
// "found"; others cannot be cited.
type OnlinePaper struct {
	ListedPaper
	Sources   []string     `json:"sources"` // sources that have it
	Type      string       `json:"type"`    // "article", "preprint", "book", ...
	Confirmed bool         `json:"confirmed"`
	How       string       `json:"how"`    // how it was confirmed, and by which source
	Reason    string       `json:"reason"` // why it was not confirmed
	Hints     []OnlineHint `json:"hints"`
	// Versions are the confirmed preprint of an article or article of a preprint. The user chooses
	// one.
	Versions []PaperRef `json:"versions"`
	OpenURL  string     `json:"openUrl,omitempty"` // address of the free full text
}

// An OnlineHint is a warning for an author who cites a work.
type OnlineHint struct {
	Kind string `json:"kind"` // "retracted", "withdrawn", "concern", "published", "corrected" or "notice"
	Text string `json:"text"` // one sentence
	DOI  string `json:"doi,omitempty"`
	Date string `json:"date,omitempty"`
}

// An OnlineFill contains the missing fields of an entry.
type OnlineFill struct {
	Source string        `json:"source"` // the source of the record
	Fields []OnlineField `json:"fields"` // in the usual order of an entry's fields
	Hints  []OnlineHint  `json:"hints"`
}

// An OnlineField is a field to write into the entry, without braces.
type OnlineField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// An OnlineSource is a source that can be enabled in the settings.
type OnlineSource struct {
	Name  string   `json:"name"`
	Hosts []string `json:"hosts"` // all hosts it connects to
	On    bool     `json:"on"`
	About string   `json:"about"`
	Key   bool     `json:"key"` // the user has set a key
}
