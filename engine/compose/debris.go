package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// isDebris recognises sentences that lost letters or took up what stood beside
// them on the page.
func isDebris(s string) bool {
	return strings.ContainsRune(s, '\uFFFD') || misread.MatchString(s) || orphan.MatchString(s) || lostLetters.MatchString(s) || headingInside.MatchString(s) || countsFromNowhere(s)
}

var (
	// orphan is the end of a word that a line break parted from its beginning.
	orphan = pattern.MustCompile(`(?:^|\s)(?:ing|tion|tions|sion|ment|ments|ness|ly|al|ally|ed|ity|ous|ive|ence|ically|ble)(?:[\s,.;:)]|$)`)
	// torn are beginnings and ends of words that are no words themselves; papers
	// that have some have many, so these only cost.
	torn = pattern.MustCompile(`\s(?:re|num|sta|con|dis|im|sys|lan|sen|mul|com|percep|evalua|transla|rela|fea|ils) \p{Ll}|\p{Ll} (?:ber|tistical|lations?|tron|guages?|tences?|rithms?|tical|matic|tures?|lustrates?)(?:[\s,.;:)]|$)`)
	// misread are letters that were read in another encoding than they were written in.
	misread       = pattern.MustCompile(`[ÎÏÃ][±-¿\x{80}-\x{9f}]|â€|Â[±-¿]`)
	lostLetters   = pattern.MustCompile(`(?:…|\.\.\.)\p{L}|\p{L}(?:…|\.\.\.)`)
	headingInside = pattern.MustCompile(`(?:^|[\s.])\d(?:\.\d)*\.? (?:Background|Introduction|Related [Ww]ork|Previous [Ww]ork|Motivation|Overview|Methods?|Experiments?|Results|Discussion|Conclusions?|Evaluation|Data|Summary|Acknowledge?ments?)\b`)
	counted       = pattern.MustCompile(`(?:^|\s)\((\d|i{1,3}|iv|[a-e])\)`)
)

// countsFromNowhere recognises one number of a list without the others.
func countsFromNowhere(s string) bool { return len(counted.FindAllString(s, 2)) == 1 }

// withoutComment takes out ", as we will see in the next section," which limits
// nothing.
func withoutComment(s string) string {
	if !strings.Contains(s, ", as ") {
		return s
	}
	return comment.ReplaceAllString(s, "")
}

var comment = pattern.MustCompile(`, as (?:we (?:will|shall|have) [^,;]*|(?:already |further )?(?:suggested|described|discussed|shown|mentioned|noted|explained|outlined|defined|illustrated|detailed|presented|seen|stated)(?: [^,;]*)? (?:sections?|chapter|above|below|earlier|later|previously)(?: [\d.]+)?)(?:,|$)`)

// tidy closes and opens the gaps that a page left.
func tidy(s string) string {
	s = openHyphen.ReplaceAllString(s, "$1-$2")
	s = gluedBracket.ReplaceAllString(s, "$1 ($2")
	s = gluedComma.ReplaceAllString(footnoteMark.ReplaceAllString(s, "$1 "), "$1, $2")
	return strayQuote.ReplaceAllString(s, "")
}

var (
	openHyphen   = pattern.MustCompile(`(-\p{L}{2,})- (\p{Lu})`)
	gluedBracket = pattern.MustCompile(`(\p{Ll}{4})\((\d+(?:\.\d+)?%|\p{Lu}{2,}\))`)
	// footnoteMark is the figure of a footnote behind a comma: "parses,1 which".
	footnoteMark = pattern.MustCompile(`(\p{Ll}{3}[,;:])\d{1,2} `)
	gluedComma   = pattern.MustCompile(`(\p{Ll}{3}),(\p{Ll}{3})`)
	strayQuote   = pattern.MustCompile(`[.]['’]+\.?$`)
)

// citedByName is a work that a sentence names, and whose citation goes with its year.
var citedByName = pattern.MustCompile(`\p{Lu}\p{Ll}[\p{L}'’-]*,? [(\[](?:1[89]|20)\d\d[a-z]?[)\]]`)

// isCutOff reports whether the last sentence of an abstract has no end.
func isCutOff(s string) bool {
	s = strings.TrimRight(s, " \t\n\"'”’)]*0123456789,")
	return !endsInAny(s, ".", "!", "?", ".</p>", "。") && s != ""
}

// withoutCutOff leaves out a last sentence that the source broke off.
func withoutCutOff(sentences []labelled) []labelled {
	last := len(sentences) - 1
	if last > 0 && isCutOff(sentences[last].Text) {
		return sentences[:last]
	}
	return sentences
}

// hasGlued reports whether a word is two words of the paper that the page glued
// together, as "listeningcontext".
func (r *reader) hasGlued(s string) bool {
	for _, w := range bareWords(s) {
		if len(w) < 9 || r.title[w] {
			continue
		}
		for k := 3; k <= len(w)-3; k++ {
			if left, right := w[:k], w[k:]; (len(left) > 4 || len(right) > 4) && r.casing.lower[left] && r.casing.lower[right] && !joinable[left] && !joinable[right] {
				return true
			}
		}
	}
	return false
}

// joinable are words that make up longer ones: "understanding", "framework".
var joinable = set(`under over out up down in on off with through where there here some any every self work works ground wise fold like time times word words
	frame back line way side light water fore part data life head hand ship land field net how never none more for not man men woman point scale set type able`)
