package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax/model"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Distributional classes group words that occur next to similar words. They let the parser handle
// words that are missing from the treebank. The classes are trained on abstracts and full texts
// under CC-BY-4.0 and CC0.

const (
	leastCount = 15  // minimum number of occurrences of a word that gets a class
	contexts   = 300 // number of frequent words that are counted as neighbours
	groups     = 200 // number of classes
	rounds     = 12  // iterations of k-means
)

// record is a paper in the JSON format of a corpus.
type record struct {
	Abstract string
	License  string
	Content  struct {
		Body []struct {
			Paragraphs []struct {
				Sentences []struct {
					Text string `json:"sentence_text"`
				} `json:"paragraph_text"`
			} `json:"section_text"`
		} `json:"Fullbody_Parsed"`
	}
}

// eachSentence calls f with the normalized tokens of each sentence in some files.
func eachSentence(paths []string, f func(norms []string)) error {
	for _, path := range paths {
		if err := sentencesOf(path, f); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

func sentencesOf(path string, f func(norms []string)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		return err
	}
	lines := json.NewDecoder(bufio.NewReader(unzipped))
	for {
		var r record
		if err := lines.Decode(&r); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if r.License != "CC-BY-4.0" && r.License != "CC0-1.0" { // others do not permit training on the text
			continue
		}
		for _, sentence := range text.Sentences(r.Abstract) {
			f(norms(r.Abstract[sentence.Start:sentence.End]))
		}
		for _, section := range r.Content.Body {
			for _, paragraph := range section.Paragraphs {
				for _, sentence := range paragraph.Sentences {
					f(norms(sentence.Text))
				}
			}
		}
	}
}

func norms(sentence string) []string {
	tokens := syntax.Tokenize(sentence)
	norms := make([]string, len(tokens))
	for i, t := range tokens {
		norms[i] = model.Norm(t.Form)
	}
	return norms
}

// writeClasses clusters the words of papers and writes each word with its class.
func writeClasses(seed uint64, paths []string, out string) error {
	counts := map[string]int{}
	if err := eachSentence(paths, func(norms []string) {
		for _, word := range norms {
			counts[word]++
		}
	}); err != nil {
		return err
	}
	words := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b))
	})
	n, _ := slices.BinarySearchFunc(words, leastCount, func(w string, least int) int { return least - counts[w] - 1 })
	words = words[:n]
	log.Printf("%d words", n)
	vectors, err := neighbours(paths, words)
	if err != nil {
		return err
	}
	classes := cluster(vectors, rand.New(rand.NewPCG(seed, 1)))
	var b strings.Builder
	for i, word := range words {
		if len(word) < 64 {
			fmt.Fprintf(&b, "%s\t%d\n", word, classes[i]+1)
		}
	}
	return os.WriteFile(out, []byte(b.String()), 0o644)
}

// neighbours returns a unit vector for each word. Its elements are the square roots of the shares
// of each frequent word directly before and after the word.
func neighbours(paths, words []string) ([][]float32, error) {
	number := map[string]int{}
	vectors := make([][]float32, len(words))
	for i, word := range words {
		number[word] = i
		vectors[i] = make([]float32, 2*(contexts+1))
	}
	at := func(norms []string, i int) int {
		if i < 0 || i >= len(norms) {
			return contexts
		}
		if n, known := number[norms[i]]; known && n < contexts {
			return n
		}
		return -1
	}
	err := eachSentence(paths, func(norms []string) {
		for i, word := range norms {
			w, known := number[word]
			if !known {
				continue
			}
			if before := at(norms, i-1); before >= 0 {
				vectors[w][before]++
			}
			if after := at(norms, i+1); after >= 0 {
				vectors[w][contexts+1+after]++
			}
		}
	})
	for _, v := range vectors {
		for i := range v {
			v[i] = float32(math.Sqrt(float64(v[i])))
		}
		unit(v)
	}
	return vectors, err
}

func unit(v []float32) {
	length := math.Sqrt(float64(dot(v, v)))
	for i := range v {
		v[i] = float32(float64(v[i]) / max(length, 1e-9))
	}
}

func dot(a, b []float32) (sum float32) {
	b = b[:len(a)]
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// cluster groups unit vectors by k-means with cosine similarity.
func cluster(vectors [][]float32, random *rand.Rand) []int {
	centres := make([][]float32, min(groups, len(vectors)))
	for i, j := range random.Perm(min(len(vectors), 20*groups))[:len(centres)] {
		centres[i] = slices.Clone(vectors[j])
	}
	of := make([]int, len(vectors))
	for range rounds {
		sums := make([][]float32, len(centres))
		for i := range sums {
			sums[i] = make([]float32, len(vectors[0]))
		}
		for i, v := range vectors {
			best := float32(-2)
			for g, centre := range centres {
				if c := dot(v, centre); c > best {
					best, of[i] = c, g
				}
			}
			for j, x := range v {
				sums[of[i]][j] += x
			}
		}
		for g, sum := range sums {
			if unit(sum); dot(sum, sum) > 0 {
				centres[g] = sum
			}
		}
	}
	return of
}
