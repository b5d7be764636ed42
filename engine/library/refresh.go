package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A refresh updates the index from the sources.
type refresh struct {
	*Library
	state   *state
	changed []file
	gone    []string        // paths of removed files
	orphans map[string]bool // indexed papers that belong to no known file
	step    func(engine.LibraryStep)
	indexer engine.Indexer

	now  engine.LibraryStep
	wait []*engine.Paper // papers read but not yet published
	size int             // estimated memory of wait, in bytes
	done []*fileProgress // files that were read completely but whose last papers are not yet published
}

// Refresh finds changes in the sources and updates the index. dirtyPaths are files known to have
// changed. Until it publishes, searches use the last published state. step is called with the
// progress unless it is nil. Unreadable files are listed as problems in the status and cause no
// error.
func (l *Library) Refresh(ctx context.Context, dirtyPaths []string, step func(engine.LibraryStep)) (err error) {
	switch err = Advise(l.opts.Dir, l.refresh(ctx, dirtyPaths, step)); {
	case ctx.Err() != nil:
		l.say("interrupted; reading resumes at the next change")
	case err != nil:
		l.say("failed: " + err.Error())
	default:
		l.say("up to date")
	}
	return err
}

func (l *Library) refresh(ctx context.Context, dirtyPaths []string, step func(engine.LibraryStep)) error {
	unlock, err := l.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	l.say("looking for changes")
	if err := l.ensure(ctx); err != nil {
		return err
	}
	r := &refresh{Library: l, step: step, indexer: index.NewUpdater(l.buildOptions())}
	if err := r.plan(ctx, dirtyPaths); err != nil {
		return err
	}
	return r.run(ctx)
}

// run saves the plan and executes it.
func (r *refresh) run(ctx context.Context) error {
	if len(r.changed)+len(r.gone)+len(r.orphans) == 0 {
		return r.save()
	}
	r.state.Unclean = true
	unread := slices.Clone(r.gone)
	for _, f := range r.changed {
		unread = append(unread, f.path)
	}
	for _, path := range unread {
		if r.state.Files[path] == nil {
			r.state.Files[path] = &source{}
		}
		r.state.Files[path].Unread = true
	}
	if err := r.save(); err != nil {
		return err
	}
	if err := r.removeGone(ctx); err != nil {
		return err
	}
	r.now.Files = len(r.changed)
	for i, f := range r.changed {
		r.now.File, r.now.Path = i+1, f.path
		if err := r.read(ctx, f); err != nil {
			return err
		}
	}
	if err := r.publish(ctx); err != nil {
		return err
	}
	return r.finish(ctx)
}

// save writes the state and updates the status.
func (r *refresh) save() error {
	r.mu.Lock()
	doing := r.status.State
	r.status = r.state.status(r.opts.Dir)
	r.status.State = doing
	r.mu.Unlock()
	return r.state.write(r.opts.Dir)
}

func (r *refresh) removeGone(ctx context.Context) error {
	var ids []string
	for _, path := range r.gone {
		ids = append(ids, r.state.Files[path].Papers...)
	}
	if err := r.remove(ctx, ids); err != nil {
		return err
	}
	for _, path := range r.gone {
		delete(r.state.Files, path)
	}
	return r.save()
}

func (r *refresh) remove(ctx context.Context, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	if err := r.indexer.Delete(ctx, ids); err != nil {
		return err
	}
	return r.indexer.Publish(ctx)
}

// finish removes papers that belong to no file.
func (r *refresh) finish(ctx context.Context) error {
	if len(r.orphans) > 0 {
		known := r.state.known()
		maps.DeleteFunc(r.orphans, func(id string, _ bool) bool { return known[id] })
	}
	if err := r.remove(ctx, slices.Collect(maps.Keys(r.orphans))); err != nil {
		return err
	}
	r.state.Unclean = false
	return r.save()
}

// Limits on one publication, which takes a few tenths of a second. Papers cannot be cited before
// they are published.
const (
	batchPapers = 500
	batchBytes  = 16 << 20
)

func (r *refresh) add(ctx context.Context, p *engine.Paper) error {
	r.wait = append(r.wait, p)
	r.size += sizeOf(p)
	r.now.Papers++
	if len(r.wait) < batchPapers && r.size < batchBytes {
		return nil
	}
	return r.publish(ctx)
}

// publish adds the pending papers to the index, removes those that their files no longer contain,
// and records these files as read.
func (r *refresh) publish(ctx context.Context) error {
	if err := r.rest(ctx); err != nil {
		return err
	}
	var stale []string
	for _, read := range r.done {
		stale = append(stale, read.stale(r.state.Files[read.path].Papers)...)
	}
	if err := errors.Join(r.indexer.Delete(ctx, stale), r.indexer.Upsert(ctx, r.wait),
		r.indexer.Publish(ctx)); err != nil {
		return err
	}
	for _, read := range r.done {
		r.state.Files[read.path] = &read.source
	}
	r.wait, r.size, r.done = nil, 0, nil
	return r.save()
}

// tell reports the progress to the caller of Refresh.
func (r *refresh) tell() {
	r.say(fmt.Sprintf("reading file %d of %d: %s (%s so far)", r.now.File, r.now.Files, r.now.Path,
		text.Count(r.now.Papers, "paper")))
	if r.step != nil {
		r.step(r.now)
	}
}

// plan determines which files changed or disappeared since the state was saved.
func (r *refresh) plan(ctx context.Context, dirtyPaths []string) (err error) {
	var whole bool
	if r.state, whole, err = readState(ctx, r.opts.Dir); err != nil {
		return err
	}
	found := r.opts.Sources.find(ctx)
	r.askZotero(ctx, found)
	if err := ctx.Err(); err != nil {
		return err // the search for files may have been cancelled
	}
	for _, path := range slices.Sorted(maps.Keys(found.files)) {
		if f := found.files[path]; !r.unchanged(ctx, f, slices.Contains(dirtyPaths, path)) {
			r.changed = append(r.changed, f)
		}
	}
	slices.SortStableFunc(r.changed, func(a, b file) int { return cmp.Compare(cost(a), cost(b)) })
	for _, path := range slices.Sorted(maps.Keys(r.state.Files)) {
		if _, there := found.files[path]; !there && !found.isLost(path) {
			r.gone = append(r.gone, path)
		}
	}
	if !whole || r.state.Unclean {
		err = r.findOrphans(ctx)
	}
	r.state.Sources, r.state.Places, r.state.Problems = r.opts.Sources.names(), r.opts.Sources.places(), found.problems
	return err
}

// cost returns a sort key that puts PDFs last, since each takes as long as many other records.
func cost(f file) int {
	if strings.EqualFold(filepath.Ext(f.path), ".pdf") {
		return 1
	}
	return 0
}

// unchanged reports whether a file is the same as when it was last read.
func (r *refresh) unchanged(ctx context.Context, f file, dirty bool) bool {
	known := r.state.Files[f.path]
	switch {
	case known == nil || known.Unread || known.Again:
		return false
	case f.content != nil && known.Hash == digest(f.content):
		known.Version = f.version
		return true
	case f.content != nil:
		return false
	case f.version != "":
		return known.Version == f.version
	case known.Size != f.size:
		return false
	case known.Modified.Equal(f.modified) && !dirty && !known.Fresh:
		return true
	}
	if hash, err := hashOf(ctx, f); err != nil || hash == "" || hash != known.Hash {
		return known.Hash == "" && known.Modified.Equal(f.modified)
	}
	known.Modified, known.Fresh = f.modified, isFresh(f)
	return true
}

// findOrphans finds indexed papers that belong to no file because a refresh was interrupted.
func (r *refresh) findOrphans(ctx context.Context) error {
	ids, err := index.IDs(ctx, r.opts.Dir)
	if err != nil {
		return err
	}
	known := r.state.known()
	r.orphans = setOf(slices.DeleteFunc(ids, func(id string) bool { return known[id] }))
	return nil
}

// isFresh reports whether a later change to a file could leave its timestamp unchanged. Some file
// systems have a time resolution of two seconds.
func isFresh(f file) bool { return time.Since(f.modified) < 3*time.Second }
