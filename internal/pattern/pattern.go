// Package pattern matches regular expressions with the same results as package regexp, but rejects
// most texts faster. Most expressions match only texts that contain one of a few strings. A pattern
// searches for these strings before it uses the expression.
package pattern

import (
	"regexp"
	"sync"
)

// A Pattern is a regular expression that is compiled when it is first used, because a run of the
// program uses only a few of hundreds of expressions. Its methods correspond to those of
// [regexp.Regexp].
type Pattern struct {
	compile func() *compiledPattern
}

type compiledPattern struct {
	*regexp.Regexp
	prefilter prefilter
}

// MustCompile returns the pattern of a regular expression. If the expression is invalid, the first
// use of the pattern panics.
func MustCompile(expr string) *Pattern {
	return &Pattern{sync.OnceValue(func() *compiledPattern {
		return &compiledPattern{regexp.MustCompile(expr), newPrefilter(requiredBy(expr))}
	})}
}

// in returns the compiled expression, or nil if s cannot contain a match.
func (p *Pattern) in(s string) *regexp.Regexp {
	if c := p.compile(); c.prefilter.mayMatch(s) {
		return c.Regexp
	}
	return nil
}

// MatchString reports whether s contains a match.
func (p *Pattern) MatchString(s string) bool {
	re := p.in(s)
	return re != nil && re.MatchString(s)
}

// FindString returns the text of the first match, or "".
func (p *Pattern) FindString(s string) string {
	re := p.in(s)
	if re == nil {
		return ""
	}
	return re.FindString(s)
}

// FindStringIndex returns the offsets of the first match, or nil.
func (p *Pattern) FindStringIndex(s string) []int {
	re := p.in(s)
	if re == nil {
		return nil
	}
	return re.FindStringIndex(s)
}

// FindStringSubmatch returns the first match with its groups, or nil.
func (p *Pattern) FindStringSubmatch(s string) []string {
	re := p.in(s)
	if re == nil {
		return nil
	}
	return re.FindStringSubmatch(s)
}

// FindStringSubmatchIndex returns the offsets of the first match and of its groups, or nil.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	re := p.in(s)
	if re == nil {
		return nil
	}
	return re.FindStringSubmatchIndex(s)
}

// FindAllString returns the first n matches, or all if n is negative.
func (p *Pattern) FindAllString(s string, n int) []string {
	re := p.in(s)
	if re == nil {
		return nil
	}
	return re.FindAllString(s, n)
}

// FindAllStringIndex returns the offsets of the first n matches, or of all if n is negative.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	re := p.in(s)
	if re == nil {
		return nil
	}
	return re.FindAllStringIndex(s, n)
}

// FindAllStringSubmatch returns the first n matches with their groups, or all if n is negative.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	re := p.in(s)
	if re == nil {
		return nil
	}
	return re.FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex returns the offsets of the first n matches and their groups, or of all
// if n is negative.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	re := p.in(s)
	if re == nil {
		return nil
	}
	return re.FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString replaces each match with by, in which $1 is replaced by the text of the first
// group.
func (p *Pattern) ReplaceAllString(s, by string) string {
	re := p.in(s)
	if re == nil {
		return s
	}
	return re.ReplaceAllString(s, by)
}

// ReplaceAllStringFunc replaces each match with the string that by returns for it.
func (p *Pattern) ReplaceAllStringFunc(s string, by func(string) string) string {
	re := p.in(s)
	if re == nil {
		return s
	}
	return re.ReplaceAllStringFunc(s, by)
}
