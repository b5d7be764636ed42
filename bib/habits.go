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

// sampled is the number of latest entries from which the layout is inferred.
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

// lineEnd returns the line ending that most lines use.
func (f *File) lineEnd() string {
	if crlf := strings.Count(f.src, "\r\n"); crlf > 0 && crlf*2 >= strings.Count(f.src, "\n") {
		return "\r\n"
	}
	return "\n"
}

// prefersAccents reports whether TeX accents outnumber non-ASCII characters. Latin-1 needs them.
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
