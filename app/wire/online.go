package wire

import (
	"slices"
	"time"
)

// An OnlineClaim is a text for which to search online sources.
type OnlineClaim struct {
	Text   string   `json:"text"`
	Before []string `json:"before,omitempty"` // sentences before the claim, oldest first
	// Title and Authors are those of the manuscript. Words from the title can become keywords;
	// authors' names never do.
	Title   string   `json:"title,omitempty"`
	Authors []string `json:"authors,omitempty"`
	// Keywords replaces the keywords that would be chosen from the text.
	Keywords []string `json:"keywords,omitempty"`
	From     int      `json:"from,omitempty"` // range of years; 0 means no limit
	To       int      `json:"to,omitempty"`
	// Sources replaces the sources that would be chosen for the text.
	Sources []string `json:"sources,omitempty"`
}

// An OnlineProposal lists what an online search would send, and to which hosts. The search sends no
// other user data.
type OnlineProposal struct {
	Claim    string   `json:"claim"`    // the claim itself, which is not sent
	Keywords []string `json:"keywords"` // at most 12 keywords
	From     int      `json:"from"`     // range of years; 0 means no limit
	To       int      `json:"to"`
	// Discipline, Confidence and Reasoning explain how the sources were chosen. Discipline is "" if
	// the user chose them.
	Discipline string   `json:"discipline"`
	Primary    []string `json:"primary"`
	Secondary  []string `json:"secondary"`  // sources that are queried only if the primary ones find nothing
	Confidence float64  `json:"confidence"` // probability, 0 to 1, rounded to two decimals
	Reasoning  string   `json:"reasoning"`
	// Queries contains the queries exactly as they are sent.
	Queries []OnlineQuery `json:"queries"`
	// Confirm lists the hosts that are queried to confirm the results. They receive a paper's
	// identifier, or its title, first author and year.
	Confirm []string `json:"confirm"`
	Ask     bool     `json:"ask"` // the user must approve the proposal before it is sent
	// By is the name of the language model that chose keywords or sources, or "" if none was used.
	By      string   `json:"by,omitempty"`
	Notices []Notice `json:"notices,omitempty"` // why the configured model made no choice
}

// Hosts returns all hosts that would receive data, sorted.
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
	From      int    `json:"from,omitempty"` // range of years sent with the query
	To        int    `json:"to,omitempty"`
	Secondary bool   `json:"secondary,omitempty"`
}

// An OnlineState is the state of a query to a source.
type OnlineState string

// The states. If a query failed, the source may still have papers.
const (
	OnlineAsked    OnlineState = "asked"
	OnlineAnswered OnlineState = "answered"
	OnlineNone     OnlineState = "none" // the source has no results
	OnlineFailed   OnlineState = "failed"
)

// An OnlineStep is the progress of one source.
type OnlineStep struct {
	Source       string      `json:"source"`
	Host         string      `json:"host"`
	State        OnlineState `json:"state"`
	Records      int         `json:"records"`
	Text         string      `json:"text"` // why the query failed, for the user
	Milliseconds int         `json:"milliseconds"`
	// Busy reports whether the source currently limits requests. RetryAfter is the time to wait in
	// seconds, or 0 if unknown.
	Busy       bool `json:"busy,omitempty"`
	RetryAfter int  `json:"retryAfter,omitempty"`
}

// An OnlineAnswer is the result of an online search or lookup.
type OnlineAnswer struct {
	Steps  []OnlineStep  `json:"steps"`  // the latest state of each source
	Papers []OnlinePaper `json:"papers"` // best papers first
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

// An OnlinePaper is a result of an online search. Confirmed papers are stored in the "found" corpus;
// all others cannot be cited.
type OnlinePaper struct {
	ListedPaper
	Sources   []string     `json:"sources"` // sources that have the paper
	Type      string       `json:"type"`    // such as "article", "preprint" or "book"
	Confirmed bool         `json:"confirmed"`
	How       string       `json:"how"`    // how the paper was confirmed, and by which source
	Reason    string       `json:"reason"` // why the paper was not confirmed
	Hints     []OnlineHint `json:"hints"`
	// Versions contains the confirmed preprint of an article, or the confirmed article of a
	// preprint. The user chooses one version.
	Versions []PaperRef `json:"versions"`
	OpenURL  string     `json:"openUrl,omitempty"` // URL of the free full text
}

// An OnlineHint is a warning for an author who cites a work.
type OnlineHint struct {
	Kind string `json:"kind"` // "retracted", "withdrawn", "concern", "published", "corrected" or "notice"
	Text string `json:"text"` // the hint as one sentence
	DOI  string `json:"doi,omitempty"`
	Date string `json:"date,omitempty"`
}

// An OnlineFill contains the missing fields of an entry.
type OnlineFill struct {
	Source string        `json:"source"` // source of the record
	Fields []OnlineField `json:"fields"` // in the usual order of fields in an entry
	Hints  []OnlineHint  `json:"hints"`
}

// An OnlineField is a field to add to the entry. Its value has no braces.
type OnlineField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// An OnlineSource is a source that can be enabled in the settings.
type OnlineSource struct {
	Name  string   `json:"name"`
	Hosts []string `json:"hosts"` // all hosts that receive requests
	On    bool     `json:"on"`
	About string   `json:"about"`
	Key   bool     `json:"key"` // set if the user has configured a key
}

// A GrowthPlan describes everything that building a corpus from a bibliography may send.
type GrowthPlan struct {
	Files   []string `json:"files"`   // paths of the bibliographies
	Folder  string   `json:"folder"`  // folder of the corpus
	Summary string   `json:"summary"` // hosts, number of requests, duration and price
	Text    string   `json:"text"`    // the whole plan, including each identifier and title
}

// A GrowthStep reports the progress of building a corpus.
type GrowthStep struct {
	Papers, Goal int // number of papers chosen so far, and the goal
	Searchable   int
	Left         time.Duration // estimated time to the goal; 0 if unknown
}

// A GrowthResult is the result of building a corpus.
type GrowthResult struct {
	Papers, Added int
	Missing       []string // references that were not found
	Reason        string   // why the run ended
}
