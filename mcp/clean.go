package mcp

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Limits on the strings in an answer, in bytes. The limit for entries is higher, since a truncated
// entry would be invalid.
const (
	maxQuote = 4000
	maxEntry = 256 << 10
)

// clean removes invisible characters from all strings in an answer and shortens long strings. All
// text from papers passes through it.
func clean(answer []byte) ([]byte, error) {
	var out bytes.Buffer
	from, to := jsontext.NewDecoder(bytes.NewReader(answer), jsontext.AllowInvalidUTF8(true)), jsontext.NewEncoder(&out)
	name := ""
	for {
		token, err := from.ReadToken()
		if errors.Is(err, io.EOF) {
			return bytes.TrimSpace(out.Bytes()), nil
		}
		if err != nil {
			return nil, err
		}
		if token.Kind() == '"' {
			written := token.String()
			if inside, n := to.StackIndex(to.StackDepth()); inside == '{' && n%2 == 0 {
				name = written
			} else {
				token = jsontext.String(cut(visible(written), limitOf(name)))
			}
		}
		if err := to.WriteToken(token); err != nil {
			return nil, err
		}
	}
}

// visible removes control characters, and invisible characters that could hide text from the user
// but not from the agent.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(hidden, r) {
			return -1
		}
		return r
	}, text.Clean(s))
}

// hidden contains invisible characters that text.Clean keeps because they have a purpose in
// displayed text.
var hidden = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x00AD, Hi: 0x00AD, Stride: 1}, // soft hyphen
		{Lo: 0x034F, Hi: 0x034F, Stride: 1}, // combining grapheme joiner
		{Lo: 0x061C, Hi: 0x061C, Stride: 1}, // Arabic letter mark
		{Lo: 0x115F, Hi: 0x1160, Stride: 1}, // Hangul fillers
		{Lo: 0x17B4, Hi: 0x17B5, Stride: 1}, // Khmer inherent vowels
		{Lo: 0x180B, Hi: 0x180F, Stride: 1}, // Mongolian variation selectors
		{Lo: 0x3164, Hi: 0x3164, Stride: 1}, // Hangul filler
		{Lo: 0xFE00, Hi: 0xFE0F, Stride: 1}, // variation selectors
		{Lo: 0xFFA0, Hi: 0xFFA0, Stride: 1}, // half-width Hangul filler
	},
	R32: []unicode.Range32{{Lo: 0xE0100, Hi: 0xE01EF, Stride: 1}}, // variation selectors
}

func limitOf(name string) int {
	if name == "entry" {
		return maxEntry
	}
	return maxQuote
}

// cut shortens a text to at most limit bytes, not counting the dots that it appends. It cuts after
// the last complete sentence, or else after the last complete word.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	part := text.Cut(s, limit)
	if spans := text.Sentences(part); len(spans) > 1 {
		return part[:spans[len(spans)-2].End] + " ..."
	}
	if end := strings.LastIndexByte(part, ' '); end > 0 {
		part = part[:end]
	}
	return part + "..."
}
