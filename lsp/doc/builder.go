package doc

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Builder is what a scanner reports to, from the start of a text to its end.
// It cuts paragraphs into sentences and keeps where each stands in the source.
type Builder struct {
	m       Manuscript
	section int

	open       bool // a paragraph has begun
	start, end int  // its span so far
	prose      strings.Builder
	from, to   []int // the source range that each byte of prose stands for
}

// Prose adds running text, which stands for a range of the source. A range of
// the same length stands byte for byte.
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

// Touch makes a range of the source part of the current paragraph although
// nothing of it is running text.
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
	prose := b.prose.String()
	for _, span := range text.Sentences(prose) {
		source := Span{b.from[span.Start], b.to[span.End-1]}
		if n := len(b.m.Sentences); n > 0 && source.Start < b.m.Sentences[n-1].End {
			source.Start = b.m.Sentences[n-1].End
		}
		clean := strings.Join(strings.Fields(prose[span.Start:span.End]), " ")
		b.m.Sentences = append(b.m.Sentences, Sentence{Span: source, Text: clean, Section: b.section, Paragraph: len(b.m.Paragraphs)})
	}
	b.m.Paragraphs = append(b.m.Paragraphs, Span{b.start, b.end})
	b.open = false
	b.end = 0
	b.prose.Reset()
	b.from, b.to = b.from[:0], b.to[:0]
}

// Heading ends the current section; at is where the heading begins.
func (b *Builder) Heading(at int) {
	b.Break()
	b.m.Headings = append(b.m.Headings, at)
	b.section++
}

// Mask says that no sentence can be inserted inside a range.
func (b *Builder) Mask(start, end int) {
	if start < end {
		b.m.Masked = append(b.m.Masked, Span{start, end})
	}
}

// Code says that what stands in a range cites nothing, and that no sentence can
// be inserted inside.
func (b *Builder) Code(start, end int) {
	b.Mask(start, end)
	if start < end {
		b.m.Code = append(b.m.Code, Span{start, end})
	}
}

// CiteAside adds a citation that is no part of the running text.
func (b *Builder) CiteAside(c Citation) {
	c.Aside = true
	b.m.Citations = append(b.m.Citations, c)
}

// Cite adds a citation as part of the running text.
func (b *Builder) Cite(c Citation) {
	b.Prose(CiteMark, c.Start, c.End)
	b.Mask(c.Start, c.End)
	b.m.Citations = append(b.m.Citations, c)
}

// Comment adds a comment whose text is body, itself a range of the source. It
// is a directive where it begins with "scilit:".
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
	})
}

const directiveName = "scilit:"

// Manuscript returns what was found. The scanner may fill in what is not said
// in running text.
func (b *Builder) Manuscript() *Manuscript {
	b.Break()
	slices.SortStableFunc(b.m.Masked, func(x, y Span) int { return x.Start - y.Start })
	slices.SortStableFunc(b.m.Code, func(x, y Span) int { return x.Start - y.Start })
	slices.SortStableFunc(b.m.Citations, func(x, y Citation) int { return x.Start - y.Start })
	return &b.m
}

// Found gives the scanner the manuscript to fill in while it goes.
func (b *Builder) Found() *Manuscript { return &b.m }

// Open reports whether a paragraph has begun.
func (b *Builder) Open() bool { return b.open }
