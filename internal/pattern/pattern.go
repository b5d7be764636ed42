// Package pattern matches regular expressions as package regexp does, but finds out sooner
// that a text has no match: most expressions need one of a few literals, and looking for
// these takes a small part of the time.
package pattern

import (
	"regexp"
	"sync"
)

// A Pattern is a regular expression that is compiled at its first use: a program has
// hundreds, and most of its runs need few. Its methods are those of [regexp.Regexp], with
// the same results.
type Pattern struct {
	compile func() *compiled
}

type compiled struct {
	*regexp.Regexp
	prefilter prefilter
}

// MustCompile returns the pattern of an expression. An expression that cannot be compiled
// panics at its first use.
func MustCompile(expr string) *Pattern {
	return &Pattern{sync.OnceValue(func() *compiled {
		return &compiled{regexp.MustCompile(expr), newPrefilter(requiredBy(expr))}
	})}
}

// in is the compiled expression, nil where s cannot have a match.
func (p *Pattern) in(s string) *regexp.Regexp {
	if c := p.compile(); c.prefilter.mayMatch(s) {
		return c.Regexp
	}
	return nil
}

// MatchString reports whether s has a match.
func (p *Pattern) MatchString(s string) bool {
	re := p.in(s)
	return re != nil && re.MatchString(s)
}

// FindString is the text of the first match.
func (p *Pattern) FindString(s string) string {
	re := p.in(s)
	if re == nil {
		return ""
	}
	return re.FindString(s)
}

// FindStringIndex is the place of the first match, nil where there is none.
func (p *Pattern) FindStringIndex(s string) []int {
	re := p.in(s)
	if re == nil {
		return nil
	}
	return re.FindStringIndex(s)
}

// FindStringSubmatch is the first match with its groups, nil where there is none.
func (p *Pattern) FindStringSubmatch(s string) []string {
	re := p.in(s)
	if re == nil {
		return nil
	}
	return re.FindStringSubmatch(s)
}

// FindStringSubmatchIndex are the places of the first match and its groups, nil where
// there is none.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	re := p.in(s)
	if re == nil {
		return nil
	}
	return re.FindStringSubmatchIndex(s)
}

// FindAllString are the first n matches, all where n is negative.
func (p *Pattern) FindAllString(s string, n int) []string {
	re := p.in(s)
	if re == nil {
		return nil
	}
	return re.FindAllString(s, n)
}

// FindAllStringIndex are the places of the first n matches, of all where n is negative.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	re := p.in(s)
	if re == nil {
		return nil
	}
	return re.FindAllStringIndex(s, n)
}

// FindAllStringSubmatch are the first n matches with their groups, all where n is negative.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	re := p.in(s)
	if re == nil {
		return nil
	}
	return re.FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex are the places of the first n matches and their groups, of
// all where n is negative.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	re := p.in(s)
	if re == nil {
		return nil
	}
	return re.FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString puts another text in the place of each match; $1 is its first group.
func (p *Pattern) ReplaceAllString(s, by string) string {
	re := p.in(s)
	if re == nil {
		return s
	}
	return re.ReplaceAllString(s, by)
}

// ReplaceAllStringFunc puts what by makes of a match in its place.
func (p *Pattern) ReplaceAllStringFunc(s string, by func(string) string) string {
	re := p.in(s)
	if re == nil {
		return s
	}
	return re.ReplaceAllStringFunc(s, by)
}
