package index

import (
	"context"
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Phrase implements keyword.Source. One word, and two of which none is a stop
// word, are terms of the index. Of a longer phrase the index knows the papers
// that hold its terms; their text is then read to see whether the words stand
// side by side.
func (r *reader) Phrase(ctx context.Context, words []string, among **roaring.Bitmap) (*roaring.Bitmap, error) {
	phrase := strings.Join(words, " ")
	terms := phraseTerms(phrase)
	if len(terms) == 1 && terms[0] == strings.Join(text.Stems(phrase), " ") {
		return r.all(terms)
	}
	set, err := r.all(terms)
	if err != nil {
		return nil, err
	}
	if among != nil {
		set.And(*among)
	}
	return r.verify(ctx, set, phrase, wholeText)
}

// phraseTerms are the terms that any paper with the phrase holds: its bigrams,
// and the words that are in none.
func phraseTerms(phrase string) []string {
	var terms []string
	previous := ""
	text.EachTerm(phrase, func(term string, bigram bool) {
		if !bigram {
			if previous != "" {
				terms = append(terms, previous)
			}
			previous = term
			return
		}
		terms = append(terms, term)
		previous = ""
	})
	if previous != "" {
		terms = append(terms, previous)
	}
	return terms
}

// verify keeps the papers of which a part contains the phrase.
func (r *reader) verify(ctx context.Context, set *roaring.Bitmap, phrase string, part textPart) (*roaring.Bitmap, error) {
	set.AndNot(r.deleted) // their texts need no reading
	docs := set.ToArray()
	wanted := wantedPhrase{key: string(part) + phrase, phrase: text.NewPhrase(phrase), part: part}
	holds := make([]bool, len(docs))
	err := sideBySide(ctx, len(docs), func(i int) (err error) {
		holds[i], err = r.holds(docs[i], wanted)
		return err
	})
	if err != nil {
		return nil, err
	}
	kept := roaring.New()
	for i, doc := range docs {
		if holds[i] {
			kept.Add(doc)
		}
	}
	return kept, nil
}

// A textPart is where a phrase is looked for.
type textPart string

const (
	titleOnly textPart = "t:"
	wholeText textPart = ""
)

type wantedPhrase struct {
	key    string // in the cache
	phrase text.Phrase
	part   textPart
}

func (r *reader) holds(doc uint32, w wantedPhrase) (bool, error) {
	if held, known := r.verified.get(w.key, doc); known {
		return held, nil
	}
	held, err := r.readPhrase(doc, w)
	if err == nil {
		r.verified.put(w.key, doc, held)
	}
	return held, err
}

func (r *reader) readPhrase(doc uint32, w wantedPhrase) (bool, error) {
	p, err := r.paper(doc)
	if err != nil {
		return false, err
	}
	if w.phrase.In(p.Title) || w.part == wholeText && w.phrase.In(p.Abstract) {
		return true, nil
	}
	if w.part == titleOnly {
		return false, nil
	}
	if err := r.addBody(doc, p); err != nil {
		return false, err
	}
	return bodyHolds(p.Body, w.phrase), nil
}

func bodyHolds(sections []engine.Section, phrase text.Phrase) bool {
	for _, section := range sections {
		if phrase.In(section.Title) {
			return true
		}
		for _, paragraph := range section.Paragraphs {
			for _, s := range paragraph {
				if phrase.In(s.Text) {
					return true
				}
			}
		}
	}
	return false
}

// A phraseCache remembers for the last few phrases which papers hold them. It
// belongs to a segment, so it never goes stale.
type phraseCache struct {
	mu      sync.Mutex
	phrases []*cachedPhrase // oldest first
}

type cachedPhrase struct {
	key       string
	held, not roaring.Bitmap
}

const phraseCacheSize = 16

func (c *phraseCache) get(key string, doc uint32) (held, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.phrases {
		if p.key == key {
			held = p.held.Contains(doc)
			return held, held || p.not.Contains(doc)
		}
	}
	return false, false
}

func (c *phraseCache) put(key string, doc uint32, held bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.of(key)
	if held {
		p.held.Add(doc)
	} else {
		p.not.Add(doc)
	}
}

func (c *phraseCache) of(key string) *cachedPhrase {
	for _, p := range c.phrases {
		if p.key == key {
			return p
		}
	}
	if len(c.phrases) == phraseCacheSize {
		c.phrases = append(c.phrases[:0], c.phrases[1:]...)
	}
	p := &cachedPhrase{key: key}
	c.phrases = append(c.phrases, p)
	return p
}
