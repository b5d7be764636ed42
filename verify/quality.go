package verify

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// isPoor reports whether a record is too incomplete or damaged to contradict an entry: it has no
// authors, its title is visibly truncated, or a program has extracted it from a page.
func isPoor(p *paper.Paper) bool { return len(p.Authors) == 0 || isCut(p.Title) || isMachineRead(p) }

// isMachineRead reports whether a program has probably extracted a record from a title page or a
// list of search results. Signs of this are fields that end in a comma or an ellipsis, and wrongly
// encoded letters.
func isMachineRead(p *paper.Paper) bool {
	title := clip(p.Title)
	return breaksOff(p.Venue) || !isASCII(title) && misencodedText.MatchString(title) ||
		slices.ContainsFunc(p.Authors[:min(len(p.Authors), maxAuthors)], func(a paper.Author) bool {
			return breaksOff(a.Family) || a.Family == "" && breaksOff(a.Given)
		})
}

// breaksOff reports whether a field ends in the middle of a list or a name.
func breaksOff(field string) bool {
	field = strings.TrimSpace(field)
	return strings.HasSuffix(field, ",") || strings.HasSuffix(field, "…") || strings.Contains(field, "&hellip") ||
		strings.HasSuffix(field, "...")
}

// isBare reports whether a record has only a title, authors, a venue and a year. The author list of such a
// record is often incomplete.
func isBare(p *paper.Paper) bool {
	return p.DOI == "" && p.ArXiv == "" && p.URL == "" && p.Volume == "" && p.Pages == "" && p.Abstract == ""
}

// isASCII reports whether a text consists of ASCII characters, which no encoding damages.
func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// misencodedText matches wrongly encoded letters: UTF-8 that was decoded as Latin-1, and Latin letters next
// to Cyrillic ones.
var misencodedText = regexp.MustCompile(wrongLetters)

// misencodedName also matches an accented letter between spaces, which was once a character reference.
var misencodedName = regexp.MustCompile(wrongLetters + `|\s[ß-öø-ÿ]\s`)

const wrongLetters = `[ÃãÂâ]\s?(?:[¡-¿€‚-•˜™›ŸŽžŠšƒŒœ?$§]|\d/\d)|\p{Latin}\p{Cyrillic}|\p{Cyrillic}\p{Latin}`

// blurs reports whether p is a damaged form of q's name: the end of p matches q's family name, except for
// lost letters, and the given names start with the same letter.
func (p person) blurs(q person) bool {
	if !p.damaged {
		return false
	}
	name, family := skeleton(p.text), skeleton(q.family)
	if len(family) < minBlurred || q.given != "" && firstLetter(name) != firstLetter(skeleton(q.given)) {
		return false
	}
	fewest := max(len(family)-maxLost, (len(family)+1)/2, minBlurred-1)
	for n := min(len(family), len(name)); n >= fewest; n-- {
		if isWithin(name[len(name)-n:], family) {
			return true
		}
	}
	return false
}

// minBlurred is the minimum length, in ASCII letters, of a name to compare with a damaged one.
const minBlurred = 3

// skeleton returns the ASCII letters of a name in lower case. No encoding changes these letters.
func skeleton(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return -1
	}, name)
}
