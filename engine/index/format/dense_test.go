package format

import (
	"math/rand/v2"
	"testing"
)

// spreadList returns a random list. share is the probability that a paper is in the list, and once
// is the probability that a listed paper contains the term exactly once.
func spreadList(random *rand.Rand, papers int, share, once float64) (w ListWriter) {
	for doc := range papers {
		if random.Float64() > share {
			continue
		}
		p := Posting{Doc: uint32(doc), Abstract: 1}
		if random.Float64() > once {
			p.Title, p.Abstract = uint8(random.IntN(2)*random.IntN(4)), uint8(random.ExpFloat64()*2)%MaxAbstract
		}
		w.Add(p)
	}
	return w
}

// A dense list returns the frequency of the term in each paper, with and without bit sets.
func TestADenseListSaysWhatItsPostingListSays(t *testing.T) {
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 1))
		papers := 1 + random.IntN(5*WindowPapers)
		list := spreadList(random, papers, random.Float64(), random.Float64())
		dense, inText := DenseOf(list.Bytes, papers)
		frequencies, holding := make([]uint8, papers), 0
		for _, p := range postingsOf(list.Bytes, papers) {
			if frequencies[p.Doc] = 2*p.Title + p.Abstract; frequencies[p.Doc] > 0 {
				holding++
			}
		}
		if inText != holding {
			t.Fatalf("seed %d: %d papers counted, %d in the list", seed, inText, holding)
		}
		for doc, want := range frequencies {
			if got, err := dense.Frequency(uint32(doc), WindowsOf(papers)); got != want || err != nil {
				t.Fatalf("seed %d: paper %d holds the term %d times, counted %d (%v)", seed, doc, want, got, err)
			}
		}
	}
}

func postingsOf(list []byte, papers int) (all []Posting) {
	r := ListReader{Bytes: list, Papers: uint32(papers)}
	for p, ok := r.Read(); ok; p, ok = r.Read() {
		all = append(all, p)
	}
	return all
}
