package pattern

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A text is of a match: some strings of which a match has one. An exact one is all that a
// part of an expression matches, so that what follows it can be put behind it.
type texts struct {
	some  []string // none where nothing is known
	exact bool
	fold  bool // case makes no difference
}

// edge is put before and behind a text, and is a literal of expressions that begin or end there.
const edge = "\x00"

// maxTexts is how many strings are worth looking for.
const maxTexts = 512

// neededBy finds what a match of an expression needs.
func neededBy(expr string) texts {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return texts{}
	}
	t := needs(re)
	if slices.Contains(t.some, "") {
		return texts{}
	}
	if t.fold {
		for i, s := range t.some {
			t.some[i] = lower(s)
		}
	}
	slices.Sort(t.some)
	t.some = slices.Compact(t.some)
	return t
}

// needs is neededBy of a part.
func needs(re *syntax.Regexp) texts {
	switch re.Op {
	case syntax.OpLiteral:
		return literal(re)
	case syntax.OpCharClass:
		return class(re)
	case syntax.OpEmptyMatch, syntax.OpWordBoundary, syntax.OpNoWordBoundary, syntax.OpBeginLine, syntax.OpEndLine:
		return nothing()
	case syntax.OpBeginText, syntax.OpEndText:
		return texts{some: []string{edge}, exact: true}
	case syntax.OpCapture:
		return needs(re.Sub[0])
	case syntax.OpQuest:
		if t := needs(re.Sub[0]); t.exact {
			t.some = append(slices.Clip(t.some), "")
			return t
		}
	case syntax.OpPlus:
		return needs(re.Sub[0]).inexact()
	case syntax.OpRepeat:
		if re.Min > 0 {
			return needs(re.Sub[0]).inexact()
		}
	case syntax.OpConcat:
		return sequence(re.Sub)
	case syntax.OpAlternate:
		return anyOf(re.Sub)
	}
	return texts{}
}

func (t texts) inexact() texts {
	t.exact = false
	return t
}

// literal is a string. One with letters that fold in other ways than ASCII's is of no use,
// nor one with the character that bytes outside UTF-8 match.
func literal(re *syntax.Regexp) texts {
	s, fold := string(re.Rune), re.Flags&syntax.FoldCase != 0
	if slices.Contains(re.Rune, utf8.RuneError) || fold && strings.ContainsFunc(s, notASCII) {
		return texts{}
	}
	return texts{[]string{s}, true, fold}
}

func notASCII(r rune) bool { return r > unicode.MaxASCII }

// maxClass is how many characters a class may have to be taken one by one.
const maxClass = 10

func class(re *syntax.Regexp) texts {
	t := texts{exact: true}
	for i := 0; i < len(re.Rune); i += 2 {
		for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
			if len(t.some) == maxClass || r == utf8.RuneError {
				return texts{}
			}
			t.some = append(t.some, string(r))
		}
	}
	return t
}

// anyOf needs what one of the alternatives needs.
func anyOf(alternatives []*syntax.Regexp) texts {
	all := texts{exact: true}
	for _, sub := range alternatives {
		t := needs(sub)
		if len(t.some) == 0 || len(all.some)+len(t.some) > maxTexts {
			return texts{}
		}
		all.some, all.exact, all.fold = append(all.some, t.some...), all.exact && t.exact, all.fold || t.fold
	}
	return all
}

// sequence is the best that one of the parts needs, or that several do which follow each
// other.
func sequence(parts []*syntax.Regexp) (best texts) {
	run := nothing()
	for _, sub := range parts {
		t := needs(sub)
		if part := repeated(sub); part.exact { // what comes before it ends with it once, and what follows begins so
			best, run = better(best, run.then(part)), part
			continue
		}
		if !t.exact {
			best, run = better(better(best, run), t), nothing()
			continue
		}
		if len(run.some)*len(t.some) > maxTexts {
			best, run = better(best, run), nothing()
		}
		run = run.then(t)
	}
	if best.some == nil {
		return run
	}
	return better(best, run).inexact()
}

// nothing is what a match of no part has.
func nothing() texts { return texts{some: []string{""}, exact: true} }

// repeated is what an expression matches at least once and perhaps more often.
func repeated(re *syntax.Regexp) texts {
	if re.Op == syntax.OpPlus || re.Op == syntax.OpRepeat && re.Min > 0 {
		return needs(re.Sub[0])
	}
	return texts{}
}

// then is every string of t behind every one of the run.
func (run texts) then(t texts) texts {
	var all []string
	for _, first := range run.some {
		for _, second := range t.some {
			if strings.HasSuffix(first, edge) {
				second = strings.TrimPrefix(second, edge) // it is the same edge
			}
			all = append(all, first+second)
		}
	}
	return texts{all, true, run.fold || t.fold}
}

func better(a, b texts) texts {
	if b.worth() > a.worth() {
		return b
	}
	return a
}

// worth prefers long strings, and few of them.
func (t texts) worth() float64 {
	if len(t.some) == 0 {
		return -1
	}
	least := len(t.some[0])
	for _, s := range t.some {
		least = min(least, len(s))
	}
	return float64(min(least, 5)) - float64(len(t.some))/(2*maxTexts)
}

// lower folds the letters of ASCII alone.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}
