package cite

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// LastMention is the entry of a key that is named but once, in a .bib and a
// citation each.
func LastMention(ctx context.Context, files *workspace.Workspace, d *workspace.Document, key string) (gone Removal, ok bool) {
	scope := files.ScopeOf(ctx, d)
	if len(files.Mentions(scope, key)) != 2 || CitesAll(scope) {
		return gone, false
	}
	for _, b := range scope.Bibs {
		if e := b.File.ByKey(key); e != nil && e.Complete && strings.EqualFold(filepath.Ext(b.Path), ".bib") {
			return Removal{b, EntryRange(b.Snapshot.Text, e)}, true
		}
	}
	return gone, false
}

// remove makes the change that takes a citation out.
func (w *Writer) remove(ctx context.Context, d *workspace.Document, o Order) (c Change, err error) {
	offset := o.Offset
	for _, citation := range d.Manuscript().CitationsAt(offset) {
		if key, ok := citation.KeyAt(offset); ok && key.Name == o.Key {
			c.Range = Without(d.Text, d.Markup, citation, key).Span
		}
	}
	if c.Range.Start == c.Range.End {
		return c, fmt.Errorf("%s is not cited here any more", o.Key)
	}
	if o.Mode == RemoveEntry {
		gone, last := LastMention(ctx, w.Files, d, o.Key)
		if !last {
			return c, fmt.Errorf("the entry of %s is named elsewhere now: remove the citation alone", o.Key)
		}
		c.Gone = &gone
	}
	return c, nil
}
