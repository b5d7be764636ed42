package eval

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// editsOf lists the edits that make a sentence false, by kind of claim. Likelier ones occur several
// times.
var editsOf = map[string][]edit{
	"number":     {changedNumber, changedNumber, changedNumber, otherNumberOfPaper, addedNumber},
	"name":       {changedName, changedName, changedName, addedName, addedPerson},
	"denial":     {undenied, deniedClause, deniedClause, deniedVerb},
	"comparison": {turned, turned, swappedThan, addedComparison, addedSuperlative},
	"relation": {foreignObject, foreignObject, foreignObject, ownObject, ownObject, swappedAround, oppositeVerb, oppositeVerb,
		addedObject},
	"keyword": {keywordForObject, keywordInFrame, keywordAtEnd, keywordAsModifier},
}

// falsify makes a true claim false in the way named by c.Kind. It reports whether it succeeded.
func (m *claimMaker) falsify(c *Claim) bool {
	if c.Kind == "swapped" {
		other := m.other()
		if other != nil {
			c.Title, c.Abstract = other.Title, other.Abstract
		}
		return other != nil
	}
	before := c.Sentence
	c.Sentence, c.Edit = m.edited(before, editsOf[c.Kind])
	return c.Sentence != before
}

// An edit makes a sentence false and describes the change in a few words. If it cannot, it returns
// the sentence unchanged.
type edit func(m *claimMaker, s string) (edited, name string)

// edited tries the edits in random order until one of them changes s.
func (m *claimMaker) edited(s string, edits []edit) (string, string) {
	for _, i := range m.random.Perm(len(edits)) {
		if other, name := edits[i](m, s); other != s {
			return other, name
		}
	}
	return s, ""
}

func (m *claimMaker) about() string { return m.p.Title + ". " + m.p.Abstract }

// The following edits change or add numbers.

var spelled = []string{"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
	"twenty", "thirty", "fifty"}

var anyNumber = regexp.MustCompile(`\b(?:\d+(?:[.,]\d+)*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty)\b`)

// changedNumber replaces a number in the sentence with a number that the paper does not contain.
func changedNumber(m *claimMaker, s string) (string, string) {
	at := m.anyMatch(anyNumber, s)
	if at == nil {
		return s, ""
	}
	old := s[at[0]:at[1]]
	other := otherValue(old, m.random)
	if slices.Contains(anyNumber.FindAllString(m.about(), -1), other) {
		return s, ""
	}
	return s[:at[0]] + other + s[at[1]:], old + " > " + other
}

// otherNumberOfPaper replaces a number in the sentence with another number from the paper.
func otherNumberOfPaper(m *claimMaker, s string) (string, string) {
	at := m.anyMatch(numbers, s)
	if at == nil {
		return s, ""
	}
	old := s[at[0]:at[1]]
	for _, other := range numbers.FindAllString(m.about(), -1) {
		if other != old && !strings.Contains(s, other) {
			return s[:at[0]] + other + s[at[1]:], old + " > its " + other
		}
	}
	return s, ""
}

func otherValue(old string, random *rand.Rand) string {
	if i := slices.Index(spelled, old); i >= 0 {
		return spelled[(i+1+random.IntN(len(spelled)-1))%len(spelled)]
	}
	switch digits := []byte(old); random.IntN(4) {
	case 0:
		if !strings.ContainsAny(old, ".,") && len(old) < 5 {
			return old + "0"
		}
		fallthrough
	case 1:
		at := len(digits) - 1
		digits[at] = '0' + (digits[at]-'0'+byte(1+random.IntN(9)))%10
		return string(digits)
	default:
		digits[0] = '1' + (digits[0]-'0'+byte(random.IntN(7)))%9
		return string(digits)
	}
}

// addedNumber adds a phrase with a number that the paper does not contain.
func addedNumber(m *claimMaker, s string) (string, string) {
	n := fmt.Sprint(2 + m.random.IntN(97))
	frames := []string{" with an accuracy of " + n + "%", " on " + n + " data sets", " by " + n + "%",
		", with a gain of " + n + " points", " in " + n + " cases", " using " + n + ",000 examples"}
	if m.p.Corpus == "biomed" {
		frames = []string{" in " + n + " patients", " by " + n + "%", " in " + n + " samples", ", a " + n + "-fold change",
			" within " + n + " weeks"}
	}
	if slices.Contains(numbers.FindAllString(m.about(), -1), n) {
		return s, ""
	}
	return atEnd(s, oneOf(m.random, frames)), "added " + n
}

// atEnd appends words to s. If s ends in a citation, it inserts them before the citation.
func atEnd(s, added string) string {
	s = strings.TrimSuffix(s, ".")
	for _, tail := range []string{" (" + text.CiteMark + ")", " " + text.CiteMark} {
		if rest, ok := strings.CutSuffix(s, tail); ok {
			return rest + added + tail + "."
		}
	}
	return s + added + "."
}

// anyMatch returns the byte offsets of a random match that is not part of a citation, or nil.
func (m *claimMaker) anyMatch(re *regexp.Regexp, s string) []int {
	all := re.FindAllStringIndex(s, -1)
	all = slices.DeleteFunc(all, func(at []int) bool { return strings.Contains(s[max(0, at[0]-1):at[1]], "CITE") })
	if len(all) == 0 {
		return nil
	}
	return oneOf(m.random, all)
}

// The following edits change or add names.

var nameWord = regexp.MustCompile(`\b(?:\p{L}*\p{Lu}[\p{L}\d]*[\p{Lu}\d][\p{L}\d]*(?:-[\p{L}\d]+)*|\p{Lu}\p{Ll}{2,})\b`)

// namesIn returns the names in s: acronyms and capitalized words that do not start a sentence.
func namesIn(s string) (names []string) {
	for _, span := range text.Sentences(s) {
		for _, at := range nameWord.FindAllStringIndex(s[span.Start:span.End], -1) {
			if name := s[span.Start+at[0] : span.Start+at[1]]; at[0] > 0 && !strings.Contains(name, "CITE") &&
				!text.IsStop(strings.ToLower(name)) {
				names = append(names, name)
			}
		}
	}
	return names
}

// foreignNames returns names that similar papers contain and this paper does not.
func (m *claimMaker) foreignNames() (names []string) {
	about := strings.ToLower(m.about())
	for _, other := range m.neighbours() {
		for _, name := range namesIn(other.Abstract) {
			if !strings.Contains(about, strings.ToLower(name)) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func changedName(m *claimMaker, s string) (string, string) {
	own, foreign := namesIn(s), m.foreignNames()
	if len(own) == 0 || len(foreign) == 0 {
		return s, ""
	}
	old, other := oneOf(m.random, own), oneOf(m.random, foreign)
	alike := slices.DeleteFunc(slices.Clone(foreign),
		func(name string) bool { return isCapitals(name) != isCapitals(old) })
	if len(alike) > 0 {
		other = oneOf(m.random, alike)
	}
	return strings.Replace(s, old, other, 1), old + " > " + other
}

func isCapitals(s string) bool { return strings.ToUpper(s) == s }

func addedName(m *claimMaker, s string) (string, string) {
	foreign := m.foreignNames()
	if len(foreign) == 0 {
		return s, ""
	}
	name := oneOf(m.random, foreign)
	frames := []string{" based on " + name, " using " + name, " on the " + name + " data", ", as in " + name,
		" in " + name, " with " + name, " and " + name}
	return atEnd(s, oneOf(m.random, frames)), "added " + name
}

var persons = []string{"Chomsky", "Brill", "Collins", "Church", "Marcu", "Bengio", "Kupiec", "Fisher", "Pearson",
	"Baker", "Okamoto", "Silva", "Novak", "Tanaka", "Moreau"}

func addedPerson(m *claimMaker, s string) (string, string) {
	name := oneOf(m.random, persons)
	if strings.Contains(m.about(), name) {
		return s, ""
	}
	frames := []string{", following " + name, ", extending the work of " + name, " with the method of " + name,
		", in contrast to " + name}
	return atEnd(s, oneOf(m.random, frames)), "added " + name
}
