package weaviate

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// keyOf returns the UUID of a paper's object, a hash of the paper's ID.
func keyOf(id string) string {
	sum := sha256.Sum256([]byte("scilit-lsp paper\x00" + id))
	sum[6] = sum[6]&0x0f | 0x80 // UUID version 8, for application-specific hashes
	sum[8] = sum[8]&0x3f | 0x80
	x := hex.EncodeToString(sum[:16])
	return strings.Join([]string{x[:8], x[8:12], x[12:16], x[16:20], x[20:]}, "-")
}

// A paperObject is the object written for a paper.
type paperObject struct {
	Class      string    `json:"class"`
	ID         string    `json:"id"`
	Vector     []float32 `json:"vector,omitempty"`
	Properties values    `json:"properties"`
}

// values are the properties of an object.
type values struct {
	Terms  []string `json:"terms"`
	Names  []string `json:"names,omitempty"`
	Stems  string   `json:"stems"`
	Year   int      `json:"year,omitempty"`
	Full   bool     `json:"full"`
	Paper  string   `json:"paper"`
	Record string   `json:"record"`
	Body   string   `json:"body,omitempty"`
	Row    string   `json:"row,omitempty"`
	Digest string   `json:"digest"`
}

// A bodyRecord is the part of a paper that search results omit.
type bodyRecord struct {
	Sections   []engine.Section   `json:"s,omitempty"`
	References []engine.Reference `json:"r,omitempty"`
}

func (c *Corpus) storedOf(e engine.PaperVector) (paperObject, error) {
	record, rest, err := records(e.Paper)
	if err != nil {
		return paperObject{}, fmt.Errorf("paper %q: %w", e.Paper.ID, err)
	}
	words := vocabularyOf(e.Paper)
	p := values{
		Terms: words.terms, Names: namesOf(paper.RefOf(e.Paper)), Stems: words.stems,
		Year: max(0, e.Paper.Year), Full: len(e.Paper.Body) > 0, Paper: e.Paper.ID, Record: record, Body: rest,
	}
	o := paperObject{Class: c.address.Collection, ID: keyOf(e.Paper.ID)}
	if len(e.Vector.Components) > 0 {
		p.Row = base64.StdEncoding.EncodeToString(packed(e.Vector))
		o.Vector = floats(e.Vector)
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{layoutVersion, record, rest, p.Row}, "\x00")))
	p.Digest = hex.EncodeToString(sum[:16])
	o.Properties = p
	return o, nil
}

// layoutVersion is part of the digest of an object. If it changes, Push writes all papers again.
const layoutVersion = "1"

// records encodes a paper as two JSON texts. short is the record without full text and references,
// which are in rest.
func records(p *engine.Paper) (short, rest string, err error) {
	brief := *p
	brief.Corpus, brief.CorpusID, brief.Also, brief.Body, brief.References = "", "", nil, nil, nil
	raw, err := json.Marshal(brief)
	if err != nil || len(p.Body) == 0 && len(p.References) == 0 {
		return string(raw), "", err
	}
	more, err := json.Marshal(bodyRecord{p.Body, p.References})
	return string(raw), string(more), err
}

// maxValues is the maximum number of objects and arrays in a record, since a megabyte of brackets
// decodes to many times as much memory.
const maxValues = 1 << 20

func decode(raw string, into any) error {
	if strings.Count(raw, "{")+strings.Count(raw, "[") > maxValues {
		return fmt.Errorf("the record contains more than %d JSON objects and arrays", maxValues)
	}
	return json.Unmarshal([]byte(raw), into)
}

// paper decodes the short record of a hit. It returns nil if the record is damaged.
func (h hit) paper() *engine.Paper {
	var p engine.Paper
	if decode(h.Record, &p) != nil || p.ID == "" {
		return nil
	}
	p.Body, p.References = nil, nil
	return &p
}

func packed(v rank.QuantisedVector) []byte {
	raw := binary.LittleEndian.AppendUint32(nil, math.Float32bits(v.Scale))
	for _, x := range v.Components {
		raw = append(raw, byte(x))
	}
	return raw
}

func unpacked(raw []byte) rank.QuantisedVector {
	components := unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(raw[4:]))), len(raw)-4)
	scale := math.Float32frombits(binary.LittleEndian.Uint32(raw))
	if !(scale >= 0 && scale <= 1) { // a unit vector has a scale in this range; the negation also rejects NaN
		scale = 0
	}
	return rank.QuantisedVector{Scale: scale, Components: components}
}

func floats(v rank.QuantisedVector) []float32 {
	all := make([]float32, len(v.Components))
	for i, x := range v.Components {
		all[i] = v.Scale * float32(x)
	}
	return all
}

// Prefixes of stored terms. Words in the title or abstract have no prefix.
const (
	bodyPrefix   = "b:" // term that occurs only in the full text
	authorPrefix = "a:"
	venuePrefix  = "v:"
	wordPrefix   = "w:" // unstemmed word of a title, for prefix searches
	pairPrefix   = "2:"
)

// pairs is the number of hash values for word pairs. It limits the vocabulary, since Weaviate stores
// a posting of a rare term in about 160 bytes, and one of a frequent term in 2 to 8.
const pairs = 1 << 20

// storedTerm returns the stored form of a term, which is a hash for a word pair.
func storedTerm(term string) string {
	if !strings.Contains(term, " ") {
		return term
	}
	h := fnv.New64a()
	h.Write([]byte(term))
	return pairPrefix + strconv.FormatUint(h.Sum64()%pairs, 36)
}

// A vocabulary holds the searchable terms of a paper.
type vocabulary struct {
	terms []string // terms for filters, sorted and without duplicates
	stems string   // words for BM25; title words are repeated
}

func vocabularyOf(p *engine.Paper) vocabulary {
	terms := make(map[string]bool)
	var v vocabulary
	var stems []string
	for _, part := range []struct {
		text  string
		times int
	}{{p.Title, 2}, {p.Abstract, 1}} {
		text.EachTerm(part.text, func(term string, bigram bool) {
			terms[storedTerm(term)] = true
			if bigram {
				return
			}
			for range part.times {
				stems = append(stems, term)
			}
		})
	}
	addBody(p, terms)
	addFields(p, terms)
	v.terms, v.stems = slices.Sorted(maps.Keys(terms)), strings.Join(stems, " ")
	return v
}

func addBody(p *engine.Paper, terms map[string]bool) {
	add := func(s string) {
		text.EachTerm(s, func(term string, _ bool) {
			if term = storedTerm(term); !terms[term] {
				terms[bodyPrefix+term] = true
			}
		})
	}
	for _, section := range p.Body {
		add(section.Title)
	}
	for sentence := range p.BodyTexts() {
		add(sentence)
	}
}

func addFields(p *engine.Paper, terms map[string]bool) {
	for _, author := range p.Authors {
		for _, word := range tokens(author.Given + " " + author.Family) {
			terms[authorPrefix+word] = true
		}
	}
	for _, stem := range text.Stems(p.Venue) {
		terms[venuePrefix+stem] = true
	}
	for _, word := range tokens(p.Title) {
		if !text.IsStop(word) {
			terms[wordPrefix+word] = true
		}
	}
}

const (
	// maxRefs is the maximum number of works looked up per request.
	maxRefs = 32
	// maxNamesakes is the maximum number of records fetched per work.
	maxNamesakes = 32
	// maxBodies is the maximum number of full texts fetched per request.
	maxBodies = 16
)

// Papers implements engine.Retriever.
func (c *Corpus) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	a, err := c.described(ctx)
	if err != nil {
		return nil, err
	}
	found := make([]*engine.Paper, 0, len(refs))
	for part := range slices.Chunk(refs, maxRefs) {
		papers, err := c.lookUp(ctx, part)
		if err != nil {
			return nil, err
		}
		found = append(found, papers...)
	}
	for _, p := range found {
		if p != nil {
			c.ours(p, a)
		}
	}
	return found, nil
}

// lookUp finds works with a single request. It searches for all names of each work.
func (c *Corpus) lookUp(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	var questions []string
	for i, ref := range refs {
		if ref.ID != "" {
			questions = append(questions, c.get(fmt.Sprint("id", i), scoredFields, byKeys(keyOf(ref.ID))))
		}
		if names := namesOf(ref.Normal()); len(names) > 0 {
			where := anyOf(namesProperty, names...).argument()
			questions = append(questions, c.get(fmt.Sprint("name", i), scoredFields, where, limit(maxNamesakes)))
		}
	}
	if len(questions) == 0 {
		return make([]*engine.Paper, len(refs)), ctx.Err()
	}
	answer, err := c.client.fetch(ctx, questions...)
	if err != nil {
		return nil, err
	}
	chosen := make([]hit, len(refs))
	papers := make([]*engine.Paper, len(refs))
	for i, ref := range refs {
		hits := slices.Concat(answer[fmt.Sprint("id", i)], answer[fmt.Sprint("name", i)])
		papers[i], chosen[i] = choose(ref.Normal(), hits)
	}
	return papers, c.addBodies(ctx, papers, chosen)
}

// choose returns the record of a work. If several records have the same name, it prefers those with
// full text, then the one with the lowest ID.
func choose(ref engine.WorkRef, hits []hit) (best *engine.Paper, of hit) {
	papers := make([]*engine.Paper, len(hits))
	for i, h := range hits {
		papers[i] = h.paper()
	}
	for _, name := range ref.Names() {
		for i, p := range papers {
			if p == nil || !ref.Finds(p, name) {
				continue
			}
			if h := hits[i]; best == nil || h.Full && !of.Full || h.Full == of.Full && p.ID < best.ID {
				best, of = p, h
			}
		}
		if best != nil {
			return best, of
		}
	}
	return nil, hit{}
}

// addBodies fetches the full texts and references of papers. hits must be parallel to papers.
func (c *Corpus) addBodies(ctx context.Context, papers []*engine.Paper, hits []hit) error {
	at := make(map[string][]int)
	var keys []string
	for i, p := range papers {
		if p == nil {
			continue
		}
		key := keyOf(p.ID)
		if at[key] == nil {
			keys = append(keys, key)
		}
		at[key] = append(at[key], i)
	}
	for part := range slices.Chunk(keys, maxBodies) {
		answer, err := c.client.fetch(ctx, c.get("whole", "body _additional{id}", byKeys(part...)))
		if err != nil {
			return err
		}
		for _, h := range answer["whole"] {
			var rest bodyRecord
			if h.Body == "" {
				continue
			}
			if err := decode(h.Body, &rest); err != nil {
				return fmt.Errorf("%s: the full text in object %s cannot be read (%w): push the index again", c.address,
					h.More.ID, err)
			}
			for _, i := range at[h.More.ID] {
				papers[i].Body, papers[i].References = rest.Sections, rest.References
			}
		}
	}
	return nil
}
