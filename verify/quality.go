package verify

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// isPoor reports whether a record is too incomplete or too damaged to contradict an entry: it has no
// authors, its title is visibly truncated, or a program has read it from a page.
func isPoor(p *paper.Paper) bool { return len(p.Authors) == 0 || isCut(p.Title) || isMachineRead(p) }

// isMachineRead reports whether a record has the traces of a program that read it from a title page
// or a list of search results: fields that end in a comma or an ellipsis, and letters in a wrong
// encoding.
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

// isBare reports whether a record consists of title, authors, venue and year, without an identifier
// or a place in the venue. The list of authors of such a record is often incomplete.
func isBare(p *paper.Paper) bool {
	return p.DOI == "" && p.ArXiv == "" && p.URL == "" && p.Volume == "" && p.Pages == "" && p.Abstract == ""
}

// isASCII reports whether a text has no letters that an encoding can damage.
func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// misencodedText matches letters in a wrong encoding: UTF-8 that was read as Latin-1, and Latin
// letters beside Cyrillic ones.
var misencodedText = regexp.MustCompile(wrongLetters)

// misencodedName also matches a letter with an accent between blanks, which was the reference of a
// character in the middle of a word.
var misencodedName = regexp.MustCompile(wrongLetters + `|\s[ß-öø-ÿ]\s`)

const wrongLetters = `[ÃãÂâ]\s?(?:[¡-¿€‚-•˜™›ŸŽžŠšƒŒœ?$§]|\d/\d)|\p{Latin}\p{Cyrillic}|\p{Cyrillic}\p{Latin}`

// blurs reports whether a damaged name may be that of q: without its lost letters it is the family
// name of q, after a given name with the same first letter.
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

// minBlurred is the minimum number of ASCII letters of a family name that a damaged name can stand
// for.
const minBlurred = 3

// skeleton returns the ASCII letters of a name in lower case, the only ones that no encoding changes.
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
