package memory

import (
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Passing returns the indexes of the papers that match the request's expression and years.
func Passing(ctx context.Context, papers []*engine.Paper, req engine.Request) (numbers []int, err error) {
	set, err := keyword.Eval(ctx, req.Expr, keyword.Source[papersOf](source(papers)))
	for i, p := range papers {
		if err == nil && set[i] && (!req.Years.Bounded() || within(p.Year, req.Years.From, req.Years.To)) {
			numbers = append(numbers, i)
		}
	}
	return numbers, err
}

// within reports whether a year is in a range. It returns false for an unknown year.
func within(year, from, to int) bool { return year != 0 && year >= from && (to == 0 || year <= to) }

// papersOf is a set of papers. It has one membership flag per paper of the source.
type papersOf []bool

// A source evaluates keywords by a linear scan of the papers.
type source []*engine.Paper

func (s source) where(match func(*engine.Paper) bool) papersOf {
	set := make(papersOf, len(s))
	for i, p := range s {
		set[i] = match(p)
	}
	return set
}

// All implements keyword.Source.
func (s source) All(context.Context) (papersOf, error) {
	return s.where(func(*engine.Paper) bool { return true }), nil
}

// Years implements keyword.Source.
func (s source) Years(_ context.Context, from, to int) (papersOf, error) {
	return s.where(func(p *engine.Paper) bool { return within(p.Year, from, to) }), nil
}

// Phrase implements keyword.Source.
func (s source) Phrase(_ context.Context, words []string, _ *papersOf) (papersOf, error) {
	phrase := text.NewPhrase(strings.Join(words, " "))
	return s.where(func(p *engine.Paper) bool { return inText(p, phrase.In) || inBody(p, phrase.In) }), nil
}

// Words implements keyword.Source.
func (s source) Words(_ context.Context, words keyword.Words, _ *papersOf) (papersOf, error) {
	phrase := strings.Join(words.Words, " ")
	if words.Anywhere {
		wanted := text.Terms(phrase)
		return s.where(func(p *engine.Paper) bool {
			return len(wanted) > 0 && containsAll(text.Terms(p.Title+"\n\n"+p.Abstract), wanted)
		}), nil
	}
	near := text.NewNear(phrase)
	return s.where(func(p *engine.Paper) bool { return inText(p, near.In) }), nil
}

// Field implements keyword.Source.
func (s source) Field(_ context.Context, field keyword.Field) (papersOf, error) {
	value := strings.Join(field.Words, " ")
	return s.where(func(p *engine.Paper) bool { return matchesField(p, field, value) }), nil
}

func matchesField(p *engine.Paper, field keyword.Field, value string) bool {
	switch field.Name {
	case "author":
		return matchesWords(tokens(names(p)), tokens(value), field.Begins)
	case "title":
		if field.Begins {
			return matchesWords(tokens(p.Title), tokens(value), true)
		}
		return text.NewPhrase(value).In(p.Title)
	case "venue":
		if field.Begins {
			return matchesWords(text.Stems(p.Venue), tokens(value), true)
		}
		return matchesWords(text.Stems(p.Venue), text.Stems(value), false)
	}
	id, wanted := text.Fold(map[string]string{"doi": p.DOI, "arxiv": p.ArXiv, "key": p.Key}[field.Name]), text.Fold(value)
	return id != "" && (id == wanted || field.Begins && strings.HasPrefix(id, wanted))
}

func names(p *engine.Paper) string {
	var all []string
	for _, a := range p.Authors {
		all = append(all, a.Given, a.Family)
	}
	return strings.Join(all, " ")
}

func tokens(s string) (all []string) {
	for _, token := range text.Tokens(s) {
		all = append(all, token.Text)
	}
	return all
}

// matchesWords reports whether words contains all wanted words. If begins is set, the last wanted
// word is a prefix.
func matchesWords(words, wanted []string, begins bool) bool {
	if len(wanted) == 0 || !begins {
		return len(wanted) > 0 && containsAll(words, wanted)
	}
	last := wanted[len(wanted)-1]
	return containsAll(words, wanted[:len(wanted)-1]) &&
		slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(word, last) })
}

func containsAll(words, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(word string) bool { return !slices.Contains(words, word) })
}

func inText(p *engine.Paper, in func(string) bool) bool { return in(p.Title) || in(p.Abstract) }

func inBody(p *engine.Paper, in func(string) bool) bool {
	for _, section := range p.Body {
		if in(section.Title) {
			return true
		}
		for _, paragraph := range section.Paragraphs {
			if slices.ContainsFunc(paragraph, func(s engine.Sentence) bool { return in(s.Text) }) {
				return true
			}
		}
	}
	return false
}

// And implements keyword.Source.
func (source) And(a, b papersOf) papersOf { return both(a, b, func(x, y bool) bool { return x && y }) }

// Or implements keyword.Source.
func (source) Or(a, b papersOf) papersOf { return both(a, b, func(x, y bool) bool { return x || y }) }

// AndNot implements keyword.Source.
func (source) AndNot(a, b papersOf) papersOf {
	return both(a, b, func(x, y bool) bool { return x && !y })
}

// Empty implements keyword.Source.
func (source) Empty(a papersOf) bool { return !slices.Contains(a, true) }

func both(a, b papersOf, join func(x, y bool) bool) papersOf {
	for i := range a {
		a[i] = join(a[i], b[i])
	}
	return a
}
