package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A PlainWriter makes the citing sentence from what the paper says of itself:
// a sentence of its abstract or full text in which the authors speak ("We
// propose ...") is turned into one about them ("Martins et al. propose ...");
// no other word is added. A paper that says nothing of that kind is named by
// its title. The zero value is ready for use.
type PlainWriter struct{}

// longestDraft is the most words a citing sentence may have.
const longestDraft = 60

// Write implements Writer.
func (PlainWriter) Write(ctx context.Context, req DraftRequest, n int) ([]Draft, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var drafts []Draft
	for _, made := range plainDrafts(req) {
		if d := nameKeyword(made.Draft, req); len(drafts) < n && saysMore(d, drafts) {
			drafts = append(drafts, d)
		}
	}
	if len(drafts) == 0 {
		drafts = append(drafts, titleDraft(req.Paper))
	}
	return drafts, nil
}

// A scoredDraft is a draft with how well it fits.
type scoredDraft struct {
	Draft
	score float64
}

// plainDrafts are all that may be said of a paper in its own words, the best
// first.
func plainDrafts(req DraftRequest) (all []scoredDraft) {
	if len(req.Paper.Authors) == 0 {
		return nil
	}
	for _, source := range statementSources(req.Paper) {
		s, ok := statementOf(source.Text, len(req.Paper.Authors) == 1)
		if !ok || countWords(s.sentence()) > longestDraft {
			continue
		}
		score := s.score(source, req)
		all = append(all, scoredDraft{Draft{Text: s.sentence(), Textual: true, Evidence: source}, score})
		if fact, ok := s.fact(); ok {
			all = append(all, scoredDraft{Draft{Text: fact, Evidence: source}, score - factPenalty})
		}
	}
	all = slices.DeleteFunc(all, func(d scoredDraft) bool { return d.score <= 0 })
	for i, d := range all {
		if beginning(d.Text) == beginning(req.Follows) {
			all[i].score -= repeatPenalty
		}
	}
	slices.SortStableFunc(all, func(a, b scoredDraft) int { return cmp.Compare(b.score, a.score) })
	return all
}

// beginning is the first word of a draft, or the citation.
func beginning(s string) string {
	first, _, _ := strings.Cut(s, " ")
	return first
}

// saysMore tells whether a draft has enough words of its own beside others.
func saysMore(d Draft, others []Draft) bool {
	terms := termSet(d.Text)
	return !slices.ContainsFunc(others, func(other Draft) bool {
		said := termSet(other.Text)
		return max(overlap(terms, said), overlap(said, terms)) > alike
	})
}

// alike is the share of a sentence's words from which on another that has them
// says nothing else.
const alike = 0.7

// statementSources are the sentences that may hold what the paper says of
// itself: its abstract, and of its full text those that speak of "we".
func statementSources(p *Paper) []Highlight {
	var sources []Highlight
	for i, span := range text.Sentences(p.Abstract) {
		sources = append(sources, Highlight{Text: p.Abstract[span.Start:span.End], Section: abstractSection, Index: i})
	}
	index := 0
	for _, section := range p.Body {
		for _, paragraph := range section.Paragraphs {
			for _, s := range paragraph {
				if len(s.Cites) == 0 && isMatter(section.Title) && speaksOfAuthors(s.Text) {
					sources = append(sources, Highlight{Text: s.Text, Section: section.Title, Index: index})
				}
				index++
			}
		}
	}
	return sources
}

const abstractSection = "Abstract"

func speaksOfAuthors(s string) bool {
	return strings.HasPrefix(s, "We ") || strings.Contains(s, ", we ") || strings.Contains(s, "Here we ")
}

// What makes a statement fit to cite by. Unit: the overlap with the context,
// which is between 0 and 1.
const (
	keywordBonus    = 0.6  // it names a keyword
	abstractBonus   = 0.25 // authors say in the abstract what they want to be known for
	wordPenalty     = 0.01 // for each word over 25
	comfortableSize = 25
	factPenalty     = 0.1 // it leaves out who found it
	repeatPenalty   = 0.4 // it begins as the sentence before it
)

func (s statement) score(source Highlight, req DraftRequest) float64 {
	terms := termSet(source.Text)
	score := s.weight + overlap(termSet(lastOf(req.Context)), terms)
	score += keywordBonus * shareIn(req.Keywords, terms)
	if source.Section == abstractSection {
		score += abstractBonus
	}
	return score - wordPenalty*float64(max(0, countWords(source.Text)-comfortableSize))
}

// titleDraft cites a paper by its title, word by word.
func titleDraft(p *Paper) Draft {
	title := strings.TrimRight(strings.TrimSpace(p.Title), ".")
	evidence := Highlight{Text: p.Title, Section: "Title"}
	if len(p.Authors) == 0 {
		return Draft{Text: "A work to be considered here is “" + title + "” " + Mark + ".", Evidence: evidence}
	}
	return Draft{Text: "A work to be considered here is that of " + Mark + ", “" + title + "”.", Textual: true, Evidence: evidence}
}

// nameKeyword makes the sentence name the first keyword where it does not and
// the paper itself does.
func nameKeyword(d Draft, req DraftRequest) Draft {
	if len(req.Keywords) == 0 || !d.Textual || !strings.HasPrefix(d.Text, Mark) {
		return d
	}
	said := termSet(d.Text)
	about := termSet(req.Paper.Title + ". " + req.Paper.Abstract)
	for _, keyword := range req.Keywords {
		if shareIn([]string{keyword}, said) > 0 {
			return d
		}
	}
	for _, keyword := range req.Keywords {
		if shareIn([]string{keyword}, about) > 0 && countWords(d.Text) < longestDraft-5 {
			d.Text = "In work on " + keyword + ", " + d.Text
			return d
		}
	}
	return d
}

func countWords(s string) int { return len(strings.Fields(s)) }
