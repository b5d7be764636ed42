package weaviate

import (
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Prefixes of stored terms. Words in title or abstract have no prefix.
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
	stems string   // words for BM25; those of the title are repeated
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
