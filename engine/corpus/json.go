package corpus

import (
	"cmp"
	"encoding/json"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// jsonDecoder returns a decoder for JSON records. paper returns nil if a record is not a paper.
func jsonDecoder[T any](paper func(T) *engine.Paper) decoder {
	return func(raw []byte) (*engine.Paper, string) {
		var record T
		if err := json.Unmarshal(raw, &record); err != nil {
			return nil, "this is not a JSON record of a paper: " + err.Error()
		}
		return paper(record), ""
	}
}

func jsonRecords[T any](paper func(T) *engine.Paper) reader {
	return func(in *input, out sink) error {
		return eachRecord(in, newScanner(in.Reader).next, jsonDecoder(paper), out)
	}
}

func (l Scalar) line() string { return oneLine(string(l)) }

func firstOf(all ...Scalar) string { return string(cmp.Or(all...)) }
