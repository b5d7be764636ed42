package verify

import (
	"slices"
	"strings"
)

// A gap contains the words of two lists between two consecutive words that they have in common.
type gap struct{ a, b []string }

// align returns the gaps between the words of a longest common subsequence, and the number of
// letters in the common words. Each list has at most maxWords words.
func align(a, b []string) (gaps []gap, common int) {
	width := len(b) + 1
	best := make([]int, (len(a)+1)*width) // number of letters in the common words of a[i:] and b[j:]
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			best[i*width+j] = max(best[(i+1)*width+j], best[i*width+j+1])
			if a[i] == b[j] {
				best[i*width+j] = max(best[i*width+j], best[(i+1)*width+j+1]+len(a[i]))
			}
		}
	}
	return walk(a, b, best), best[0]
}

// walk derives the gaps from the table computed by align.
func walk(a, b []string, best []int) (gaps []gap) {
	width, fromA, fromB := len(b)+1, 0, 0
	i, j := 0, 0
	flush := func() {
		if fromA < i || fromB < j {
			gaps = append(gaps, gap{a[fromA:i], b[fromB:j]})
		}
	}
	for i < len(a) && j < len(b) {
		switch here := best[i*width+j]; {
		case a[i] == b[j] && here == best[(i+1)*width+j+1]+len(a[i]):
			flush()
			i, j = i+1, j+1
			fromA, fromB = i, j
		case here == best[(i+1)*width+j]:
			i++
		default:
			j++
		}
	}
	i, j = len(a), len(b)
	flush()
	return gaps
}

// grade grades the difference in a gap as if its words were two titles. In titles with mathematics,
// which can be written in many ways, it ignores single letters and digits.
func (g gap) grade(mathematics bool) titleGrade {
	a, b := plainWords(g.a, mathematics), plainWords(g.b, mathematics)
	x, y := strings.Join(a, ""), strings.Join(b, "")
	switch {
	case x == y:
		return sameTitle
	case y != "" && ordinals[x] == y, x != "" && ordinals[y] == x:
		return sameTitle
	case otherNumber(a, b):
		return otherTitle
	case x == "" && isOpening(y), y == "" && isOpening(x):
		return respelled
	case x == "" || y == "" || len(a) != len(b) && !near(x, y):
		return similarTitle
	case near(x, y):
		return respelled
	}
	if slices.EqualFunc(a, b, func(v, w string) bool { return near(v, w) || inflected(v, w) }) {
		return respelled
	}
	return similarTitle
}

// isOpening reports whether versions of a title often add or omit a word.
func isOpening(word string) bool { return word == "towards" || word == "toward" || word == "on" }

// otherNumber reports whether the words in a gap are different numbers, as in a series ("TREC-2"
// and "TREC-8") or in a name ("GW150914" and "GW151226").
func otherNumber(a, b []string) bool {
	if len(a) != 1 || len(b) != 1 {
		return false
	}
	x, y := strings.Trim(a[0], digitLetters), strings.Trim(b[0], digitLetters)
	return isNumber(a[0]) && isNumber(b[0]) || x == y && x != "" && isCode(a[0]) && isCode(b[0])
}

const digitLetters = "0123456789"

// isCode reports whether a word consists of at least three digits and of other characters.
func isCode(word string) bool {
	digits := 0
	for i := range len(word) {
		if '0' <= word[i] && word[i] <= '9' {
			digits++
		}
	}
	return digits >= 3 && digits < len(word)
}

func isNumber(word string) bool { return strings.Trim(word, digitLetters) == "" }

// plainWords removes words that catalogues omit or add, and normalizes numbers.
func plainWords(words []string, mathematics bool) (kept []string) {
	for _, w := range words {
		if number, ok := numbers[w]; ok {
			w = number
		}
		switch {
		case w == "a" || w == "an" || w == "the" || w == "and" || w == "amp":
		case mathematics && (len(w) <= 2 || greek[w]):
		default:
			kept = append(kept, w)
		}
	}
	return kept
}

var numbers = map[string]string{
	"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
	"ten": "10", "ii": "2", "iii": "3", "iv": "4", "vi": "6", "vii": "7", "viii": "8",
}

var ordinals = map[string]string{
	"first": "1st", "second": "2nd", "third": "3rd", "fourth": "4th", "fifth": "5th", "sixth": "6th", "seventh": "7th",
	"eighth": "8th", "ninth": "9th", "tenth": "10th",
}

var greek = setOf(`alpha beta gamma delta epsilon kappa lambda mu sigma tau omega ell infty mathcal mathrm sqrt
	log α β γ δ ε κ λ μ σ τ ω`)

// near reports whether two words differ by at most one letter, or by two if they are long.
func near(a, b string) bool {
	switch n := min(len(a), len(b)); {
	case a == b:
		return true
	case n < 5 || max(len(a), len(b))-n > 2 || n > maxNear:
		return false
	case n < 10:
		return distance(a, b, 1) <= 1
	}
	return distance(a, b, 2) <= 2
}

// maxNear is the maximum length of words whose edit distance is computed.
const maxNear = 40

// distance returns the edit distance of two words. If it exceeds most, it returns a number greater
// than most. Transposing two adjacent letters counts as one edit.
func distance(a, b string, most int) int {
	x, y := []rune(a), []rune(b)
	before, above, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		smallest := i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			smallest = min(smallest, row[j])
		}
		if smallest > most {
			return most + 1
		}
		before, above, row = above, row, before
	}
	return above[len(y)]
}

// inflected reports whether two words are forms of the same word, such as "model" and "models".
func inflected(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	ending, ok := strings.CutPrefix(b, a)
	return ok && len(a) >= 4 && slices.Contains([]string{"s", "es", "d", "ed", "ing", "ly", "al"}, ending)
}
