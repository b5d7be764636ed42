package highlight

import (
	"math"
	"strings"
)

// passageFeatures is the number of features of a passage that do not depend on the selection.
// givenFeatures is the number of those that do.
const (
	passageFeatures = 60
	givenFeatures   = 15
)

// describe computes the features of all passages that do not depend on the selection.
// models/train/extractor.py uses the same order, so a change requires new weights.
func (s *Selection) describe() {
	n := len(s.passages)
	title, whole := s.cosines(0, n, s.title), s.cosines(0, n, s.words...)
	section := make([]float32, 0, n)
	for _, r := range s.sections {
		section = append(section, s.cosines(r.first, r.end, s.words[r.first:r.end]...)...)
	}
	densities := make([]float32, 0, n)
	for i := range s.passages {
		f := append(s.position(i), s.form(i)...)
		f = append(f, title[i], whole[i], section[i])
		f = append(f, s.matter(i)...)
		densities = append(densities, s.density(i))
		s.features = append(s.features, append(f, s.cues(i)...))
	}
	densities, whole = zScores(densities), zScores(whole)
	for i := range s.features {
		s.features[i] = append(s.features[i], densities[i], whole[i])
	}
}

// position returns features of a passage's position and the paper's length.
func (s *Selection) position(i int) []float32 {
	n, p := len(s.passages), s.passages[i]
	r := s.sections[p.Section]
	size := r.end - r.first
	return []float32{
		float32(i) / float32(n), nearness(i, 3), nearness(i, 15), nearness(n-1-i, 3), nearness(n-1-i, 15),
		float32(i-r.first) / float32(size), nearness(i-r.first, 2), nearness(r.end-1-i, 2),
		number(s.opensParagraph(i)), number(s.closesParagraph(i)),
		float32(p.Section) / float32(len(s.sections)), number(p.Section == 0), number(p.Section == len(s.sections)-1),
		float32(size) / float32(n), log1(float32(n)) - 5, log1(float32(len(s.sections))) - 2, log1(s.expected) - 5,
	}
}

// form returns features for a passage's length and punctuation.
func (s *Selection) form(i int) []float32 {
	p := s.passages[i]
	words := float32(len(s.words[i]))
	var content, digits float32
	for _, id := range s.words[i] {
		content += number(!s.terms[id].stop)
		digits += number(s.terms[id].digit)
	}
	return []float32{
		log1(words) - 3, words / 50, content / max(words, 1), digits / max(words, 1),
		float32(strings.Count(p.Text, "(")) / 4, float32(p.Cites) / 4, float32(strings.Count(p.Text, ",")) / 8,
		number(strings.HasSuffix(p.Text, "?")), number(strings.HasSuffix(p.Text, ".")), symbols(p.Text),
	}
}

// symbols returns the share of characters in s other than letters and common punctuation.
func symbols(s string) float32 {
	n := 0
	for _, c := range s {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && !strings.ContainsRune(" ,.-", c) {
			n++
		}
	}
	return float32(n) / float32(len(s)+1)
}

// matter returns features for the salience of a passage's words.
func (s *Selection) matter(i int) []float32 {
	var best, priors float32
	for _, id := range s.words[i] {
		t := &s.terms[id]
		priors += s.model.priors[bucketOf(t.stem)]
		if !t.stop {
			best = max(best, t.inAbstract)
		}
	}
	words := max(float32(len(s.words[i])), 1)
	newWords, newPairs := s.news(i)
	return []float32{s.density(i), best, newWords / words, newPairs / words, priors / words}
}

// density returns the mean salience of a passage's content words.
func (s *Selection) density(i int) float32 {
	var sum, content float32
	for _, id := range s.words[i] {
		if t := &s.terms[id]; !t.stop {
			sum += t.inAbstract
			content++
		}
	}
	return sum / max(content, 1)
}

// zScores standardizes x to mean 0 and variance 1.
func zScores(x []float32) []float32 {
	var sum, squares float64
	for _, v := range x {
		sum += float64(v)
		squares += float64(v) * float64(v)
	}
	mean := sum / float64(len(x))
	deviation := math.Sqrt(max(squares/float64(len(x))-mean*mean, 1e-9))
	z := make([]float32, len(x))
	for i, v := range x {
		z[i] = float32((float64(v) - mean) / deviation)
	}
	return z
}

// cues returns an indicator for each of sectionKinds and sentenceKinds, which is 1 if the passage
// contains one of its words.
func (s *Selection) cues(i int) []float32 {
	p := s.passages[i]
	title, low := strings.ToLower(p.Title), " "+strings.ToLower(p.Text)+" "
	f := make([]float32, 0, len(sectionKinds)+len(sentenceKinds)+2)
	for _, words := range sectionKinds {
		f = append(f, number(containsAny(title, words)))
	}
	for _, words := range sentenceKinds {
		f = append(f, number(containsAny(low, words)))
	}
	return f
}

// sectionKinds lists heading words by kind of section.
var sectionKinds = [][]string{
	{"introduction", "background", "motivation", "overview"},
	{"related work", "previous work", "prior work", "literature"},
	{
		"method", "material", "model", "approach", "data", "corpus", "system", "algorithm", "procedure", "design",
		"statistic",
	},
	{"result", "experiment", "evaluation", "finding", "analysis"},
	{"discussion", "limitation", "implication"},
	{"conclusion", "conclud", "summary", "future"},
}

// sentenceKinds lists phrases by the rhetorical role of a sentence.
var sentenceKinds = [][]string{
	{
		"this paper", "this study", "this work", "this article", "this review", "present study", "present work",
		"current study",
	},
	{" we "},
	{" our "},
	{" propose", " present ", " introduce", " describe ", " develop"},
	{
		" show ", " shows ", " showed ", " shown ", " demonstrat", " suggest", " reveal", " indicat", " found ",
		" find that",
	},
	{" conclu", " in summary", " overall", " taken together", "to summarize"},
	{" aim", " objective", " purpose", " goal", " hypothes", " investigat", " examine", " explore"},
	{" for example", " e.g.", " for instance", " such as "},
	{" future", " further research", " further stud"},
	{" significant", " improve", " outperform", " higher ", " lower ", " increase", " decrease", " compared "},
	{" fig", " table ", " section "},
	{" however", " but ", " although "},
	{" is a ", " is an ", " are the ", " is the ", " is one "},
	{" et al", "[cite]"},
	{"p <", "p<", "p =", "p=", " ± ", "95% ci"},
	{" were "},
	{" use", " using"},
}
