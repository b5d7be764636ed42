package mcp

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// How many bytes a text in an answer has at most, and an entry, which is none any more
// where it is cut.
const (
	maxQuote = 4000
	maxEntry = 256 << 10
)

// clean drops what a terminal would obey from all strings of an answer, and cuts those
// that are too long. Texts of strangers leave by no other way.
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
				token = jsontext.String(cut(text.Clean(written), limitOf(name)))
			}
		}
		if err := to.WriteToken(token); err != nil {
			return nil, err
		}
	}
}

func limitOf(name string) int {
	if name == "entry" {
		return maxEntry
	}
	return maxQuote
}

// cut ends a text behind the last sentence that fits, else behind the last word.
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
