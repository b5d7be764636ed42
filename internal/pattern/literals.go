package pattern

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// literals holds strings such that every match of an expression, or of a part of it, contains one
// of them.
type literals struct {
	any   []string // literals; empty if unknown
	exact bool     // the part matches nothing else, so literals of the next part can be appended
	fold  bool     // ignore case
}

// edge marks the start and the end of a text, so that anchors count as literals.
const edge = "\x00"

// maxLiterals is the maximum number of literals that are worth searching for.
const maxLiterals = 512

// requiredBy returns the literals of an expression, in ascending order.
func requiredBy(expr string) literals {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return literals{}
	}
	t := required(re)
	if slices.Contains(t.any, "") {
		return literals{}
	}
	if t.fold {
		for i, s := range t.any {
			t.any[i] = lower(s)
		}
	}
	slices.Sort(t.any)
	t.any = slices.Compact(t.any)
	return t
}

// required returns the literals of a part of an expression.
func required(re *syntax.Regexp) literals {
	switch re.Op {
	case syntax.OpLiteral:
		return literal(re)
	case syntax.OpCharClass:
		return class(re)
	case syntax.OpEmptyMatch, syntax.OpWordBoundary, syntax.OpNoWordBoundary, syntax.OpBeginLine, syntax.OpEndLine:
		return nothing()
	case syntax.OpBeginText, syntax.OpEndText:
		return literals{any: []string{edge}, exact: true}
	case syntax.OpCapture:
		return required(re.Sub[0])
	case syntax.OpQuest:
		if t := required(re.Sub[0]); t.exact {
			t.any = append(slices.Clip(t.any), "")
			return t
		}
	case syntax.OpPlus:
		return required(re.Sub[0]).inexact()
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0]).inexact()
		}
	case syntax.OpConcat:
		return sequence(re.Sub)
	case syntax.OpAlternate:
		return anyOf(re.Sub)
	}
	return literals{}
}

func (t literals) inexact() literals {
	t.exact = false
	return t
}

// literal returns the literal of a literal part. It returns none for non-ASCII text if case is
// ignored, or for the replacement character, which also matches invalid UTF-8.
func literal(re *syntax.Regexp) literals {
	s, fold := string(re.Rune), re.Flags&syntax.FoldCase != 0
	if slices.Contains(re.Rune, utf8.RuneError) || fold && strings.ContainsFunc(s, notASCII) {
		return literals{}
	}
	return literals{[]string{s}, true, fold}
}

func notASCII(r rune) bool { return r > unicode.MaxASCII }

// maxClass is the maximum size of a character class that is enumerated.
const maxClass = 10

func class(re *syntax.Regexp) literals {
	t := literals{exact: true}
	for i := 0; i < len(re.Rune); i += 2 {
		for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
			if len(t.any) == maxClass || r == utf8.RuneError {
				return literals{}
			}
			t.any = append(t.any, string(r))
		}
	}
	return t
}

// anyOf returns the union of the alternatives' literals.
func anyOf(alternatives []*syntax.Regexp) literals {
	all := literals{exact: true}
	for _, sub := range alternatives {
		t := required(sub)
		if len(t.any) == 0 || len(all.any)+len(t.any) > maxLiterals {
			return literals{}
		}
		all.any, all.exact, all.fold = append(all.any, t.any...), all.exact && t.exact, all.fold || t.fold
	}
	return all
}

// sequence returns the literals that are cheapest to search: those of one part, or of a run of
// exact parts.
func sequence(parts []*syntax.Regexp) (best literals) {
	run := nothing()
	for _, sub := range parts {
		t := required(sub)
		if part := repeated(sub); part.exact { // ends a run and begins the next
			best, run = better(best, run.then(part)), part
			continue
		}
		if !t.exact {
			best, run = better(better(best, run), t), nothing()
			continue
		}
		if len(run.any)*len(t.any) > maxLiterals {
			best, run = better(best, run), nothing()
		}
		run = run.then(t)
	}
	if best.any == nil {
		return run
	}
	return better(best, run).inexact()
}

// nothing returns the literals of the empty expression.
func nothing() literals { return literals{any: []string{""}, exact: true} }

// repeated returns the literals of an expression that is repeated at least once.
func repeated(re *syntax.Regexp) literals {
	if re.Op == syntax.OpPlus || re.Op == syntax.OpRepeat && re.Min > 0 {
		return required(re.Sub[0])
	}
	return literals{}
}

// then appends each literal of t to each literal of the run.
func (run literals) then(t literals) literals {
	var all []string
	for _, first := range run.any {
		for _, second := range t.any {
			if strings.HasSuffix(first, edge) {
				second = strings.TrimPrefix(second, edge) // both anchor the same position
			}
			all = append(all, first+second)
		}
	}
	return literals{all, true, run.fold || t.fold}
}

func better(a, b literals) literals {
	if b.worth() > a.worth() {
		return b
	}
	return a
}

// worth rates literals: few and long ones are better.
func (t literals) worth() float64 {
	if len(t.any) == 0 {
		return -1
	}
	least := len(t.any[0])
	for _, s := range t.any {
		least = min(least, len(s))
	}
	return float64(min(least, 5)) - float64(len(t.any))/(2*maxLiterals)
}

// lower folds ASCII letters only.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}
