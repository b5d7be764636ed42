package eval

import (
	"strings"
	"sync"
)

// A ROUGE score measures how much a text overlaps with a reference (Lin 2004). Its values are F1
// scores between 0 and 1: over unigrams, over bigrams, and over longest common subsequences.
type ROUGE struct {
	R1 float64 `json:"rouge1"`
	R2 float64 `json:"rouge2"`
	// RL is computed over all sentences of the text together. For a single sentence, it equals the
	// usual ROUGE-L.
	RL float64 `json:"rougeL"`
}

// MeasureROUGE compares a text with a reference, both split into sentences. The scores are the same
// as those of Google Research's package rouge-score with stemming.
func MeasureROUGE(sentences, reference []string) ROUGE {
	got, want := rougeTokens(sentences), rougeTokens(reference)
	return ROUGE{
		R1: overlapF1(grams(got, 1), grams(want, 1)),
		R2: overlapF1(grams(got, 2), grams(want, 2)),
		RL: subsequenceF1(got, want),
	}
}

func (r ROUGE) plus(other ROUGE) ROUGE {
	return ROUGE{r.R1 + other.R1, r.R2 + other.R2, r.RL + other.RL}
}

func (r ROUGE) times(f float64) ROUGE { return ROUGE{r.R1 * f, r.R2 * f, r.RL * f} }

// A token is a number that represents a stem.
type token = uint32

// tokenNumbers maps words and stems to tokens. It saves stemming recurring words, and tokens are
// faster to compare than strings.
var tokenNumbers struct {
	sync.Mutex
	words, stems map[string]token
}

func rougeTokens(sentences []string) [][]token {
	tokenNumbers.Lock()
	defer tokenNumbers.Unlock()
	if tokenNumbers.words == nil {
		tokenNumbers.words, tokenNumbers.stems = make(map[string]token), make(map[string]token)
	}
	all := make([][]token, len(sentences))
	for i, s := range sentences {
		for _, word := range strings.FieldsFunc(strings.ToLower(s),
			func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
			all[i] = append(all[i], tokenOf(word))
		}
	}
	return all
}

func tokenOf(word string) token {
	number, known := tokenNumbers.words[word]
	if known {
		return number
	}
	stem := word
	if len(word) > 3 {
		stem = porter(word)
	}
	if number, known = tokenNumbers.stems[stem]; !known {
		number = token(len(tokenNumbers.stems))
		tokenNumbers.stems[stem] = number
	}
	tokenNumbers.words[word] = number
	return number
}

type gram [2]token

// grams counts the n-grams of the concatenated sentences. n must be 1 or 2.
func grams(sentences [][]token, n int) map[gram]int {
	counts := make(map[gram]int)
	seen, last := 0, token(0)
	for _, s := range sentences {
		for _, t := range s {
			if seen++; n == 1 {
				counts[gram{t}]++
			} else if seen > 1 {
				counts[gram{last, t}]++
			}
			last = t
		}
	}
	return counts
}

func overlapF1(got, want map[gram]int) float64 {
	hits, gotAll, wantAll := 0, 0, 0
	for g, n := range got {
		gotAll += n
		hits += min(n, want[g])
	}
	for _, n := range want {
		wantAll += n
	}
	return f1(hits, gotAll, wantAll)
}

func f1(hits, got, want int) float64 {
	if hits == 0 {
		return 0
	}
	return 2 * float64(hits) / float64(got+want)
}

// subsequenceF1 computes RL. For each sentence of the reference, it counts the words that belong to
// a longest common subsequence with any sentence of the text. A word counts at most as often as it
// occurs in the text and in the reference.
func subsequenceF1(got, want [][]token) float64 {
	gotLeft, gotAll := countTokens(got)
	wantLeft, wantAll := countTokens(want)
	hits := 0
	for _, reference := range want {
		for i, in := range unionOfSubsequences(reference, got) {
			if t := reference[i]; in && gotLeft[t] > 0 && wantLeft[t] > 0 {
				gotLeft[t]--
				wantLeft[t]--
				hits++
			}
		}
	}
	return f1(hits, gotAll, wantAll)
}

func countTokens(sentences [][]token) (counts map[token]int, all int) {
	counts = make(map[token]int)
	for _, s := range sentences {
		all += len(s)
		for _, t := range s {
			counts[t]++
		}
	}
	return counts, all
}

// unionOfSubsequences reports, for each word of reference, whether it belongs to the longest common
// subsequence with any of the sentences.
func unionOfSubsequences(reference []token, sentences [][]token) []bool {
	in := make([]bool, len(reference))
	for _, s := range sentences {
		lengths := subsequenceLengths(reference, s)
		for i, j := len(reference), len(s); i > 0 && j > 0; {
			switch {
			case reference[i-1] == s[j-1]:
				i, j = i-1, j-1
				in[i] = true
			case lengths[i][j-1] > lengths[i-1][j]:
				j--
			default:
				i--
			}
		}
	}
	return in
}

// subsequenceLengths returns a table whose entry [i][j] is the length of the longest common
// subsequence of the first i words of a and the first j words of b.
func subsequenceLengths(a, b []token) [][]int {
	lengths := make([][]int, len(a)+1)
	lengths[0] = make([]int, len(b)+1)
	for i, x := range a {
		lengths[i+1] = make([]int, len(b)+1)
		for j, y := range b {
			if x == y {
				lengths[i+1][j+1] = lengths[i][j] + 1
			} else {
				lengths[i+1][j+1] = max(lengths[i][j+1], lengths[i+1][j])
			}
		}
	}
	return lengths
}
