package bib

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/tex"
)

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

// extending returns the value of a new field with delimiters, in the encoding of the file. A month
// becomes a macro, which every style translates.
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
