package highlight

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"sync"
)

// extractorData holds the weights from models/train/extractor.py, described in
// models/extractor/README.md. They are embedded, so that an Extractor needs no files.
//
//go:embed extractor.bin
var extractorData []byte

var builtInExtractor = sync.OnceValue(func() *extractorModel {
	m, err := readExtractorModel(bytes.NewReader(extractorData))
	if err != nil {
		panic("highlight: extractor.bin: " + err.Error()) // unreachable unless the binary is broken
	}
	return m
})

// An Extractor selects passages greedily. In each step it selects the passage with the highest
// predicted gain in ROUGE against an abstract of the paper, until no gain is positive, as in MemSum
// (Gu, Ash and Hahnloser, ACL 2022). The prediction uses the position and form of a passage, the
// salience of its words, and the passages selected so far. The zero value uses the embedded weights.
type Extractor struct {
	model *extractorModel
}

// Read returns an Extractor with the weights from r.
func Read(r io.Reader) (Extractor, error) {
	m, err := readExtractorModel(r)
	if err != nil {
		return Extractor{}, fmt.Errorf("the extractor's weights cannot be loaded: %w", err)
	}
	return Extractor{m}, nil
}

// repeats is the cosine above which a passage is regarded as a repetition.
const repeats = 0.9

// aboutShare is the maximum bonus of a passage about the requested topic, in points of ROUGE. It is
// multiplied by the square of the cosine between passage and topic.
const aboutShare = 60

// Extract returns at most max highlights of p, in text order. about is a topic, or "". Passages about
// the topic get a bonus. In a full text, Extract selects at least one passage, and stops when no other
// passage has a gain. Its time is proportional to the paper's length and the number of passages
// selected.
func (x Extractor) Extract(ctx context.Context, p *Paper, about string, max int) ([]Highlight, error) {
	s := x.Select(p)
	topic := s.cosines(0, len(s.passages), s.known(about))
	fullText := len(p.Body) > 0 // predicted gains are meaningful only for a full text
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
		highlights = append(highlights, Highlight{
			Text: passage.Text, Section: passage.Title, Index: passage.Index, Score: float64(gain),
		})
	}
	slices.SortFunc(highlights, func(a, b Highlight) int { return a.Index - b.Index })
	return highlights, nil
}

// Select returns an empty selection of passages of p.
func (x Extractor) Select(p *Paper) *Selection {
	if x.model == nil {
		x.model = builtInExtractor()
	}
	return newSelection(p, x.model)
}

// best returns the passage with the highest gain, or -1 if only fragments and repetitions are left.
// topic holds the cosine of each passage to the requested topic.
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

// isFragment reports whether s is the rest of a sentence after a page or column break. Such a fragment
// starts in lower case, but a complete sentence may start with "mRNA" or "pH".
func isFragment(s string) bool {
	return len(s) > 1 && 'a' <= s[0] && s[0] <= 'z' && 'a' <= s[1] && s[1] <= 'z'
}
