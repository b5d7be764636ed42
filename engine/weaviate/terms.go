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

// Terms of other places than title and abstract have a prefix that no word has.
const (
	bodyPrefix   = "b:" // in the full text alone
	authorPrefix = "a:"
	venuePrefix  = "v:"
	wordPrefix   = "w:" // a title's word as it is written, for beginnings of words
	pairPrefix   = "2:"
)

// pairs bounds the vocabulary of pairs of words: a term of few papers costs the cluster
// some 160 bytes for each, one of many papers 2 to 8.
const pairs = 1 << 20

// pairTerm is the term of a pair of words.
func pairTerm(bigram string) string {
	h := fnv.New64a()
	h.Write([]byte(bigram))
	return pairPrefix + strconv.FormatUint(h.Sum64()%pairs, 36)
}

// eachFilterTerm calls use with the words of s that are no stop words and with its pairs,
// as they are stored.
func eachFilterTerm(s string, use func(term string)) {
	text.EachTerm(s, func(term string, bigram bool) {
		if bigram {
			term = pairTerm(term)
		}
		use(term)
	})
}

// storedTerm is the term of a query as it is stored.
func storedTerm(term string) string {
	if strings.Contains(term, " ") {
		return pairTerm(term)
	}
	return term
}

// A vocabulary is what an object has of the words of a paper.
type vocabulary struct {
	terms []string // for filters, each once
	stems string   // for BM25, those of the title twice
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
		eachFilterTerm(s, func(term string) {
			if !terms[term] {
				terms[bodyPrefix+term] = true
			}
		})
	}
	for _, section := range p.Body {
		add(section.Title)
		for _, paragraph := range section.Paragraphs {
			for _, sentence := range paragraph {
				add(sentence.Text)
			}
		}
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
