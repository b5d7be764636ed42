package eval

import (
	"math"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A discourse contains the passages and the sections of a paper with their tf-idf vectors. A
// document in the sense of tf-idf is a passage.
type discourse struct {
	passages []highlight.Passage
	vectors  []sparse // vector of each passage
	sections []discourseSection
}

type discourseSection struct {
	first, end int // range of passages, from first to end-1
	vector     sparse
}

func discourseOf(passages []highlight.Passage) *discourse {
	d := &discourse{passages: passages}
	ids := make(map[string]int)
	counts := make([]map[int]float64, len(passages))
	for i, p := range passages {
		counts[i] = countTerms(p.Text, ids)
		if i == 0 || p.Section != passages[i-1].Section {
			d.sections = append(d.sections, discourseSection{first: i})
		}
		d.sections[len(d.sections)-1].end = i + 1
	}
	idf := inverseFrequencies(counts, len(ids))
	for _, c := range counts {
		d.vectors = append(d.vectors, vectorOf(c, idf))
	}
	for g, section := range d.sections {
		d.sections[g].vector = vectorOf(sumOf(counts[section.first:section.end]), idf)
	}
	return d
}

// countTerms counts how often each term occurs in s. Terms are represented by numbers, which ids
// assigns to new terms.
func countTerms(s string, ids map[string]int) map[int]float64 {
	counts := make(map[int]float64)
	for _, term := range text.Terms(s) {
		id, known := ids[term]
		if !known {
			id = len(ids)
			ids[term] = id
		}
		counts[id]++
	}
	return counts
}

func inverseFrequencies(counts []map[int]float64, terms int) []float64 {
	idf := make([]float64, terms)
	for _, c := range counts {
		for id := range c {
			idf[id]++
		}
	}
	for id, in := range idf {
		idf[id] = math.Log(1 + float64(len(counts))/(1+in))
	}
	return idf
}

func sumOf(counts []map[int]float64) map[int]float64 {
	sum := make(map[int]float64)
	for _, c := range counts {
		for id, n := range c {
			sum[id] += n
		}
	}
	return sum
}

// A sparse is a sparse vector of unit length. Its terms are in ascending order.
type sparse struct {
	terms   []int
	weights []float64
}

func vectorOf(counts map[int]float64, idf []float64) sparse {
	v := sparse{terms: make([]int, 0, len(counts))}
	for id := range counts {
		v.terms = append(v.terms, id)
	}
	slices.Sort(v.terms)
	norm := 0.0
	for _, id := range v.terms {
		w := counts[id] * idf[id]
		v.weights = append(v.weights, w)
		norm += w * w
	}
	for i := range v.weights {
		v.weights[i] /= math.Sqrt(norm)
	}
	return v
}

func cosine(a, b sparse) (dot float64) {
	for i, j := 0, 0; i < len(a.terms) && j < len(b.terms); {
		switch {
		case a.terms[i] < b.terms[j]:
			i++
		case a.terms[i] > b.terms[j]:
			j++
		default:
			dot += a.weights[i] * b.weights[j]
			i++
			j++
		}
	}
	return dot
}
