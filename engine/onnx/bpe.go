package onnx

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// A BPE is the byte-level tokenizer of language models such as GPT-2. It produces the same ids as the
// reference implementation, except that it encodes the names of special tokens in a text as plain text,
// because a paper must not be able to end its own text. It skips bytes that are not in the vocabulary. It
// is safe for concurrent use.
type BPE struct {
	pieces []string          // bytes of each id, "" for special tokens
	bytes  [256]int64        // id of each byte, -1 if unknown
	merges map[[2]int64]rule // merges of adjacent pieces
	ids    map[string]int64  // ids of special tokens by name
}

// A rule merges two pieces into one. The lowest rank applies first.
type rule struct {
	rank int
	id   int64
}

// LoadBPE reads a tokenizer.json.
func LoadBPE(path string) (*BPE, error) {
	data, err := files.Read(context.Background(), path, maxTokenizer)
	if err != nil {
		return nil, err
	}
	b, err := parseBPE(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}

func parseBPE(data []byte) (*BPE, error) {
	var file struct {
		Added []struct {
			ID      int64
			Content string
		} `json:"added_tokens"`
		Model struct {
			Type   string
			Vocab  map[string]int64
			Merges [][2]string
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, err
	}
	if file.Model.Type != "BPE" {
		return nil, fmt.Errorf("the tokenizer has type %q instead of BPE", file.Model.Type)
	}
	b := &BPE{ids: make(map[string]int64)}
	for _, special := range file.Added {
		b.ids[special.Content] = special.ID
	}
	if err := b.spell(file.Model.Vocab); err != nil {
		return nil, err
	}
	return b, b.learn(file.Model.Vocab, file.Model.Merges)
}

// spell decodes each piece of the vocabulary into bytes.
func (b *BPE) spell(vocabulary map[string]int64) error {
	letters := byteLetters()
	b.pieces = make([]string, len(vocabulary))
	for i := range b.bytes {
		b.bytes[i] = -1
	}
	for name, id := range vocabulary {
		if id < 0 || id >= int64(len(b.pieces)) {
			return fmt.Errorf("piece %q has id %d in a vocabulary of %d", name, id, len(b.pieces))
		}
		if _, special := b.ids[name]; special {
			continue
		}
		var piece []byte
		for _, letter := range name {
			value, known := letters[letter]
			if !known {
				return fmt.Errorf("piece %q is not spelled in bytes", name)
			}
			piece = append(piece, value)
		}
		b.pieces[id] = string(piece)
		if len(piece) == 1 {
			b.bytes[piece[0]] = id
		}
	}
	for value := byte(' '); value <= '~'; value++ {
		if b.bytes[value] < 0 {
			return fmt.Errorf("no piece for %q", value)
		}
	}
	return nil
}

func (b *BPE) learn(vocabulary map[string]int64, merges [][2]string) error {
	b.merges = make(map[[2]int64]rule, len(merges))
	for rank, pair := range merges {
		left, known := vocabulary[pair[0]]
		right, known2 := vocabulary[pair[1]]
		whole, known3 := vocabulary[pair[0]+pair[1]]
		if !known || !known2 || !known3 {
			return errors.New("a merge names pieces that are not in the vocabulary: " + strings.Join(pair[:], " "))
		}
		if _, twice := b.merges[[2]int64{left, right}]; !twice {
			b.merges[[2]int64{left, right}] = rule{rank, whole}
		}
	}
	return nil
}

// byteLetters inverts GPT-2's spelling of bytes: printable bytes map to themselves, and the others
// to the characters from U+0100 on.
func byteLetters() map[rune]byte {
	letters := make(map[rune]byte, 256)
	next := rune(0x100)
	for value := range rune(256) {
		if value > ' ' && value < 0x7F || value > 0xA0 && value != 0xAD {
			letters[value] = byte(value)
		} else {
			letters[next] = byte(value)
			next++
		}
	}
	return letters
}

// Special returns the id of a special token.
func (b *BPE) Special(name string) (int64, bool) {
	id, ok := b.ids[name]
	return id, ok
}

// Size returns the number of ids.
func (b *BPE) Size() int { return len(b.pieces) }

// Encode appends the ids of a text to ids.
func (b *BPE) Encode(ids []int64, text string) []int64 {
	text = strings.ToValidUTF8(text, "\uFFFD")
	for text != "" {
		n := chunk(text)
		ids = b.merge(ids, text[:n])
		text = text[n:]
	}
	return ids
}

// Decode returns the text of ids, without special tokens.
func (b *BPE) Decode(ids []int64) string {
	var text strings.Builder
	for _, id := range ids {
		text.WriteString(b.pieces[id])
	}
	return strings.ToValidUTF8(text.String(), "\uFFFD")
}

// merge appends the ids of one chunk. It repeatedly merges the pair of lowest rank.
func (b *BPE) merge(ids []int64, chunk string) []int64 {
	first := len(ids)
	for i := range len(chunk) {
		if id := b.bytes[chunk[i]]; id >= 0 {
			ids = append(ids, id)
		}
	}
	for {
		best, at := rule{rank: math.MaxInt}, -1
		for i := first; i+1 < len(ids); i++ {
			if r, ok := b.merges[[2]int64{ids[i], ids[i+1]}]; ok && r.rank < best.rank {
				best, at = r, i
			}
		}
		if at < 0 {
			return ids
		}
		ids[at] = best.id
		ids = append(ids[:at+1], ids[at+2:]...)
	}
}

// longestChunk limits a chunk in bytes, since merge takes quadratic time.
const longestChunk = 4096

// chunk returns the length of the first chunk of a text: a contraction; a run of letters, numbers
// or other characters with an optional leading blank; or a run of white space, less its last
// character if more text follows. GPT-2's pattern is
// 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+.
func chunk(text string) int {
	for _, end := range []string{"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"} {
		if strings.HasPrefix(text, end) {
			return len(end)
		}
	}
	blank := 0
	if text[0] == ' ' {
		blank = 1
	}
	if first, _ := utf8.DecodeRuneInString(text[blank:]); blank < len(text) && !unicode.IsSpace(first) {
		return blank + run(text[blank:], kindOf(first))
	}
	n := run(text, spaces)
	if n == len(text) {
		return n
	}
	if _, last := utf8.DecodeLastRuneInString(text[:n]); last < n {
		return n - last
	}
	return n
}

type kind int

const (
	signs kind = iota
	letters
	numbers
	spaces
)

func kindOf(r rune) kind {
	switch {
	case unicode.IsLetter(r):
		return letters
	case unicode.IsNumber(r):
		return numbers
	case unicode.IsSpace(r):
		return spaces
	}
	return signs
}

// run returns the length of the leading run of one kind.
func run(text string, k kind) int {
	for i, r := range text {
		if kindOf(r) != k || i > longestChunk {
			return i
		}
	}
	return len(text)
}
