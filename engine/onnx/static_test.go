package onnx

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStaticEmbeddersAreNamedByTheirWeights(t *testing.T) {
	for _, c := range []struct {
		s          *StaticEmbedder
		name, data string
	}{
		{Static(), "static-minilm", staticData},
		{StaticCitations(), "static-citations", citationsData},
	} {
		want := fmt.Sprintf("%s:%.8x", c.name, sha256.Sum256([]byte(c.data)))[:len(c.name)+9]
		if c.s.ID() != want || c.s.Dim() != 256 {
			t.Errorf("ID %s, Dim %d; want %s and 256", c.s.ID(), c.s.Dim(), want)
		}
	}
}

func TestStaticCitationsPutTheCitedPaperFirst(t *testing.T) {
	titles := []string{
		"A statistical part-of-speech tagger",
		"Dietary strategies for improving iron status: balancing safety and efficacy",
		"The mathematics of statistical machine translation: parameter estimation",
		"Moderated estimation of fold change and dispersion for RNA-seq data",
	}
	v := embed(t, StaticCitations(), titles...)
	for query, cited := range map[string]int{
		"We then test which genes are differentially expressed, since counts of reads are overdispersed.": 3,
		"Infants often lack micronutrients, and supplements may feed infections.":                         1,
		"Words are aligned before phrases are extracted from the parallel corpus.":                        2,
	} {
		q := embed(t, StaticCitations(), query)[0]
		for i := range titles {
			if i != cited && dot(q, v[i]) >= dot(q, v[cited]) {
				t.Errorf("%q: %.2f to %q, %.2f to %q", query, dot(q, v[i]), titles[i], dot(q, v[cited]), titles[cited])
			}
		}
	}
}

func TestStaticPutsTheRelatedTextNearer(t *testing.T) {
	for _, c := range []struct{ text, near, far string }{
		{
			"Max pooling performs worse than mean pooling for sentence encoders.",
			"Sentence embeddings from the averaged states of a Transformer",
			"Named entity recognition in Icelandic newspapers",
		},
		{
			"Iron deficiency is the most common cause of anaemia.",
			"Dietary strategies for improving iron status",
			"A statistical part-of-speech tagger",
		},
		{
			"We align the words of parallel sentences before we translate phrases.",
			"The mathematics of statistical machine translation",
			"Bacterial infections of the gut",
		},
	} {
		v := embed(t, Static(), c.text, c.near, c.far)
		if near, far := dot(v[0], v[1]), dot(v[0], v[2]); near < far+0.1 {
			t.Errorf("%q: %.2f to %q, %.2f to %q", c.text, near, c.near, far, c.far)
		}
	}
}

func TestStaticGivesUnitVectorsOrNone(t *testing.T) {
	for text, length := range map[string]float64{
		"a": 1, "中文 😀": 1, strings.Repeat("very long ", 5000): 1,
		"": 0, " \t": 0, "\u200b": 0,
	} {
		v := embed(t, Static(), text)[0]
		if got := dot(v, v); len(v) != 256 || math.Abs(got-length) > 1e-5 {
			t.Errorf("%.20q: %d floats of squared length %f, want %.0f", text, len(v), got, length)
		}
	}
}

func TestStaticStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Static().Embed(ctx, []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestParseStatic(t *testing.T) {
	const pieces = "[UNK]\n[CLS]\n[SEP]\nup\n"
	scales := strings.Repeat("\x00\x00\x80\x3f", 4) // 1.0, little-endian
	const rows = "\x00\x00" + "\x00\x00" + "\x00\x00" + "\x03\xfc"
	t.Run("well-formed", func(t *testing.T) {
		s, err := parseStatic("small", `{"dim":2,"pieces":4}`+"\n"+pieces+scales+rows)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]float32{0.6, -0.8}, embed(t, s, "up Up")[0]); diff != "" {
			t.Error(diff)
		}
	})
	for name, data := range map[string]string{
		"empty":           "",
		"no numbers":      `{"dim":2,"pieces":4}` + "\n" + pieces,
		"too short":       `{"dim":2,"pieces":4}` + "\n" + pieces + scales + rows[1:],
		"negative":        `{"dim":-4,"pieces":4}` + "\n" + pieces,
		"no special ones": `{"dim":2,"pieces":1}` + "\nup\n" + scales[:4] + rows[:2],
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := parseStatic("bad", data); err == nil {
				t.Error("no error")
			}
		})
	}
}

func TestParseVectorsNeedsTheVocabulary(t *testing.T) {
	const header, numbers = `{"dim":1,"pieces":4}` + "\n", "\x00\x00\x80\x3f\x00\x00\x80\x3f\x00\x00\x80\x3f\x00\x00\x80\x3f\x01\x02\x03\xfc"
	small, err := newTokenizer([]string{"[UNK]", "[CLS]", "[SEP]", "up"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := parseVectors("small", header+numbers, small)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float32{-1}, embed(t, s, "up")[0]); diff != "" {
		t.Error(diff)
	}
	for name, data := range map[string]string{
		"empty":     "",
		"too short": header + numbers[1:],
		"too long":  header + numbers + "x",
		"another":   `{"dim":1,"pieces":3}` + "\n" + numbers,
	} {
		if _, err := parseVectors("bad", data, small); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func BenchmarkStatic(b *testing.B) {
	text := strings.Repeat("We compare max pooling with mean pooling over the states of the encoder. ", 14)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		embed(b, Static(), text)
	}
}

func BenchmarkStaticLoad(b *testing.B) {
	for b.Loop() {
		if _, err := parseStatic(staticID, staticData); err != nil {
			b.Fatal(err)
		}
	}
}
