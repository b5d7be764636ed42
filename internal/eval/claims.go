package eval

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"math/rand/v2"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// KindTrue is the kind of claims that their papers support.
const KindTrue = "true"

// FalseKinds lists the kinds of false claims, named after the way in which they are made false.
var FalseKinds = []string{"swapped", "number", "name", "denial", "comparison", "relation", "keyword"}

// A Claim is a true or false sentence about a paper. `scilit-eval faithfulness --write` writes
// claims as JSON, one per line, and `--pairs` reads them.
type Claim struct {
	ID       string `json:"id"`
	Kind     string `json:"kind"`   // KindTrue or one of FalseKinds
	Source   string `json:"source"` // origin of the true sentence: transformed, title, conclusion or citance
	Edit     string `json:"edit,omitempty"`
	Field    string `json:"field,omitempty"`
	Sentence string `json:"sentence"` // the sentence, with [CITE] in place of the citation
	Title    string `json:"title"`
	Abstract string `json:"abstract"`
}

// Paper returns the paper with which the claim is compared.
func (c Claim) Paper() *engine.Paper {
	return &engine.Paper{ID: c.ID, Title: c.Title, Abstract: c.Abstract}
}

// ClaimOptions select the claims to make.
type ClaimOptions struct {
	Split     string // split to which the papers belong: Train, Dev or Test
	Seed      uint64
	Limit     int        // maximum number of papers per field; 0 for all
	Citations []Citation // real citing sentences about the papers; may be nil
	// RandomSwap selects a random paper of the field for swapped claims, instead of the most
	// similar one.
	RandomSwap bool
}

// A Citation is a real sentence that cites exactly one paper.
type Citation struct{ Sentence, Cited string }

// ReadCitations reads citing sentences from a file of contexts or citances. It skips citances that
// cite several papers.
func ReadCitations(r io.Reader) (all []Citation, err error) {
	for c, err := range recordsOf[struct {
		Masked   string `json:"sentence_masked"`
		Sentence string `json:"citation_sentence"`
		Cited    string `json:"cited"`
		Single   *bool  `json:"single"`
		Clean    *bool  `json:"clean"`
	}](r, "citing sentence") {
		if err != nil {
			return nil, err
		}
		if c.Single != nil && !*c.Single || c.Clean != nil && !*c.Clean {
			continue
		}
		all = append(all, Citation{cmp.Or(c.Masked, c.Sentence), c.Cited})
	}
	return all, nil
}

// Claims makes true and false claims about the papers of a split, and about each other paper with a
// citation in opts. The remaining papers only supply names, keywords and phrases for false claims.
// For claims about the split Train, only its own papers are read; papers of Test are read only for
// claims about Test.
func Claims(papers iter.Seq2[*engine.Paper, error], opts ClaimOptions) ([]Claim, error) {
	pool, err := readPool(papers, opts.Split)
	if err != nil {
		return nil, err
	}
	byPaper := make(map[string][]string)
	for _, c := range opts.Citations {
		byPaper[c.Cited] = append(byPaper[c.Cited], c.Sentence)
	}
	taken := make(map[string]int)
	var claims []Claim
	for _, i := range pool.shuffled(opts.Seed) {
		p := pool.papers[i]
		own := SplitOf(p.ID) == opts.Split && (opts.Limit == 0 || taken[p.Corpus] < opts.Limit)
		if !own && byPaper[p.ID] == nil {
			continue
		}
		m := claimMaker{pool: pool, at: i, p: p, random: rand.New(rand.NewPCG(opts.Seed, hashOf(p.ID))),
			randomSwap: opts.RandomSwap}
		if own {
			m.addOwn()
		}
		if len(m.claims) > 0 {
			taken[p.Corpus]++
		}
		m.addCitations(byPaper[p.ID])
		claims = append(claims, m.claims...)
	}
	return claims, nil
}

func hashOf(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}

// WriteClaims writes claims as JSON, one per line.
func WriteClaims(w io.Writer, claims []Claim) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	for _, c := range claims {
		if err := out.Encode(c); err != nil {
			return err
		}
	}
	return nil
}

// ReadClaims reads claims written by WriteClaims.
func ReadClaims(r io.Reader) ([]Claim, error) {
	claims, err := Collect(recordsOf[Claim](r, "pair"))
	for i, c := range claims {
		if c.Kind == "" || c.Sentence == "" || c.Title == "" {
			return nil, fmt.Errorf("pair %d (%q): kind, sentence and title are needed", i+1, c.ID)
		}
	}
	return claims, err
}

// A claimMaker makes true and false claims about one paper.
type claimMaker struct {
	pool       *pool
	at         int // index of p in the pool
	p          *engine.Paper
	random     *rand.Rand
	randomSwap bool
	near       []*engine.Paper // similar papers; computed by neighbours when first needed
	claims     []Claim
}

// ownStatements is the maximum number of sentences per abstract that are paraphrased.
const ownStatements = 2

func (m *claimMaker) addOwn() {
	sources := abstractSentences(m.p)
	m.random.Shuffle(len(sources), func(i, j int) { sources[i], sources[j] = sources[j], sources[i] })
	taken := 0
	for _, s := range sources {
		if taken == ownStatements {
			break
		}
		if paraphrase, ok := paraphraseOf(s, m.random); ok {
			m.add("transformed", paraphrase)
			taken++
		}
	}
	if s, ok := titleStatement(m.p.Title, m.random); ok && m.random.IntN(4) == 0 {
		m.add("title", s)
	}
	for _, s := range m.conclusions() {
		m.add("conclusion", s)
	}
}

func (m *claimMaker) addCitations(sentences []string) {
	taken := 0
	for _, s := range sentences {
		if s, ok := citingStatement(s); ok && taken < 2 && m.agrees(s) {
			m.add("citance", s)
			taken++
		}
	}
}

// add appends a true claim and the false claims that can be made from it.
func (m *claimMaker) add(source, sentence string) {
	id := fmt.Sprintf("%s#%d", m.p.ID, len(m.claims))
	claim := Claim{ID: id, Kind: KindTrue, Source: source, Field: m.p.Corpus, Sentence: sentence, Title: m.p.Title,
		Abstract: m.p.Abstract}
	m.claims = append(m.claims, claim)
	for _, kind := range FalseKinds {
		other := claim
		other.ID, other.Kind = id+"-"+kind, kind
		if m.falsify(&other) {
			m.claims = append(m.claims, other)
		}
	}
}
