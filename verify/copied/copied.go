// Package copied finds passages of a manuscript that repeat the words of cited works. It compares the
// manuscript only with texts in an engine's corpora.
package copied

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/copying"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// MinWords is the minimum number of consecutive words that count as copied.
const MinWords = 12

// A Work is a cited work.
type Work struct {
	Key string
	Ref engine.WorkRef
}

// A Manuscript is the text to check.
type Manuscript struct {
	Title    string
	Passages []copying.Passage
	Works    []Work // cited works, without duplicates
}

// A Finding is a passage of a manuscript that repeats the words of a cited work.
type Finding struct {
	Passage int          // index into Manuscript.Passages
	Text    copying.Span // range in the passage
	Words   int
	Key     string
	Title   string // title of the work
	Source  string // the corresponding words in the work
	Section string // title of the section in the work, or "abstract"
}

// A Coverage counts the texts that were compared.
type Coverage struct {
	Words    int `json:"words"`    // number of words in the manuscript, including quotations
	Works    int `json:"works"`    // number of cited works
	Compared int `json:"compared"` // number of cited works whose text is known
	FullText int `json:"fullText"` // number of compared works with a full text
}

// Plus returns the sum of two coverages.
func (c Coverage) Plus(other Coverage) Coverage {
	return Coverage{c.Words + other.Words, c.Works + other.Works, c.Compared + other.Compared, c.FullText + other.FullText}
}

func (c Coverage) String() string {
	return fmt.Sprintf("%s compared with %d of %s (%d with full text)", text.Count(c.Words, "word"),
		c.Compared, text.Count(c.Works, "cited work"), c.FullText)
}

// batch is the number of works whose texts are loaded at the same time.
const batch = 64

// Check compares a manuscript with the works it cites. It returns the findings in the order of the text.
// If one finding contains another, it returns only the longer one. progress may be nil.
func Check(ctx context.Context, e *engine.Engine, m Manuscript, progress func(done int)) ([]Finding, Coverage, error) {
	runs := newRuns(m.Title, m.Passages)
	coverage := Coverage{Words: runs.Words(), Works: len(m.Works)}
	var all []Finding
	done := 0
	for works := range slices.Chunk(m.Works, batch) {
		refs := make([]engine.WorkRef, len(works))
		for i, w := range works {
			refs[i] = w.Ref
		}
		papers, err := e.Papers(ctx, refs)
		if err != nil {
			return nil, coverage, err
		}
		for i, p := range papers {
			if err := ctx.Err(); err != nil {
				return nil, coverage, err
			}
			if p != nil && !isSame(p, m.Title) {
				coverage.add(p)
				all = append(all, compare(runs, p, works[i].Key)...)
			}
			if done++; progress != nil {
				progress(done)
			}
		}
	}
	return longest(all), coverage, nil
}

// isSame reports whether a record is probably a version of the manuscript, according to its title.
func isSame(p *paper.Paper, title string) bool {
	return title != "" && paper.NormalTitle(p.Title) == paper.NormalTitle(title)
}

// Compare is like Check, but compares the manuscript with the given papers.
func Compare(title string, passages []copying.Passage, papers []*paper.Paper) (all []Finding) {
	runs := newRuns(title, passages)
	for _, p := range papers {
		all = append(all, compare(runs, p, "")...)
	}
	return longest(all)
}

func newRuns(title string, passages []copying.Passage) *copying.Manuscript {
	return copying.NewManuscript(passages, MinWords, copying.Excuses{Titles: []string{title}})
}

func (c *Coverage) add(p *paper.Paper) {
	if len(p.Body) > 0 {
		c.FullText++
	}
	if len(p.Body) > 0 || strings.TrimSpace(p.Abstract) != "" {
		c.Compared++
	}
}

func compare(runs *copying.Manuscript, p *paper.Paper, key string) (all []Finding) {
	parts, sections := textsOf(p)
	for _, r := range runs.Runs(parts, copying.Excuses{Titles: []string{p.Title}}) {
		all = append(all, Finding{Passage: r.Passage, Text: r.Text, Words: r.Words, Key: key, Title: p.Title,
			Source: parts[r.Part][r.Source.Start:r.Source.End], Section: sections[r.Part]})
	}
	return all
}

// textsOf returns the texts of a paper's abstract and sections, and the names of the sections.
func textsOf(p *paper.Paper) (parts, names []string) {
	if strings.TrimSpace(p.Abstract) != "" {
		parts, names = append(parts, p.Abstract), append(names, "abstract")
	}
	for _, section := range p.Body {
		var b strings.Builder
		for _, paragraph := range section.Paragraphs {
			for _, sentence := range paragraph {
				b.WriteString(sentence.Text)
				b.WriteByte(' ')
			}
		}
		if b.Len() > 0 && !isStatement(section.Title) {
			parts, names = append(parts, b.String()), append(names, cmp.Or(section.Title, "full text"))
		}
	}
	return parts, names
}

// statements lists words in the titles of sections whose wording journals often prescribe.
var statements = []string{"conflict", "competing", "funding", "ethic", "acknowledg", "contribution", "availability",
	"consent", "references"}

func isStatement(title string) bool {
	title = strings.ToLower(title[strings.LastIndexByte(title, '/')+1:])
	return slices.ContainsFunc(statements, func(word string) bool { return strings.Contains(title, word) })
}

// longest sorts findings by position and removes those that another finding contains.
func longest(all []Finding) []Finding {
	slices.SortStableFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Passage, b.Passage), cmp.Compare(a.Text.Start, b.Text.Start),
			cmp.Compare(b.Text.End, a.Text.End))
	})
	kept := all[:0]
	for _, f := range all {
		if n := len(kept); n == 0 || kept[n-1].Passage != f.Passage || kept[n-1].Text.End < f.Text.End {
			kept = append(kept, f)
		}
	}
	return kept
}
