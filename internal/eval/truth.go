package eval

import "github.com/scilit-lsp/scilit-lsp/engine/highlight"

// A truth scores a growing set of passages against the abstract, by ROUGE-1 and ROUGE-2. It
// computes the gain of adding a passage without scoring the whole set again.
type truth [2]gramTruth // the scores ROUGE-1 and ROUGE-2

// A gramTruth scores passages by the n-grams that they share with the abstract. An n-gram does not
// extend over two passages.
type gramTruth struct {
	want, have        map[gram]int
	wanted, hits, got int
	passages          []map[gram]int // n-grams that each passage shares with the abstract, with their counts
	sizes             []int
}

func truthOf(abstract []string, passages []highlight.Passage) *truth {
	reference, candidates := rougeTokens(abstract), rougeTokens(textsOf(passages))
	var t truth
	for i := range t {
		t[i] = gramTruthOf(reference, candidates, i+1)
	}
	return &t
}

func gramTruthOf(reference, candidates [][]token, n int) gramTruth {
	t := gramTruth{want: grams(reference, n), have: make(map[gram]int)}
	for _, count := range t.want {
		t.wanted += count
	}
	for _, tokens := range candidates {
		counts := grams([][]token{tokens}, n)
		for g := range counts {
			if t.want[g] == 0 {
				delete(counts, g)
			}
		}
		t.passages = append(t.passages, counts)
		t.sizes = append(t.sizes, max(0, len(tokens)-n+1))
	}
	return t
}

// gain returns by how much adding a passage would increase F1.
func (t *gramTruth) gain(passage int) float64 {
	return f1(t.hits+t.newHits(passage), t.got+t.sizes[passage], t.wanted) - t.f1()
}

func (t *gramTruth) newHits(passage int) (hits int) {
	for g, count := range t.passages[passage] {
		hits += min(count, max(0, t.want[g]-t.have[g]))
	}
	return hits
}

func (t *gramTruth) f1() float64 { return f1(t.hits, t.got, t.wanted) }

func (t *gramTruth) take(passage int) {
	t.hits += t.newHits(passage)
	t.got += t.sizes[passage]
	for g, count := range t.passages[passage] {
		t.have[g] += count
	}
}

// gain returns by how much adding a passage would increase the sum of ROUGE-1 and ROUGE-2.
func (t *truth) gain(passage int) float64 { return t[0].gain(passage) + t[1].gain(passage) }

func (t *truth) take(passage int) {
	t[0].take(passage)
	t[1].take(passage)
}

// oracle returns the passages that a greedy search selects. In each step, it adds the passage with
// the largest gain, until no passage improves the score. The result approximates the best possible
// extract.
func (t *truth) oracle() (taken []int) {
	for {
		best, most := -1, 0.0
		for i := range t[0].sizes {
			if gain := t.gain(i); gain > most {
				best, most = i, gain
			}
		}
		if best < 0 {
			return taken
		}
		t.take(best)
		taken = append(taken, best)
	}
}

func textsOf(passages []highlight.Passage) []string {
	texts := make([]string, len(passages))
	for i, p := range passages {
		texts[i] = p.Text
	}
	return texts
}
