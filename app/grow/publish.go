package grow

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app/literature"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

func makePrivate(dir string) error { return os.MkdirAll(dir, 0o700) }

func (g *Grower) indexOptions() index.BuildOptions {
	return index.BuildOptions{Dir: g.Dir, Name: g.Name, Embedder: g.Embedder, Wait: true, Cores: 1, AllowEmpty: true,
		WaitIdle: g.WaitIdle}
}

// publish adds the chosen papers to the index in steps, so that only one step's papers are in
// memory.
func (g *Grower) publish(ctx context.Context) error {
	if !hasIndex(g.Dir) {
		g.published = 0
		_, err := index.Build(ctx, g.indexOptions(), func(func(*engine.Paper, error) bool) {})
		if err != nil {
			return fmt.Errorf("the corpus cannot be written: %w", err)
		}
	}
	for g.published < len(g.chosen) {
		upTo := min(len(g.chosen), g.published+mostPending)
		papers, err := g.papers(g.chosen[g.published:upTo])
		if err != nil {
			return err
		}
		papers = slices.DeleteFunc(papers, func(p *engine.Paper) bool { return g.removed[p.ID] })
		updater := index.NewUpdater(g.indexOptions())
		if err := errors.Join(updater.Upsert(ctx, papers), updater.Publish(ctx)); err != nil {
			return fmt.Errorf("%w; what was received is kept: run the command again to continue", err)
		}
		if err := g.write(entry{Published: upTo}); err != nil {
			return err
		}
		g.report()
	}
	return nil
}

// papers reads records from the journal.
func (g *Grower) papers(places []place) (all []*engine.Paper, err error) {
	places = slices.Clone(places)
	slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.offset, b.offset), int(a.item-b.item)) })
	var e entry
	for i, p := range places {
		if i == 0 || p.offset != places[i-1].offset {
			if e, err = g.journal.entryAt(p.offset); err != nil {
				return nil, err
			}
		}
		if r := e.record(p.item); r != nil {
			all = append(all, literature.PaperOf(r))
		}
	}
	return all, nil
}

// noteRemoved records the papers that the user removed from the index, so that they stay removed.
func (g *Grower) noteRemoved(ctx context.Context) error {
	if g.published == 0 || !hasIndex(g.Dir) {
		return nil
	}
	ids, err := index.IDs(ctx, g.Dir)
	if err != nil {
		return err
	}
	has := make(map[string]bool, len(ids))
	for _, id := range ids {
		has[id] = true
	}
	var removed []string
	for _, id := range g.ids[:g.published] {
		if !has[id] && !g.removed[id] {
			removed = append(removed, id)
		}
	}
	if len(removed) == 0 {
		return nil
	}
	return g.write(entry{Removed: removed})
}

// citingName is the name of the file of citing sentences in a growing corpus.
const citingName = "citing.jsonl"

// A CitingText is one line in the file of citing sentences.
type CitingText struct {
	Cited  []string `json:"cited"`  // identities of the cited work, as returned by paper.Names
	Citing string   `json:"citing"` // ID or key of the citing work
	Texts  []string `json:"texts"`
	// Intents are the source's labels of the citation, such as "methodology".
	Intents []string `json:"intents,omitempty"`
	Source  string   `json:"source"`
	Date    string   `json:"date"` // of the response
}

// writeCiting writes the sentences that cite kept works to a new file, which replaces the old one.
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

func (g *Grower) eachCiting(ctx context.Context, out *json.Encoder) (lines int, err error) {
	whole := io.NewSectionReader(g.journal.file, 0, g.journal.size)
	_, err = readJournal(whole, journalName, func(e entry, _ int64) error {
		if e.Answer == nil || len(e.Answer.Citations) == 0 {
			return ctx.Err()
		}
		for _, c := range e.Answer.Citations {
			names := g.namesAt(c.Cited)
			if len(names) == 0 {
				continue
			}
			lines++
			line := CitingText{names, g.idOf(c.Citing), c.Texts, c.Intents, g.source, e.Date}
			if err := out.Encode(line); err != nil {
				return err
			}
		}
		return ctx.Err()
	})
	return lines, err
}

// idOf returns the ID of a work, or its key if it has no ID.
func (g *Grower) idOf(key string) string {
	if at, known := g.frontier.at[key]; known && g.recordIDs[at] != "" {
		return g.recordIDs[at]
	}
	return key
}

// namesAt returns the identities of a kept work.
func (g *Grower) namesAt(key string) []string {
	at, known := g.frontier.at[key]
	if !known || !g.frontier.nodes[at].is(isKept) {
		return nil
	}
	if g.named == nil {
		g.named = make(map[int32][]string)
	}
	if names, cached := g.named[at]; cached {
		return names
	}
	where := g.places[at]
	e, err := g.journal.entryAt(where.offset)
	if err != nil {
		return nil
	}
	var r *online.Record
	if r = e.record(where.item); r == nil {
		return nil
	}
	g.named[at] = r.Names()
	return g.named[at]
}
