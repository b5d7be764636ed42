package engine

import (
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Clean returns a copy of p without invisible characters that a program may interpret (see [text.Clean]).
// If p contains none, Clean returns p itself.
func Clean(p *Paper) *Paper {
	c := cleaner{}
	clean := c.paper(*p)
	if !c.changed {
		return p
	}
	return &clean
}

type cleaner struct{ changed bool }

func (c *cleaner) string(s string) string {
	if text.IsClean(s) {
		return s
	}
	c.changed = true
	return text.Clean(s)
}

// paper returns a cleaned copy of p. It leaves the ID as it is, since callers use it to look up the record.
func (c *cleaner) paper(p Paper) Paper {
	for _, s := range []*string{
		&p.Key, &p.Title, &p.Abstract, &p.Venue, &p.DOI, &p.ArXiv, &p.URL, &p.License,
		&p.OpenAlex, &p.Volume, &p.Issue, &p.Pages, &p.Publisher,
	} {
		*s = c.string(*s)
	}
	p.Authors = c.authors(p.Authors)
	p.Body, p.References = c.body(p.Body), c.references(p.References)
	return p
}

func (c *cleaner) authors(all []Author) []Author {
	return cleaned(c, all, func(a Author) Author { return Author{Given: c.string(a.Given), Family: c.string(a.Family)} })
}

func (c *cleaner) references(all []Reference) []Reference {
	return cleaned(c, all, func(r Reference) Reference {
		r.Title, r.Venue, r.DOI, r.Authors = c.string(r.Title), c.string(r.Venue), c.string(r.DOI), c.authors(r.Authors)
		r.OpenAlex = c.string(r.OpenAlex)
		r.Contexts = cleaned(c, r.Contexts, c.string)
		return r
	})
}

func (c *cleaner) body(all []Section) []Section {
	return cleaned(c, all, func(s Section) Section {
		s.Title = c.string(s.Title)
		s.Paragraphs = cleaned(c, s.Paragraphs, func(p Paragraph) Paragraph { return cleaned(c, p, c.sentence) })
		return s
	})
}

// sentence cleans the text of a sentence and adjusts the citation spans.
func (c *cleaner) sentence(s Sentence) Sentence {
	if text.IsClean(s.Text) {
		return s
	}
	c.changed = true
	at := func(offset int) int { return len(text.Clean(s.Text[:min(max(offset, 0), len(s.Text))])) }
	clean := Sentence{Text: text.Clean(s.Text)}
	for _, cite := range s.Cites {
		if moved := (CiteSpan{Start: at(cite.Start), End: at(cite.End), Reference: cite.Reference}); moved.Start < moved.End {
			clean.Cites = append(clean.Cites, moved)
		}
	}
	return clean
}

// cleaned returns the cleaned elements of a slice. It copies the slice only if an element changes, since
// records are shared.
func cleaned[S ~[]E, E any](c *cleaner, all S, clean func(E) E) S {
	before := c.changed
	var copied S
	for i, e := range all {
		c.changed = false
		now := clean(e)
		if c.changed && copied == nil {
			copied = slices.Clone(all)
		}
		if c.changed {
			before, copied[i] = true, now
		}
	}
	c.changed = before
	if copied == nil {
		return all
	}
	return copied
}
