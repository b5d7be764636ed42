package pattern

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// literals describes the texts that an expression, or a part of it, can match: every match contains
// at least one of the strings in any.
type literals struct {
	any   []string // required strings; empty if none are known
	exact bool     // whether the part matches only these strings, so that strings of the next part can be appended
	fold  bool     // whether case is ignored
}

// edge represents the start and the end of a text, so that an anchor such as ^ is a required
// string, too.
const edge = "\x00"

// maxLiterals is the maximum number of required strings of an expression. Searching for more would
// be slower than matching.
const maxLiterals = 512

// requiredBy returns the required strings of an expression in ascending order. It returns none if
// the empty string is one of them.
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

// required returns the required strings of a part of an expression.
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

// literal returns the string that a literal part matches. It returns none for the replacement
// character, which also matches invalid UTF-8, and for non-ASCII text without regard to case.
func literal(re *syntax.Regexp) literals {
	s, fold := string(re.Rune), re.Flags&syntax.FoldCase != 0
	if slices.Contains(re.Rune, utf8.RuneError) || fold && strings.ContainsFunc(s, notASCII) {
		return literals{}
	}
	return literals{[]string{s}, true, fold}
}

func notASCII(r rune) bool { return r > unicode.MaxASCII }

// maxClass is the maximum number of characters in a class for which each character is a required
// string.
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

// anyOf returns the required strings of all alternatives, or none if one alternative has none.
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

// sequence returns the required strings of consecutive parts. It chooses those that are cheapest to
// search for: the strings of one part, or of adjacent exact parts joined.
func sequence(parts []*syntax.Regexp) (best literals) {
	run := nothing()
	for _, sub := range parts {
		t := required(sub)
		if part := repeated(sub); part.exact { // a repeated part ends one run of exact parts and starts the next
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

// nothing returns the only string that an empty expression matches.
func nothing() literals { return literals{any: []string{""}, exact: true} }

// repeated returns the required strings of the part that re repeats at least once, or none if re
// repeats no part.
func repeated(re *syntax.Regexp) literals {
	if re.Op == syntax.OpPlus || re.Op == syntax.OpRepeat && re.Min > 0 {
		return required(re.Sub[0])
	}
	return literals{}
}

// then appends each string of t to each string of run.
func (run literals) then(t literals) literals {
	var all []string
	for _, first := range run.any {
		for _, second := range t.any {
			if strings.HasSuffix(first, edge) {
				second = strings.TrimPrefix(second, edge) // both strings refer to the same end of the text
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

// worth rates required strings. A few long strings are better than many short ones.
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

// lower converts ASCII letters to lower case and leaves all others unchanged.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}
