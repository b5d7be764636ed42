package index

import (
	"context"
	"errors"
	"slices"
)

// Remove publishes the corpus in dir without the papers of these IDs, and
// returns how many it had and which it does not know. Their bytes are freed
// when their segment is merged, or Compact is called. wait is as in
// BuildOptions.
func Remove(ctx context.Context, dir string, ids []string, wait bool) (removed int, unknown []string, err error) {
	w, err := openUpdater(ctx, dir, wait)
	if err != nil {
		return 0, nil, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	next := w.next()
	err = w.old.view(func(old *view) error {
		places, missing, err := old.locateAll(ctx, ids)
		removed, unknown = len(places), missing
		if err != nil {
			return err
		}
		return old.bury(next, places)
	})
	if err != nil || removed == 0 {
		return 0, unknown, err
	}
	return removed, unknown, w.publish(next)
}

// locateAll finds each paper once.
func (v *view) locateAll(ctx context.Context, ids []string) (places []place, unknown []string, err error) {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		found, err := v.locate(id)
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
