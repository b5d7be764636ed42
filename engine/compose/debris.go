package compose

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// isDebris reports whether a sentence has lost letters or contains text from elsewhere on the page.
func isDebris(s string) bool {
	return strings.ContainsRune(s, '\uFFFD') || misread.MatchString(s) || orphan.MatchString(s) ||
		hasInnerStop(s) && lostLetters.MatchString(s) || runOn.MatchString(s) ||
		strings.ContainsAny(s, "0123456789") && headingInside.MatchString(s) || countsFromNowhere(s) ||
		slices.ContainsFunc(strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }), isGlued)
}

// hasInnerStop reports whether s contains an ellipsis, or a full stop before another full stop or a
// lower-case letter, as every match of lostLetters does.
func hasInnerStop(s string) bool {
	return strings.Contains(s, "…") || hasBefore(s, '.', func(c byte) bool { return c == '.' || 'a' <= c && c <= 'z' })
}

// hasBefore reports whether s contains the byte before, followed by a byte that fits accepts.
func hasBefore(s string, before byte, fits func(byte) bool) bool {
	for {
		at := strings.IndexByte(s, before)
		if at < 0 || at+1 == len(s) {
			return false
		}
		if s = s[at+1:]; fits(s[0]) {
			return true
		}
	}
}

var (
	// orphan matches a suffix separated from its word by a line break.
	orphan = pattern.MustCompile(`(?:^|\s)(?:ing|tion|tions|sion|ment|ments|ness|ly|al|ally|ed|ity|ous|ive|ence` +
		`|ically|ble)(?:[\s,.;:)]|$)`)
	// torn matches fragments of words. Damaged papers have many, so these only reduce the weight.
	torn = pattern.MustCompile(`\s(?:re|num|sta|con|dis|im|sys|lan|sen|mul|com|percep|evalua|transla|rela|fea` +
		`|ils) \p{Ll}|\p{Ll} (?:ber|tistical|lations?|tron|guages?|tences?|rithms?|tical|matic|tures?` +
		`|lustrates?)(?:[\s,.;:)]|$)`)
	// misread matches text decoded with the wrong encoding.
	misread       = pattern.MustCompile(`[ÎÏÃ][±-¿\x{80}-\x{9f}]|â€|Â[±-¿]`)
	lostLetters   = pattern.MustCompile(`(?:…|\.\.\.)\p{L}|\p{L}(?:…|\.\.\.)|(?:^|\s)[a-z]\.[a-z]{2}`)
	headingInside = pattern.MustCompile(`(?:^|[\s.])\d(?:\.\d)*\.? (?:Background|Introduction|Related [Ww]ork` +
		`|Previous [Ww]ork|Motivation|Overview|Methods?|Experiments?|Results|Discussion|Conclusions?|Evaluation|Data` +
		`|Summary|Acknowledge?ments?)\b|\p{L}\.\d{0,2} \d+(?:\.\d+)+ \p{Lu}`)
	// runOn matches the start of a sentence within another one, or glued to the next word.
	runOn = pattern.MustCompile(`\p{Ll} (?:We|This (?:paper|article|work)) \p{Ll}|\bWe(?:describe|present|propose` +
		`|show|introduce|use|report|develop|study|find)\p{Ll}*`)
	counted = pattern.MustCompile(`(?:^|\s)\((\d|i{1,3}|iv|[a-e])\)`)
)

// countsFromNowhere reports whether s contains exactly one item number of a list.
func countsFromNowhere(s string) bool { return len(counted.FindAllString(s, 2)) == 1 }

// isClosed reports whether all brackets and quotation marks in s are paired.
func isClosed(s string) bool {
	open := 0
	for _, r := range s {
		switch r {
		case '(', '[', '{':
			open++
		case ')', ']', '}':
			if open--; open < 0 {
				return false
			}
		}
	}
	return open == 0 && strings.Count(s, `"`)%2 == 0 && strings.Count(s, "“") == strings.Count(s, "”") &&
		!orphanedS.MatchString(s) &&
		len(openQuote.FindAllString(s, -1)) <= len(closedQuote.FindAllString(s, -1))
}

// Only opening single quotes must be paired, because a closing one looks like an apostrophe.
var (
	openQuote   = pattern.MustCompile("(?:^|[\\s(\\[])['‘’`]\\p{L}")
	closedQuote = pattern.MustCompile("[\\p{L}\\p{N}.,!?)*+-]['’](?:[\\s.,;:!?)\\]-]|$)")
	orphanedS   = pattern.MustCompile(`(?:^|\s)['’]s\s`)
)

// withoutComment removes comments such as ", as we will see in the next section,".
func withoutComment(s string) string {
	if !strings.Contains(s, ", as ") {
		return s
	}
	return comment.ReplaceAllString(s, "")
}

var comment = pattern.MustCompile(`, as (?:we (?:will|shall|have) [^,;]*|(?:already |further )?(?:suggested|described|discussed|shown|mentioned|noted|explained|outlined|defined|illustrated|detailed|presented|seen|stated)(?: [^,;]*)? (?:sections?|chapter|above|below|earlier|later|previously)(?: [\d.]+)?)(?:,|$)`)

// tidy repairs spaces and hyphens in text extracted from a page.
func tidy(s string) string {
	s = openHyphen.ReplaceAllString(s, "$1-$2")
	s = gluedBracket.ReplaceAllString(s, "$1 ($2")
	s = footnoteMark.ReplaceAllString(s, "$1 ")
	if hasBefore(s, ',', func(c byte) bool { return 'a' <= c && c <= 'z' || c >= utf8.RuneSelf }) {
		s = gluedComma.ReplaceAllString(s, "$1, $2")
	}
	return strayQuote.ReplaceAllString(s, "")
}

var (
	openHyphen   = pattern.MustCompile(`(-\p{L}{2,})- (\p{Lu})`)
	gluedBracket = pattern.MustCompile(`(\p{Ll}{4})\((\d+(?:\.\d+)?%|\p{Lu}{2,}\))`)
	// footnoteMark matches a footnote number after a comma: "parses,1 which".
	footnoteMark = pattern.MustCompile(`(\p{Ll}{3}[,;:])\d{1,2} `)
	gluedComma   = pattern.MustCompile(`(\p{Ll}{3}),(\p{Ll}{3})`)
	strayQuote   = pattern.MustCompile(`[.]['’]+\.?$`)
)

// citedByName matches a citation that names a work by its authors.
var citedByName = pattern.MustCompile(`\p{Lu}\p{Ll}[\p{L}'’-]*,? [(\[](?:1[89]|20)\d\d[a-z]?[)\]]`)

// isCutOff reports whether the last sentence of an abstract is truncated.
func isCutOff(s string) bool {
	s = strings.TrimRight(s, " \t\n\"'”’)]*0123456789,")
	return !endsInAny(s, ".", "!", "?", ".</p>", "。") && s != ""
}

// withoutCutOff drops the last sentence if it is truncated.
func withoutCutOff(sentences []labelledSource) []labelledSource {
	last := len(sentences) - 1
	if last > 0 && isCutOff(sentences[last].Text) {
		return sentences[:last]
	}
	return sentences
}

var functionWords = english.Set("function words")

// prefixed matches the prefixes that form new words.
var prefixed = pattern.MustCompile(`^(?:non|pre|re|multi|mono|inter|intra|over|under|out|up|down|off|through` +
	`|sub|super|anti|post|semi|micro|macro|bio)`)

// isGlued reports whether a word consists of two frequent words that lost the space between them,
// such as "hightemperature". Frequencies come from scientific abstracts, in which the word itself
// must be unknown.
func isGlued(word string) bool {
	const shortest, longest, part, frequent, known = 9, 40, 3, 3.0, 6.0
	if len(word) < shortest || len(word) > longest || strings.ToLower(word) != word || prefixed.MatchString(word) ||
		english.Rarity(text.Stem(word)) < english.Unknown {
		return false
	}
	for at := part; at <= len(word)-2*part+1; at++ {
		first, second := word[:at], word[at:]
		if (text.IsStop(first) || functionWords[first] || english.Rarity(text.Stem(first)) <= frequent) &&
			english.Rarity(text.Stem(second)) <= known {
			return true
		}
	}
	return false
}
