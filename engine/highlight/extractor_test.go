package highlight_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
)

// demo yields the biomedical demo papers.
func demo(change func(*highlight.Paper)) iter.Seq2[*highlight.Paper, error] {
	return func(yield func(*highlight.Paper, error) bool) {
		for p, err := range corpus.File(context.Background(), "../../testdata/papers/biomed.jsonl.gz") {
			if err == nil && change != nil {
				change(p)
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// some returns the first fifteen demo papers with full text.
func some(change func(*highlight.Paper)) iter.Seq2[*highlight.Paper, error] {
	return func(yield func(*highlight.Paper, error) bool) {
		left := 15
		for p, err := range demo(change) {
			if left--; left < 0 || !yield(p, err) {
				return
			}
		}
	}
}

func TestHighlightsAreSentencesOfThePaperInItsOrder(t *testing.T) {
	for p, err := range some(nil) {
		if err != nil {
			t.Fatal(err)
		}
		picked, err := highlight.Extractor{}.Extract(t.Context(), p, "", 5)
		if err != nil || len(picked) == 0 || len(picked) > 5 {
			t.Fatalf("%s: %d highlights, %v", p.ID, len(picked), err)
		}
		for i, h := range picked {
			if i > 0 && h.Index <= picked[i-1].Index {
				t.Errorf("%s: out of order", p.ID)
			}
			if !holds(p, h.Text) {
				t.Errorf("%s does not say %q", p.ID, h.Text)
			}
		}
	}
}

func holds(p *highlight.Paper, sentence string) bool {
	for _, section := range p.Body {
		for _, paragraph := range section.Paragraphs {
			for _, s := range paragraph {
				if s.Text == sentence {
					return true
				}
			}
		}
	}
	return false
}

func TestHighlightsFollowWhatIsAskedAbout(t *testing.T) {
	for p := range some(nil) {
		sentence := p.Body[len(p.Body)/2].Paragraphs[0][0].Text
		if len(strings.Fields(sentence)) < 12 || len(strings.Fields(sentence)) > 50 {
			continue
		}
		picked, _ := highlight.Extractor{}.Extract(t.Context(), p, sentence, 1)
		if len(picked) != 1 || picked[0].Text != sentence {
			t.Errorf("%s: asked about %q, got %v", p.ID, sentence, picked)
		}
	}
}

func TestAPaperWithoutFullTextIsHighlightedFromItsAbstract(t *testing.T) {
	for p := range some(func(p *highlight.Paper) { p.Body = nil }) {
		picked, err := highlight.Extractor{}.Extract(t.Context(), p, "", 2)
		if err != nil || len(picked) == 0 {
			t.Fatalf("%s: %d highlights, %v", p.ID, len(picked), err)
		}
		for _, h := range picked {
			if h.Section != "Abstract" || !strings.Contains(p.Abstract, h.Text) {
				t.Errorf("%s: %q of %s is not of the abstract", p.ID, h.Text, h.Section)
			}
		}
	}
}

func TestAPaperThatSaysNothingHasNoHighlights(t *testing.T) {
	for _, p := range []*highlight.Paper{{}, {Title: "A title"}, {Title: "A title", Abstract: "Too short."}} {
		if picked, err := (highlight.Extractor{}).Extract(t.Context(), p, "anything", 3); len(picked) != 0 || err != nil {
			t.Errorf("%q: %v, %v", p.Abstract, picked, err)
		}
	}
}

func TestTheExtractorStopsByItself(t *testing.T) {
	for p := range some(nil) {
		picked, err := highlight.Extractor{}.Extract(t.Context(), p, "", 1000)
		if err != nil || len(picked) > 40 || len(picked) == len(highlight.Passages(p)) {
			t.Errorf("%s: %d of %d passages, %v", p.ID, len(picked), len(highlight.Passages(p)), err)
		}
	}
}

// A repeated sentence is highlighted once.
func TestRepetitionIsNoHighlight(t *testing.T) {
	p := &highlight.Paper{Title: "Tamarind", Body: []highlight.Section{{Title: "Results", Paragraphs: make([]highlight.Paragraph, 3)}}}
	for i := range 30 {
		s := highlight.Sentence{Text: "Tamarind trees were cut where farmers needed land for other crops."}
		p.Body[0].Paragraphs[i%3] = append(p.Body[0].Paragraphs[i%3], s)
	}
	picked, err := highlight.Extractor{}.Extract(t.Context(), p, "", 5)
	if err != nil || len(picked) != 1 {
		t.Errorf("%d highlights, %v", len(picked), err)
	}
}

func TestExtractionStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for p := range demo(nil) {
		if _, err := (highlight.Extractor{}).Extract(ctx, p, "", 3); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		return
	}
}

func TestTheCardNamesTheWeightsOfTheBinary(t *testing.T) {
	weights, err := os.ReadFile("extractor.bin")
	if err != nil {
		t.Fatal(err)
	}
	card, err := os.ReadFile("../../models/extractor/README.md")
	if sum := fmt.Sprintf("%x", sha256.Sum256(weights)); err != nil || !strings.Contains(string(card), sum) {
		t.Errorf("the card does not name %s, %v", sum, err)
	}
}

func TestDamagedWeightsAreRefused(t *testing.T) {
	good, err := os.ReadFile("extractor.bin")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := highlight.Read(bytes.NewReader(good)); err != nil {
		t.Error(err)
	}
	for name, bad := range map[string][]byte{
		"empty": nil, "cut": good[:len(good)-1], "no head": good[40:],
		"another format": bytes.Replace(good, []byte(`"format": 1`), []byte(`"format": 2`), 1),
		"other layers":   bytes.Replace(good, []byte(`[22,`), []byte(`[21,`), 1),
	} {
		if _, err := highlight.Read(bytes.NewReader(bad)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
