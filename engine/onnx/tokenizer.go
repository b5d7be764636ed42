package onnx

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"golang.org/x/text/unicode/norm"
)

// maxWordRunes is the maximum length of a word in runes. BERT treats longer words as unknown.
const maxWordRunes = 100

// A Tokenizer is the WordPiece tokenizer of uncased BERT models. It splits words into their longest
// known pieces and produces the same ids as the reference implementation. It is safe for concurrent
// use.
type Tokenizer struct {
	starts map[string]int64 // pieces that begin a word
	rest   map[string]int64 // pieces that continue a word, without their "##"
	longer int              // length of the longest piece, in bytes

	unknown, first, last int64    // ids of [UNK], [CLS] and [SEP]
	special              []string // special tokens, which are recognized if a text spells them out
}

// LoadTokenizer reads a tokenizer.json, or a vocab.txt with one piece per line.
func LoadTokenizer(path string) (*Tokenizer, error) {
	data, err := files.Read(context.Background(), path, maxTokenizer)
	if err != nil {
		return nil, err
	}
	pieces, err := readVocabulary(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	t, err := newTokenizer(pieces)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// readVocabulary returns the pieces, indexed by id.
func readVocabulary(data []byte) ([]string, error) {
	if !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return strings.Fields(string(data)), nil
	}
	var file struct {
		Model struct {
			Type  string
			Vocab map[string]int
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, err
	}
	if file.Model.Type != "WordPiece" {
		return nil, fmt.Errorf("the tokenizer has type %q instead of WordPiece", file.Model.Type)
	}
	pieces := make([]string, len(file.Model.Vocab))
	for piece, id := range file.Model.Vocab {
		if id < 0 || id >= len(pieces) {
			return nil, fmt.Errorf("the vocabulary entry %q has id %d, but ids must be from 0 to %d: get another copy "+
				"of this file", piece, id, len(pieces)-1)
		}
		pieces[id] = piece
	}
	return pieces, nil
}

func newTokenizer(pieces []string) (*Tokenizer, error) {
	t := &Tokenizer{
		starts:  make(map[string]int64, len(pieces)),
		rest:    make(map[string]int64, len(pieces)/4),
		special: []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"},
	}
	for id, piece := range pieces {
		if tail, ok := strings.CutPrefix(piece, "##"); ok && tail != "" {
			t.rest[tail] = int64(id)
		} else {
			t.starts[piece] = int64(id)
		}
		t.longer = max(t.longer, len(piece))
	}
	for token, id := range map[string]*int64{"[UNK]": &t.unknown, "[CLS]": &t.first, "[SEP]": &t.last} {
		known, ok := t.starts[token]
		if !ok {
			return nil, errors.New("the vocabulary lacks [UNK], [CLS] or [SEP]")
		}
		*id = known
	}
	return t, nil
}

// Encode appends [CLS], the ids of text and [SEP] to dst, at most limit ids in all.
func (t *Tokenizer) Encode(dst []int64, text string, limit int) []int64 {
	end := len(dst) + limit - 1
	dst = t.appendPieces(append(dst, t.first), text, end)
	return append(dst, t.last)
}

// appendPieces appends the ids of text until dst has length end.
func (t *Tokenizer) appendPieces(dst []int64, text string, end int) []int64 {
	for text != "" && len(dst) < end {
		plain, special, after := t.cutSpecial(text)
		dst = t.appendPlain(dst, plain, end)
		if special != "" {
			dst = append(dst, t.starts[special])
		}
		text = after
	}
	return dst[:min(len(dst), end)]
}

// cutSpecial splits the text around its first special token.
func (t *Tokenizer) cutSpecial(text string) (plain, special, after string) {
	for from := 0; ; {
		i := strings.IndexByte(text[from:], '[')
		if i < 0 {
			return text, "", ""
		}
		from += i
		for _, s := range t.special {
			if strings.HasPrefix(text[from:], s) {
				return text[:from], s, text[from+len(s):]
			}
		}
		from++
	}
}

// appendPlain appends the ids of text without special tokens.
func (t *Tokenizer) appendPlain(dst []int64, text string, end int) []int64 {
	var room [64]byte
	word := room[:0]
	for _, r := range norm.NFD.String(text) {
		kind := classify(r)
		switch kind {
		case dropped:
			continue
		case letter:
			word = utf8.AppendRune(word, unicode.ToLower(r))
			continue
		}
		dst = t.appendWord(dst, word)
		word = word[:0]
		if kind == single {
			dst = t.appendWord(dst, utf8.AppendRune(word, r))
		}
		if len(dst) >= end {
			return dst
		}
	}
	return t.appendWord(dst, word)
}

// appendWord appends the ids of one word: the longest pieces from the left, or [UNK] if some part
// matches no piece.
func (t *Tokenizer) appendWord(dst []int64, word []byte) []int64 {
	if len(word) == 0 {
		return dst
	}
	if id, ok := t.starts[string(word)]; ok {
		return append(dst, id)
	}
	if utf8.RuneCount(word) > maxWordRunes {
		return append(dst, t.unknown)
	}
	before, pieces := len(dst), t.starts
	for len(word) > 0 {
		n, id := t.longest(pieces, word)
		if n == 0 {
			return append(dst[:before], t.unknown)
		}
		dst = append(dst, id)
		word, pieces = word[n:], t.rest
	}
	return dst
}

// longest returns the length and id of the longest piece that is a prefix of word.
func (t *Tokenizer) longest(pieces map[string]int64, word []byte) (int, int64) {
	for n := min(len(word), t.longer); n > 0; n-- {
		if n < len(word) && !utf8.RuneStart(word[n]) {
			continue
		}
		if id, ok := pieces[string(word[:n])]; ok {
			return n, id
		}
	}
	return 0, 0
}
