package bib

import (
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// An Insertion is text that goes in at a byte offset of the source. Nothing
// else changes.
type Insertion struct {
	Offset int
	Text   string
}

// Apply returns src with the insertion.
func (i Insertion) Apply(src []byte) []byte {
	out := make([]byte, 0, len(src)+len(i.Text))
	out = append(out, src[:i.Offset]...)
	out = append(out, i.Text...)
	return append(out, src[i.Offset:]...)
}

// Insert writes a new entry as the file writes its own: layout, order and case
// of the fields, delimiters, line ends, blank lines, TeX accents or Unicode. It
// goes behind everything in the file, but before an entry that is
// not closed, which would swallow it.
func (f *File) Insert(rec Record, key string) Insertion {
	h, rec := f.habits(), rec.harmless().tidy()
	return f.place(h.entry(rec, f.citableKey(rec, key)), h)
}

// citableKey is key, or a new one where it could not be cited.
func (f *File) citableKey(rec Record, key string) string {
	if CheckKey(key) == nil {
		return key
	}
	return f.NewKey(rec, "")
}

// InsertCopy is Insert for an entry of another file: what its user wrote goes in
// as it is, but for the key and the line ends. ok is false where entry is not one
// whole entry, or has letters that this file cannot take.
func (f *File) InsertCopy(entry, key string) (in Insertion, ok bool) {
	other := Parse(entry)
	if len(other.Entries) != 1 || !other.Entries[0].Complete || f.latin1 && !isASCII(entry) {
		return Insertion{}, false
	}
	e, h := &other.Entries[0], f.habits()
	if CheckKey(key) != nil {
		return Insertion{}, false
	}
	text := entry[e.Start:e.KeySpan.Start] + key + entry[e.KeySpan.End:e.End]
	return f.place(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", h.eol), h), true
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// place puts an entry behind everything in the file.
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

// insertionPoint is where a new entry goes: the last offset from which BibTeX,
// biber and Parse all read an entry, directly behind the text before.
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

// entry writes an entry without white space around it.
func (h *habits) entry(rec Record, key string) string {
	rec.Title = paper.PlainTitle(rec.Title)
	typ := entryType(rec)
	var out strings.Builder
	out.WriteString(h.spell("@"+typ, "@"+h.typeCase.apply(typ)) + h.opener + key)
	fields := h.fieldsOf(typ, rec)
	if h.padding > 0 {
		h.equalsColumn = h.padding + longestName(fields)
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

// spell returns a name as the file writes it, or otherwise.
func (h *habits) spell(name, otherwise string) string {
	if written, ok := h.spelling[name]; ok {
		return written
	}
	return otherwise
}

func longestName(fields []output) int {
	longest := 0
	for _, f := range fields {
		longest = max(longest, len(f.name))
	}
	return longest
}

// field writes a field with the white space before it.
func (h *habits) field(f output) string {
	name := h.spell(f.name, h.nameCase.apply(f.name))
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
		return lead + left + spaces(max(1, h.valueColumn-len(left))) + f.value
	}
	return lead + left + h.after + f.value
}

func spaces(n int) string { return strings.Repeat(" ", max(0, n)) }
