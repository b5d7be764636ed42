package bib

import (
	"fmt"
	"strings"
)

// entry takes the key and the fields of an entry.
func (p *parser) entry(at int, typ string, closer byte) bool {
	e := Entry{Type: typ}
	e.KeySpan = p.key(closer)
	e.Key = p.src[e.KeySpan.Start:e.KeySpan.End]
	p.noteKey(at, e.Key)
	p.firstField = append(p.firstField, len(p.fields))
	e.Complete = p.fieldList(closer)
	if !e.Complete {
		p.pos = p.trim(at, p.pos)
	}
	e.Span = Span{at, p.pos}
	p.file.Entries = append(p.file.Entries, e)
	return e.Complete
}

// key takes the citation key and the comma behind it. Where the word is a field
// name, so that the key is missing, pos stays before it.
func (p *parser) key(closer byte) Span {
	opened := p.pos
	if p.skipBlank(); p.atEnd() || p.startsCommand() {
		p.pos = opened
	}
	start := p.pos
	for !p.atEnd() && !isSpace(p.src[p.pos]) && p.src[p.pos] != closer && strings.IndexByte(",={}\"", p.src[p.pos]) < 0 {
		p.pos++
	}
	key := Span{start, p.pos}
	p.skipBlank()
	switch {
	case p.peek() == ',':
		p.pos++
	case p.peek() == '=':
		p.pos = start
		return Span{start, start}
	case p.peek() != closer && !p.atEnd():
		p.problem(key.End, "a comma is missing after the key")
	}
	return key
}

// noteKey remembers the entry that is about to be added under its key.
func (p *parser) noteKey(at int, key string) {
	f := p.file
	if key == "" {
		p.problem(at, "this entry has no key, so it cannot be cited; write @type{key, ...}")
		return
	}
	if first, taken := f.keys[key]; taken {
		line, _ := f.Position(f.Entries[first].Start)
		p.problem(at, fmt.Sprintf("the key %q is already used on line %d; give one of the entries another key", key, line))
		return
	}
	f.keys[key] = len(f.Entries)
}

// fieldList takes fields up to and including the closing delimiter.
func (p *parser) fieldList(closer byte) bool {
	for {
		p.skipBlank()
		switch c := p.peek(); {
		case p.atEnd() || p.startsCommand():
			return false
		case c == closer:
			p.pos++
			return true
		case c == ',':
			p.pos++
		case nameBytes[c]:
			p.field()
		default:
			p.problem(p.pos, fmt.Sprintf("%q is not the start of a field; it is skipped", c))
			p.junk(closer)
		}
	}
}

// field takes one field and the comma behind it.
func (p *parser) field() {
	f, closed := p.assignment(p.name())
	p.fields = append(p.fields, f)
	if !closed {
		return
	}
	p.skipBlank()
	switch c := p.peek(); {
	case c == ',':
		p.pos++
	case nameBytes[c]:
		p.problem(f.End, fmt.Sprintf("a comma is missing after the field %q", f.Name))
	}
}

// assignment takes "= value" behind a name. It returns false where the value
// is not closed.
func (p *parser) assignment(name Span) (f Field, closed bool) {
	f = Field{Span: name, Name: p.fold(name), NameSpan: name, Value: Span{name.End, name.End}}
	p.skipBlank()
	if p.peek() != '=' {
		p.problem(name.Start, fmt.Sprintf("the field %q has no value; write %s = {...}", f.Name, f.Name))
		p.pos = name.End
		return f, true
	}
	p.pos++
	f.Value, closed = p.value()
	f.End = f.Value.End
	return f, closed
}

// value takes pieces joined by "#": braced, quoted, a number or a macro. A
// piece that is missing is the end of the value.
func (p *parser) value() (v Span, closed bool) {
	v = Span{p.pos, p.pos}
	for first := true; ; first = false {
		before := p.pos
		p.skipBlank()
		if c := p.peek(); c != '{' && c != '"' && !nameBytes[c] {
			p.problem(before, "a value is missing here; write {...}")
			p.pos = before
			return Span{v.Start, before}, true
		}
		if first {
			v.Start = p.pos
		}
		if !p.piece() {
			v.End = p.trim(v.Start, p.pos)
			p.problem(v.Start, "this value is not closed")
			return v, false
		}
		v.End = p.pos
		if p.skipBlank(); p.peek() != '#' {
			p.pos = v.End
			return v, true
		}
		p.pos++
	}
}

func (p *parser) piece() (closed bool) {
	switch c := p.peek(); c {
	case '{':
		p.pos++
		return p.group('}')
	case '"':
		p.pos++
		return p.group('"')
	}
	p.word()
	return true
}

// word takes a number or a macro.
func (p *parser) word() {
	name := p.name()
	if isNumber(p.src[name.Start:name.End]) {
		return
	}
	if _, known := p.file.macros[p.fold(name)]; !known {
		text := p.src[name.Start:name.End]
		p.problem(name.Start, fmt.Sprintf("the macro %q is not defined above; write {%s}, or define it by @string", text, text))
	}
}

// junk skips at least one byte, then up to the next comma, closing delimiter or
// command, past whole groups.
func (p *parser) junk(closer byte) {
	for {
		c := p.src[p.pos]
		p.pos++
		if c == '{' && !p.group('}') || p.atEnd() {
			return
		}
		if c = p.peek(); c == ',' || c == closer || p.startsCommand() {
			return
		}
	}
}
