package choice

import (
	"math"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A site holds the properties of a place used to compute features.
type site struct {
	last, far, all, keywords, title *analysis
	sentences                       []*analysis // analyses of the context's sentences
	fixed                           []float64   // features that depend only on the place
}

func readPlace(p Place) site {
	context := p.Context[max(0, len(p.Context)-maxContext):]
	before := max(0, len(context)-1)
	s := site{last: analyze(context[before:]...), far: analyze(context[:before]...), all: analyze(context...),
		title: analyze(p.Title)}
	for _, sentence := range context {
		s.sentences = append(s.sentences, analyze(sentence))
	}
	var keywords []string
	for _, k := range p.Keywords[:min(len(p.Keywords), maxKeywords)] {
		keywords = append(keywords, text.Cut(k, maxKeyword))
	}
	s.keywords = analyze(keywords...)
	s.fixed = placeFeatures(p, s)
	return s
}

// placeFeatures returns the features of a place that are part of FormFeatures.
func placeFeatures(p Place, s site) []float64 {
	last := s.last
	f := []float64{
		float64(len(s.sentences)), float64(min(len(p.Keywords), maxKeywords)), number(last.asks), number(last.cites),
		float64(min(len(last.words), 60)), float64(last.names), float64(last.numbers), number(s.far.cites),
	}
	for _, kind := range placeCues {
		f = append(f, float64(last.cues[kind]))
	}
	section := sectionOf(p.Section)
	for kind := range sectionNames {
		f = append(f, number(section == kind))
	}
	for _, intent := range intents {
		f = append(f, number(p.Intent == intent))
	}
	return f
}

// intents lists the intents of package keyword.
var intents = []string{"background", "method", "result", "contrast"}

// sectionNames lists words in headings for each kind of section.
var sectionNames = [][]string{
	{"introduction", "background", "motivation"},
	{"related", "previous", "prior", "literature", "state of the art"},
	{"method", "approach", "model", "algorithm", "material", "architecture", "design", "implementation", "procedure"},
	{"experiment", "evaluation", "setup", "setting", "data", "corpus", "corpora"},
	{"result", "finding", "performance"},
	{"discussion", "conclusion", "summary", "future", "concluding"},
}

// sectionOf returns the kind of section to which a heading belongs, or -1.
func sectionOf(heading string) int {
	heading = strings.ToLower(text.Cut(heading, maxKeyword))
	for kind, words := range sectionNames {
		for _, w := range words {
			if strings.Contains(heading, w) {
				return kind
			}
		}
	}
	return -1
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Features returns the features of each statement, in the order of FeatureNames. They are nil for empty
// statements and for those beyond MaxStatements.
func Features(p Place, w Work) [][]float64 {
	rows, _ := featuresOf(p, w)
	return rows
}

// featuresOf returns the features of each statement.
func featuresOf(p Place, w Work) ([][]float64, []*analysis) {
	rows := make([][]float64, len(w.Statements))
	place, title := siteOf(p), analyze(w.Title)
	statements := w.Statements[:min(len(w.Statements), MaxStatements)]
	parts := make([]*analysis, len(statements))
	for i, s := range statements {
		parts[i] = analyze(s.Text)
	}
	whole := newWhole(parts)
	for i, s := range statements {
		if len(parts[i].words) == 0 {
			continue
		}
		row := positionOf(statements, i)
		row = append(row, formOf(parts[i])...)
		row = append(row, neighbours(parts, i)...)
		row = append(row, whole.similarities(place, parts[i], title)...)
		rows[i] = append(row, s.Cosine)
	}
	relate(rows)
	return rows, parts
}

// positionOf returns the features of a statement's position.
func positionOf(all []Statement, i int) []float64 {
	first, n := i, 0
	for first > 0 && all[first-1].Section == all[i].Section {
		first--
	}
	for first+n < len(all) && all[first+n].Section == all[i].Section {
		n++
	}
	at := i - first
	section := sectionOf(all[i].Section)
	return []float64{
		float64(at) / float64(max(1, n-1)), float64(min(at, 20)), float64(min(n-1-at, 20)), float64(min(n, 20)),
		number(all[i].Section == AbstractSection), number(all[i].Section == TitleSection), number(section == 0),
		number(section == 4), number(section == 5),
	}
}

// formOf returns the features of a statement's wording.
func formOf(r *analysis) []float64 {
	words := float64(len(r.words))
	f := []float64{
		min(words, 80), math.Log(1 + words), r.weight / words, float64(len(r.order)) / words, float64(r.names),
		float64(r.numbers), number(r.percent), number(r.asks), number(r.cites), float64(r.past), float64(r.passive),
		number(r.colon),
	}
	for _, n := range r.cues {
		f = append(f, float64(min(n, 4)))
	}
	opening := countCues(r.words[:min(len(r.words), openingWords)])
	for _, kind := range openingCues {
		f = append(f, float64(min(opening[kind], 2)))
	}
	return f
}

// openingWords is the number of words at the start of a sentence that are searched for opening cues.
const openingWords = 6

// neighbours returns features for the cues in the sentences before and after a statement.
func neighbours(parts []*analysis, i int) (f []float64) {
	for _, at := range []int{i - 1, i + 1} {
		for _, kind := range neighbourCues {
			if at < 0 || at >= len(parts) {
				f = append(f, -1)
				continue
			}
			f = append(f, float64(min(parts[at].cues[kind], 2)))
		}
	}
	before := 0.0
	for _, r := range parts[:i] {
		before += float64(min(1, r.cues[proposal]+r.cues[own]))
	}
	return append(f, min(before, 8))
}

// A whole holds the number of statements of a paper that contain each stem.
type whole struct {
	n    int
	have map[string]int
}

func newWhole(parts []*analysis) whole {
	w := whole{n: len(parts), have: make(map[string]int)}
	for _, r := range parts {
		for _, stem := range r.order {
			w.have[stem]++
		}
	}
	return w
}

// bm25 returns the score of a statement for a query. It combines document frequencies within the
// paper with the rarity of words in all papers.
func (w whole) bm25(query, r *analysis) (score float64) {
	for _, stem := range query.order {
		if rarity, ok := r.stems[stem]; ok {
			within := math.Log(1 + float64(w.n+1)/(float64(w.have[stem])+0.5))
			score += rarity * within / (1 + float64(len(r.words))/40)
		}
	}
	return score / 10
}

// central returns the mean share of the other statements that contain a word of the statement, weighted
// by the rarity of the words.
func (w whole) central(r *analysis) float64 {
	sum := 0.0
	for _, stem := range r.order {
		sum += float64(w.have[stem]-1) * r.stems[stem]
	}
	return sum / (1 + r.weight) / float64(max(1, w.n-1))
}

// similarities returns the similarities of a statement to the place and to its paper.
func (w whole) similarities(p *site, r, title *analysis) []float64 {
	last, far, all := r.overlap(p.last), r.overlap(p.far), r.overlap(p.all)
	keywords, manuscript, own := r.overlap(p.keywords), r.overlap(p.title), r.overlap(title)
	said := 0.0
	for _, sentence := range p.sentences {
		said = max(said, r.overlap(sentence).of)
	}
	return []float64{
		last.of, last.in, last.both, far.of, far.in, far.both, all.of, all.in, all.both, keywords.of, keywords.in,
		keywords.both, manuscript.of, manuscript.in, manuscript.both, own.of, own.in, own.both,
		w.bm25(p.last, r), w.bm25(p.all, r), w.bm25(p.keywords, r), w.bm25(p.title, r), w.bm25(title, r),
		w.central(r), float64(r.sharedPairs(p.last)), float64(r.sharedPairs(p.all)), float64(r.sharedPairs(p.keywords)),
		float64(r.sharedPairs(title)), said, 1 - all.of,
	}
}

// relate appends, for each feature in related, its value divided by the maximum over all statements.
func relate(rows [][]float64) {
	for _, at := range related() {
		greatest := 0.0
		for _, row := range rows {
			if row != nil {
				greatest = max(greatest, row[at])
			}
		}
		for i, row := range rows {
			if row != nil {
				rows[i] = append(row, row[at]/max(greatest, 1e-6))
			}
		}
	}
}
