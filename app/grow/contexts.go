package grow

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

const maxCites = 1000 // maximum number of citations per citing work whose sentences are stored

// cite records a citation by a known work, unless the cited work is unknown. If the citing work has
// already been indexed, it will be indexed again.
func (g *Grower) cite(c online.Citation, at place) {
	from, known := g.frontier.at[c.Citing]
	if _, cited := g.frontier.at[c.Cited]; !known || !cited && c.Work == nil || len(g.cites[from]) >= maxCites {
		return
	}
	g.cites[from] = append(g.cites[from], at)
	if g.distinct[g.recordIDs[from]] {
		g.stale[from] = true
	}
}

// indexCitations schedules works with new citing sentences to be indexed again.
func (g *Grower) indexCitations() error {
	if len(g.stale) == 0 {
		return nil
	}
	var keys []string
	for at := range g.stale {
		keys = append(keys, g.frontier.keys[at])
	}
	slices.Sort(keys)
	return g.write(entry{Cited: keys})
}

func (g *Grower) choseAgain(keys []string) error {
	for _, key := range keys {
		at, known := g.frontier.at[key]
		where, placed := g.places[at]
		if !known || !placed {
			return errors.New("it selects a work that has no record")
		}
		g.choose(where, g.recordIDs[at])
		delete(g.stale, at)
	}
	return nil
}

// addContexts adds references to papers: the cited works, with the sentences that cite them.
// Searches find the cited works by these sentences.
func (g *Grower) addContexts(papers []*engine.Paper) error {
	var places []place
	for _, p := range papers {
		places = append(places, g.citesOf(p)...)
	}
	if len(places) == 0 {
		return nil
	}
	citations, err := readPlaces(g.journal, places, entry.citation)
	if err != nil {
		return err
	}
	places = places[:0]
	for _, c := range citations {
		if c.Work == nil {
			places = append(places, g.places[g.frontier.at[c.Cited]])
		}
	}
	records, err := readPlaces(g.journal, places, entry.record)
	if err != nil {
		return err
	}
	for _, p := range papers {
		cited := make(map[string]bool)
		for _, at := range g.citesOf(p) {
			c := citations[at]
			if c.Work != nil {
				work := *c.Work
				work.Contexts = c.Texts
				p.References = append(p.References, work)
				continue
			}
			if r := records[g.places[g.frontier.at[c.Cited]]]; r != nil && !cited[c.Cited] {
				cited[c.Cited] = true
				p.References = append(p.References, referenceTo(r, c.Texts))
			}
		}
	}
	return nil
}

// addGraph adds the works that papers cite according to the citation graph, so that searches find
// works that are cited together. It needs OpenAlex identifiers, since other keys have no meaning
// outside the graph.
func (g *Grower) addGraph(papers []*engine.Paper) {
	if g.frontier == nil {
		return
	}
	for _, p := range papers {
		at, known := g.numbers[p.ID]
		if !known || p.OpenAlex == "" {
			continue
		}
		var cited []engine.Reference
		for _, to := range g.frontier.nodes[at].refs {
			if id := paper.OpenAlex(g.frontier.keys[to]); id != "" && id != p.OpenAlex {
				cited = append(cited, engine.Reference{OpenAlex: id})
			}
		}
		p.References = paper.JoinReferences(p.References, cited)
	}
}

// citesOf returns the places of a paper's citations in the journal.
func (g *Grower) citesOf(p *engine.Paper) []place {
	if at, known := g.numbers[p.ID]; known {
		return g.cites[at]
	}
	return nil
}

func referenceTo(r *online.Record, texts []string) engine.Reference {
	ref := engine.Reference{
		Title: r.Title, DOI: r.DOI, OpenAlex: r.OpenAlex, Venue: r.Venue, Year: r.Year, Contexts: texts,
	}
	if r.ArXiv != "" {
		ref.Venue = "arXiv:" + r.ArXiv
	}
	ref.Authors = r.Authors[:min(1, len(r.Authors))]
	return ref
}

// readPlaces reads the items at some places in the journal. It reads each journal entry only once.
func readPlaces[T any](j *journal, places []place, read func(entry, int32) T) (map[place]T, error) {
	items := make(map[place]T, len(places))
	var e entry
	var err error
	last := int64(-1)
	for _, p := range sorted(places) {
		if p.offset != last {
			if e, err = j.entryAt(p.offset); err != nil {
				return nil, err
			}
			last = p.offset
		}
		items[p] = read(e, p.item)
	}
	return items, nil
}

// sorted returns places in the order of the journal.
func sorted(places []place) []place {
	return slices.SortedFunc(slices.Values(places), func(a, b place) int {
		return cmp.Or(cmp.Compare(a.offset, b.offset), cmp.Compare(a.item, b.item))
	})
}

// citation returns the citation with the given number in an entry. It returns the zero value if
// none exists.
func (e entry) citation(item int32) online.Citation {
	if e.Answer != nil && int(item) < len(e.Answer.Citations) {
		return e.Answer.Citations[item]
	}
	return online.Citation{}
}

// citingName is the name of the file in a growing corpus that contains the citing sentences.
const citingName = "citing.jsonl"

// A CitingText is one line of the file of citing sentences.
type CitingText struct {
	Cited  []string `json:"cited"`           // identities of the cited work, as returned by paper.Names
	Citing string   `json:"citing"`          // ID of the citing work, or its key if it has no ID
	Title  string   `json:"title,omitempty"` // title of the citing work
	Year   int      `json:"year,omitempty"`  // year of the citing work
	Texts  []string `json:"texts"`
	// Intents are the source's labels for the purpose of the citation, such as "methodology".
	Intents []string `json:"intents,omitempty"`
	Source  string   `json:"source"`
	Date    string   `json:"date"` // date of the response that contained the sentences
}

// writeCiting writes the sentences that cite kept works to a new file, which replaces the previous
// one.
func (g *Grower) writeCiting(ctx context.Context) (err error) {
	path := filepath.Join(g.Dir, stateFolder, citingName)
	file, err := os.CreateTemp(filepath.Dir(path), "new-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	out := bufio.NewWriter(file)
	lines, err := g.eachCiting(ctx, json.NewEncoder(out))
	err = errors.Join(err, out.Flush(), file.Close())
	if err == nil && lines == 0 {
		return os.Remove(file.Name())
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	return err
}

// eachCiting writes a line for each citation of a kept work. It reads only the journal entries that
// contain citations.
func (g *Grower) eachCiting(ctx context.Context, out *json.Encoder) (lines int, err error) {
	if len(g.citing) == 0 {
		return 0, ctx.Err()
	}
	if err := g.describe(g.frontier.kept); err != nil {
		return 0, err
	}
	for _, offset := range g.citing {
		e, err := g.journal.entryAt(offset)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return lines, err
		}
		if e.Answer == nil {
			continue // the file was changed while it was read
		}
		for _, c := range e.Answer.Citations {
			cited, citing := g.describedAt(g.keyCited(c)), g.describedAt(c.Citing)
			if len(cited.names) == 0 {
				continue
			}
			lines++
			line := CitingText{cited.names, g.idOf(c.Citing), citing.title, citing.year, c.Texts, c.Intents, g.source, e.Date}
			if err := out.Encode(line); err != nil {
				return lines, err
			}
		}
	}
	return lines, nil
}

// keyCited returns the key of the work cited by c. It returns "" if that work is described in c but
// not kept.
func (g *Grower) keyCited(c online.Citation) string {
	if c.Work == nil {
		return c.Cited
	}
	p := engine.Paper{Title: c.Work.Title, DOI: c.Work.DOI, Authors: c.Work.Authors}
	if at, kept := g.frontier.keptAs(namesOf(&online.Record{Paper: p})); kept {
		return g.frontier.keys[at]
	}
	return ""
}

// idOf returns the ID of a work, or its key if it has no ID.
func (g *Grower) idOf(key string) string {
	if at, known := g.frontier.at[key]; known && g.recordIDs[at] != "" {
		return g.recordIDs[at]
	}
	return key
}

// described contains the fields of a kept work's record needed for the file of citing sentences.
type described struct {
	names []string
	title string
	year  int
}

// describe reads and caches the descriptions of works. It reads each journal entry only once.
func (g *Grower) describe(works []int32) error {
	of := make(map[place]int32)
	for _, at := range works {
		where, placed := g.places[at]
		if _, cached := g.described[at]; placed && !cached {
			of[where] = at
		}
	}
	found, err := readPlaces(g.journal, slices.Collect(maps.Keys(of)), entry.description)
	if err != nil {
		return err
	}
	for where, d := range found {
		g.described[of[where]] = d
	}
	return nil
}

// description returns the description of the record with the given number in an entry.
func (e entry) description(item int32) described {
	if r := e.record(item); r != nil {
		return described{r.Names(), r.Title, r.Year}
	}
	return described{}
}

// describedAt returns the cached description of a kept work. It returns the zero value for any other
// work.
func (g *Grower) describedAt(key string) described {
	at, known := g.frontier.at[key]
	if !known || !g.frontier.nodes[at].is(isKept) {
		return described{}
	}
	return g.described[at]
}
