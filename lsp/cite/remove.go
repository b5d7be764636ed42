package cite

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// Without returns the edit that removes a key and its separator from a citation. If its list has no
// other key, the edit removes the list or the whole citation.
func Without(source string, markup *workspace.Markup, c doc.Citation, key doc.CiteKey) doc.Edit {
	at := slices.IndexFunc(c.Lists, func(l doc.Span) bool { return l.Start <= key.Start && key.End <= l.End })
	if at < 0 || len(c.KeysIn(c.Lists[at])) == 1 {
		return alone(source, c, at)
	}
	span, separator := c.Lists[at], markup.KeySeparator
	start, end := part(source, span, key, separator)
	if end < span.End { // also removes the separator after the key
		end += len(separator)
		end += len(source[end:span.End]) - len(strings.TrimLeft(source[end:span.End], " \t"))
		start += len(source[start:end]) - len(strings.TrimLeft(source[start:end], " \t\r\n"))
	} else if start > span.Start {
		start -= len(separator)
	}
	return doc.Edit{Span: doc.Span{Start: start, End: end}}
}

// part returns the range between the separators around a key, which includes the key's prefix and
// page numbers.
func part(source string, list doc.Span, key doc.CiteKey, separator string) (start, end int) {
	start, end = list.Start, list.End
	if i := strings.LastIndex(source[list.Start:key.Start], separator); i >= 0 {
		start = list.Start + i + len(separator)
	}
	if i := strings.Index(source[key.End:list.End], separator); i >= 0 {
		end = key.End + i
	}
	return start, end
}

// alone returns the edit that removes the key list with the given index from a citation. If the
// citation has no other list, the edit removes the whole citation and the space before it.
func alone(source string, c doc.Citation, list int) doc.Edit {
	switch {
	case list > 0:
		return doc.Edit{Span: doc.Span{Start: c.Lists[list-1].End + 1, End: c.Lists[list].End + 1}}
	case list == 0 && len(c.Lists) > 1:
		first := c.Start + strings.IndexAny(source[c.Start:c.Lists[0].Start], "[{")
		return doc.Edit{Span: doc.Span{Start: first, End: c.Lists[0].End + 1}}
	}
	start, end := c.Start, c.End
	if bare := strings.TrimRight(source[:start], " ~"); bare != "" && !strings.HasSuffix(bare, "\n") {
		start = len(bare)
	} else {
		end += len(source[end:]) - len(strings.TrimLeft(source[end:], " "))
	}
	return doc.Edit{Span: doc.Span{Start: start, End: end}}
}

// EntryRange returns the range to delete for an entry: the entry, the rest of its last line, and
// the blank lines after it. If that line continues with other text, the range ends with the entry.
func EntryRange(source string, e *bib.Entry) doc.Span {
	span := doc.Span(e.Span)
	rest := source[span.End:]
	line, _, more := strings.Cut(rest, "\n")
	if strings.Trim(line, ", \t\r") != "" {
		return span // the line continues with other text
	}
	span.End += len(line)
	if more {
		span.End++
	}
	for {
		line, _, more := strings.Cut(source[span.End:], "\n")
		if !more || strings.TrimSpace(line) != "" {
			break
		}
		span.End += len(line) + 1
	}
	return span
}

// LastMention returns the entry of a key if only one citation, and no other entry, mentions the key.
func LastMention(ctx context.Context, files *workspace.Workspace, d *workspace.Document,
	key string) (gone Removal, ok bool) {
	scope := files.ScopeOf(ctx, d)
	if len(files.Mentions(scope, key)) != 2 || CitesAll(scope) {
		return gone, false
	}
	for _, b := range scope.Bibs {
		if e := b.Entry(key); e != nil && e.Complete && strings.EqualFold(filepath.Ext(b.Path), ".bib") {
			return Removal{b, EntryRange(b.Snapshot.Text, e)}, true
		}
	}
	return gone, false
}

// remove returns the change that removes a citation and, for RemoveEntry, its entry.
func (w *Writer) remove(ctx context.Context, d *workspace.Document, o Request) (c Change, err error) {
	offset := o.Offset
	for _, citation := range d.Manuscript().CitationsAt(offset) {
		if key, ok := citation.KeyAt(offset); ok && key.Name == o.Key {
			c.Range = Without(d.Text, d.Markup, citation, key).Span
		}
	}
	if c.Range.Start == c.Range.End {
		return c, fmt.Errorf("%s is no longer cited here: open the code actions again", o.Key)
	}
	if o.Action == RemoveEntry {
		gone, last := LastMention(ctx, w.Files, d, o.Key)
		if !last {
			return c, fmt.Errorf("the entry %s cannot be removed, because it is cited elsewhere or was changed: "+
				"remove only the citation", o.Key)
		}
		c.Removed = &gone
	}
	return c, nil
}

// An UncitedEntry is an entry that no manuscript cites.
type UncitedEntry struct {
	Bib   workspace.Bibliography
	Entry *bib.Entry
}

// UncitedIn returns the entries in a scope that no manuscript cites and no other entry refers to.
// It returns nil if a manuscript cites all entries.
func UncitedIn(scope workspace.Scope) (all []UncitedEntry) {
	cited := make(map[string]bool)
	if CitesAll(scope) {
		return nil
	}
	fold := func(key string) string { return key }
	if len(scope.Bibs) > 0 && scope.Bibs[0].FoldsKeys {
		fold = strings.ToLower
	}
	for _, p := range scope.Parts {
		for _, key := range p.Manuscript.CitedKeys() {
			cited[fold(key)] = true
		}
	}
	for _, b := range scope.Bibs {
		for i := range b.File.Entries {
			for _, name := range []string{"crossref", "xdata", "xref"} {
				for key := range strings.SplitSeq(b.File.Entries[i].Field(name), ",") {
					cited[fold(strings.TrimSpace(key))] = true
				}
			}
		}
	}
	for _, b := range scope.Bibs {
		for i := range b.File.Entries {
			if e := &b.File.Entries[i]; e.Key != "" && !cited[fold(e.Key)] {
				all = append(all, UncitedEntry{b, e})
			}
		}
	}
	return all
}

// CitesAll reports whether a manuscript cites all entries, with \nocite{*} in LaTeX or "@*" in
// Pandoc's nocite.
func CitesAll(scope workspace.Scope) bool {
	return slices.ContainsFunc(scope.Parts, func(p workspace.Part) bool {
		text := p.Doc.Text
		return strings.Contains(text, `\nocite{*}`) || strings.Contains(text, "nocite:") && strings.Contains(text, "@*")
	})
}
