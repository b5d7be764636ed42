package keyword

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A shelf is a Source over a few papers. It represents sets of papers as bits.
type shelf struct {
	papers []stored
	asked  []string // the leaves evaluated, in order
	fails  bool
}

type stored struct {
	text, author string
	year         int
}

type bits uint64

var errShelf = errors.New("the shelf fell down")

func (s *shelf) pick(asked string, match func(stored) bool) (set bits, err error) {
	s.asked = append(s.asked, asked)
	if s.fails {
		return 0, errShelf
	}
	for i, p := range s.papers {
		if match(p) {
			set |= 1 << i
		}
	}
	return set, nil
}

func (s *shelf) All(context.Context) (bits, error) {
	return s.pick("all", func(stored) bool { return true })
}

// Phrase returns wrong results outside among, which the contract permits.
func (s *shelf) Phrase(_ context.Context, words []string, among *bits) (bits, error) {
	set, err := s.pick(joined(words), func(p stored) bool { return matches(Phrase{Words: words}, p) })
	if among != nil {
		set |= ^*among & (1<<len(s.papers) - 1)
	}
	return set, err
}

// Words also returns wrong results outside among.
func (s *shelf) Words(_ context.Context, words Words, among *bits) (bits, error) {
	set, err := s.pick(words.String(), func(p stored) bool { return matches(words, p) })
	if among != nil {
		set |= ^*among & (1<<len(s.papers) - 1)
	}
	return set, err
}

func (s *shelf) Years(_ context.Context, from, to int) (bits, error) {
	years := Years{From: from, To: to}
	return s.pick(years.String(), func(p stored) bool { return matches(years, p) })
}

func (s *shelf) Field(_ context.Context, field Field) (bits, error) {
	return s.pick(field.String(), func(p stored) bool { return matches(field, p) })
}

func (*shelf) And(a, b bits) bits    { return a & b }
func (*shelf) Or(a, b bits) bits     { return a | b }
func (*shelf) AndNot(a, b bits) bits { return a &^ b }
func (*shelf) Empty(a bits) bool     { return a == 0 }

// matches defines the expected meaning of each node, for one paper.
func matches(e Expr, p stored) bool {
	matched := func(operand Expr) bool { return matches(operand, p) }
	switch e := e.(type) {
	case And:
		return !slices.ContainsFunc(e.Operands, func(operand Expr) bool { return !matched(operand) })
	case Or:
		return slices.ContainsFunc(e.Operands, matched)
	case Not:
		return !matched(e.Operand)
	case Phrase:
		return strings.Contains(" "+p.text+" ", " "+joined(e.Words)+" ")
	case Words:
		has := strings.Fields(p.text)
		return !slices.ContainsFunc(e.Words, func(w string) bool { return !slices.Contains(has, w) })
	case Years:
		return p.year >= e.From && (e.To == 0 || p.year <= e.To)
	case Field:
		return e.Name == "author" && joined(e.Words) == p.author
	}
	return true
}

var (
	someWord   = rapid.SampledFrom([]string{"x", "y", "z"})
	someAuthor = rapid.SampledFrom([]string{"gu", "knuth"})
	someYear   = rapid.IntRange(2010, 2014)
)

func drawPaper(t *rapid.T) stored {
	words := rapid.SliceOfN(someWord, 0, 6).Draw(t, "text")
	return stored{joined(words), someAuthor.Draw(t, "author"), someYear.Draw(t, "year")}
}

// drawTree also draws trees that no query can express, since a Source may receive any tree.
func drawTree(t *rapid.T, depth int) Expr {
	kind := rapid.IntRange(0, 6).Draw(t, "kind")
	if depth == 0 {
		kind %= 3
	}
	switch kind {
	case 6:
		return Words{Words: rapid.SliceOfN(someWord, 1, 3).Draw(t, "words")}
	case 0:
		return Phrase{Words: rapid.SliceOfN(someWord, 1, 3).Draw(t, "words")}
	case 1:
		from := someYear.Draw(t, "from")
		return Years{From: from, To: rapid.IntRange(from, 2014).Draw(t, "to")}
	case 2:
		return Field{Name: "author", Words: []string{someAuthor.Draw(t, "name")}}
	case 3:
		return Not{Operand: drawTree(t, depth-1)}
	}
	operands := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Expr { return drawTree(t, depth-1) }), 2, 4).Draw(t, "operands")
	if kind == 4 {
		return And{Operands: operands}
	}
	return Or{Operands: operands}
}

func TestEvalFindsWhatReadingEveryPaperFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		papers := rapid.SliceOfN(rapid.Custom(drawPaper), 0, 12).Draw(t, "papers")
		e := drawTree(t, 3)
		got, err := Eval(t.Context(), e, Source[bits](&shelf{papers: papers}))
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range papers {
			if found := got>>i&1 == 1; found != matches(e, p) {
				t.Fatalf("%s: paper %d %+v found: %v", outline(e), i, p, found)
			}
		}
	})
}

func TestEvalAsksTheCheapestFirst(t *testing.T) {
	papers := []stored{{"x y z", "gu", 2010}, {"y z", "knuth", 2012}}
	for _, test := range []struct {
		name, source string
		asked        []string
	}{
		{"the empty query", "", []string{"all"}},
		{"years and fields, then phrases by length, negatives last", "-z; x y z; x; year:2010; author:gu",
			[]string{"year:2010", "author:gu", "x", "x y z", "z"}},
		{"a negative needs no set of all papers beside a positive", "-knuth; x", []string{"x", "knuth"}},
		{"a query of only negatives does, once", "-x; -y", []string{"all", "x", "y"}},
		{"nothing more once nothing is left", "x y; 1999..2000; z", []string{"1999..2000"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			e, _ := Parse(test.source)
			src := &shelf{papers: papers}
			if _, err := Eval(t.Context(), e, Source[bits](src)); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.asked, src.asked); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEvalHandsOnWhatWentWrong(t *testing.T) {
	e, _ := Parse("x | y; -z")
	if _, err := Eval(t.Context(), e, Source[bits](&shelf{fails: true})); !errors.Is(err, errShelf) {
		t.Errorf("got %v, want the source's error", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	src := &shelf{}
	if _, err := Eval(cancelled, e, Source[bits](src)); !errors.Is(err, context.Canceled) || len(src.asked) > 0 {
		t.Errorf("got %v after asking for %q, want a cancelled evaluation to stop", err, src.asked)
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		Parse("NLP; machine learning | NMT; 2020..2022; -survey; author:Knuth")
	}
}
