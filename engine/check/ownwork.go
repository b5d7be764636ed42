package check

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// mark is the placeholder for a citation in a sentence, equal to engine.Mark.
const mark = "\uFFFC"

var (
	firstPerson = pattern.MustCompile(`\b(?:[Ww]e|[Oo]urs?|[Oo]urselves|us|[Mm]y|WE|OUR)\b|(?:^|[,;:] |\b(?:that` +
		`|and|but|which|as|when|if|here|then|so|because|where) )I (?:am|was|have|use|used|propose|show|will|also|then)\b`)
	thisWork = pattern.MustCompile(`(?i)\b(?:in|of|by|throughout) (?:this|the present|the current) (?:paper|work` +
		`|article|study|thesis|section|chapter|report|dissertation|manuscript|project|survey)\b|^(?:this|the present` +
		`|the current) (?:paper|work|article|study|thesis|section|chapter|report|dissertation|manuscript) `)
	asDescribed = pattern.MustCompile(`(?i)\b(?:as (?:described|proposed|suggested|outlined|reported|detailed|done` +
		`|explained) (?:previously |earlier |before )?(?:in|by)?|following|according to|in (?:accordance|line) with` +
		`|similar(?:ly)? to|adapted from|the same as|as in) (?:the \w+ (?:of|in|by) )?\(?` + mark)
	wasDone = pattern.MustCompile(`\b(?:was|were|is|are) (?:\p{Ll}+ly )?(?:performed|carried out|conducted` +
		`|calculated|computed|generated|extracted|obtained|collected|measured|prepared|trained|implemented|determined` +
		`|analyzed|analysed|assessed|isolated|tagged|parsed|used|defined|scored|estimated)\b`)
)

// OwnWork returns the words of a sentence that refer to its author's own work, such as "we use" or
// "in this paper". It returns "" if no words do.
func OwnWork(s string) string {
	if at := firstPerson.FindStringIndex(s); at != nil {
		return withNextWord(s, at)
	}
	if found := thisWork.FindString(s); found != "" {
		return strings.TrimSpace(found)
	}
	if at := wasDone.FindStringIndex(s); at != nil && asDescribed.MatchString(s[at[1]:]) {
		return s[at[0]:at[1]]
	}
	return ""
}

func withNextWord(s string, at []int) string {
	rest := s[at[1]:]
	next := strings.IndexFunc(
		strings.TrimPrefix(rest, " "),
		func(r rune) bool { return r == ' ' || r == ',' || r == '.' },
	)
	if next < 0 || next > 20 || !strings.HasPrefix(rest, " ") {
		return s[at[0]:at[1]]
	}
	return s[at[0] : at[1]+1+next]
}

// ownFrames matches sentences that report the use of a cited work. Group 1 is the part about that work.
var ownFrames = []*pattern.Pattern{
	pattern.MustCompile(`^(?:Here, |For this(?: purpose)?, |To this end, |In this \p{Ll}+, )?[Ww]e (?:\p{Ll}+ly ` +
		`|also |therefore |then )?(?:use|employ|adopt|apply|follow|utilize|utilise|build (?:on|upon)|extend|rely on` +
		`|adapt|make use of|start from|draw on|compare with|used|employed|adopted|applied|followed|extended|relied on` +
		`|adapted) (.+)$`),
	pattern.MustCompile(`^(?:Our \p{Ll}+(?: \p{Ll}+)? (?:is|are) (?:\p{Ll}+ly )?(?:based on|similar to|inspired by` +
		`|built on|an extension of|derived from)|Following|As in|Similar to|Inspired by|Based on|Building on) (.+)$`),
}

// AboutPaper returns the part of a sentence such as "we use the parser of X" that is about the
// cited work. It returns "" for any other sentence.
func AboutPaper(s string) string {
	for _, frame := range ownFrames {
		if m := frame.FindStringSubmatch(s); m != nil && firstPerson.FindString(m[1]) == "" {
			return m[1]
		}
	}
	return ""
}
