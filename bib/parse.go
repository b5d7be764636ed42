package bib

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

const bom = "\uFEFF"

// Parse scans a BibTeX or BibLaTeX source. It never fails; see File.Problems.
func Parse(src []byte) *File {
	text := string(src)
	f := newFile(text)
	f.latin1 = !utf8.ValidString(text)
	p := parser{scanner: scanner{src: text}, file: f, lower: map[string]string{}}
	p.reserve()
	p.pos = len(text) - len(strings.TrimPrefix(text, bom))
	f.safeEnd = p.pos
	if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
		p.problem(0, "the file is in UTF-16, which BibTeX cannot read; save it as UTF-8")
	}
	p.run()
	slices.SortStableFunc(f.Problems, func(a, b Problem) int { return a.Offset - b.Offset })
	f.adopt(p.fields, p.firstField)
	return f
}

// reserve makes room for about as many entries and fields as there will be.
func (p *parser) reserve() {
	most := len(p.src) / 16
	entries := min(most, strings.Count(p.src, "@"))
	p.file.Entries = make([]Entry, 0, entries)
	p.file.keys = make(map[string]int, entries)
	p.firstField = make([]int, 0, entries+1)
	p.fields = make([]Field, 0, min(most, strings.Count(p.src, "=")))
}

// adopt gives the entries their fields, which were collected in one slice, and
// the way back to the file.
func (f *File) adopt(fields []Field, first []int) {
	first = append(first, len(fields))
	for i := range f.Entries {
		f.Entries[i].file = f
		f.Entries[i].Fields = fields[first[i]:first[i+1]:first[i+1]]
	}
}

type parser struct {
	scanner
	file       *File
	fields     []Field           // of all entries
	firstField []int             // index into fields, one an entry
	lower      map[string]string // names as written to names in lower case
}

// run takes items until the end; what stands between them is text.
func (p *parser) run() {
	start := p.pos
	for p.nextAt() {
		at := p.pos
		name, closer, ok := p.command()
		if !ok {
			p.pos++
			continue
		}
		p.text(start, at)
		p.item(at, p.fold(name), closer)
		start = p.pos
	}
	p.text(start, len(p.src))
}

// nextAt moves to the next "@" that no "%" hides.
func (p *parser) nextAt() bool {
	for {
		n := strings.IndexAny(p.src[p.pos:], "@%")
		if n < 0 {
			return false
		}
		p.pos += n
		if p.src[p.pos] == '@' {
			return true
		}
		p.skipLine()
	}
}

// text records what is not white space between two offsets as a comment.
func (p *parser) text(start, end int) {
	for start < end && isSpace(p.src[start]) {
		start++
	}
	if end = p.trim(start, end); start < end {
		p.file.Comments = append(p.file.Comments, Span{start, end})
	}
}

// trim moves end back over white space.
func (p *parser) trim(start, end int) int {
	for start < end && isSpace(p.src[end-1]) {
		end--
	}
	return end
}

// item takes the rest of a command whose opening delimiter was just passed.
func (p *parser) item(at int, name string, closer byte) {
	wasBroken := p.broken
	var complete bool
	switch name {
	case "comment":
		complete = p.comment(at, closer)
	case "string":
		complete = p.macro(at, closer)
	case "preamble":
		complete = p.preamble(at, closer)
	default:
		complete = p.entry(at, name, closer)
	}
	if !complete {
		p.problem(at, fmt.Sprintf("this @%s is not closed; add %q at its end", name, closer))
	}
	switch f := p.file; {
	case wasBroken:
	case p.broken || !complete:
		f.brokenAt = at
	default:
		f.safeEnd, f.brokenAt = p.pos, -1
	}
}

func (p *parser) comment(at int, closer byte) bool {
	complete := p.group(closer)
	p.pos = p.trim(at, p.pos)
	p.file.Comments = append(p.file.Comments, Span{at, p.pos})
	return complete
}

func (p *parser) preamble(at int, closer byte) bool {
	value, _ := p.value()
	complete := p.end(closer)
	p.file.Preambles = append(p.file.Preambles, Preamble{Span{at, p.pos}, value})
	return complete
}

func (p *parser) macro(at int, closer byte) bool {
	m := Macro{Value: Span{p.pos, p.pos}}
	p.skipBlank()
	if nameSpan := p.name(); nameSpan.Start == nameSpan.End {
		p.problem(p.pos, "an @string needs a name: @string{name = {text}}")
	} else {
		field, _ := p.assignment(nameSpan)
		m.Name, m.Value = field.Name, field.Value
		p.define(m)
	}
	complete := p.end(closer)
	m.Span = Span{at, p.pos}
	p.file.Strings = append(p.file.Strings, m)
	return complete
}

// define sets a macro to what its value is worth at this place.
func (p *parser) define(m Macro) {
	if _, known := p.file.macros[m.Name]; known && monthMacros()[m.Name] == "" {
		p.problem(m.Value.Start, fmt.Sprintf("the macro %q is defined twice; the last definition counts", m.Name))
	}
	text := p.file.expand(m.Value)
	if len(text) > maxMacro {
		p.problem(m.Value.Start, fmt.Sprintf("the macro %q is too long; it is cut to %d bytes", m.Name, maxMacro))
		text = text[:maxMacro]
	}
	p.file.macros[m.Name] = text
}

// end takes the closing delimiter of a command, and what stands before it
// although it should not.
func (p *parser) end(closer byte) bool {
	before := p.pos
	p.skipBlank()
	for !p.atEnd() && !p.startsCommand() {
		if p.peek() == closer {
			p.pos++
			return true
		}
		p.problem(p.pos, fmt.Sprintf("%q is not expected here; it is skipped", p.peek()))
		p.junk(closer)
		p.skipBlank()
	}
	p.pos = p.trim(before, p.pos)
	return false
}

func (p *parser) startsCommand() bool { return p.peek() == '@' && p.commandAtLineStart() }

// problem records what is wrong at an offset.
func (p *parser) problem(offset int, message string) {
	f := p.file
	if len(f.Problems) >= maxProblems {
		return
	}
	line, column := f.Position(offset)
	f.Problems = append(f.Problems, Problem{offset, line, column, message})
}

// fold returns the text of a name in lower case. Names repeat, so each is
// folded once.
func (p *parser) fold(s Span) string {
	name := p.src[s.Start:s.End]
	low, ok := p.lower[name]
	if !ok {
		low = strings.ToLower(name)
		p.lower[name] = low
	}
	return low
}
