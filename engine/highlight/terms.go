package highlight

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A passageTerms holds a paper's passages and the positions of all their stems, including stop words.
type passageTerms struct {
	passages []Passage
	sections []sectionRange
	words    [][]int32 // term ids of each passage, in text order
	pairsOf  [][]int32 // pair ids of each passage, in text order
	terms    []term
	pairs    []pair
	title    []int32 // ids of the title's terms that occur in the passages

	termIDs map[string]int32
	pairIDs map[[2]int32]int32
}

// A sectionRange is the half-open range of a section's passages.
type sectionRange struct{ first, end int }

// A term is a stem with its statistics. A field without a comment is a number of occurrences.
type term struct {
	stem                string
	stop, digit         bool
	inTitle, inHeading  bool
	count               float32
	passages, sections  float32 // number of passages and sections that contain the term
	opening, closing    float32 // occurrences in the first section and in the last
	lead                float32 // occurrences in the first passages of paragraphs
	authors             float32 // occurrences in passages about the authors' own work; see SpeaksOfWork
	first, last         int     // indexes of the first and last passage with the term
	lastSection         int
	inAbstract, another float32 // probabilities computed by weigh
}

// A pair is a pair of adjacent terms in a passage.
type pair struct {
	terms                [2]int32
	count, lead, authors float32 // see term
	inTitle              bool
	inAbstract           float32
}

func read(p *Paper) *passageTerms {
	r := &passageTerms{
		passages: Passages(p), termIDs: make(map[string]int32, 1024), pairIDs: make(map[[2]int32]int32, 4096),
	}
	for i, passage := range r.passages {
		if i == 0 || passage.Section != r.passages[i-1].Section {
			r.sections = append(r.sections, sectionRange{first: i})
		}
		r.sections[len(r.sections)-1].end = i + 1
		r.words = append(r.words, r.learn(passage.Text))
	}
	r.pairsOf = make([][]int32, len(r.words))
	for i := range r.passages {
		r.countTerms(i)
		r.countPairs(i)
	}
	r.markTitles(p.Title)
	return r
}

// learn returns the ids of the terms of s, and adds new terms.
func (r *passageTerms) learn(s string) []int32 {
	ids := make([]int32, 0, len(s)/6)
	text.EachToken(s, func(word string, _, _ int) bool {
		stem := text.Stem(word)
		id, known := r.termIDs[stem]
		if !known {
			id = int32(len(r.terms))
			r.termIDs[stem] = id
			r.terms = append(r.terms, term{
				stem:  stem,
				stop:  text.IsStop(word),
				digit: strings.ContainsAny(stem, "0123456789"),
				first: -1, last: -1, lastSection: -1,
			})
		}
		ids = append(ids, id)
		return true
	})
	return ids
}

// known returns the ids of the terms of s that occur in the passages.
func (r *passageTerms) known(s string) []int32 {
	var ids []int32
	for _, stem := range text.Stems(s) {
		if id, known := r.termIDs[stem]; known {
			ids = append(ids, id)
		}
	}
	return ids
}

func (r *passageTerms) countTerms(i int) {
	p := r.passages[i]
	authors, lead := number(SpeaksOfWork(p.Text)), number(r.opensParagraph(i))
	opening, closing := number(p.Section == 0), number(p.Section == len(r.sections)-1)
	for _, id := range r.words[i] {
		t := &r.terms[id]
		t.count++
		t.opening += opening
		t.closing += closing
		t.lead += lead
		t.authors += authors
		if t.first < 0 {
			t.first = i
		}
		if t.last != i {
			t.last = i
			t.passages++
		}
		if t.lastSection != p.Section {
			t.lastSection = p.Section
			t.sections++
		}
	}
}

func (r *passageTerms) countPairs(i int) {
	authors, lead := number(SpeaksOfWork(r.passages[i].Text)), number(r.opensParagraph(i))
	words := r.words[i]
	for k := 1; k < len(words); k++ {
		terms := [2]int32{words[k-1], words[k]}
		id, known := r.pairIDs[terms]
		if !known {
			id = int32(len(r.pairs))
			r.pairIDs[terms] = id
			r.pairs = append(r.pairs, pair{terms: terms})
		}
		r.pairsOf[i] = append(r.pairsOf[i], id)
		p := &r.pairs[id]
		p.count++
		p.lead += lead
		p.authors += authors
	}
}

// markTitles marks the terms and pairs of the title, and the terms of the headings.
func (r *passageTerms) markTitles(title string) {
	r.title = r.known(title)
	for i, id := range r.title {
		r.terms[id].inTitle = true
		if i == 0 {
			continue
		}
		if id, known := r.pairIDs[[2]int32{r.title[i-1], id}]; known {
			r.pairs[id].inTitle = true
		}
	}
	for _, s := range r.sections {
		for _, id := range r.known(r.passages[s.first].Title) {
			r.terms[id].inHeading = true
		}
	}
}

func (r *passageTerms) opensParagraph(i int) bool {
	return i == 0 || r.passages[i-1].Paragraph != r.passages[i].Paragraph
}

func (r *passageTerms) closesParagraph(i int) bool {
	return i == len(r.passages)-1 || r.opensParagraph(i+1)
}

// SpeaksOfWork reports whether a sentence is about the authors or the paper itself.
func SpeaksOfWork(s string) bool { return containsAny(" "+strings.ToLower(s), worksCues) }

var worksCues = []string{
	" we ", " our ", "this paper", "this study", "this work", "present study", "this article", "this review",
}

func containsAny(s string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(s, part) })
}

// number converts a bool to a feature, 1 or 0.
func number(b bool) float32 {
	if b {
		return 1
	}
	return 0
}
