package doc

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Builder collects the findings of a scanner that reads a text from start to end. It splits
// paragraphs into sentences and maps each sentence to its range in the source.
type Builder struct {
	m       Manuscript
	section int

	open       bool // a paragraph has begun
	start, end int  // range of the paragraph so far
	prose      strings.Builder
	from, to   []int // start and end of the source range that each byte of prose represents
	hung       []attachment
	followed   []attachment
}

// An attachment is source text that belongs to the prose before it, such as a footnote.
type attachment struct {
	prose int // length of the prose before the attachment
	end   int // end of the attachment in the source
}

// Prose adds running text that represents a range of the source. If the text and the range have the
// same length, they correspond byte for byte.
func (b *Builder) Prose(s string, start, end int) {
	b.Touch(start, end)
	b.prose.WriteString(s)
	exact := len(s) == end-start
	for i := range len(s) {
		if exact {
			b.from, b.to = append(b.from, start+i), append(b.to, start+i+1)
			continue
		}
		b.from, b.to = append(b.from, start), append(b.to, end)
	}
}

// Touch extends the current paragraph to include a range of the source that has no running text.
func (b *Builder) Touch(start, end int) {
	if !b.open {
		b.open, b.start = true, start
	}
	b.end = max(b.end, end)
}

// Break ends the current paragraph.
func (b *Builder) Break() {
	if !b.open {
		return
	}
	b.cutSentences(b.prose.String())
	b.m.Paragraphs = append(b.m.Paragraphs, Span{b.start, b.end})
	b.m.Prose = append(b.m.Prose, proseOf(b.prose.String(), b.from, b.to))
	b.open = false
	b.end = 0
	b.prose.Reset()
	b.from, b.to = b.from[:0], b.to[:0]
	b.hung, b.followed = b.hung[:0], b.followed[:0]
}

func (b *Builder) cutSentences(prose string) {
	spans := text.Sentences(prose)
	for i, span := range spans {
		s := b.sentence(prose[span.Start:span.End], Span(span), i == len(spans)-1)
		for len(b.hung) > 0 && b.hung[0].prose <= span.End {
			if b.hung[0].prose == span.End {
				s.Tail = max(s.Tail, b.hung[0].end)
			}
			b.hung = b.hung[1:]
		}
		b.m.Sentences = append(b.m.Sentences, s)
	}
}

// sentence returns the sentence at a span of the prose. If the last sentence of a paragraph lacks a
// full stop, the sentence includes attached text that follows it.
func (b *Builder) sentence(printed string, span Span, last bool) Sentence {
	source := Span{b.from[span.Start], b.to[span.End-1]}
	if n := len(b.m.Sentences); n > 0 && source.Start < b.m.Sentences[n-1].Tail {
		source.Start = b.m.Sentences[n-1].Tail
	}
	ending := endingOf(printed)
	lack := ending.lack(len(printed))
	if last && lack != LacksNothing {
		for _, f := range b.followed {
			if f.prose > span.End || f.prose == span.End && f.end > source.End {
				source.End, lack = max(source.End, f.end), LacksStop
			}
		}
	}
	source.End = max(source.Start, source.End)
	s := Sentence{
		Span: source, Stop: source.End, Tail: source.End, Lacks: lack, Section: b.section,
		Paragraph: len(b.m.Paragraphs),
	}
	if ending.stop < len(printed) {
		s.Stop = max(source.Start, b.from[span.Start+ending.stop])
	}
	s.Text = clipped(strings.Join(strings.Fields(printed), " "))
	return s
}

// maxSentence is the maximum size of a sentence's text, in bytes. Longer texts would make searches
// of large .bib files too slow.
const maxSentence = 4000

// clipped returns the last maxSentence bytes of a text, which are the closest to the cursor.
func clipped(s string) string {
	if len(s) <= maxSentence {
		return s
	}
	s = s[len(s)-maxSentence:]
	for len(s) > 0 && !utf8.RuneStart(s[0]) {
		s = s[1:]
	}
	return s
}

// Heading ends the current section at the start of a heading.
func (b *Builder) Heading(at int) {
	b.Break()
	b.m.Headings = append(b.m.Headings, at)
	b.section++
}

// Mask marks a range in which no sentence can be inserted.
func (b *Builder) Mask(start, end int) {
	if start < end {
		b.m.Masked = append(b.m.Masked, Span{start, end})
	}
}

// Code marks a range without citations, in which no sentence can be inserted.
func (b *Builder) Code(start, end int) {
	b.Mask(start, end)
	if start < end {
		b.m.Code = append(b.m.Code, Span{start, end})
	}
}

// CiteAside adds a citation that is outside the running text.
func (b *Builder) CiteAside(c Citation) {
	c.Aside = true
	b.m.Citations = append(b.m.Citations, c)
}

// Hang attaches a note to the text before it. The note belongs to the preceding sentence even if it
// comes after the full stop.
func (b *Builder) Hang(start, end int) {
	b.Touch(start, end)
	b.Mask(start, end)
	b.m.Notes = append(b.m.Notes, Span{start, end})
	b.hung = append(b.hung, attachment{len(strings.TrimRight(b.prose.String(), " \t\r\n")), end})
}

// CiteAfterStop adds a citation that follows the full stop of its sentence.
func (b *Builder) CiteAfterStop(c Citation) {
	c.AfterStop = true
	b.Hang(c.Start, c.End)
	b.m.Citations = append(b.m.Citations, c)
}

// AtStop reports whether the running text so far ends with the end of a sentence. If glued is set,
// white space after the full stop is not allowed.
func (b *Builder) AtStop(glued bool) bool {
	prose := b.prose.String()
	if !glued {
		prose = strings.TrimRight(prose, " \t\r\n")
	}
	e := endingOf(prose[max(0, len(prose)-longestEnding):])
	return b.open && e.ends && !e.shortened
}

// Skip adds a range that is printed but is not running text, such as mathematics. A sentence
// without a full stop extends to the end of the range.
func (b *Builder) Skip(start, end int) {
	b.Prose(" ", start, end)
	b.Follow(end)
}

// Follow attaches the source up to end to the text before it.
func (b *Builder) Follow(end int) {
	if b.open {
		b.followed = append(b.followed, attachment{b.prose.Len(), end})
	}
}

// Group adds a formatted range.
func (b *Builder) Group(g Group) { b.m.Groups = append(b.m.Groups, g) }

// Quote adds a range that the markup marks as a quotation.
func (b *Builder) Quote(start, end int) { b.m.Quoted = append(b.m.Quoted, Span{start, end}) }

// Inset adds a text that is outside the running text, such as a caption.
func (b *Builder) Inset(kind InsetKind, start, end int) {
	b.m.Insets = append(b.m.Insets, Inset{Span{start, end}, kind})
}

// Cite adds a citation as part of the running text.
func (b *Builder) Cite(c Citation) {
	b.Prose(text.CiteMark, c.Start, c.End)
	b.Mask(c.Start, c.End)
	b.m.Citations = append(b.m.Citations, c)
}

// Comment adds a comment, whose text is the range body. The comment is a directive if its text
// begins with "scilit:".
func (b *Builder) Comment(source string, comment, body Span) {
	b.Code(comment.Start, comment.End)
	b.Touch(comment.Start, comment.End)
	raw := source[body.Start:body.End]
	name := strings.TrimLeft(raw, " \t")
	if len(name) < len(directiveName) || !strings.EqualFold(name[:len(directiveName)], directiveName) {
		return
	}
	keywords := name[len(directiveName):]
	start := body.End - len(strings.TrimLeft(keywords, " \t\r\n"))
	end := start + len(strings.TrimSpace(keywords))
	b.m.Directives = append(b.m.Directives, Directive{
		Span: comment, Keywords: Span{start, end}, Text: source[start:end], Paragraph: len(b.m.Paragraphs),
		Line: sharedLine(source, comment),
	})
}

const directiveName = "scilit:"

// Manuscript returns the findings. The scanner may set the fields that do not depend on running
// text.
func (b *Builder) Manuscript() *Manuscript {
	b.Break()
	b.m.Language = cmp.Or(b.m.Language, "en")
	slices.SortStableFunc(b.m.Masked, func(x, y Span) int { return x.Start - y.Start })
	slices.SortStableFunc(b.m.Code, func(x, y Span) int { return x.Start - y.Start })
	slices.SortStableFunc(b.m.Quoted, func(x, y Span) int { return x.Start - y.Start })
	slices.SortStableFunc(b.m.Notes, func(x, y Span) int { return x.Start - y.Start })
	slices.SortStableFunc(b.m.Groups, func(x, y Group) int { return x.Start - y.Start })
	slices.SortStableFunc(b.m.Citations, func(x, y Citation) int { return x.Start - y.Start })
	return &b.m
}

// Partial returns the manuscript under construction.
func (b *Builder) Partial() *Manuscript { return &b.m }

// Open reports whether a paragraph has begun.
func (b *Builder) Open() bool { return b.open }

// An ending describes how the text of a sentence ends.
type ending struct {
	stop int  // start of the final punctuation, or the length of the text if a citation goes after it
	ends bool // the text ends with a full stop, question mark or exclamation mark
	// shortened is set if the final full stop belongs to an abbreviation.
	shortened bool
}

const (
	stops   = ".!?…"
	commas  = ";:,"
	closers = ")]}\"'”’»"
	// longestEnding is the number of final bytes that AtStop examines.
	longestEnding = 32
)

// abbreviation matches abbreviations that can end a sentence.
var abbreviation = regexp.MustCompile(
	`(?i)(?:^|[^\pL])(?:etc|al|e\.g|i\.e|inc|ltd|jr|sr|cf|vs|a\.m|p\.m|u\.s|u\.k|fig|figs|eq|eqs|sec|tab|` +
		`no|pp|vol|ch|co|approx)\.$`,
)

// endingOf determines how a printed text ends. If the sentence is in parentheses, its full stop is
// inside them. Final punctuation in a quotation or an abbreviation is not split off.
func endingOf(printed string) ending {
	bare := strings.TrimRight(printed, stops+commas)
	if len(bare) < len(printed) {
		e := ending{stop: len(bare), ends: strings.ContainsAny(printed[len(bare):], stops)}
		if len(bare)+1 == len(printed) && abbreviation.MatchString(printed[max(0, len(printed)-longestEnding):]) {
			e.stop, e.shortened = len(printed), true
		}
		return e
	}
	open := strings.TrimRight(printed, closers)
	bare = strings.TrimRight(open, stops)
	e := ending{stop: len(printed), ends: len(bare) < len(open)}
	if e.ends && len(open) < len(printed) && strings.HasPrefix(printed, "(") && printed[len(open):] == ")" {
		e.stop = len(bare)
	}
	return e
}

// lack returns the full stop that is missing from a text of the given length, if any.
func (e ending) lack(length int) Lack {
	switch {
	case e.shortened:
		return LacksStopAfterMark
	case !e.ends && e.stop == length:
		return LacksStop
	}
	return LacksNothing
}
