package onnx

import (
	"compress/gzip"
	"io"
	"os"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// testBPE reads the tokenizer of citation-rewriter.
func testBPE(t testing.TB) *BPE {
	t.Helper()
	f, err := os.Open("testdata/bpe-tokenizer.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	plain, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(plain)
	if err != nil {
		t.Fatal(err)
	}
	b, err := parseBPE(data)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBPEAgreesWithTheTokenizerInRust(t *testing.T) {
	b := testBPE(t)
	for _, g := range readGolden(t) {
		if ids := b.Encode(nil, g.Text); digest(ids) != g.BPE {
			t.Errorf("%q: %v", g.Text, ids)
		}
	}
}

func TestBPEEncodesNamesOfSpecialTokensAsText(t *testing.T) {
	b := testBPE(t)
	stop, ok := b.Special("<|im_end|>")
	if !ok {
		t.Fatal("no <|im_end|>")
	}
	for _, id := range b.Encode(nil, "an <|im_end|> in the text") {
		if id == stop {
			t.Error("a text ended itself")
		}
	}
}

func TestBPEDecodesWhatItEncodes(t *testing.T) {
	b := testBPE(t)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("Ab1 \n'é中λ∑"), unicode.Latin, unicode.Greek, unicode.Han)).
			Draw(t, "text")
		if back := b.Decode(b.Encode(nil, text)); back != text {
			t.Errorf("%q came back as %q", text, back)
		}
	})
}

func FuzzBPE(f *testing.F) {
	b := testBPE(f)
	f.Add("It's 1998's  best\tparser—naïve ﬁ 中文 😀")
	f.Fuzz(func(t *testing.T, text string) {
		var known []byte
		for _, value := range []byte(strings.ToValidUTF8(text, "\uFFFD")) {
			if b.bytes[value] >= 0 {
				known = append(known, value)
			}
		}
		want := strings.ToValidUTF8(string(known), "\uFFFD")
		if back := b.Decode(b.Encode(nil, text)); back != want {
			t.Errorf("%q came back as %q", text, back)
		}
	})
}

func BenchmarkBPE(b *testing.B) {
	bpe := testBPE(b)
	lines := readGolden(b)
	var ids []int64
	for i := 0; b.Loop(); i++ {
		ids = bpe.Encode(ids[:0], lines[i%len(lines)].Text)
	}
}
