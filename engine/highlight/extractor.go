package highlight

import (
	"bytes"
	"context"
	_ "embed" // for the weights
	"fmt"
	"io"
	"slices"
	"sync"
)

// extractorData holds the weights that models/train/extractor.py made; the
// card is models/extractor/README.md. They are part of the binary, so that
// there is an extractor wherever there is one.
//
//go:embed extractor.bin
var extractorData []byte

var builtInExtractor = sync.OnceValue(func() *extractorModel {
	m, err := readExtractorModel(bytes.NewReader(extractorData))
	if err != nil {
		panic("highlight: extractor.bin: " + err.Error()) // the binary itself is broken
	}
	return m
})

// A Extractor takes passage after passage, each time the one that is
// predicted to add most to what an abstract of the paper would say, and stops
// where none adds anything: the steps of MemSum (Gu, Ash and Hahnloser, ACL
// 2022). It predicts from the place of a passage, its form, which of
// its words an abstract is likely to have, and what is taken already. It is
// pure Go. The zero value uses the weights of the binary and is ready for use.
type Extractor struct {
	model *extractorModel
}

// Read reads weights other than those of the binary.
func Read(r io.Reader) (Extractor, error) {
	m, err := readExtractorModel(r)
	if err != nil {
		return Extractor{}, fmt.Errorf("weights of an extractor: %w", err)
	}
	return Extractor{m}, nil
}

// repeats is the cosine from which a passage says what another one says.
const repeats = 0.9

// aboutShare is how much a passage gains by being about what was asked: by the
// square of its cosine, so that one that says just that comes first. Unit: points
// of ROUGE.
const aboutShare = 60

// Extract implements Extractor. It takes one passage at least, where there is
// one, and max of them where they are those of an abstract. Time grows with the
// length of the paper times the passages taken.
func (x Extractor) Extract(ctx context.Context, p *Paper, about string, max int) ([]Highlight, error) {
	s := x.Select(p)
	topic := s.cosines(0, len(s.passages), s.known(about))
	fullText := len(p.Body) > 0 // an abstract is no text that an abstract could be expected of
	var highlights []Highlight
	for len(highlights) < max {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		best, gain := s.best(topic)
		if best < 0 || gain <= 0 && fullText && len(highlights) > 0 {
			break
		}
		s.Take(best)
		passage := s.passages[best]
		highlights = append(highlights, Highlight{Text: passage.Text, Section: passage.Title, Index: passage.Index, Score: float64(gain)})
	}
	slices.SortFunc(highlights, func(a, b Highlight) int { return a.Index - b.Index })
	return highlights, nil
}

// Select starts a selection of passages of p.
func (x Extractor) Select(p *Paper) *Selection {
	if x.model == nil {
		x.model = builtInExtractor()
	}
	return newSelection(p, x.model)
}

// best is the passage that adds most, -1 where there is none left that is whole
// and says something new. topic says how close each passage is to what was asked
// about.
func (s *Selection) best(topic []float32) (best int, gain float32) {
	best = -1
	for i := range s.passages {
		if s.alike[i] > repeats || isFragment(s.passages[i].Text) {
			continue
		}
		if g := s.Gain(i) + aboutShare*topic[i]*topic[i]; best < 0 || g > gain {
			best, gain = i, g
		}
	}
	return best, gain
}

// isFragment recognises the rest of a sentence that was broken where a page or a
// column ended. "mRNA" and "pH" start sentences too.
func isFragment(s string) bool {
	return len(s) > 1 && 'a' <= s[0] && s[0] <= 'z' && 'a' <= s[1] && s[1] <= 'z'
}
