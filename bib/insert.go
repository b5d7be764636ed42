package bib

import (
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// An Insertion is text to insert at a byte offset in the source.
type Insertion struct {
	Offset int
	Text   string
}

// Apply returns a copy of src with the insertion.
func (i Insertion) Apply(src []byte) []byte {
	out := make([]byte, 0, len(src)+len(i.Text))
	out = append(out, src[:i.Offset]...)
	out = append(out, i.Text...)
	return append(out, src[i.Offset:]...)
}

// Insert formats a new entry like those in the file. This includes the layout, the order and case
// of fields, delimiters, line endings, blank lines, and the choice between TeX accents and Unicode.
// The entry goes at the end of the file, or before an unclosed entry, which would absorb it. If
// key cannot be cited, Insert generates another key.
func (f *File) Insert(rec Record, key string) Insertion {
	h, rec := f.habits(), rec.harmless().tidy()
	if CheckKey(key) != nil {
		key = f.NewKey(rec, "")
	}
	return f.place(h.entry(rec, key), h)
}

// InsertCopy inserts an entry from another file. It changes only the key and the line endings. ok
// is false if entry is not a single complete entry, if it contains characters that this file's
// encoding lacks, or if key cannot be cited.
func (f *File) InsertCopy(entry, key string) (in Insertion, ok bool) {
	other := Parse(entry)
	lacksLetters := f.latin1 && strings.ContainsFunc(entry, func(r rune) bool { return r >= utf8.RuneSelf })
	if len(other.Entries) != 1 || !other.Entries[0].Complete || lacksLetters || CheckKey(key) != nil {
		return Insertion{}, false
	}
	e, h := &other.Entries[0], f.habits()
	text := entry[e.Start:e.KeySpan.Start] + key + entry[e.KeySpan.End:e.End]
	return f.place(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", h.eol), h), true
}

// place returns the insertion that adds an entry's text and the blank lines around it.
func (f *File) place(text string, h habits) Insertion {
	at := f.insertionPoint()
	before, after := f.src[:at], f.src[at:]
	gap := strings.Repeat(h.eol, 1+h.blankLines)
	nothing := strings.TrimPrefix(before, bom) == ""
	if !nothing {
		text = gap + text
	}
	white := after[:len(after)-len(strings.TrimLeft(after, " \t\r\n"))]
	switch {
	case strings.Contains(white, "\n"):
	case len(white) < len(after):
		text += gap
	case nothing:
		text += h.eol
	}
	return Insertion{at, text}
}

// insertionPoint returns the last offset at which BibTeX, biber and Parse all read an entry.
func (f *File) insertionPoint() int {
	end := len(f.src)
	if f.brokenAt >= 0 {
		end = f.brokenAt
	}
	rest := f.src[f.safeEnd:end]
	header := f.safeEnd == len(f.src)-len(strings.TrimPrefix(f.src, bom))
	if strings.Contains(rest, "@") || f.brokenAt >= 0 && !header {
		return f.safeEnd
	}
	return f.safeEnd + len(strings.TrimRight(rest, " \t\r\n"))
}

// entry formats an entry without surrounding white space.
func (h *habits) entry(rec Record, key string) string {
	rec.Title = paper.PlainTitle(rec.Title)
	typ := TypeOf(rec)
	var out strings.Builder
	out.WriteString(h.spell("@"+typ, "@"+h.typeCase.apply(typ)) + h.opener + key)
	fields := h.fieldsOf(typ, rec)
	if h.padding > 0 {
		h.equalsColumn = h.padding + longestName(nil, fields)
	}
	for _, f := range fields {
		out.WriteString("," + h.field(f))
	}
	if h.trailingComma {
		out.WriteString(",")
	}
	out.WriteString(h.tail + h.closer)
	return out.String()
}

// spell returns the spelling of a name in the file, or otherwise if the file does not use the name.
func (h *habits) spell(name, otherwise string) string {
	if written, ok := h.spelling[name]; ok {
		return written
	}
	return otherwise
}

// field formats a field and the white space before it.
func (h *habits) field(f NewField) string {
	name := h.spell(f.Name, h.nameCase.apply(f.Name))
	lead := h.lead
	if h.rightAligned > 0 {
		line := lead[:strings.LastIndexByte(lead, '\n')+1]
		lead = line + spaces(h.rightAligned-len(name)-len(h.before))
	}
	left := name + h.before
	if h.equalsColumn > 0 {
		left = name + spaces(max(1, h.equalsColumn-len(name)))
	}
	left += "="
	if h.valueColumn > 0 {
		return lead + left + spaces(max(1, h.valueColumn-len(left))) + f.Value
	}
	return lead + left + h.after + f.Value
}

func spaces(n int) string { return strings.Repeat(" ", max(0, n)) }
