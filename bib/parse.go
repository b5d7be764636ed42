package bib

import (
	"strings"
	"unicode/utf8"
)

const bom = "\uFEFF"

// Parse parses a BibTeX or BibLaTeX source. It never fails; [File.Problems] returns the problems
// found.
func Parse[Source string | []byte](src Source) *File {
	p := newParser(string(src))
	p.reserve()
	p.run()
	return p.finish()
}

func newParser(text string) *parser {
	p := &parser{scanner: scanner{src: text, calm: len(text)}, file: newFile(text), lower: map[string]string{}}
	p.pos = len(text) - len(strings.TrimPrefix(text, bom))
	p.file.safeEnd = p.pos
	if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
		p.flaw(0, flawUTF16, "")
	}
	return p
}

func (p *parser) finish() *File {
	f := p.file
	f.latin1 = !utf8.ValidString(p.src)
	f.adopt(p.fields, p.firstField)
	f.defineMacros()
	return f
}

// reserve allocates memory for an estimated number of entries and fields.
func (p *parser) reserve() {
	limit := len(p.src) / 16
	entries := min(limit, strings.Count(p.src, "@"))
	p.file.Entries = make([]Entry, 0, entries)
	p.firstField = make([]int, 0, entries+1)
	p.fields = make([]Field, 0, min(limit, strings.Count(p.src, "=")))
}

// adopt assigns each entry its file and its fields, which were collected in one slice.
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
	fields     []Field           // fields of all entries
	firstField []int             // index into fields of the first field of each entry
	lower      map[string]string // caches lower-case names
	itemFlaws  int               // number of flaws in the current item
	named      bool              // the current value contains a macro
	meet       *resyncPoint      // where to stop; nil if the whole source is parsed
}

// run reads items until the end of the source, or until the resync point with an older version.
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
		complete := p.item(at, p.fold(name), closer)
		start = p.pos
		if complete && p.meet != nil && p.meet.reached(p) {
			return
		}
	}
	p.text(start, len(p.src))
}

// nextAt moves to the next "@" that is not in a "%" comment.
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

// text records the text between two offsets as a comment, without surrounding white space.
func (p *parser) text(start, end int) {
	for start < end && isSpace(p.src[start]) {
		start++
	}
	if end = p.trim(start, end); start < end {
		p.file.Comments = append(p.file.Comments, Span{start, end})
		p.file.marks.text(p.src[start:end], end)
	}
}

// trim moves end back over white space.
func (p *parser) trim(start, end int) int {
	for start < end && isSpace(p.src[end-1]) {
		end--
	}
	return end
}

// item reads the rest of a command, after its opening delimiter.
func (p *parser) item(at int, name string, closer byte) (complete bool) {
	wasBroken := p.broken
	p.uneven, p.itemFlaws = false, 0
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
	switch {
	case complete:
	case closer == ')':
		p.flaw(at, flawOpenParen, name)
	default:
		p.flaw(at, flawOpenBrace, name)
	}
	p.mark(at, complete, wasBroken)
	switch f := p.file; {
	case wasBroken:
	case p.broken || !complete:
		f.brokenAt = at
	default:
		f.safeEnd, f.brokenAt = p.pos, -1
	}
	return complete
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
	if name := p.name(); name.Start == name.End {
		p.flaw(p.pos, flawNoMacro, "")
	} else {
		m.Name = p.fold(name)
		m.Value, _ = p.assignment(name)
	}
	complete := p.end(closer)
	m.Span = Span{at, p.pos}
	p.file.Strings = append(p.file.Strings, m)
	return complete
}

// Define adds the macros of another file, as BibTeX does for the files of one document. The file's
// own macros take precedence. Define must be called before the values of entries are read.
func (f *File) Define(other *File) {
	for name, text := range other.macros {
		if _, known := f.macros[name]; !known {
			f.macros[name] = text
		}
	}
}

// defineMacros expands macros in the order of their definition.
func (f *File) defineMacros() {
	f.macros = make(map[string]string, len(f.Strings))
	for _, m := range f.Strings {
		text := f.expand(m.Value)
		f.macros[m.Name] = strings.Clone(text[:min(len(text), maxMacro)])
	}
}

// end reads the closing delimiter of a command. It skips unexpected text before it.
func (p *parser) end(closer byte) bool {
	before := p.pos
	p.skipBlank()
	for !p.atEnd() && !p.startsCommand() {
		if p.peek() == closer {
			p.pos++
			return true
		}
		p.flaw(p.pos, flawUnexpected, p.src[p.pos:p.pos+1])
		p.junk(closer)
		p.skipBlank()
	}
	p.pos = p.trim(before, p.pos)
	return false
}

func (p *parser) startsCommand() bool { return p.peek() == '@' && p.commandAtLineStart() }

// fold returns a name in lower case. It caches the results, since most names are repeated.
func (p *parser) fold(s Span) string {
	name := p.src[s.Start:s.End]
	low, ok := p.lower[name]
	if !ok {
		low = strings.ToLower(strings.Clone(name)) // the copy does not keep the source in memory
		p.lower[name] = low
	}
	return low
}
