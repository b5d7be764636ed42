package library

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

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
	r.orphans = make(map[string]bool)
	known := r.state.known()
	for _, id := range ids {
		if !known[id] {
			r.orphans[id] = true
		}
	}
	return nil
}

// isFresh reports whether a later change of a file could leave its timestamp unchanged. File systems
// have a time resolution of up to two seconds.
func isFresh(f file) bool { return time.Since(f.modified) < 3*time.Second }
