package engine

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Support says how well a paper supports what a sentence says of it.
type Support struct {
	Score    float64   // between 0 and 1
	Flaw     string    // what the paper contradicts or does not know, "" where there is nothing of the kind
	Evidence Highlight // the sentence of the paper that comes closest
}

// Supported tells whether a sentence may stand in a manuscript.
func (s Support) Supported() bool { return s.Score >= supportedFrom }

// supportedFrom is where .916 of sentences about another paper are found out,
// as `scilit-lsp eval support --own` measures.
const supportedFrom = 0.55

// What counts how much.
const (
	coverageWeight  = 0.5 // share of the sentence's terms that the paper has
	closenessWeight = 0.5 // how close its closest sentence comes: the mean of shared terms and cosine
	closestChecked  = 3   // so many of the closest sentences are asked whether they say the contrary
	flawed          = 0.4 // what a flaw leaves of a score
	embeddedChecked = 8   // so many are compared by meaning
)

// A Checker compares sentences with papers. Embedder may be nil: closeness is
// then a matter of words alone.
type Checker struct{ Embedder Embedder }

// Check says how well p supports sentence. The words in known are the user's
// own: a sentence may take them up without the paper having them, but for
// numbers.
func (c Checker) Check(ctx context.Context, p *Paper, sentence string, known []string) (Support, error) {
	sentence = strings.ReplaceAll(sentence, Mark, " ")
	claim := claimOf(sentence, known)
	sources := sentencesOf(p)
	paper := termSet(strings.Join(textsOf(sources), "\n"))
	closest := closestTo(claim.terms, sources)
	if len(closest) == 0 {
		return Support{Flaw: "the paper has no text to compare with"}, nil
	}
	similar, err := c.similarity(ctx, sentence, closest)
	if err != nil {
		return Support{}, err
	}
	s := Support{Evidence: closest[0].Highlight}
	best := 0.0
	for i, source := range closest {
		if value := (source.shared + similar[i]) / 2; value > best {
			best, s.Evidence = value, source.Highlight
		}
	}
	s.Score = coverageWeight*overlap(claim.terms, paper) + closenessWeight*best
	if s.Flaw = claim.flaw(sentence, sources, closest); s.Flaw != "" {
		s.Score *= flawed
	}
	s.Evidence.Score = s.Score
	return s, nil
}

// A claim is what of a sentence a paper must know.
type claim struct {
	terms   map[string]bool // without those that any paper is cited with
	names   []string
	numbers []string
	compare string // the first word that says what is better or more than another thing
}

func claimOf(sentence string, known []string) claim {
	c := claim{terms: termSet(sentence)}
	own := termSet(strings.Join(known, "\n"))
	for term := range c.terms {
		if ofAnyPaper[term] || own[term] {
			delete(c.terms, term)
		}
	}
	c.numbers = numeral.FindAllString(sentence, -1)
	c.compare = comparison.FindString(sentence)
	initials := ""
	for at, token := range text.Tokens(sentence) {
		word := sentence[token.Start:token.End]
		spelledOut := len(word) > 1 && strings.HasSuffix(initials, strings.ToLower(word))
		if at > 0 && isName(word) && !own[stemOf(word)] && !spelledOut {
			c.names = append(c.names, word)
		}
		initials += initialsOf(word)
	}
	return c
}

// initialsOf are the first letters of the parts of a word, "cf" of "context-free".
func initialsOf(word string) (initials string) {
	for part := range strings.SplitSeq(strings.ToLower(word), "-") {
		first, _ := utf8.DecodeRuneInString(part)
		initials += string(first)
	}
	return initials
}

// ofAnyPaper are the stems of words that say nothing of one paper.
var ofAnyPaper = termSet(`present propose describe introduce investigate explore study address report discuss demonstrate develop
	evaluate provide argue use apply employ show find observe suggest work paper approach method technique system model recent
	previous research author result based example similar follow new set different consider number given`)

func stemOf(word string) string {
	for term := range termSet(word) {
		return term
	}
	return ""
}

// numeral is a number as it is written, "1,000" and "4.5" as one.
var numeral = regexp.MustCompile(`\b\d+(?:[.,]\d+)*\b`)

// comparison finds claims of how a thing does beside others, which writers like
// to add where the paper makes none.
var comparison = regexp.MustCompile(`(?i)\b(?:better|best|worse|worst|outperform\w*|superior|inferior|surpass\w*|exceed\w*|improv\w+|state[- ]of[- ]the[- ]art|higher|highest|lower|lowest|faster|cheaper|(?:more|less|most|least) \pL+)\b`)

// isName takes words with capital letters behind the first or, being longer
// than two letters, at the first.
func isName(word string) bool {
	letters := []rune(word)
	return len(letters) > 2 && unicode.IsUpper(letters[0]) || slices.ContainsFunc(letters[1:], unicode.IsUpper)
}

// flaw says what is wrong with a claim, "" where nothing is: a name that is
// nowhere in the paper, a number that is in none of the closest sentences, a
// comparison where the few closest of all make none.
func (c claim) flaw(sentence string, sources []Highlight, closest []sharing) string {
	for _, number := range c.numbers {
		if !slices.ContainsFunc(closest, func(s sharing) bool { return slices.Contains(numeral.FindAllString(s.Text, -1), number) }) {
			return "what the paper says of this has no number " + number
		}
	}
	if name := c.strange(sources); name != "" {
		return "the paper does not know the name " + name
	}
	if c.compare != "" && !slices.ContainsFunc(closest[:min(len(closest), closestChecked)], func(s sharing) bool { return comparison.MatchString(s.Text) }) {
		return "what the paper says of this compares nothing: " + c.compare
	}
	return contrary(sentence, closest)
}

// strange is the first name that is nowhere in sources, "" where all are known.
func (c claim) strange(sources []Highlight) string {
	if len(c.names) == 0 {
		return ""
	}
	has := make(map[string]bool)
	for _, source := range sources {
		text.EachToken(source.Text, func(word string, _, _ int) bool {
			has[word] = true
			return true
		})
	}
	for _, name := range c.names {
		folded := text.Tokens(name)
		if len(folded) > 0 && !has[folded[0].Text] && !has[strings.TrimSuffix(folded[0].Text, "s")] {
			return name
		}
	}
	return ""
}

// contrary tells where a sentence says no and the closest ones of the paper do
// not, or the other way round, or says more where they say less.
func contrary(sentence string, closest []sharing) string {
	denies := denial.MatchString(sentence)
	alike := 0.75 * closest[0].shared
	agree := false
	for i, source := range closest {
		if i < closestChecked && source.shared >= alike && denial.MatchString(source.Text) == denies {
			agree = true
		}
	}
	if !agree && closest[0].shared > 0.4 {
		return "the paper says the contrary: " + closest[0].Text
	}
	for _, pair := range opposites {
		for i, word := range pair {
			if word.MatchString(sentence) && !word.MatchString(closest[0].Text) && pair[1-i].MatchString(closest[0].Text) && closest[0].shared > 0.4 {
				return "the paper says the contrary: " + closest[0].Text
			}
		}
	}
	return ""
}

var denial = regexp.MustCompile(`(?i)\b(?:not|no|never|neither|nor|without|cannot|fail(?:s|ed)?|lacks?|lacked|hardly|unable|\w+n['’]t)\b`)

var opposites = [][2]*regexp.Regexp{
	words2(`increas\w+|higher|more|rises?`, `decreas\w+|lower|less|fewer|reduc\w+|drops?`),
	words2(`better|improv\w+|outperform\w*|superior|best`, `worse\w*|underperform\w*|inferior|degrad\w+|worst`),
	words2(`success\w*|effective`, `unsuccess\w*|ineffective`),
}

func words2(a, b string) [2]*regexp.Regexp {
	return [2]*regexp.Regexp{regexp.MustCompile(`(?i)\b(?:` + a + `)\b`), regexp.MustCompile(`(?i)\b(?:` + b + `)\b`)}
}

// sentencesOf are the title and all sentences of a paper.
func sentencesOf(p *Paper) []Highlight {
	all := []Highlight{{Text: p.Title, Section: "Title"}}
	for i, span := range text.Sentences(p.Abstract) {
		all = append(all, Highlight{Text: strings.TrimSpace(p.Abstract[span.Start:span.End]), Section: abstractSection, Index: i})
	}
	index := 0
	for _, section := range p.Body {
		for _, paragraph := range section.Paragraphs {
			for _, s := range paragraph {
				if isMatter(section.Title) {
					all = append(all, Highlight{Text: s.Text, Section: section.Title, Index: index})
				}
				index++
			}
		}
	}
	return all
}

func textsOf(sources []Highlight) []string {
	texts := make([]string, len(sources))
	for i, s := range sources {
		texts[i] = s.Text
	}
	return texts
}

// A sharing is a sentence with the share of a claim's terms that it has.
type sharing struct {
	Highlight
	shared float64
}

// closestTo are the sentences that share most terms with a claim.
func closestTo(terms map[string]bool, sources []Highlight) []sharing {
	all := make([]sharing, len(sources))
	for i, source := range sources {
		all[i] = sharing{source, overlap(terms, termSet(source.Text))}
	}
	slices.SortStableFunc(all, func(a, b sharing) int {
		switch {
		case a.shared > b.shared:
			return -1
		case a.shared < b.shared:
			return 1
		}
		return 0
	})
	return all[:min(len(all), embeddedChecked)]
}

// similarity is the cosine of a sentence to each of sources, or the share of
// terms again where there is no embedder, or one that fails.
func (c Checker) similarity(ctx context.Context, sentence string, sources []sharing) ([]float64, error) {
	if c.Embedder == nil {
		return sharesOf(sources), nil
	}
	texts := []string{sentence}
	for _, s := range sources {
		texts = append(texts, s.Text)
	}
	vectors, err := c.Embedder.Embed(ctx, texts)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil { // a search has told of it
		return sharesOf(sources), nil
	}
	similar := make([]float64, len(sources))
	for i, v := range vectors[1:] {
		dot := 0.0
		for j := range v {
			dot += float64(v[j]) * float64(vectors[0][j])
		}
		similar[i] = math.Max(0, dot)
	}
	return similar, nil
}

func sharesOf(sources []sharing) []float64 {
	shares := make([]float64, len(sources))
	for i, s := range sources {
		shares[i] = s.shared
	}
	return shares
}
