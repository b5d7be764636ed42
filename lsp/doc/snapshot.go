package doc

import (
	"slices"
	"sort"
	"strings"
	"sync"
)

// A Snapshot is one version of an open file.
type Snapshot struct {
	URI        string
	LanguageID string
	Version    int32
	Text       string

	lines []int // start offset of each line

	unitsOnce [encodings]sync.Once
	units     [encodings][]unitMark // cached by unitsBefore
}

// A Change replaces a range, or the whole text if Range is nil.
type Change struct {
	Range *Range
	Text  string
}

// NewSnapshot returns the first version of a file.
func NewSnapshot(uri, languageID string, version int32, text string) *Snapshot {
	return &Snapshot{URI: uri, LanguageID: languageID, Version: version, Text: text, lines: lineStarts(nil, text, 0)}
}

// Apply returns a new snapshot with the changes applied in order.
func (s *Snapshot) Apply(changes []Change, version int32, e Encoding) *Snapshot {
	next := &Snapshot{URI: s.URI, LanguageID: s.LanguageID, Version: version, Text: s.Text, lines: s.lines}
	for _, c := range changes {
		if c.Range == nil {
			next.Text, next.lines = c.Text, lineStarts(nil, c.Text, 0)
			continue
		}
		start, end := next.Offset(c.Range.Start, e), next.Offset(c.Range.End, e)
		next.replace(min(start, end), max(start, end), c.Text)
	}
	return next
}

// replace replaces the text from start to end. It recomputes only the line starts of the edited
// lines and shifts those after them.
func (s *Snapshot) replace(start, end int, text string) {
	first := s.lineAt(start)
	if first > 0 && start == s.lines[first] && s.Text[start-1] == '\r' {
		first-- // a "\n" inserted after a lone "\r" forms one line ending with it
	}
	// a "\r" before the end of the edit may form a line ending with a "\n" after it
	after := sort.SearchInts(s.lines, end+2)
	shift := len(text) - (end - start)
	edited := s.Text[:start] + text + s.Text[end:]
	stop := len(edited)
	if after < len(s.lines) {
		stop = s.lines[after] + shift
	}
	lines := make([]int, 0, len(s.lines)+strings.Count(text, "\n")+1)
	lines = append(lines, s.lines[:first]...)
	lines = lineStarts(lines, edited[:stop], s.lines[first])
	if after < len(s.lines) {
		if lines[len(lines)-1] == stop {
			lines = lines[:len(lines)-1]
		}
		for _, at := range s.lines[after:] {
			lines = append(lines, at+shift)
		}
	}
	s.Text, s.lines = edited, lines
}

// lineStarts appends from and the offset of each line of text that starts after it.
func lineStarts(lines []int, text string, from int) []int {
	lines = append(lines, from)
	for at := from; at < len(text); {
		i := strings.IndexAny(text[at:], "\r\n")
		if i < 0 {
			break
		}
		at += i + 1
		if text[at-1] == '\r' && at < len(text) && text[at] == '\n' {
			at++
		}
		lines = append(lines, at)
	}
	return lines
}

func (s *Snapshot) lineAt(offset int) int {
	n, found := slices.BinarySearch(s.lines, offset)
	if found {
		return n
	}
	return n - 1
}

// line returns the text of a line without its line ending.
func (s *Snapshot) line(n int) string {
	end := len(s.Text)
	if n+1 < len(s.lines) {
		end = s.lines[n+1]
	}
	return strings.TrimRight(s.Text[s.lines[n]:end], "\r\n")
}
