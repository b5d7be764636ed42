// Package mend repairs words damaged by line breaks or missing blanks in a PDF: "ex-ample", "sys
// tem", "ofthe".
//
// The evidence is the vocabulary of the paper: words are joined or split only if the result occurs
// elsewhere in the paper. Words that are common in scientific abstracts are never split. All functions
// are pure.
package mend

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Mend returns s with damaged words repaired.
func (v *Vocabulary) Mend(s string) string { return bib.Apply(s, v.Edits(s)) }

// Edits returns the repairs of a text, in text order.
func (v *Vocabulary) Edits(s string) (edits []bib.Edit) {
	words := wordsOf(s)
	for i := 0; i < len(words); i++ {
		w := words[i]
		hyphenAfter := i+1 < len(words) && words[i+1].gap == "-"
		if i+1 < len(words) && !(hyphenAfter && (w.gap == "-" || i+2 < len(words) && words[i+2].gap == "-")) {
			next := words[i+1]
			if joint, ok := v.joint(w.text, next.text, next.gap); ok && !isInAddress(s, w.start) {
				edits = append(edits, bib.Edit{Span: bib.Span{Start: w.end, End: next.start}, Text: joint})
				i++
				continue
			}
		}
		isJoined := (hyphenAfter || w.gap == "-") && v.trusted[w.text] // as in "debtor-collector"
		if at, joint := v.split(w.text); at > 0 && !isJoined && !isInAddress(s, w.start) {
			if hyphenAfter {
				joint = "-" // such as "manyto-one", which lost a hyphen
			}
			edits = append(edits, bib.Edit{Span: bib.Span{Start: w.start + at, End: w.start + at}, Text: joint})
		}
	}
	return edits
}

// isInAddress reports whether the word at an offset is part of a URL, a path or an email address.
func isInAddress(s string, at int) bool {
	start := strings.LastIndexAny(s[:at], " \n\t") + 1
	run, _, _ := strings.Cut(s[start:], " ")
	return strings.ContainsAny(run, "/@\\_=") || strings.Contains(strings.TrimRight(run, ".,;:!?)"), ".")
}

// joint returns the text that should replace the gap between two words.
func (v *Vocabulary) joint(left, right, gap string) (joint string, ok bool) {
	if len(gap) == 0 || gap[0] != ' ' && gap[0] != '-' || !isLower(right) || !isLower(left[1:]) ||
		len(left)+len(right) < shortestJoined {
		return "", false
	}
	if left = strings.ToLower(left); !isLower(left) {
		return "", false
	}
	switch gap {
	case "-":
		return "", v.isHyphenation(left, right)
	case "- ":
		if v.isHyphenation(left, right) {
			return "", true
		}
		hyphens, _ := v.read().adjacent(left, right)
		return "-", hyphens > 0
	case " ":
		return "", v.isTorn(left, right)
	}
	return "", false
}

// shortestJoined is the minimum length of a joined word, in bytes.
const shortestJoined = 6

// isHyphenation reports whether a line break inserted the hyphen between two parts of a word.
func (v *Vocabulary) isHyphenation(left, right string) bool {
	if hyphenPrefixes[left] && isCommon(right) { // such as "sub-maximal"
		return false
	}
	joined := v.read().count(left + right)
	hyphenated, _ := v.read().adjacent(left, right)
	if v.trusted[left+right] || joined >= max(2, 2*hyphenated) {
		return joined >= hyphenated
	}
	return hyphenated <= 1 && isCommon(left+right) && !(isCommon(left) && isCommon(right))
}

// isTorn reports whether a blank divides a word, one of whose parts is not a word: "com parison".
func (v *Vocabulary) isTorn(left, right string) bool {
	if text.IsStop(left) || text.IsStop(right) || len(left) < 2 || len(right) < 2 || isCommon(left) && isCommon(right) {
		return false
	}
	joined := left + right
	if !isCommon(joined) && !v.trusted[joined] {
		return false
	}
	_, torn := v.read().adjacent(left, right)
	return v.read().count(joined) >= max(1, torn)
}

// Limits on words that may be split.
const (
	longestSplit    = 40 // in bytes
	mostOccurrences = 2
)

// split returns the offset at which a word lost a blank or a hyphen, and the lost character. It returns
// 0 if the word is intact.
func (v *Vocabulary) split(w string) (at int, joint string) {
	isGlued := v.isGlued(w)
	if len(w) < shortestJoined || len(w) > longestSplit || !v.isStrange(w, commonRarity) && !isGlued ||
		v.read().count(w) > mostOccurrences {
		return 0, ""
	}
	least := 2
	if isGlued {
		least = len("the") // since "debtor" and "bycatch" are words
	}
	best := 0
	for i := least; i <= len(w)-least; i++ {
		if score, with := v.splitScore(w[:i], w[i:]); score > best {
			best, at, joint = score, i, with
		}
	}
	return at, joint
}

// isGlued reports whether w is an unknown lower-case word in the abstract that occurs only once in
// the paper, which suggests a lost blank.
func (v *Vocabulary) isGlued(w string) bool {
	return isLower(w) && v.trusted[w] && !isKnown(w, anyRarity) && v.read().count(w) == 1
}

// pairWeight is the weight of an occurrence of both words next to each other in the paper.
const pairWeight = 1000

// splitScore returns the strength of the evidence for splitting a word into two, or 0 without evidence.
func (v *Vocabulary) splitScore(left, right string) (score int, joint string) {
	if text.IsStop(left) && text.IsStop(right) || hyphenPrefixes[left] { // words such as "maybe" and "submodel" are intact
		return 0, ""
	}
	c := v.read()
	hyphens, blanks := c.adjacent(left, right)
	if hyphens+blanks > 0 && len(left)+len(right) > shortestJoined && min(len(left), len(right)) > len("or") {
		if hyphens > blanks {
			return pairWeight * hyphens, "-"
		}
		return pairWeight * blanks, " "
	}
	if text.IsStop(left) && v.isWord(right) && !prefixes[left] || text.IsStop(right) && v.isWord(left) &&
		!prefixes[right] {
		return c.count(left) + c.count(right), " "
	}
	return 0, ""
}

// isWord reports whether a word occurs as a separate word in the paper.
func (v *Vocabulary) isWord(w string) bool {
	return len(w) >= shortestPart && v.read().count(w) > 0 && (isCommon(w) || v.trusted[w])
}

// shortestPart is the minimum length, in bytes, of a part that is next to a stop word.
const shortestPart = 4

var (
	prefixes       = english.Set("parts of words")
	hyphenPrefixes = english.Set("prefixes with hyphens")
)
