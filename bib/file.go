package bib

import (
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// A Span is a half-open range of byte offsets into the source.
type Span struct{ Start, End int }

// A File is a parsed source. Its items do not overlap and are in source order, separated only by
// white space.
type File struct {
	Entries   []Entry
	Strings   []Macro
	Preambles []Preamble
	Comments  []Span // spans of @comment commands and of text outside commands

	src    string
	latin1 bool // the source is not UTF-8, so its bytes are decoded as Windows-1252
	// foreign is set if the file was converted from another format. The spans of keys then refer to
	// the original.
	foreign bool
	flaws   []flaw
	macros  map[string]string
	keys    *keyIndex

	// safeEnd is the end of the last item after which a new entry can be inserted. brokenAt is the
	// start of the item that would absorb any text after it, or -1.
	safeEnd, brokenAt int
	marks             marks

	identified atomic.Pointer[[]identity]

	// These functions cache their results.
	lines      func() []int
	habits     func() habits
	keyPattern func() string
	byFolded   func() map[string]int
	byID       func() idIndex
	byTitle    func() map[string][]int
}

// An Entry is one bibliography entry.
type Entry struct {
	Span            // span from "@" to the closing delimiter
	Type     string // type in lower case
	Key      string
	KeySpan  Span
	Fields   []Field
	Complete bool // the entry has a closing delimiter

	file *File
}

// A Field is one "name = value" pair in an entry. Its position is available from [Entry.NameSpan] and
// [Entry.ValueSpan].
type Field struct {
	Name        string // name in lower case
	name, value part
	hasMacro    bool // the value contains a macro
}

// A part is a span relative to the start of its entry. Edits before the entry keep it valid.
type part struct{ start, end uint32 }

// A Macro is an @string definition.
type Macro struct {
	Span
	Name  string // name in lower case
	Value Span
}

// A Preamble is an @preamble command.
type Preamble struct {
	Span
	Value Span
}

func newFile(src string) *File {
	f := &File{src: src, brokenAt: -1, keys: new(keyIndex), marks: marks{breaker: -1}}
	f.lines = sync.OnceValue(func() []int { return LineStarts(f.src) })
	f.habits = sync.OnceValue(f.observe)
	f.keyPattern = sync.OnceValue(f.inferPattern)
	f.byFolded = sync.OnceValue(f.indexFolded)
	f.byID = sync.OnceValue(f.indexIDs)
	f.byTitle = sync.OnceValue(f.indexTitles)
	return f
}

// Text returns the source text of a span.
func (f *File) Text(s Span) string { return f.src[s.Start:s.End] }

// Source returns the text of the whole file.
func (f *File) Source() string { return f.src }

// Text returns the source of the entry.
func (e *Entry) Text() string { return e.file.Text(e.Span) }

// Position converts a byte offset to a line and a column in bytes, both counted from 1.
func (f *File) Position(offset int) (line, column int) {
	starts := f.lines()
	line = sort.SearchInts(starts, offset+1)
	return line, offset - starts[line-1] + 1
}

// LineStarts returns the offsets at which the lines of a text start.
func LineStarts(text string) []int {
	starts := []int{0}
	for i := 0; ; {
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 {
			return starts
		}
		i += n + 1
		starts = append(starts, i)
	}
}

// NameSpan returns the span of a field's name.
func (e *Entry) NameSpan(f *Field) Span { return e.absolute(f.name) }

// ValueSpan returns the span of a field's value including delimiters. It may be empty.
func (e *Entry) ValueSpan(f *Field) Span { return e.absolute(f.value) }

func (e *Entry) absolute(p part) Span { return Span{e.Start + int(p.start), e.Start + int(p.end)} }

func (e *Entry) relative(s Span) part {
	return part{uint32(s.Start - e.Start), uint32(s.End - e.Start)}
}

// raw returns the value of a field as TeX.
func (e *Entry) raw(f *Field) string { return e.file.expand(e.ValueSpan(f)) }

// StandsAlone reports whether the entry would have the same meaning in another file. It must be
// complete, contain no macros except months, and refer to no other entry.
func (e *Entry) StandsAlone() bool {
	for i := range e.Fields {
		f := &e.Fields[i]
		if referring[f.Name] || f.hasMacro && monthMacros[strings.ToLower(e.file.Text(e.ValueSpan(f)))] == "" {
			return false
		}
	}
	return e.Complete && e.Key != ""
}

// Lookup returns the first field with the given name, or nil. If a name is repeated, BibTeX also
// uses the first field.
func (e *Entry) Lookup(name string) *Field {
	for i := range e.Fields {
		if e.Fields[i].Name == name {
			return &e.Fields[i]
		}
	}
	return nil
}

// inherited maps a missing field to the field of the crossref entry that replaces it.
var inherited = map[string]string{
	"booktitle": "title", "year": "year", "date": "date", "publisher": "publisher", "editor": "editor",
	"series": "series", "volume": "volume", "journal": "journal", "journaltitle": "journaltitle",
}

// Field returns the decoded value of a field, or "". Some fields, such as year and publisher, may
// come from the crossref entry.
func (e *Entry) Field(name string) string {
	if v := e.own(name); v != "" {
		return v
	}
	from, ok := inherited[name]
	if !ok || e.Lookup("crossref") == nil {
		return ""
	}
	if parent := e.file.ByKey(e.own("crossref")); parent != nil {
		return parent.own(from)
	}
	return ""
}

// First returns the first non-empty value of the named fields, or "".
func (e *Entry) First(names ...string) string {
	for _, name := range names {
		if v := e.Field(name); v != "" {
			return v
		}
	}
	return ""
}

// own is like Field, but ignores crossref.
func (e *Entry) own(name string) string {
	if f := e.Lookup(name); f != nil {
		return e.Value(f)
	}
	return ""
}

// Raw is like [Entry.Field], but returns the value as TeX with macros expanded.
func (e *Entry) Raw(name string) string {
	if f := e.Lookup(name); f != nil {
		return e.raw(f)
	}
	if from, ok := inherited[name]; ok && e.Lookup("crossref") != nil {
		if parent := e.file.ByKey(e.own("crossref")); parent != nil && parent.Lookup(from) != nil {
			return parent.raw(parent.Lookup(from))
		}
	}
	return ""
}

// Names returns the names in a field, such as the editors. others reports whether the list ends
// with "and others"; see [ParseNames].
func (e *Entry) Names(field string) (names []Name, others bool) {
	return ParseNames(e.Raw(field))
}

// Authors returns the authors, or the editors of an entry without authors. It omits "and others".
func (e *Entry) Authors() []Name {
	for _, role := range []string{"author", "editor"} {
		if f := e.Lookup(role); f != nil {
			names, _ := ParseNames(e.raw(f))
			return names
		}
	}
	return nil
}

// Year returns the year of publication from the year or date field, or 0 if neither contains one.
func (e *Entry) Year() int {
	for _, name := range []string{"year", "date"} {
		if y := firstYear(e.Field(name)); y != 0 {
			return y
		}
	}
	return 0
}

// firstYear returns the first run of exactly four digits as a number, or 0.
func firstYear(s string) int {
	for digits := range strings.FieldsFuncSeq(s, func(r rune) bool { return r < '0' || r > '9' }) {
		if len(digits) == 4 {
			year, _ := strconv.Atoi(digits)
			return year
		}
	}
	return 0
}

// FullTitle returns the title, followed by the value of BibLaTeX's subtitle.
func (e *Entry) FullTitle() string {
	title := e.Field("title")
	if sub := e.Field("subtitle"); sub != "" && title != "" {
		return title + ": " + sub
	}
	return title
}

// Venue returns the title of the journal or book in which the work appeared, or the institution.
func (e *Entry) Venue() string {
	return e.First("journal", "journaltitle", "booktitle", "howpublished", "institution", "school", "publisher")
}

// ParseForeign is like Parse, for a bibliography that was converted to BibTeX from another format.
// keys maps each key to its span in the original.
func ParseForeign(src string, keys map[string]Span) *File {
	f := Parse(src)
	f.foreign = true
	for i := range f.Entries {
		f.Entries[i].KeySpan = keys[f.Entries[i].Key]
	}
	return f
}

// IsForeign reports whether the original file is in another format. Such a file is read-only.
func (f *File) IsForeign() bool { return f.foreign }
