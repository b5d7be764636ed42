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

// find returns the result of a method of the compiled expression, or the zero value if s cannot
// contain a match.
func find[T any](p *Pattern, s string, method func(*regexp.Regexp, string) T) (none T) {
	if c := p.compile(); c.prefilter.mayMatch(s) {
		return method(c.Regexp, s)
	}
	return none
}

// findAll is like find, for methods that return at most n matches.
func findAll[T any](p *Pattern, s string, n int, method func(*regexp.Regexp, string, int) []T) []T {
	if c := p.compile(); c.prefilter.mayMatch(s) {
		return method(c.Regexp, s, n)
	}
	return nil
}

// MatchString reports whether s contains a match.
func (p *Pattern) MatchString(s string) bool {
	c := p.compile()
	return c.prefilter.mayMatch(s) && c.Regexp.MatchString(s)
}

// FindString returns the text of the first match, or "".
func (p *Pattern) FindString(s string) string { return find(p, s, (*regexp.Regexp).FindString) }

// FindStringIndex returns the offsets of the first match, or nil.
func (p *Pattern) FindStringIndex(s string) []int {
	return find(p, s, (*regexp.Regexp).FindStringIndex)
}

// FindStringSubmatch returns the first match with its groups, or nil.
func (p *Pattern) FindStringSubmatch(s string) []string {
	return find(p, s, (*regexp.Regexp).FindStringSubmatch)
}

// FindStringSubmatchIndex returns the offsets of the first match and of its groups, or nil.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	return find(p, s, (*regexp.Regexp).FindStringSubmatchIndex)
}

// FindAllString returns the first n matches, or all if n is negative.
func (p *Pattern) FindAllString(s string, n int) []string {
	return findAll(p, s, n, (*regexp.Regexp).FindAllString)
}

// FindAllStringIndex returns the offsets of the first n matches, or of all if n is negative.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	return findAll(p, s, n, (*regexp.Regexp).FindAllStringIndex)
}

// FindAllStringSubmatch returns the first n matches with their groups, or all if n is negative.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return findAll(p, s, n, (*regexp.Regexp).FindAllStringSubmatch)
}

// FindAllStringSubmatchIndex returns the offsets of the first n matches and their groups, or of all
// if n is negative.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return findAll(p, s, n, (*regexp.Regexp).FindAllStringSubmatchIndex)
}

// ReplaceAllString replaces each match with by, in which $1 is replaced by the text of the first
// group.
func (p *Pattern) ReplaceAllString(s, by string) string {
	if c := p.compile(); c.prefilter.mayMatch(s) {
		return c.Regexp.ReplaceAllString(s, by)
	}
	return s
}

// ReplaceAllStringFunc replaces each match with the string that by returns for it.
func (p *Pattern) ReplaceAllStringFunc(s string, by func(string) string) string {
	if c := p.compile(); c.prefilter.mayMatch(s) {
		return c.Regexp.ReplaceAllStringFunc(s, by)
	}
	return s
}
