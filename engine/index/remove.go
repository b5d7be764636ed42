package index

import (
	"context"
	"errors"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
)

// Remove deletes the papers with these IDs from the corpus in dir. It returns the number of deleted
// papers and the unknown IDs. The space of a deleted paper is freed when its segment is merged. wait
// has the same meaning as in BuildOptions.
func Remove(ctx context.Context, dir string, ids []string, wait bool) (removed int, unknown []string, err error) {
	w, err := openUpdater(ctx, dir, wait)
	if err != nil {
		return 0, nil, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	next := w.next()
	err = w.old.View(func(old *read.View) error {
		places, missing, err := locateAll(ctx, old, ids)
		removed, unknown = len(places), missing
		if err != nil {
			return err
		}
		return bury(old, next, places)
	})
	if err != nil || removed == 0 {
		return 0, unknown, err
	}
	return removed, unknown, w.publish(next)
}

// locateAll returns the distinct locations of papers, and the unknown IDs.
func locateAll(ctx context.Context, v *read.View, ids []string) (places []read.Location, unknown []string, err error) {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		found, err := v.Locate(id)
		if err != nil {
			return nil, nil, err
		}
		if found == nil {
			unknown = append(unknown, id)
			continue
		}
		places = append(places, *found)
	}
	return places, unknown, nil
}
