package route

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Route names the repositories to search for a claim.
type Route struct {
	Primary    string  `json:"primary"`
	Secondary  string  `json:"secondary"`
	Confidence float64 `json:"confidence"` // total probability of the disciplines of Primary
	Reasoning  string  `json:"reasoning"`

	// Disciplines lists the likely disciplines, most likely first.
	Disciplines []Share `json:"disciplines"`
}

// A Share is a discipline with its probability.
type Share struct {
	Discipline  Discipline `json:"discipline"`
	Probability float64    `json:"probability"`
}

const (
	// minCross is the minimum probability at which a second discipline determines Secondary.
	minCross = 0.15
	// minShare is the minimum probability at which a discipline is listed.
	minShare = 0.05
	// maxWords is the maximum number of terms quoted per discipline.
	maxWords = 4
)

// Of routes a claim with the embedded model.
func Of(c Claim) Route { return Default().Route(c) }

// Route returns the repositories for a claim. A repository's probability is the sum of its
// disciplines' probabilities. Secondary belongs to the second discipline if that is likely enough, and
// otherwise to the first.
func (m *Model) Route(c Claim) Route {
	e := m.evidence(c)
	if len(e.features) == 0 {
		general := sources.General()
		return Route{
			Primary: general[0], Secondary: general[1], Disciplines: []Share{},
			Reasoning: "No word in the claim is typical of a discipline, so repositories that cover all disciplines " +
				"are suggested.",
		}
	}
	sums := m.sums(e)
	addPointers(sums, text.Cut(c.Text, maxClaim))
	shares := sharesOf(m.shares(sums))
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

// likeliest returns the repository with the highest total probability. In a tie, it prefers the
// likelier discipline's repository.
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

// lead returns the most likely discipline of a repository, and the most likely discipline of other
// repositories.
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

// evidence holds the known terms of a claim, its static vector and its parts.
type evidence struct {
	features []feature
	vector   []feature
	parts    []part
}

func (m *Model) evidence(c Claim) (e evidence) {
	e.parts, e.vector = c.parts(), semanticFeatures(c.whole())
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
	said := fmt.Sprintf("%s %s.", sentenceOf(m.words(e, first.Discipline, second.Discipline)),
		articleOf(first.Discipline))
	if second.Probability >= minCross {
		said += fmt.Sprintf(" %s %s, too.", sentenceOf(m.words(e, second.Discipline, first.Discipline)),
			articleOf(second.Discipline))
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

// words returns the words that most favour one discipline over another. They come from the first part
// of the claim that contains any.
func (m *Model) words(e evidence, d, other Discipline) (where string, words []string) {
	for _, p := range e.parts {
		if phrase := pointer(p.text, d); phrase != "" {
			return p.name, []string{phrase}
		}
		if words = m.decisive(p.text, d, other); len(words) > 0 {
			return p.name, words
		}
	}
	return "", nil
}

// A decisive is a term as written in the text, with its weight.
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
		row := m.rows.row(id)
		// A word must favour the discipline over both the other one and the mean.
		if weight := min(row[i]-row[j], row[i]-mean(row)); weight > 0 {
			all = append(all, decisive{written, weight})
		}
	}
	slices.SortFunc(all, func(a, b decisive) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), strings.Compare(a.written, b.written))
	})
	for _, w := range all {
		if len(words) < maxWords && !slices.ContainsFunc(words,
			func(taken string) bool { return overlap(taken, w.written) }) {
			words = append(words, w.written)
		}
	}
	return words
}

// overlap reports whether one of two phrases contains the other.
func overlap(a, b string) bool { return strings.Contains(a, b) || strings.Contains(b, a) }

func mean(row []float64) float64 {
	sum := 0.0
	for _, weight := range row {
		sum += weight
	}
	return sum / float64(len(row))
}

// maxWritten is the maximum length of a quoted term, in bytes.
const maxWritten = 60

// writtenTerms maps each term of a text to its first spelling in the text.
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
