package corpus

import (
	"cmp"
	"encoding/json"

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

func (l Loose) line() string { return oneLine(string(l)) }

// firstOf is the first that is not empty.
func firstOf(all ...Loose) string { return string(cmp.Or(all...)) }
