package judge

import (
	_ "embed" // for the opposites
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// oppositeWords is written by models/train/judge_words.py: two words per line.
//
//go:embed opposites.txt
var oppositeWords string

var opposites = readOpposites(oppositeWords)

// readOpposites returns the opposites of each stem. The engine's own list is included.
func readOpposites(words string) map[string][]string {
	known := make(map[string][]string)
	add := func(a, b string) {
		a, b = text.Stem(a), text.Stem(b)
		if a != b {
			known[a], known[b] = append(known[a], b), append(known[b], a)
		}
	}
	for line := range strings.Lines(words) {
		if a, b, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			add(a, b)
		}
	}
	for _, pair := range english.Pairs("antonyms") {
		for _, a := range pair[0] {
			for _, b := range pair[1] {
				add(a, b)
			}
		}
	}
	return known
}

// A place is the position of a word in the other text, or nowhere.
type place = int

const nowhere place = -1

// A link holds the counterparts of a word in the other text.
type link struct {
	same     place // the same stem
	contrary place // an opposite
	nearest  place // the most similar content word
	cosine   float32
}

// align links each word of a to the words of b.
func align(a, b []word) []link {
	stems := make(map[string]place, len(b))
	for j, w := range b {
		if _, known := stems[w.stem]; !known || w.is&content != 0 {
			stems[w.stem] = j
		}
	}
	links := make([]link, len(a))
	for i, w := range a {
		l := link{same: nowhere, contrary: nowhere, nearest: nowhere}
		if j, ok := stems[w.stem]; ok {
			l.same, l.nearest, l.cosine = j, j, 1
		}
		for _, o := range opposites[w.stem] {
			if j, ok := stems[o]; ok {
				l.contrary = j
			}
		}
		if l.same == nowhere && w.is&content != 0 {
			l.nearest, l.cosine = nearest(w, b)
		}
		links[i] = l
	}
	return links
}

func nearest(w word, words []word) (at place, cosine float32) {
	at = nowhere
	for j, x := range words {
		if x.is&content == 0 {
			continue
		}
		if c := inner(w.vector, x.vector); c > cosine {
			at, cosine = j, c
		}
	}
	return at, cosine
}

// inner returns the inner product of two vectors, or 0 if their lengths differ. Four sums at a time
// do not wait for each other.
func inner(a, b []float32) float32 {
	if len(a) != len(b) {
		return 0
	}
	var s, t, u, v float32
	for len(a) >= 8 {
		x, y := a[:8:8], b[:8:8]
		s += x[0]*y[0] + x[4]*y[4]
		t += x[1]*y[1] + x[5]*y[5]
		u += x[2]*y[2] + x[6]*y[6]
		v += x[3]*y[3] + x[7]*y[7]
		a, b = a[8:], b[8:]
	}
	for i, x := range a {
		s += x * b[i]
	}
	return s + t + u + v
}

// numCompared is the number of values of compared.
const numCompared = 9

// compared returns the inputs of the network that compare a word with the other text.
func compared(w word, l link, other []word) [numCompared]float32 {
	truth := func(b bool) float32 {
		if b {
			return 1
		}
		return 0
	}
	out := [numCompared]float32{truth(l.same != nowhere), truth(l.contrary != nowhere), l.cosine}
	out[3] = w.weight / english.Unknown
	out[4] = truth(w.is&number != 0 && l.same == nowhere)
	if l.nearest != nowhere && l.cosine >= linkedFrom {
		x := other[l.nearest]
		out[5] = truth((w.is^x.is)&denied != 0)
		out[6] = truth((w.is^x.is)&hedged != 0)
		out[7] = truth(w.is&subject != 0 && x.is&object != 0 || w.is&object != 0 && x.is&subject != 0)
		out[8] = truth((w.is^x.is)&standard != 0)
	}
	return out
}

// linkedFrom is the minimum cosine of words that are compared as if they were the same.
const linkedFrom = 0.6
