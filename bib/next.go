package bib

import (
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// Next parses src, a newer version of the source of f. It only parses from the last common entry
// before the change to the first common entry after it, and copies the rest. The result equals that
// of Parse, and does not keep the source of f in memory.
func (f *File) Next(src string) *File {
	start := commonPrefix(f.src, src)
	unchanged := commonSuffix(f.src[start:], src[start:])
	e := difference{start, len(f.src) - unchanged, len(src) - len(f.src)}
	if e.oldEnd == e.start && e.shift == 0 {
		return f
	}
	next, ok := f.resume(src, e, f.completeBefore(e.start))
	if !ok {
		next, _ = f.resume(src, e, f.completeBefore(f.marks.breaker))
	}
	return next
}

// A difference is the changed range of the old version, and the shift of the text after it.
type difference struct{ start, oldEnd, shift int }

// compared is the number of bytes compared at once.
const compared = 4096

func commonPrefix(a, b string) (n int) {
	shorter := min(len(a), len(b))
	for n+compared <= shorter && a[n:n+compared] == b[n:n+compared] {
		n += compared
	}
	for n < shorter && a[n] == b[n] {
		n++
	}
	return n
}

func commonSuffix(a, b string) (n int) {
	shorter := min(len(a), len(b))
	for n+compared <= shorter && a[len(a)-n-compared:len(a)-n] == b[len(b)-n-compared:len(b)-n] {
		n += compared
	}
	for n < shorter && a[len(a)-n-1] == b[len(b)-n-1] {
		n++
	}
	return n
}

// completeBefore returns the number of entries up to and including the last complete one that ends
// at or before an offset.
func (f *File) completeBefore(offset int) int {
	n := sort.Search(len(f.Entries), func(i int) bool { return f.Entries[i].End > offset })
	for n > 0 && !f.Entries[n-1].Complete {
		n--
	}
	return n
}

// marks contains the facts about a parse that are needed to parse the next version incrementally.
type marks struct {
	breaker    int // start of the item that remains unclosed until the end of the source, or -1
	brokenBy   byte
	unevenEnd  int // end of the last item or text whose braces could close an earlier one
	fragileEnd int // end of the last item that would be parsed differently inside an unclosed item
}

// text records the text between two items.
func (m *marks) text(text string, end int) {
	if !balanced(text) {
		m.unevenEnd = end
	}
}

func balanced(text string) bool {
	depth := 0
	for i := 0; i < len(text) && depth >= 0; i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
	}
	return depth == 0
}

func (p *parser) mark(at int, complete, wasBroken bool) {
	m := &p.file.marks
	if p.broken && !wasBroken {
		m.breaker, m.brokenBy = at, p.brokenBy
	}
	if p.uneven || !complete {
		m.unevenEnd = p.pos
	}
	if !complete || !wasBroken && p.hidesCommand(at) {
		m.fragileEnd = p.pos
	}
}

// hidesCommand reports whether a line inside the item at an offset begins with an "@" command.
func (p *parser) hidesCommand(at int) bool {
	inside := scanner{src: p.src[:p.pos], pos: at + 1}
	for {
		n := strings.IndexByte(inside.src[inside.pos:], '@')
		if n < 0 {
			return false
		}
		if inside.pos += n; inside.commandAtLineStart() {
			return true
		}
		inside.pos++
	}
}

// brokenBefore reports whether an item before an offset remains unclosed until the end of the
// source.
func (f *File) brokenBefore(offset int) bool {
	return f.marks.breaker >= 0 && f.marks.breaker < offset
}

// resume parses src from the end of the first head entries. It returns false if the change might
// close a brace that was opened before that point.
func (f *File) resume(src string, e difference, head int) (*File, bool) {
	p := newParser(src)
	p.meet = &resyncPoint{old: f, next: head, oldEnd: e.oldEnd, shift: e.shift}
	p.calm = f.calmAfter(e.oldEnd) + e.shift
	anchor := 0
	if head > 0 {
		anchor = f.Entries[head-1].End
		p.startAt(anchor, f)
	}
	p.run()
	if f.brokenBefore(anchor) && (f.marks.brokenBy != '}' || max(f.marks.unevenEnd, p.file.marks.unevenEnd) > anchor) {
		return nil, false
	}
	return p.join(anchor, head), true
}

// calmAfter returns the end of the first complete entry after an offset such that no later brace
// closes an earlier entry.
func (f *File) calmAfter(offset int) int {
	offset = max(offset, f.marks.unevenEnd)
	n := sort.Search(len(f.Entries), func(i int) bool { return f.Entries[i].End >= offset })
	for n < len(f.Entries) && !f.Entries[n].Complete {
		n++
	}
	if n == len(f.Entries) {
		return len(f.src)
	}
	return f.Entries[n].End
}

// startAt restores the parser's state at the end of a complete entry in an older version.
func (p *parser) startAt(anchor int, old *File) {
	p.pos, p.file.flaws = anchor, nil
	m := old.marks
	p.file.marks = marks{breaker: -1, unevenEnd: min(m.unevenEnd, anchor), fragileEnd: min(m.fragileEnd, anchor)}
	p.file.safeEnd = anchor
	if p.broken = old.brokenBefore(anchor); p.broken {
		p.file.marks.breaker, p.file.marks.brokenBy, p.file.safeEnd, p.file.brokenAt = m.breaker, m.brokenBy,
			old.safeEnd, old.brokenAt
	}
}

// A resyncPoint is the offset after which the parser would read the same entries as before.
type resyncPoint struct {
	old    *File
	next   int // index of the first old entry that may match, and finally of the one that does
	oldEnd int // end of the changed range in the old source
	shift  int
	met    bool
}

// reached reports whether the parser is at the end of an entry that also ended there before.
func (m *resyncPoint) reached(p *parser) bool {
	entries := m.old.Entries
	at := p.pos - m.shift
	if n := len(p.file.Entries); n == 0 || p.file.Entries[n-1].End != p.pos || at < m.oldEnd {
		return false
	}
	for m.next < len(entries) && entries[m.next].End < at {
		m.next++
	}
	m.met = m.next < len(entries) && entries[m.next].End == at && entries[m.next].Complete &&
		(p.broken == m.old.brokenBefore(at) || m.old.marks.fragileEnd <= at)
	return m.met
}

// join puts the new items between the old items before the anchor and those after the resync point.
func (p *parser) join(anchor, head int) *File {
	f, old, m := p.file, p.meet.old, p.meet
	f.adopt(p.fields, p.firstField)
	kept, tail, newEnd := around{anchor, len(old.src) + 1, m.shift}, len(old.Entries), len(f.src)
	if m.met {
		kept.sync, tail, newEnd = old.Entries[m.next].End, m.next+1, p.pos
	}
	f.keys = old.keysAfter(head, tail, f.Entries)
	entries := slices.Concat(old.Entries[:head], f.Entries, old.Entries[tail:])
	for i := range entries {
		entries[i].file = f
		if i >= head+len(f.Entries) {
			entries[i].Span.move(m.shift)
			entries[i].KeySpan.move(m.shift)
		}
	}
	f.Entries = entries
	f.latin1 = !utf8.ValidString(f.src[anchor:newEnd]) || old.latin1 && !utf8.ValidString(f.src)
	if sameMacros := f.takeOver(old, kept); sameMacros {
		f.identitiesAfter(old, head, tail)
	}
	if m.met {
		f.foresee(old, kept)
	}
	return f
}

func (s *Span) move(by int)     { s.Start, s.End = s.Start+by, s.End+by }
func (m *Macro) move(by int)    { m.Span.move(by); m.Value.move(by) }
func (p *Preamble) move(by int) { p.Span.move(by); p.Value.move(by) }

// keysAfter returns the old key index if no key from head to tail has changed, or else a new one.
func (f *File) keysAfter(head, tail int, others []Entry) *keyIndex {
	sameKey := func(a, b Entry) bool { return a.Key == b.Key }
	if slices.EqualFunc(f.Entries[head:tail], others, sameKey) {
		return f.keys
	}
	return new(keyIndex)
}

// takeOver merges the old items with the new ones. It reports whether all macros are unchanged.
func (f *File) takeOver(old *File, kept around) (sameMacros bool) {
	changed := len(f.Strings)
	f.Strings = merged(kept, old.Strings, f.Strings, func(m *Macro) int { return m.Start }, (*Macro).move)
	changed += len(old.Strings) - (len(f.Strings) - changed)
	f.Preambles = merged(kept, old.Preambles, f.Preambles, func(p *Preamble) int { return p.Start }, (*Preamble).move)
	f.Comments = merged(kept, old.Comments, f.Comments, func(s *Span) int { return s.Start }, (*Span).move)
	f.flaws = merged(kept, old.flaws, f.flaws, func(f *flaw) int { return f.offset },
		func(f *flaw, by int) { f.offset += by })
	if changed != 0 || f.latin1 != old.latin1 {
		f.defineMacros()
		return false
	}
	f.macros = old.macros
	return true
}

// An around describes the items of an old version that are kept: those that start before anchor,
// and those that start at or after sync, which move by shift.
type around struct{ anchor, sync, shift int }

// merged inserts new items between the old items that are kept.
func merged[T any](kept around, old, added []T, start func(*T) int, move func(*T, int)) []T {
	all := make([]T, 0, len(old)+len(added))
	for i := range old {
		if start(&old[i]) < kept.anchor {
			all = append(all, old[i])
		}
	}
	all = append(all, added...)
	for i := range old {
		if start(&old[i]) >= kept.sync {
			all = append(all, old[i])
			move(&all[len(all)-1], kept.shift)
		}
	}
	return all
}

// foresee copies the state that the old version had at its end, adjusted to the new offsets.
func (f *File) foresee(old *File, kept around) {
	later := func(mine, theirs int) int {
		if theirs >= kept.sync {
			return theirs + kept.shift
		}
		return mine
	}
	m := &f.marks
	m.unevenEnd, m.fragileEnd = later(m.unevenEnd, old.marks.unevenEnd), later(m.fragileEnd, old.marks.fragileEnd)
	switch {
	case m.breaker >= 0:
	case old.brokenBefore(kept.sync):
		f.safeEnd = f.lastItemEnd()
	default:
		m.breaker, m.brokenBy = later(-1, old.marks.breaker), old.marks.brokenBy
		f.safeEnd, f.brokenAt = old.safeEnd+kept.shift, later(-1, old.brokenAt)
	}
}

// lastItemEnd returns the end of the last item that is not a comment.
func (f *File) lastItemEnd() (end int) {
	if n := len(f.Entries); n > 0 {
		end = f.Entries[n-1].End
	}
	if n := len(f.Strings); n > 0 {
		end = max(end, f.Strings[n-1].End)
	}
	if n := len(f.Preambles); n > 0 {
		end = max(end, f.Preambles[n-1].End)
	}
	for _, c := range slices.Backward(f.Comments) {
		s := scanner{src: f.src, pos: c.Start}
		if _, _, command := s.command(); command && f.src[c.Start] == '@' {
			return max(end, c.End)
		}
	}
	return end
}

// A keyIndex maps each key to its first entry. Versions of a file with the same keys share it.
type keyIndex struct {
	once  sync.Once
	first map[string]int
}

func (f *File) keyIndex() map[string]int {
	f.keys.once.Do(func() {
		f.keys.first = make(map[string]int, len(f.Entries))
		for i := range f.Entries {
			setFirst(f.keys.first, f.Entries[i].Key, i)
		}
	})
	return f.keys.first
}
