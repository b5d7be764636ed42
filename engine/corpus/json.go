package corpus

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

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

// A Scalar is a string that files may encode as a number, a list or null.
type Scalar string

// UnmarshalJSON implements json.Unmarshaler. It accepts any scalar, or the first element of a list.
func (l *Scalar) UnmarshalJSON(raw []byte) error {
	switch raw[0] {
	case '"':
		var s string
		err := json.Unmarshal(raw, &s)
		*l = Scalar(strings.TrimSpace(s))
		return err
	case '[':
		var all []json.RawMessage
		if err := json.Unmarshal(raw, &all); err != nil || len(all) == 0 || all[0][0] == '[' {
			return err
		}
		return l.UnmarshalJSON(all[0])
	case '{':
	default:
		if !bytes.Equal(raw, []byte("null")) {
			*l = Scalar(raw)
		}
	}
	return nil
}

// Number returns the integer, or 0 if l is not an integer.
func (l Scalar) Number() int {
	n, _ := strconv.Atoi(string(l))
	return n
}
