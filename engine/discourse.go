package engine

import (
	"math"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A discourse is a paper's text as its sentences and sections, with their
// tf-idf vectors. Inverse document frequency is over the paper's own sentences.
type discourse struct {
	sentences []discourseSentence
	sections  []discourseSection
	ids       map[string]int
	idf       []float64
}

type discourseSentence struct {
	text    string
	section string
	index   int // among all sentences of the text, those that were left out too
	group   int // index into discourse.sections
	vector  sparse
}

type discourseSection struct {
	first, end int // its sentences
	vector     sparse
}

// Sentences outside these bounds are headings, captions and tables, or runs
// that the sentence splitter could not break. Unit: terms that are no stop words.
const (
	shortestSentence = 4
	longestSentence  = 60
)

// discourseOf reads the full text of p, or its abstract where there is none.
func discourseOf(p *Paper) *discourse {
	d := &discourse{ids: make(map[string]int)}
	counts := make([]map[int]float64, 0, 64)
	index := 0
	for _, section := range textOf(p) {
		if !isMatter(section.Title) {
			continue
		}
		first := len(d.sentences)
		for _, paragraph := range section.Paragraphs {
			for _, s := range paragraph {
				terms := d.count(s.Text, true)
				if n := total(terms); n >= shortestSentence && n <= longestSentence {
					d.sentences = append(d.sentences, discourseSentence{text: s.Text, section: section.Title, index: index, group: len(d.sections)})
					counts = append(counts, terms)
				}
				index++
			}
		}
		if len(d.sentences) > first {
			d.sections = append(d.sections, discourseSection{first: first, end: len(d.sentences)})
		}
	}
	d.weigh(counts)
	return d
}

// textOf is the full text, or the abstract as the only section of one.
func textOf(p *Paper) []Section {
	if len(p.Body) > 0 {
		return p.Body
	}
	var paragraph Paragraph
	for _, span := range text.Sentences(p.Abstract) {
		paragraph = append(paragraph, Sentence{Text: strings.TrimSpace(p.Abstract[span.Start:span.End])})
	}
	return []Section{{Title: "Abstract", Paragraphs: []Paragraph{paragraph}}}
}

// isMatter tells whether a section holds what the paper says, not thanks or formalities.
func isMatter(title string) bool {
	title = strings.ToLower(title)
	for _, formal := range []string{"acknowledg", "reference", "bibliograph", "funding", "conflict", "competing", "contribution", "supplement", "appendix", "abbreviation", "availability", "ethic"} {
		if strings.Contains(title, formal) {
			return false
		}
	}
	return true
}

// count counts the unigrams of s by id. Unknown terms get an id where grow is set.
func (d *discourse) count(s string, grow bool) map[int]float64 {
	counts := make(map[int]float64)
	text.EachTerm(s, func(term string, bigram bool) {
		if bigram {
			return
		}
		id, known := d.ids[term]
		if !known {
			if !grow {
				return
			}
			id = len(d.ids)
			d.ids[term] = id
		}
		counts[id]++
	})
	return counts
}

func total(counts map[int]float64) (n int) {
	for _, c := range counts {
		n += int(c)
	}
	return n
}

// weigh makes the vectors of all sentences and sections.
func (d *discourse) weigh(counts []map[int]float64) {
	d.idf = make([]float64, len(d.ids))
	for _, sentence := range counts {
		for id := range sentence {
			d.idf[id]++
		}
	}
	for id, in := range d.idf {
		d.idf[id] = math.Log(1 + float64(len(counts))/(1+in))
	}
	for i := range d.sentences {
		d.sentences[i].vector = d.vector(counts[i])
	}
	for g, section := range d.sections {
		sum := make(map[int]float64)
		for _, sentence := range counts[section.first:section.end] {
			for id, n := range sentence {
				sum[id] += n
			}
		}
		d.sections[g].vector = d.vector(sum)
	}
}

func (d *discourse) vectorOf(s string) sparse { return d.vector(d.count(s, false)) }

// A sparse vector of unit length, its terms ascending.
type sparse struct {
	terms   []int
	weights []float64
}

func (d *discourse) vector(counts map[int]float64) sparse {
	v := sparse{terms: make([]int, 0, len(counts))}
	for id := range counts {
		v.terms = append(v.terms, id)
	}
	slices.Sort(v.terms)
	norm := 0.0
	for _, id := range v.terms {
		w := counts[id] * d.idf[id]
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
