package onnx

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// golden is a line of testdata/tokens.jsonl.gz: a text and the digest of its token IDs.
// models/train/tokenizer_golden.py writes them with the Rust tokenizer.
type golden struct {
	Text, WordPiece string
}

// leastGolden is the minimum number of lines.
const leastGolden = 11000

func readGolden(t testing.TB) []golden {
	t.Helper()
	f, err := os.Open("testdata/tokens.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var lines []golden
	for scanner := bufio.NewScanner(zip); scanner.Scan(); {
		var g golden
		if err := json.Unmarshal(scanner.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, g)
	}
	if len(lines) < leastGolden {
		t.Fatalf("%d golden lines, want %d", len(lines), leastGolden)
	}
	return lines
}

// digest computes the same digest as tokenizer_golden.py.
func digest(ids []int64) string {
	text := strings.Trim(fmt.Sprint(ids), "[]")
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:6]
}

func TestTokenizerAgreesWithTheRustOne(t *testing.T) {
	tokens := Static().tokens
	for _, g := range readGolden(t) {
		if ids := tokens.Encode(nil, g.Text, 1<<20); digest(ids) != g.WordPiece {
			t.Errorf("%q: %v", g.Text, ids)
		}
	}
}

func TestEncodeCutsLongTexts(t *testing.T) {
	tokens := Static().tokens
	text := "Dependency parsing of [MASK] antidisestablishmentarianism in 中文"
	whole := tokens.Encode(nil, text, 100)
	for limit := 2; limit <= len(whole); limit++ {
		got := tokens.Encode(nil, text, limit)
		want := append(append([]int64{}, whole[:limit-1]...), whole[len(whole)-1])
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("limit %d (-want +got):\n%s", limit, diff)
		}
	}
}

func TestEncodeAppends(t *testing.T) {
	tokens := Static().tokens
	before := []int64{7, 8, 9}
	got := tokens.Encode(before, "some words of text", 5)
	want := append([]int64{7, 8, 9}, tokens.Encode(nil, "some words of text", 5)...)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestVocabularyErrorsSayWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"broken JSON":       {`{"model": {`, "unexpected end"},
		"another kind":      {`{"model": {"type": "BPE"}}`, `type "BPE" instead of WordPiece`},
		"id beyond the end": {`{"model": {"type": "WordPiece", "vocab": {"a": 5}}}`, `"a" has id 5`},
		"no special pieces": {"some\nplain\nwords\n", "lacks [UNK]"},
	} {
		t.Run(name, func(t *testing.T) {
			path := t.TempDir() + "/vocab"
			if err := os.WriteFile(path, []byte(c.file), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := LoadTokenizer(path)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("got %v, want the path and %q", err, c.want)
			}
		})
	}
}

// FuzzEncode checks for any text that all ids are in the vocabulary, that there are at most limit ids, and
// that both ends are marked.
func FuzzEncode(f *testing.F) {
	tokens := Static().tokens
	for _, g := range readGolden(f)[:60] {
		f.Add(g.Text, 16)
	}
	f.Add("\xff\xfe broken \xc3", 8)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit = 2 + (limit&0xFF+0x100)&0xFF
		ids := tokens.Encode(nil, text, limit)
		if len(ids) < 2 || len(ids) > limit || ids[0] != tokens.first || ids[len(ids)-1] != tokens.last {
			t.Fatalf("%q: %v with limit %d", text, ids, limit)
		}
		for _, id := range ids {
			if id < 0 || id >= int64(len(tokens.starts)+len(tokens.rest)) {
				t.Fatalf("%q: id %d is outside the vocabulary", text, id)
			}
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	tokens := Static().tokens
	lines := readGolden(b)
	size := 0
	for _, g := range lines {
		size += len(g.Text)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	var ids []int64
	for b.Loop() {
		for _, g := range lines {
			ids = tokens.Encode(ids[:0], g.Text, 256)
		}
	}
}
