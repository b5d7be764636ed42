package bib

import (
	"strings"
	"unicode/utf8"
)

// habits describe the formatting of a file's latest entries.
type habits struct {
	eol        string
	blankLines int // between two entries

	opener, closer string
	typeCase       letterCase
	nameCase       letterCase
	spelling       map[string]string  // field names as the file writes them
	rank           map[string]float64 // mean position of a field, from 0 to 1

	lead          string // from a comma to the next field: line end and indentation
	rightAligned  int    // column of "=" if names are right-aligned to it, else 0
	before, after string // around "="
	equalsColumn  int    // column of "=", counted from the name; 0 if unaligned
	padding       int    // distance of "=" from the longest name of an entry; 0 if unaligned
	valueColumn   int    // column of values, counted from the name; 0 if unaligned
	tail          string // from the last field to the closing delimiter, without a comma
	trailingComma bool

	quotes       bool // "..." rather than {...}
	bareNumbers  bool // year = 2009
	doubleTitles bool // title = {{...}}
	dates        bool // BibLaTeX's date rather than year and month
	journalTitle bool // BibLaTeX's journaltitle rather than journal
	eprintType   bool // BibLaTeX's eprinttype rather than archiveprefix
	accents      bool // TeX accents rather than Unicode
}

// sampled is the number of entries that the layout is taken from.
const sampled = 50

func (f *File) habits() habits {
	o := newObserver(f)
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

// lineEnd returns the line end that most lines have.
func (f *File) lineEnd() string {
	if crlf := strings.Count(f.src, "\r\n"); crlf > 0 && crlf*2 >= strings.Count(f.src, "\n") {
		return "\r\n"
	}
	return "\n"
}

// prefersAccents reports whether the file has more TeX accents than letters in UTF-8. A
// Latin-1 file cannot hold UTF-8.
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

// accentAt reports whether the text after a backslash is an accent on a letter, such as \"o,
// \"{o}, \c{c}, \v c or \ss.
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

// A letterCase is the case of names.
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
