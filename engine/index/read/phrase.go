package read

import (
	"context"
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Phrase implements keyword.Source. It looks up single words, and pairs without stop words, as
// terms. For a longer phrase, it reads the texts of all papers that contain the phrase's terms.
func (r *SegmentView) Phrase(ctx context.Context, words []string, among **roaring.Bitmap) (*roaring.Bitmap, error) {
	phrase := strings.Join(words, " ")
	terms := phraseTerms(phrase)
	if r.Manifest.Identity {
		terms = text.Terms(phrase)
	}
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
	return r.verify(ctx, set, wantedPhrase{phrase, text.NewPhrase(phrase).In, wholeText})
}

// phraseTerms returns the terms that every paper with the phrase contains: its bigrams, and the words
// that belong to no bigram.
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

// verify returns the papers of the set whose text contains the phrase.
func (r *SegmentView) verify(ctx context.Context, set *roaring.Bitmap, wanted wantedPhrase) (*roaring.Bitmap, error) {
	set.AndNot(r.Deleted) // the texts of deleted papers need not be read
	docs := set.ToArray()
	holds := make([]bool, len(docs))
	err := inParallel(ctx, len(docs), func(i int) (err error) {
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

// A textPart selects the text to search for a phrase.
type textPart int

const (
	titleOnly textPart = iota
	titleOrAbstract
	wholeText
)

type wantedPhrase struct {
	key  string // key in the cache
	in   func(text string) bool
	part textPart
}

func (r *SegmentView) holds(doc uint32, w wantedPhrase) (bool, error) {
	if held, known := r.verified.get(w.key, doc); known {
		return held, nil
	}
	held, err := r.readPhrase(doc, w)
	if err == nil {
		r.verified.put(w.key, doc, held)
	}
	return held, err
}

func (r *SegmentView) readPhrase(doc uint32, w wantedPhrase) (bool, error) {
	p, err := r.Paper(doc)
	if err != nil {
		return false, err
	}
	if w.in(p.Title) || w.part != titleOnly && w.in(p.Abstract) {
		return true, nil
	}
	if w.part != wholeText {
		return false, nil
	}
	if err := r.AddBody(doc, p); err != nil {
		return false, err
	}
	for _, section := range p.Body {
		if w.in(section.Title) {
			return true, nil
		}
	}
	for sentence := range p.BodyTexts() {
		if w.in(sentence) {
			return true, nil
		}
	}
	return false, nil
}

// A phraseCache caches the results of recent phrases in a segment. They stay valid, since a segment
// never changes.
type phraseCache struct {
	mu      sync.Mutex
	phrases *simplelru.LRU[string, *cachedPhrase]
}

type cachedPhrase struct{ held, not roaring.Bitmap }

const phraseCacheSize = 16

func (c *phraseCache) get(key string, doc uint32) (held, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.of(key)
	held = p.held.Contains(doc)
	return held, held || p.not.Contains(doc)
}

func (c *phraseCache) put(key string, doc uint32, held bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p := c.of(key); held {
		p.held.Add(doc)
	} else {
		p.not.Add(doc)
	}
}

func (c *phraseCache) of(key string) *cachedPhrase {
	if c.phrases == nil {
		c.phrases, _ = simplelru.NewLRU[string, *cachedPhrase](phraseCacheSize, nil)
	}
	p, ok := c.phrases.Get(key)
	if !ok {
		p = new(cachedPhrase)
		c.phrases.Add(key, p)
	}
	return p
}

// Words implements keyword.Source. Unless the words may be anywhere, it reads the texts of the
// papers that contain them all, and checks that the words are near each other.
func (r *SegmentView) Words(ctx context.Context, words keyword.Words, among **roaring.Bitmap) (*roaring.Bitmap, error) {
	phrase := strings.Join(words.Words, " ")
	set, err := r.allInText(text.Terms(phrase))
	if err != nil || words.Anywhere {
		return set, err
	}
	if among != nil {
		set.And(*among)
	}
	near := text.NewNear(phrase)
	return r.verify(ctx, set, wantedPhrase{key: "~" + phrase, in: near.In, part: titleOrAbstract})
}

// allInText returns the papers that contain all of the terms in the title or abstract. Without
// terms, it returns no papers.
func (r *SegmentView) allInText(terms []string) (*roaring.Bitmap, error) {
	return intersection(terms, func(term string) (*roaring.Bitmap, error) {
		with := newUnion(r.Manifest.Papers)
		err := format.LookUp(r.Dictionary, term, func(_ int, list []byte) error { return with.addInText(r.Postings(list)) })
		return with.set(), r.InTerms(err)
	})
}

// addInText adds the papers that contain the term in the title or abstract.
func (u union) addInText(list format.ListReader) error {
	var block format.PostingBlock
	for block.Read(&list) {
		for i, doc := range block.Docs[:block.N] {
			if block.Frequencies[i] > 0 {
				u.bits[doc/64] |= 1 << (doc % 64)
			}
		}
	}
	return list.Err()
}
