package eval

import (
	"bytes"
	"context"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

func TestTrueSentencesAreSaidOtherwise(t *testing.T) {
	for source, parts := range map[string][]string{
		"We propose a new method for the smoothing of phrase tables in statistical machine translation.": {"[CITE]",
			"phrase table"},
		"Our results show that soft constraints improve the parsing of several European languages.": {"[CITE]",
			"soft constraints"},
		"This paper describes the first competitive evaluation of systems that detect English puns.": {"[CITE]",
			"detect", "puns"},
		// no frame contains "train", so this may fail, but the result never contains "we"
		"Using a large corpus, we trained three parsers that need no grammar and no lexicon at all.": nil,
	} {
		for seed := range uint64(20) {
			s, ok := paraphraseOf(source, rand.New(rand.NewPCG(seed, 0)))
			if !ok {
				continue
			}
			if s == source || ownWork.MatchString(s) || strings.Count(s, text.CiteMark) != 1 || !strings.HasSuffix(s, ".") {
				t.Errorf("%q from %q", s, source)
			}
			for _, part := range parts {
				if !strings.Contains(s, part) && part == text.CiteMark {
					t.Errorf("%q does not have %q", s, part)
				}
			}
		}
	}
	if s, ok := paraphraseOf("This makes it hard to compare them with such systems as these.",
		rand.New(rand.NewPCG(1, 0))); ok {
		t.Errorf("%q depends on the preceding sentence", s)
	}
}

// Each way to make a sentence false changes it. Words borrowed from another paper do not occur in
// the paper itself.
func TestFalseSentencesAreFalse(t *testing.T) {
	claims, err := Claims(twoFields(), ClaimOptions{Split: Train, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]int)
	truth := make(map[string]Claim)
	for _, c := range claims {
		seen[c.Kind]++
		if c.Kind == KindTrue {
			truth[c.ID] = c
			continue
		}
		origin := truth[strings.TrimSuffix(c.ID, "-"+c.Kind)]
		if c.Kind == "swapped" && (c.Title == origin.Title || c.Sentence != origin.Sentence) || c.Kind != "swapped" &&
			(c.Sentence == origin.Sentence || c.Title != origin.Title) {
			t.Errorf("%+v is no false form of %+v", c, origin)
		}
	}
	for _, kind := range append(slices.Clone(FalseKinds), KindTrue) {
		if seen[kind] == 0 {
			t.Errorf("no %s claim among %v", kind, seen)
		}
	}
	var file bytes.Buffer
	if err := WriteClaims(&file, claims); err != nil {
		t.Fatal(err)
	}
	if back, err := ReadClaims(&file); err != nil || !slices.Equal(back, claims) {
		t.Errorf("claims do not come back: %v", err)
	}
	if again, _ := Claims(twoFields(), ClaimOptions{Split: Train, Seed: 3}); !slices.Equal(again, claims) {
		t.Error("the same seed makes other claims")
	}
}

// twoFields yields papers of two fields, which borrow names and objects from each other.
func twoFields() iter.Seq2[*engine.Paper, error] {
	topics := []string{"dependency parsing of Dutch", "machine translation into Basque",
		"sentiment analysis of Twitter messages", "coreference resolution in OntoNotes"}
	return func(yield func(*engine.Paper, error) bool) {
		for i, topic := range topics {
			p := &engine.Paper{ID: "train-" + strings.Repeat("x", i), Corpus: "acl", Title: "Notes on " + topic,
				Abstract: "We propose a neural model for " + topic +
					" with soft constraints and BERT vectors. Our experiments show that soft constraints can improve " + topic +
					" by 3 points on two benchmarks. We describe a corpus for " + topic +
					" that contains many rare words from the web."}
			for n := 0; SplitOf(p.ID) != Train; n++ {
				p.ID += string(rune('a' + n))
			}
			if !yield(p, nil) {
				return
			}
		}
	}
}

// These statements about open papers were written by hand, and no model was trained on them. The
// test notices if the check gets worse.
func TestStatementsByHand(t *testing.T) {
	file, err := os.Open("testdata/claims.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	claims, err := ReadClaims(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := MeasureFaithfulness(context.Background(), claims, nil)
	if err != nil {
		t.Fatal(err)
	}
	least := map[string]float64{"number": .95, "name": .95, "denial": .9, "comparison": .7, "keyword": .9, "relation": .75}
	for kind, share := range least {
		if r.Flagged[kind] < share {
			t.Errorf("%s: flagged %.2f, at least %.2f before", kind, r.Flagged[kind], share)
		}
	}
	if r.FalseAlarms > .2 {
		t.Errorf("false alarms %.2f, at most .2 before", r.FalseAlarms)
	}
	for _, m := range r.Wrong {
		t.Logf("%s  %.2f  %s: %s", m.Kind, m.Score, m.Sentence, m.Flaw)
	}
}
