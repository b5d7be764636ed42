// Package pattern matches regular expressions as package regexp does, and sooner says
// that a text has no match: most expressions need one of a few words, and looking for
// these takes a small part of the time.
package pattern

import (
	"regexp"
)

// A Pattern is a regular expression. Its methods are those of [regexp.Regexp], with the
// same results.
type Pattern struct {
	*regexp.Regexp
	needs finder
}

// MustCompile is [regexp.MustCompile].
func MustCompile(expr string) *Pattern {
	return &Pattern{regexp.MustCompile(expr), newFinder(neededBy(expr))}
}

// MatchString reports whether s has a match.
func (p *Pattern) MatchString(s string) bool {
	return p.needs.mayMatch(s) && p.Regexp.MatchString(s)
}

// FindString is the text of the first match.
func (p *Pattern) FindString(s string) string {
	if !p.needs.mayMatch(s) {
		return ""
	}
	return p.Regexp.FindString(s)
}

// FindStringIndex is the place of the first match, nil where there is none.
func (p *Pattern) FindStringIndex(s string) []int {
	if !p.needs.mayMatch(s) {
		return nil
	}
	return p.Regexp.FindStringIndex(s)
}

// FindStringSubmatch is the first match with its groups, nil where there is none.
func (p *Pattern) FindStringSubmatch(s string) []string {
	if !p.needs.mayMatch(s) {
		return nil
	}
	return p.Regexp.FindStringSubmatch(s)
}

// FindStringSubmatchIndex are the places of the first match and its groups, nil where
// there is none.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	if !p.needs.mayMatch(s) {
		return nil
	}
	return p.Regexp.FindStringSubmatchIndex(s)
}

// FindAllString are the first n matches, all where n is negative.
func (p *Pattern) FindAllString(s string, n int) []string {
	if !p.needs.mayMatch(s) {
		return nil
	}
	return p.Regexp.FindAllString(s, n)
}

// FindAllStringIndex are the places of the first n matches, of all where n is negative.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	if !p.needs.mayMatch(s) {
		return nil
	}
	return p.Regexp.FindAllStringIndex(s, n)
}

// FindAllStringSubmatch are the first n matches with their groups, all where n is negative.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	if !p.needs.mayMatch(s) {
		return nil
	}
	return p.Regexp.FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex are the places of the first n matches and their groups, of
// all where n is negative.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	if !p.needs.mayMatch(s) {
		return nil
	}
	return p.Regexp.FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString puts another text in the place of each match; $1 is its first group.
func (p *Pattern) ReplaceAllString(s, by string) string {
	if !p.needs.mayMatch(s) {
		return s
	}
	return p.Regexp.ReplaceAllString(s, by)
}

// ReplaceAllStringFunc puts what by makes of a match in its place.
func (p *Pattern) ReplaceAllStringFunc(s string, by func(string) string) string {
	if !p.needs.mayMatch(s) {
		return s
	}
	return p.Regexp.ReplaceAllStringFunc(s, by)
}
