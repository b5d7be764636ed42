// Package grow builds a corpus for a research field. It starts from seeds and adds the works that
// they cite, the works that cite them, and the neighbors of those works. A [Plan] shows everything
// that will be sent before the first request.
//
// A growing corpus is an index with an additional "grow" folder. A journal in this folder records
// each response before it is used and each decision before it is published, so that an interrupted
// run can be continued.
package grow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// Options configure a Grower.
type Options struct {
	Dir      string // folder of the corpus
	Name     string // name of the corpus; defaults to the name of the folder
	Client   *online.Client
	Embedder engine.Embedder // if nil, the index has no vectors
	// Progress is called after each response and after each publication.
	Progress func(Progress)
	// WaitIdle is called before each paper is indexed. It returns when no work of higher priority is
	// running. It may be nil.
	WaitIdle func(context.Context) error

	Now   func() time.Time                           // time.Now if nil
	Sleep func(context.Context, time.Duration) error // network.Sleep if nil
}

// Progress describes the state of a run.
type Progress struct {
	Requests, Limit int // number of requests sent, and their maximum according to the plan
	Papers, Goal    int // number of papers chosen so far, and the goal
	Published       int // number of papers that can be searched
}

// A Grower extends or updates a growing corpus. Only one process at a time can open the corpus.
type Grower struct {
	Options
	lock      *flock.Flock
	journal   *journal
	source    string
	goals     Goals
	frontier  *frontier
	titles    []TitleSeed // seeds that have not been looked up yet
	requested map[online.ID]bool
	looked    map[TitleSeed]bool
	places    map[int32]place     // journal places of the described works' records
	recordIDs map[int32]string    // IDs of the described works' records
	numbers   map[string]int32    // works, keyed by the IDs of their records
	cites     map[int32][]place   // places of the citations with sentences, keyed by citing work
	citing    []int64             // positions of the entries that contain citations
	stale     map[int32]bool      // chosen works with new citing sentences
	described map[int32]described // cached descriptions of works
	chosen    []place
	ids       []string // IDs of the chosen papers
	published int
	distinct  map[string]bool // set of the IDs in ids
	removed   map[string]bool
	retracted map[int32]bool
	fresh     map[int32]bool    // works received by updates
	arrived   map[int32]bool    // works received by the current update
	latest    map[int32]place   // places of records received by updates, which may differ from earlier ones
	cited     map[int32]bool    // works that have more citing works than before
	answered  map[string]answer // answers, without nodes, to questions in the unfinished update
	updating  string            // start date of the unfinished update
	newly     []int32           // works kept by the current update
	versions  []version         // versions of kept works found by the current update
	harvest   *harvest          // nil if the corpus grows from seeds
	started   string            // date of the current run
	lastRun   string            // date of the last update or harvest, or else of the first run
	missing   []string          // seeds found in neither a registry nor the index
	sent      int               // number of requests in this run
	restarts  int               // number of times that a harvest started over in this run
	limit     int
	unread    int // number of full texts that could not be read in this run
}

// ErrBusy is returned if another process is growing the corpus.
var ErrBusy = errors.New("another process is growing this corpus: wait until it finishes")

// Open opens a growing corpus and reads its journal. It creates the folder if it is missing.
func Open(o Options) (g *Grower, err error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sleep == nil {
		o.Sleep = network.Sleep
	}
	g = &Grower{Options: o, requested: make(map[online.ID]bool), looked: make(map[TitleSeed]bool),
		places: make(map[int32]place), recordIDs: make(map[int32]string), numbers: make(map[string]int32),
		cites: make(map[int32][]place), stale: make(map[int32]bool), removed: make(map[string]bool),
		distinct: make(map[string]bool), retracted: make(map[int32]bool), fresh: make(map[int32]bool),
		latest: make(map[int32]place), arrived: make(map[int32]bool),
		cited: make(map[int32]bool), answered: make(map[string]answer), described: make(map[int32]described)}
	folder := filepath.Join(o.Dir, stateFolder)
	if err := os.MkdirAll(folder, 0o700); err != nil { // a reading list is private
		return nil, err
	}
	g.lock = flock.New(filepath.Join(folder, "lock"))
	switch locked, err := g.lock.TryLock(); {
	case err != nil:
		return nil, err
	case !locked:
		return nil, ErrBusy
	}
	if g.journal, err = openJournal(folder, g.replay); err != nil {
		return nil, errors.Join(err, g.lock.Unlock())
	}
	return g, nil
}

// Close releases the corpus for other processes.
func (g *Grower) Close() error {
	return errors.Join(g.journal.file.Close(), g.lock.Unlock())
}

// replay applies an entry that was read from the journal.
func (g *Grower) replay(e entry, at int64) error {
	switch {
	case e.Start != nil:
		g.started = e.Date
		g.lastRun = cmp.Or(g.lastRun, e.Date)
		if e.Start.Harvest != nil {
			return g.beginHarvest(*e.Start)
		}
		return g.begin(*e.Start)
	case g.started == "":
		return errors.New("it comes before the start of a run")
	case e.Done:
		g.completed()
	case e.Harvested != nil:
		return g.addHarvested(*e.Harvested, at)
	case e.Published > 0:
		if e.Published > len(g.chosen) {
			return errors.New("it lists more indexed papers than selected ones")
		}
		g.published = e.Published
	case len(e.Removed) > 0:
		for _, id := range e.Removed {
			g.removed[id] = true
		}
	case g.frontier == nil:
		return errors.New("it contains references, but the corpus was not grown from references")
	case e.Question != nil && e.Answer != nil:
		g.received(*e.Question, *e.Answer, at)
	case e.Found != nil:
		g.found(*e.Found)
	case len(e.Kept) > 0:
		return g.chose(e.Kept)
	case len(e.Cited) > 0:
		return g.choseAgain(e.Cited)
	case len(e.Changed) > 0:
		return g.replace(e.Changed)
	}
	return nil
}

// completed ends a run. It advances the date of the last run only after a harvest or an update, since
// other runs do not look for changes to existing papers.
func (g *Grower) completed() {
	switch {
	case g.harvest != nil:
		g.lastRun = g.started
	case g.updating != "":
		g.lastRun, g.updating = g.updating, ""
		clear(g.answered)
		clear(g.arrived)
	}
}

// write appends an entry to the journal and applies it.
func (g *Grower) write(e entry) error {
	e.Date = g.Now().Format(time.DateOnly)
	at, err := g.journal.add(e)
	if err != nil {
		return fmt.Errorf("the corpus cannot be written: %w (the papers received so far are kept; run the same "+
			"command again to continue)", err)
	}
	return g.replay(e, at)
}

// begin applies the seeds and goals at the start of a run.
func (g *Grower) begin(s start) error {
	citations, err := g.Client.CitationIndex(s.Source)
	if err != nil {
		return err
	}
	if g.source != "" && g.source != s.Source || g.harvest != nil {
		return errOtherSource(g.source)
	}
	g.source, g.goals = s.Source, s.Goals
	if g.frontier == nil {
		g.frontier = newFrontier(citations.CitationBounds(), s.Goals)
	}
	if s.From == "" {
		g.frontier.goals, g.frontier.fading = s.Goals, false
	} else {
		g.updating = cmp.Or(g.updating, g.started)
	}
	for _, id := range s.Seeds {
		g.want(id)
	}
	for _, t := range s.Titles {
		if !g.looked[t] {
			g.looked[t] = true
			g.titles = append(g.titles, t)
		}
	}
	return nil
}

func errOtherSource(source string) error {
	return fmt.Errorf("the corpus in this folder comes from %s and cannot be extended with these options: use the "+
		"options it was built with, or choose another folder", source)
}

func (g *Grower) want(id online.ID) {
	if !g.requested[id] {
		g.requested[id] = true
		g.frontier.seeds = append(g.frontier.seeds, id)
	}
}

func (g *Grower) received(q question, a answer, at int64) {
	if q.isUpdate() {
		g.answered[q.name()] = answer{More: a.More, Cursor: a.Cursor}
		g.noteCounts(q, a)
	}
	g.frontier.add(q, a)
	for i, n := range a.Nodes {
		to, known := g.frontier.at[n.Key]
		if known && n.Record != nil {
			g.place(to, n.Record, place{at, int32(i)}, q)
		}
		if known && n.Retracted {
			g.retract(to)
		}
	}
	if len(a.Citations) > 0 {
		g.citing = append(g.citing, at)
	}
	for i, c := range a.Citations {
		g.cite(c, place{at, int32(i)})
	}
	if q.Seeds {
		g.missing = append(g.missing, unmatched(q.Describe, a.Nodes)...)
	}
}

// place stores the position of a record in the journal. If a kept work has been retracted in the
// meantime, place chooses it again, so that its record is replaced.
func (g *Grower) place(to int32, r *online.Record, at place, q question) {
	if _, placed := g.places[to]; !placed {
		g.places[to], g.recordIDs[to], g.numbers[r.ID] = at, r.ID, to
		if q.Citers != nil && q.Citers.From != "" {
			g.fresh[to], g.arrived[to] = true, true
		}
	}
	if q.Retracted != nil && r.Retracted && !g.retracted[to] && r.ID == g.recordIDs[to] {
		g.choose(at, r.ID)
	}
	g.retracted[to] = g.retracted[to] || r.Retracted
	if q.Changed != nil && g.frontier.nodes[to].is(isKept) && r.ID == g.recordIDs[to] {
		g.latest[to] = at
	}
}

// choose adds a record to the corpus.
func (g *Grower) choose(at place, id string) {
	g.chosen, g.ids = append(g.chosen, at), append(g.ids, id)
	g.distinct[id] = true
}

// unmatched returns the identifiers for which no record was received.
func unmatched(ids []online.ID, nodes []online.Node) (missing []string) {
	has := make(map[online.ID]bool)
	for _, n := range nodes {
		if n.Record != nil {
			for _, id := range n.Record.IDs() {
				has[id] = true
			}
		}
	}
	for _, id := range ids {
		if id.Version = 0; !has[id] {
			missing = append(missing, id.String())
		}
	}
	return missing
}

func (g *Grower) found(f seedMatch) {
	if len(g.titles) > 0 && g.titles[0] == f.Title {
		g.titles = g.titles[1:]
	}
	if f.ID == nil {
		g.missing = append(g.missing, f.Title.String())
		return
	}
	g.want(*f.ID)
}

func (g *Grower) chose(keys []string) error {
	for _, key := range keys {
		at, known := g.frontier.at[key]
		where, placed := g.places[at]
		if !known || !placed {
			return fmt.Errorf("the work %q was selected, but its record is missing", key)
		}
		if n := &g.frontier.nodes[at]; !n.is(isKept) {
			g.frontier.take(at, g.frontier.titles[at])
			delete(g.frontier.titles, at)
		}
		g.choose(where, g.recordIDs[at])
	}
	return nil
}

// hasIndex reports whether the corpus has been published.
func hasIndex(dir string) bool {
	_, err := index.List(dir)
	return err == nil
}
