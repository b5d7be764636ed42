package route

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Route says where to look for papers about a claim.
type Route struct {
	Primary    string  `json:"primary"`
	Secondary  string  `json:"secondary"`
	Confidence float64 `json:"confidence"` // the probability that the claim is of a discipline of Primary
	Reasoning  string  `json:"reasoning"`

	// Disciplines are those that the claim may be of, the likeliest first.
	Disciplines []Share `json:"disciplines"`
}

// A Share is the probability of a discipline.
type Share struct {
	Discipline  Discipline `json:"discipline"`
	Probability float64    `json:"probability"`
}

const (
	// minCross is how likely a second discipline is before its repository comes second.
	minCross = 0.15
	// minShare is how likely a discipline is before it is named.
	minShare = 0.05
	// maxWords is how many words the reasoning names.
	maxWords = 4
)

// Of is the route of a claim by the weights that are part of the binary.
func Of(c Claim) Route { return Default().Route(c) }

// Route finds the repositories of a claim. A repository is as likely as its
// disciplines are together; the second is that of another discipline where the
// claim is of both.
func (m *Model) Route(c Claim) Route {
	e := m.evidence(c)
	if len(e.features) == 0 {
		return Route{
			Primary: crossref, Secondary: openAlex, Disciplines: []Share{},
			Reasoning: "No word of the claim belongs to a discipline, so it goes to a repository of all of them.",
		}
	}
	probabilities := m.probabilities(e.features)
	shares := sharesOf(probabilities)
	primary, confidence := likeliest(shares)
	r := Route{Primary: primary, Confidence: confidence, Disciplines: named(shares)}
	first, second := lead(shares, primary)
	r.Secondary = second.Discipline.Primary()
	if second.Probability < minCross {
		r.Secondary = first.Discipline.Repositories()[1]
	}
	r.Reasoning = m.reasoning(e, r, first, second)
	return r
}

func sharesOf(probabilities []float64) []Share {
	shares := make([]Share, len(disciplines))
	for i, d := range disciplines {
		shares[i] = Share{d, probabilities[i]}
	}
	slices.SortStableFunc(shares, func(a, b Share) int { return cmp.Compare(b.Probability, a.Probability) })
	return shares
}

func named(shares []Share) (all []Share) {
	for _, s := range shares {
		if s.Probability >= minShare {
			all = append(all, s)
		}
	}
	return all
}

// likeliest is the repository with the largest sum; the likeliest discipline
// decides between equals.
func likeliest(shares []Share) (repository string, sum float64) {
	for _, s := range shares {
		total := 0.0
		for _, other := range shares {
			if other.Discipline.Primary() == s.Discipline.Primary() {
				total += other.Probability
			}
		}
		if total > sum {
			repository, sum = s.Discipline.Primary(), total
		}
	}
	return repository, sum
}

// lead is the likeliest discipline of a repository, and of all others.
func lead(shares []Share, repository string) (first, second Share) {
	for _, s := range slices.Backward(shares) {
		if s.Discipline.Primary() == repository {
			first = s
		} else {
			second = s
		}
	}
	return first, second
}

// The evidence of a claim is its known terms and where they are from.
type evidence struct {
	features []feature
	parts    []part
}

func (m *Model) evidence(c Claim) (e evidence) {
	e.parts = c.parts()
	at := make(map[int32]int)
	for _, p := range e.parts {
		for _, f := range features(p.text, m.id) {
			f.value *= p.weight
			if i, seen := at[f.id]; seen {
				e.features[i].value += f.value
				continue
			}
			at[f.id] = len(e.features)
			e.features = append(e.features, f)
		}
	}
	return e
}

func (m *Model) reasoning(e evidence, r Route, first, second Share) string {
	said := fmt.Sprintf("%s %s.", sentenceOf(m.words(e, first.Discipline, second.Discipline)), articleOf(first.Discipline))
	if second.Probability >= minCross {
		said += fmt.Sprintf(" %s %s, too.", sentenceOf(m.words(e, second.Discipline, first.Discipline)), articleOf(second.Discipline))
	}
	return said
}

func articleOf(d Discipline) string { return "to " + string(d) }

func sentenceOf(where string, words []string) string {
	switch len(words) {
	case 0:
		return "All words together point"
	case 1:
		return fmt.Sprintf("“%s” in %s points", words[0], where)
	}
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = "“" + w + "”"
	}
	last := len(quoted) - 1
	return fmt.Sprintf("%s and %s in %s point", strings.Join(quoted[:last], ", "), quoted[last], where)
}

// words are those that speak most for a discipline and against the other, as the
// first part that has some of them writes them: the claim before title and context.
func (m *Model) words(e evidence, d, other Discipline) (where string, words []string) {
	for _, p := range e.parts {
		if words = m.decisive(p.text, d, other); len(words) > 0 {
			return p.name, words
		}
	}
	return "", nil
}

// A decisive word or pair of words, as the text writes it.
type decisive struct {
	written string
	weight  float64
}

func (m *Model) decisive(s string, d, other Discipline) (words []string) {
	var all []decisive
	i, j := slices.Index(disciplines, d), slices.Index(disciplines, other)
	for term, written := range writtenTerms(prose(s)) {
		id, known := m.id(term)
		if !known {
			continue
		}
		row := m.row(id)
		// A word decides that speaks for the discipline against the other and against most.
		if weight := min(row[i]-row[j], row[i]-mean(row)); weight > 0 {
			all = append(all, decisive{written, weight})
		}
	}
	slices.SortFunc(all, func(a, b decisive) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), strings.Compare(a.written, b.written))
	})
	for _, w := range all {
		if len(words) < maxWords && !slices.ContainsFunc(words, func(taken string) bool { return overlap(taken, w.written) }) {
			words = append(words, w.written)
		}
	}
	return words
}

// overlap reports whether one of two phrases is part of the other.
func overlap(a, b string) bool { return strings.Contains(a, b) || strings.Contains(b, a) }

func mean(row []float64) float64 {
	sum := 0.0
	for _, weight := range row {
		sum += weight
	}
	return sum / float64(len(row))
}

// maxWritten is the length of a word that is still shown.
const maxWritten = 60

// writtenTerms are the terms of a text as it writes them first.
func writtenTerms(s string) map[string]string {
	written := make(map[string]string)
	add := func(term string, start, end int) {
		if _, seen := written[term]; !seen && end-start <= maxWritten {
			written[term] = strings.Join(strings.Fields(s[start:end]), " ")
		}
	}
	previous, from, last := "", 0, 0
	text.EachToken(s, func(word string, start, end int) bool {
		if text.IsStop(word) {
			previous = ""
			return true
		}
		stem := text.Stem(word)
		add(stem, start, end)
		if previous != "" && start-last == 1 {
			add(previous+" "+stem, from, end)
		}
		previous, from, last = stem, start, end
		return true
	})
	return written
}
