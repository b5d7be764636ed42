package index

import "context"

// IDs lists the papers of the published snapshot of dir, in no order that means
// anything. It reads every record, which takes a second for some 50,000.
func IDs(ctx context.Context, dir string) (ids []string, err error) {
	s, err := openPublished(ctx, dir, nil)
	if err != nil {
		return nil, err
	}
	defer s.release()
	err = s.view(func(v *view) error {
		for _, r := range v.readers {
			for doc := range uint32(r.manifest.Papers) {
				if err := ctx.Err(); err != nil {
					return err
				}
				if r.deleted.Contains(doc) {
					continue
				}
				p, err := r.paper(doc)
				if err != nil {
					return err
				}
				ids = append(ids, p.ID)
			}
		}
		return nil
	})
	return ids, err
}
