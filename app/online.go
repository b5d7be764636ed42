package app

import (
	"context"
	"slices"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Literature asks the repositories of the literature that the user turned on. Only
// Search, Resolve, Fill, Hints and FullText send anything to them. It is safe for concurrent use.
type Literature interface {
	// Propose makes of a claim what a search for it would send, and where. The language
	// model of the settings, where there is one, chooses keywords and sources: what it says
	// is checked, and remembered for the claim.
	Propose(ctx context.Context, claim OnlineClaim) (OnlineProposal, error)
	// Batch is Propose for each claim of a selection, each with those before it.
	Batch(ctx context.Context, selection OnlineClaim) ([]OnlineProposal, error)
	// Search sends exactly the queries of a proposal: it refuses one whose queries are
	// not those of its keywords. step is called with each source as it is asked and as it
	// answers, one call at a time; it may be nil. claim orders the papers; it is not sent.
	Search(ctx context.Context, claim OnlineClaim, proposal OnlineProposal, step func(OnlineStep)) (OnlineAnswer, error)
	// Naming is what Resolve would send for a name. Its error is that the name cannot be
	// looked up, with the reason.
	Naming(ctx context.Context, named string) (OnlineProposal, error)
	// Resolve finds the work that a DOI, an arXiv, PubMed or PMC identifier, an ISBN, the
	// address of a paper or a title names. For a title there may be several papers.
	Resolve(ctx context.Context, named string, step func(OnlineStep)) (OnlineAnswer, error)
	// Papers are the whole records of papers that were found, nil for each that is not kept.
	// It sends nothing.
	Papers(ctx context.Context, refs []PaperRef) ([]*engine.Paper, error)
	// Fill looks an entry up by its identifier and returns the fields that it lacks.
	Fill(ctx context.Context, entry *bib.Entry) (OnlineFill, error)
	// Hints are what became of a work that an identifier names: that it was retracted, or
	// published meanwhile.
	Hints(ctx context.Context, identifier string) ([]OnlineHint, error)
	// Known are the hints of works whose records are kept, by identifier. Nothing is sent,
	// and a work that nothing is kept of is left out.
	Known(ctx context.Context, identifiers []string) map[string][]OnlineHint
	// NamingText is what FullText would send. Its error is that no source that is turned
	// on can have the text.
	NamingText(p *engine.Paper) (OnlineProposal, error)
	// FullText fetches the text of a paper, keeps it, and returns the whole record.
	FullText(ctx context.Context, p *engine.Paper) (*engine.Paper, error)
	// Sources are all that there are, those that are turned on among them.
	Sources() []OnlineSource
	// Forget removes all replies and returns how many there were. The papers that were
	// found stay.
	Forget() (replies int, err error)
}

// An OnlineClaim is what papers are looked for about.
type OnlineClaim struct {
	Text   string   `json:"text"`
	Before []string `json:"before,omitempty"` // the sentences before it, oldest first
	// Title and Authors are those of the manuscript: words of the title may be keywords,
	// names of authors never are.
	Title   string   `json:"title,omitempty"`
	Authors []string `json:"authors,omitempty"`
	// Keywords are asked for instead of those of the text, where there are any.
	Keywords []string `json:"keywords,omitempty"`
	From     int      `json:"from,omitempty"` // years, 0 where open
	To       int      `json:"to,omitempty"`
	// Sources are asked, all of them, instead of those that suit the text.
	Sources []string `json:"sources,omitempty"`
}

// An OnlineProposal is what a search would send. Nothing else of the user's leaves
// the machine.
type OnlineProposal struct {
	Claim    string   `json:"claim"`    // what it is for, which is not sent
	Keywords []string `json:"keywords"` // at most 12
	From     int      `json:"from"`     // years, 0 where open
	To       int      `json:"to"`
	// Discipline, Confidence and Reasoning say why these sources are asked; the first is
	// "" where the user chose them.
	Discipline string   `json:"discipline"`
	Primary    []string `json:"primary"`
	Secondary  []string `json:"secondary"`  // asked where the primary ones have nothing
	Confidence float64  `json:"confidence"` // 0 to 1, two decimals
	Reasoning  string   `json:"reasoning"`
	// Queries are what is sent, word by word, and where.
	Queries []OnlineQuery `json:"queries"`
	// Confirm are the hosts that are asked whether the papers that were found exist: by
	// the identifier of a paper, or by its title, first author and year.
	Confirm []string `json:"confirm"`
	Ask     bool     `json:"ask"` // whether the user has to see this before it is sent
	// By names the language model that chose keywords or sources; "" where none did.
	By      string   `json:"by,omitempty"`
	Notices []Notice `json:"notices,omitempty"` // why no model did, where one is named
}

// Hosts are all that a proposal leads to, in order.
func (p OnlineProposal) Hosts() (hosts []string) {
	for _, q := range p.Queries {
		hosts = append(hosts, q.Host)
	}
	hosts = append(hosts, p.Confirm...)
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

// An OnlineQuery is what one source is sent.
type OnlineQuery struct {
	Source    string `json:"source"`
	Host      string `json:"host"`
	Query     string `json:"query"`
	From      int    `json:"from,omitempty"` // years that are sent beside it
	To        int    `json:"to,omitempty"`
	Secondary bool   `json:"secondary,omitempty"`
}

// An OnlineState is how far a source is.
type OnlineState string

// The states of a source. That it failed does not mean that it has nothing.
const (
	OnlineAsked    OnlineState = "asked"
	OnlineAnswered OnlineState = "answered"
	OnlineNone     OnlineState = "none" // it has no such papers
	OnlineFailed   OnlineState = "failed"
)

// An OnlineStep is what a source does, or did.
type OnlineStep struct {
	Source       string      `json:"source"`
	Host         string      `json:"host"`
	State        OnlineState `json:"state"`
	Records      int         `json:"records"`
	Text         string      `json:"text"` // for people: why it failed
	Milliseconds int         `json:"milliseconds"`
	// Busy is set where it failed since it wants fewer requests; RetryAfter is in how many
	// seconds it wants the next one, 0 where it did not say.
	Busy       bool `json:"busy,omitempty"`
	RetryAfter int  `json:"retryAfter,omitempty"`
}

// An OnlineAnswer is what a search or a look-up came to.
type OnlineAnswer struct {
	Steps  []OnlineStep  `json:"steps"`  // the last state of each source
	Papers []OnlinePaper `json:"papers"` // best first
	// Exact is set by a look-up where the papers are the work that was named, and not
	// those that may be meant.
	Exact   bool     `json:"exact,omitempty"`
	Notices []Notice `json:"notices"`
}

// Failed are the sources that could not be asked.
func (a OnlineAnswer) Failed() (all []OnlineStep) {
	for _, step := range a.Steps {
		if step.State == OnlineFailed {
			all = append(all, step)
		}
	}
	return all
}

// An OnlinePaper is a paper that was found. Where it is confirmed it is a paper of the
// corpus "found" like any other; else it cannot be cited.
type OnlinePaper struct {
	ListedPaper
	Sources   []string     `json:"sources"` // that have it
	Type      string       `json:"type"`    // "article", "preprint", "book", ...
	Confirmed bool         `json:"confirmed"`
	How       string       `json:"how"`    // how it was confirmed, and by which source
	Reason    string       `json:"reason"` // why it is not confirmed
	Hints     []OnlineHint `json:"hints"`
	// Versions are the preprint of an article, or the article of a preprint, that were
	// found and confirmed too. The user chooses.
	Versions []PaperRef `json:"versions"`
	OpenURL  string     `json:"openUrl,omitempty"` // where its text is free to read
}

// An OnlineHint is something that an author who cites a work should know.
type OnlineHint struct {
	Kind string `json:"kind"` // "retracted", "withdrawn", "concern", "published", "corrected" or "notice"
	Text string `json:"text"` // one sentence
	DOI  string `json:"doi,omitempty"`
	Date string `json:"date,omitempty"`
}

// An OnlineFill is what an entry lacks.
type OnlineFill struct {
	Source string        `json:"source"` // that gave the record
	Fields []OnlineField `json:"fields"` // in the order in which an entry has them
	Hints  []OnlineHint  `json:"hints"`
}

// An OnlineField is a field as it is written into the entry, without braces.
type OnlineField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// An OnlineSource is one that can be turned on.
type OnlineSource struct {
	Name  string   `json:"name"`
	Hosts []string `json:"hosts"` // that it connects to, and no others
	On    bool     `json:"on"`
	About string   `json:"about"`
	Key   bool     `json:"key"` // whether the user gave it a key
}

// The codes of notices about searching online.
const (
	NoticeOnlineOff    = "online_off"    // no source is turned on
	NoticeOnlineFailed = "online_failed" // the source at the subject could not be asked
	NoticeOnlineLate   = "online_late"   // not all papers could be confirmed in time
	NoticeOnlineKept   = "online_kept"   // what was found could not be kept
	NoticeAdvice       = "online_advice" // the language model did not choose keywords or sources
)

// Consent remembers what the user has seen and let be sent: for each document the
// hosts. It is safe for concurrent use.
type Consent struct {
	mu    sync.Mutex
	given map[string]bool
}

// Needed reports whether the user has to be asked: about each search by the setting
// "each", about those from a document to a host that is new there by "first".
func (c *Consent) Needed(ask, document string, p OnlineProposal) bool {
	if ask != config.AskFirst {
		return p.Ask
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.ContainsFunc(p.Hosts(), func(host string) bool { return !c.given[document+"\x00"+host] })
}

// Give remembers that the user let a search from a document be sent.
func (c *Consent) Give(document string, p OnlineProposal) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.given == nil {
		c.given = make(map[string]bool)
	}
	for _, host := range p.Hosts() {
		c.given[document+"\x00"+host] = true
	}
}
