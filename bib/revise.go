package bib

import (
	"cmp"
	"slices"
	"strings"
)

// An Edit replaces a span of the source.
type Edit struct {
	Span
	Text string
}

// Apply returns src after the edits, which must not overlap. Edits at one offset keep their order.
func Apply(src string, edits []Edit) string {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int { return cmp.Compare(a.Start, b.Start) })
	var out strings.Builder
	from := 0
	for _, e := range edits {
		out.WriteString(src[from:e.Start])
		out.WriteString(e.Text)
		from = e.End
	}
	out.WriteString(src[from:])
	return out.String()
}

// A Change sets a field of an entry. If the entry lacks the field, it is added. The value is in
// TeX, with delimiters. If From is not empty, the field with that name is renamed.
type Change struct{ Name, From, Value string }

// Revise returns the edits that change fields of an entry and, unless typ is empty, its type. They
// leave all other bytes unchanged. ok is false if the result would not parse as expected.
func (f *File) Revise(e *Entry, typ string, changes []Change) (edits []Edit, ok bool) {
	if !e.Complete || f.IsForeign() {
		return nil, false
	}
	h := f.habits()
	if typ != "" && typ != e.Type {
		at := e.Start + 1 + strings.Index(f.src[e.Start+1:e.KeySpan.Start], e.writtenType())
		spelled := strings.TrimPrefix(h.spell("@"+typ, "@"+h.typeCase.apply(typ)), "@")
		edits = append(edits, Edit{Span{at, at + len(e.Type)}, spelled})
	}
	var added []NewField
	for _, c := range changes {
		field := e.Lookup(cmp.Or(c.From, c.Name))
		if field == nil {
			added = append(added, NewField{c.Name, c.Value})
			continue
		}
		if field.Name != c.Name {
			edits = append(edits, Edit{e.NameSpan(field), h.spell(c.Name, h.nameCase.apply(c.Name))})
		}
		edits = append(edits, Edit{e.ValueSpan(field), c.Value})
	}
	if len(added) > 0 {
		in := h.addition(e, added)
		edits = append(edits, Edit{Span{in.Offset, in.Offset}, in.Text})
	}
	return edits, e.becomes(edits, cmp.Or(typ, e.Type), changes)
}

// writtenType returns the type of an entry in the case in which it is written.
func (e *Entry) writtenType() string {
	head := e.file.src[e.Start+1 : e.KeySpan.Start]
	return strings.TrimSpace(head[:strings.IndexAny(head, "{(")])
}

// becomes reports whether the edits change only the type and the given fields of an entry.
func (e *Entry) becomes(edits []Edit, typ string, changes []Change) bool {
	local := make([]Edit, len(edits))
	for i, edit := range edits {
		local[i] = Edit{Span{edit.Start - e.Start, edit.End - e.Start}, edit.Text}
	}
	after := Parse(Apply(e.Text(), local))
	if len(after.Entries) != 1 || len(after.Comments) > 0 || len(after.Problems()) > len(Parse(e.Text()).Problems()) {
		return false
	}
	now := &after.Entries[0]
	if !now.Complete || now.Key != e.Key || now.Type != typ || now.End != len(after.src) {
		return false
	}
	want := make(map[string]string)
	for i := range e.Fields {
		want[e.Fields[i].Name] = e.file.Text(e.ValueSpan(&e.Fields[i]))
	}
	for _, c := range changes {
		delete(want, c.From)
		want[c.Name] = c.Value
	}
	for i := range now.Fields {
		if field := &now.Fields[i]; want[field.Name] != after.Text(now.ValueSpan(field)) {
			return false
		}
		delete(want, now.Fields[i].Name)
	}
	return len(want) == 0
}

// UsesJournalTitle reports whether the articles in the file use BibLaTeX's journaltitle.
func (f *File) UsesJournalTitle() bool {
	h := f.habits()
	return h.journalTitle
}

// Eprint returns the changes that add an arXiv identifier to an entry.
func (f *File) Eprint(arxiv string) (changes []Change) {
	h := f.habits()
	for _, field := range h.eprint(arxiv) {
		changes = append(changes, Change{Name: field.Name, Value: field.Value})
	}
	return changes
}
