package corpus

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// jsonDecoder decodes JSON records of type T; paper returns nil for one that is
// not meant to be a paper.
func jsonDecoder[T any](paper func(T) *engine.Paper) decoder {
	return func(raw []byte) (*engine.Paper, string) {
		var record T
		if err := json.Unmarshal(raw, &record); err != nil {
			return nil, "not a paper in JSON: " + err.Error()
		}
		return paper(record), ""
	}
}

// loose is a string that a file may spell as a number, as a list of one, or
// leave null.
type loose string

// UnmarshalJSON takes any scalar, and the first one of a list.
func (l *loose) UnmarshalJSON(raw []byte) error {
	switch raw[0] {
	case '"':
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return err
		}
		*l = loose(strings.TrimSpace(s))
	case '[':
		var all []loose
		if err := json.Unmarshal(raw, &all); err != nil || len(all) == 0 {
			return err
		}
		*l = all[0]
	case '{':
	default:
		if !bytes.Equal(raw, []byte("null")) {
			*l = loose(raw)
		}
	}
	return nil
}

// number is 0 where there is none.
func (l loose) number() int {
	n, _ := strconv.Atoi(string(l))
	return n
}

func (l loose) line() string { return oneLine(string(l)) }

// firstOf is the first that is not empty.
func firstOf(all ...loose) string { return string(cmp.Or(all...)) }
