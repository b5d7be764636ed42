package bib

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/tex"
)

// An Edit replaces a span of the source.
type Edit struct {
	Span
	Text string
}

// Apply returns src after the edits, which must not overlap. Edits at the same offset keep
// their order.
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
		head := f.src[e.Start+1 : e.KeySpan.Start]
		written := strings.TrimSpace(head[:strings.IndexAny(head, "{(")])
		at := e.Start + 1 + strings.Index(head, written)
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

// A NewField is a field to add to an entry. Its value is in TeX.
type NewField struct{ Name, Value string }

// Extend adds fields, whose values lack delimiters, at the end of an entry, formatted like the other
// fields of the file. It skips fields that the entry already has. ok is false if no fields are left
// or if the result would not parse as expected.
func (f *File) Extend(e *Entry, fields []NewField) (in Insertion, ok bool) {
	fields = slices.DeleteFunc(slices.Clone(fields), func(n NewField) bool {
		return n.Value == "" || !isFieldName(n.Name) || !isBalanced(n.Value) || e.Lookup(n.Name) != nil
	})
	if !e.Complete || f.IsForeign() || len(fields) == 0 {
		return Insertion{}, false
	}
	h := f.habits()
	for i, n := range fields {
		fields[i].Value = h.extending(n)
	}
	in = h.addition(e, fields)
	return in, f.takes(e, in, fields)
}

// addition inserts fields, whose values have delimiters, after the last field of an entry. It adapts
// the alignment in h to the new fields.
func (h *habits) addition(e *Entry, fields []NewField) (in Insertion) {
	if h.padding > 0 {
		h.equalsColumn = h.padding + longestName(e.Fields, fields)
	}
	in.Offset = e.KeySpan.End
	if n := len(e.Fields); n > 0 {
		in.Offset = e.ValueSpan(&e.Fields[n-1]).End
	}
	for _, n := range fields {
		in.Text += "," + h.field(n)
	}
	return in
}

// extending returns a value with delimiters in the file's encoding. A month becomes its macro.
func (h *habits) extending(n NewField) string {
	if h.bareNumbers && isNumber(n.Value) {
		return n.Value
	}
	for macro, month := range monthMacros {
		if n.Name == "month" && strings.EqualFold(month, n.Value) {
			return macro
		}
	}
	if !h.accents {
		return h.text(n.Value)
	}
	var out strings.Builder
	for _, r := range n.Value {
		if r < utf8.RuneSelf {
			out.WriteRune(r)
		} else {
			out.WriteString(tex.Encode(string(r), true))
		}
	}
	return h.text(out.String())
}

func longestName(fields []Field, added []NewField) (longest int) {
	for _, f := range fields {
		longest = max(longest, len(f.Name))
	}
	for _, n := range added {
		longest = max(longest, len(n.Name))
	}
	return longest
}

func isFieldName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-_0123456789") == ""
}

func isBalanced(value string) bool {
	depth := 0
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth < 0 {
			return false
		}
	}
	return depth == 0
}

// takes reports whether an insertion adds only the fields to the entry, and changes no other entry.
func (f *File) takes(e *Entry, in Insertion, fields []NewField) bool {
	after := f.Next(string(in.Apply([]byte(f.src))))
	i := slices.IndexFunc(after.Entries, func(other Entry) bool { return other.Start == e.Start })
	if i < 0 || len(after.Entries) != len(f.Entries) || len(after.Problems()) > len(f.Problems()) {
		return false
	}
	now := &after.Entries[i]
	return now.Key == e.Key && len(now.Fields) == len(e.Fields)+len(fields) &&
		!slices.ContainsFunc(fields, func(n NewField) bool { return now.Lookup(n.Name) == nil })
}

// NewValue returns a record's value for a field, with delimiters, formatted like the values in the
// file. It returns "" if the record has no such value.
func (f *File) NewValue(field string, rec Record) string {
	h, rec := f.habits(), rec.harmless().tidy()
	switch field {
	case "author":
		return h.text(h.names(rec.Authors))
	case "title":
		return h.title(paper.PlainTitle(rec.Title))
	case "journal", "journaltitle", "booktitle", "shortjournal":
		return h.text(tex.Encode(rec.Venue, h.accents))
	case "year", "date":
		if rec.Year > 0 {
			return h.number(strconv.Itoa(rec.Year))
		}
	case "volume":
		return h.number(rec.Volume)
	case "pages":
		return h.text(tex.Encode(pageRange(rec.Pages), h.accents))
	case "doi":
		return h.text(verbatimValue(paper.BareDOI(rec.DOI)))
	case "eprint":
		return h.text(paper.ArXiv(rec.ArXiv))
	}
	return ""
}
