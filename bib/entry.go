package bib

import "strings"

// entry reads the key and the fields of an entry.
func (p *parser) entry(at int, typ string, closer byte) bool {
	e := Entry{Span: Span{at, at}, Type: typ}
	e.KeySpan = p.key(closer)
	e.Key = strings.Clone(p.src[e.KeySpan.Start:e.KeySpan.End])
	if e.Key == "" {
		p.flaw(at, flawNoKey, "")
	}
	p.firstField = append(p.firstField, len(p.fields))
	e.Complete = p.fieldList(&e, closer)
	if !e.Complete {
		p.pos = p.trim(at, p.pos)
	}
	e.End = p.pos
	p.file.Entries = append(p.file.Entries, e)
	return e.Complete
}

// key reads the citation key and the comma after it. If the key is missing and the next word is a
// field name, pos stays before that word.
func (p *parser) key(closer byte) Span {
	opened := p.pos
	if p.skipBlank(); p.atEnd() || p.startsCommand() {
		p.pos = opened
		return Span{opened, opened}
	}
	start := p.pos
	p.keyWord(closer)
	key := Span{start, p.pos}
	p.skipBlank()
	switch {
	case p.peek() == ',':
		p.pos++
	case p.peek() == '=':
		p.pos = start
		return Span{start, start}
	case p.peek() != closer && !p.atEnd():
		if end := p.brokenKey(key.End, closer); end > 0 {
			p.pos = end + 1
			return Span{start, end}
		}
		p.flaw(key.End, flawKeyComma, "")
	}
	return key
}

func (p *parser) keyWord(closer byte) {
	for !p.atEnd() && !isSpace(p.src[p.pos]) && p.src[p.pos] != closer && strings.IndexByte(",={}\"", p.src[p.pos]) < 0 {
		p.pos++
	}
}

// brokenKey returns the offset of the comma that ends a key containing spaces or quotes, such as "a
// b,". It returns 0 if no comma follows the key.
func (p *parser) brokenKey(at int, closer byte) int {
	for ; at < len(p.src) && strings.IndexByte("={}\n\r", p.src[at]) < 0 && p.src[at] != closer; at++ {
		if p.src[at] == ',' {
			return at
		}
	}
	return 0
}

// fieldList reads fields up to and including the closing delimiter.
func (p *parser) fieldList(e *Entry, closer byte) bool {
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
			p.field(e)
		default:
			p.flaw(p.pos, flawNoField, p.src[p.pos:p.pos+1])
			p.junk(closer)
		}
	}
}

// field reads one field of e and the comma after it.
func (p *parser) field(e *Entry) {
	name := p.name()
	p.named = false
	value, closed := p.assignment(name)
	f := Field{Name: p.fold(name), name: e.relative(name), value: e.relative(value), hasMacro: p.named}
	p.fields = append(p.fields, f)
	if !closed {
		return
	}
	p.skipBlank()
	switch c := p.peek(); {
	case c == ',':
		p.pos++
	case nameBytes[c]:
		p.flaw(value.End, flawComma, f.Name)
	}
}

// assignment reads "= value" after a field name. It returns false if the value is not closed.
func (p *parser) assignment(name Span) (value Span, closed bool) {
	p.skipBlank()
	if p.peek() != '=' {
		p.flaw(name.Start, flawNoValue, p.fold(name))
		p.pos = name.End
		return Span{name.End, name.End}, true
	}
	p.pos++
	return p.value()
}

// value reads the value of a field, which consists of pieces joined by "#". A piece is a group in
// braces, a quoted string, a number or a macro. A missing piece ends the value.
func (p *parser) value() (v Span, closed bool) {
	v = Span{p.pos, p.pos}
	for first := true; ; first = false {
		before := p.pos
		p.skipBlank()
		if c := p.peek(); c != '{' && c != '"' && !nameBytes[c] {
			p.flaw(before, flawMissing, "")
			p.pos = before
			return Span{v.Start, before}, true
		}
		if first {
			v.Start = p.pos
		}
		if !p.piece() {
			v.End = p.trim(v.Start, p.pos)
			p.flaw(v.Start, flawOpenValue, "")
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
	name := p.name()
	p.named = p.named || !isNumber(p.src[name.Start:name.End])
	return true
}

// junk skips at least one byte, then whole groups to the next comma, closing delimiter or command.
func (p *parser) junk(closer byte) {
	for {
		c := p.src[p.pos]
		p.pos++
		p.uneven = p.uneven || c == '}'
		if c == '{' && !p.group('}') || p.atEnd() {
			return
		}
		if c = p.peek(); c == ',' || c == closer || p.startsCommand() {
			return
		}
	}
}
