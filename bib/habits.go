package bib

import (
	"strings"
	"unicode/utf8"
)

// habits describes how the latest entries of a file are formatted.
type habits struct {
	eol        string
	blankLines int // number of blank lines between two entries

	opener, closer string
	typeCase       letterCase
	nameCase       letterCase
	spelling       map[string]string  // field names as written in the file
	rank           map[string]float64 // mean relative position of each field, from 0 to 1

	lead          string // white space between a comma and the next field: line ending and indentation
	rightAligned  int    // column of "=" to which names are right-aligned; 0 if none
	before, after string // white space around "="
	equalsColumn  int    // column of "=", counted from the start of the name; 0 if not aligned
	padding       int    // distance of "=" from the end of the entry's longest name; 0 if not aligned
	valueColumn   int    // column of values, counted from the start of the name; 0 if not aligned
	tail          string // text from the last field to the closing delimiter, without a comma
	trailingComma bool

	quotes       bool // values are written "..." instead of {...}
	bareNumbers  bool // numbers are written without delimiters: year = 2009
	doubleTitles bool // titles are in two pairs of braces: title = {{...}}
	dates        bool // BibLaTeX's date is used instead of year and month
	journalTitle bool // BibLaTeX's journaltitle is used instead of journal
	eprintType   bool // BibLaTeX's eprinttype is used instead of archiveprefix
	accents      bool // TeX accents are used instead of Unicode
}

// sampled is the number of latest entries used to infer the layout.
const sampled = 50

func (f *File) observe() habits {
	o := &observer{file: f, spelling: map[string]*tally[string]{}, ranks: map[string][]float64{}}
	for i := len(f.Entries) - 1; i >= 0 && o.entries.total < sampled; i-- {
		if e := &f.Entries[i]; e.Complete && len(e.Fields) > 0 {
			o.entry(e)
			o.between(i)
		}
	}
	h := o.conclude()
	h.eol = f.lineEnd()
	h.accents = f.prefersAccents()
	if o.entries.total == 0 {
		h.lead, h.tail = h.eol+"  ", h.eol
	}
	return h
}

// lineEnd returns the line ending used by most lines.
func (f *File) lineEnd() string {
	if crlf := strings.Count(f.src, "\r\n"); crlf > 0 && crlf*2 >= strings.Count(f.src, "\n") {
		return "\r\n"
	}
	return "\n"
}

// prefersAccents reports whether TeX accents are at least as frequent as non-ASCII characters. It
// returns true for a file in Latin-1.
func (f *File) prefersAccents() bool {
	if f.latin1 {
		return true
	}
	tex, utf := 0, 0
	for i := 0; i < len(f.src); i++ {
		switch c := f.src[i]; {
		case c >= utf8.RuneSelf && utf8.RuneStart(c):
			utf++
		case c == '\\' && accentAt(f.src[i+1:]):
			tex++
			i++
		}
	}
	return tex > 0 && tex >= utf
}

// accentAt reports whether an accented letter follows a backslash: \"o, \"{o}, \c{c} or \ss.
func accentAt(s string) bool {
	if len(s) < 2 {
		return false
	}
	switch s[0] {
	case '"', '\'', '`', '^', '~', '=', '.':
		return isLetter(s[1]) || s[1] == '{' || s[1] == '\\'
	case 'c', 'v', 'u', 'H', 'k', 'r':
		return s[1] == '{' || s[1] == ' '
	case 'o', 'O', 'l', 'L':
		return !isLetter(s[1])
	}
	return strings.HasPrefix(s, "ss") || strings.HasPrefix(s, "ae") || strings.HasPrefix(s, "aa")
}

// A letterCase is the case in which field names are written.
type letterCase int

const (
	lowerCase letterCase = iota
	titleCase
	upperCase
)

func caseOf(s string) letterCase {
	switch {
	case s == strings.ToLower(s):
		return lowerCase
	case s == strings.ToUpper(s):
		return upperCase
	}
	return titleCase
}

func (c letterCase) apply(s string) string {
	switch c {
	case titleCase:
		return strings.ToUpper(s[:1]) + s[1:]
	case upperCase:
		return strings.ToUpper(s)
	}
	return s
}

// A tally counts values. It preserves the order of their first occurrence.
type tally[T comparable] struct {
	values []T
	counts map[T]int
	total  int
}

func (t *tally[T]) add(v T) {
	if t.counts == nil {
		t.counts = map[T]int{}
	}
	if t.counts[v] == 0 {
		t.values = append(t.values, v)
	}
	t.counts[v]++
	t.total++
}

// most returns the most frequent value, or otherwise if the tally is empty. Among equally frequent
// values, it returns the first.
func (t *tally[T]) most(otherwise T) T {
	for i, v := range t.values {
		if i == 0 || t.counts[v] > t.counts[otherwise] {
			otherwise = v
		}
	}
	return otherwise
}

// clear reports whether v makes up at least 80 % of the values.
func (t *tally[T]) clear(v T) bool { return t.total > 0 && t.counts[v]*10 >= t.total*8 }

// An observer collects statistics about the format of entries.
type observer struct {
	file    *File
	entries tally[string] // opening delimiters of entries

	typeCase, nameCase   tally[letterCase]
	spelling             map[string]*tally[string]
	ranks                map[string][]float64
	lead, before, after  tally[string]
	tail                 tally[string]
	equals, value, right tally[int]
	padding              tally[int] // distances returned by entryPadding
	comma, quotes, bare  tally[bool]
	double, dates        tally[bool]
	journal, eprint      tally[bool]
	blank                tally[int]
}

// between counts the blank lines before entry i.
func (o *observer) between(i int) {
	if i == 0 {
		return
	}
	gap := o.file.src[o.file.Entries[i-1].End:o.file.Entries[i].Start]
	if strings.TrimSpace(gap) == "" {
		o.blank.add(max(0, strings.Count(gap, "\n")-1))
	}
}

func (o *observer) entry(e *Entry) {
	head := o.file.src[e.Start:e.KeySpan.Start]
	o.entries.add(string(head[strings.IndexAny(head, "{(")]))
	typ := strings.Trim(head, "@{( \t\r\n")
	if strings.EqualFold(typ, e.Type) {
		o.typeCase.add(caseOf(typ))
		o.note("@"+e.Type, "@"+typ)
	}
	o.padding.add(o.entryPadding(e))
	end := e.KeySpan.End
	for i := range e.Fields {
		field := &e.Fields[i]
		name, value := e.NameSpan(field), e.ValueSpan(field)
		o.layout(end, name, value)
		o.style(field.Name, o.file.Text(value))
		written := o.file.Text(name)
		o.nameCase.add(caseOf(written))
		o.note(field.Name, written)
		o.rank(field.Name, i, len(e.Fields))
		end = value.End
	}
	o.ending(o.file.src[end : e.End-1])
}

// layout records the white space around a field. end is the end of the text before the field.
func (o *observer) layout(end int, name, value Span) {
	src := o.file.src
	lead, ok := strings.CutPrefix(strings.TrimLeft(src[end:name.Start], " \t\r\n"), ",")
	equals := strings.IndexByte(src[name.End:max(name.End, value.Start)], '=')
	if !ok || strings.TrimSpace(lead) != "" || equals < 0 {
		return
	}
	before := src[name.End : name.End+equals]
	after := src[name.End+equals+1 : value.Start]
	if strings.TrimSpace(before+after) != "" {
		return
	}
	o.lead.add(lead)
	o.before.add(before)
	o.after.add(after)
	column := name.End - name.Start + len(before)
	o.equals.add(column)
	o.value.add(column + 1 + len(after))
	o.right.add(len(lead) - strings.LastIndexByte(lead, '\n') - 1 + column)
}

// entryPadding returns the distance of the equals signs from the longest name, or -1 if they are not
// aligned.
func (o *observer) entryPadding(e *Entry) int {
	longest, column := 0, -1
	for i := range e.Fields {
		name, value := e.NameSpan(&e.Fields[i]), e.ValueSpan(&e.Fields[i])
		equals := strings.IndexByte(o.file.src[name.Start:value.End], '=')
		if column >= 0 && equals != column {
			return -1
		}
		longest, column = max(longest, name.End-name.Start), equals
	}
	return column - longest
}

func (o *observer) style(name, text string) {
	switch {
	case isNumber(text):
		o.bare.add(true)
	case isNumber(strings.Trim(text, `{}"`)):
		o.bare.add(false)
	}
	if text != "" && (text[0] == '{' || text[0] == '"') {
		o.quotes.add(text[0] == '"')
	}
	switch name {
	case "title":
		o.double.add(strings.HasPrefix(text, "{{") && strings.HasSuffix(text, "}}"))
	case "date", "year":
		o.dates.add(name == "date")
	case "journaltitle", "journal":
		o.journal.add(name == "journaltitle")
	case "eprinttype", "archiveprefix":
		o.eprint.add(name == "eprinttype")
	}
}

func (o *observer) note(name, written string) {
	if o.spelling[name] == nil {
		o.spelling[name] = &tally[string]{}
	}
	o.spelling[name].add(written)
}

func (o *observer) rank(name string, i, n int) {
	o.ranks[name] = append(o.ranks[name], (float64(i)+0.5)/float64(n))
}

// ending records the text between the last field and the closing delimiter.
func (o *observer) ending(text string) {
	before, after, comma := strings.Cut(text, ",")
	tail := before + after
	if strings.TrimSpace(tail) != "" {
		return
	}
	o.comma.add(comma)
	o.tail.add(tail)
}

// conclude returns the prevailing habits in the file.
func (o *observer) conclude() habits {
	h := habits{
		blankLines: o.blank.most(1), opener: o.entries.most("{"),
		typeCase: o.typeCase.most(lowerCase), nameCase: o.nameCase.most(lowerCase),
		spelling: map[string]string{}, rank: map[string]float64{},
		lead: o.lead.most("\n  "), before: o.before.most(" "), after: o.after.most(" "),
		tail: o.tail.most("\n"), trailingComma: o.comma.most(true),
		quotes: o.quotes.most(false), bareNumbers: o.bare.most(false), doubleTitles: o.double.most(false),
		dates: o.dates.most(false), journalTitle: o.journal.most(false), eprintType: o.eprint.most(false),
	}
	h.closer = string(closerOf(h.opener[0]))
	o.alignment(&h)
	for name, spellings := range o.spelling {
		h.spelling[name] = spellings.most(name)
	}
	for name, ranks := range o.ranks {
		h.rank[name] = mean(ranks)
	}
	return h
}

// alignment sets the columns to which names, equals signs or values are aligned.
func (o *observer) alignment(h *habits) {
	if !o.before.clear(h.before) {
		column, padding := o.equals.most(0), o.padding.most(-1)
		switch {
		case o.equals.clear(column):
			h.equalsColumn = column
		case o.padding.clear(padding) && padding >= 0:
			h.padding = padding
		}
	}
	if !o.after.clear(h.after) {
		if column := o.value.most(0); o.value.clear(column) {
			h.valueColumn = column
		}
	}
	if !o.lead.clear(h.lead) {
		if column := o.right.most(0); o.right.clear(column) {
			h.rightAligned = column
		}
	}
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
