package online

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
)

type scalar = corpus.Scalar

var errNoAnswer = errors.New("it has none of the expected fields")

// A oneOrMore is a list that an API encodes as a single value if it has only one item.
type oneOrMore[T any] []T

// UnmarshalJSON implements json.Unmarshaler. It accepts a list or a single item.
func (m *oneOrMore[T]) UnmarshalJSON(raw []byte) error {
	if raw[0] == '[' {
		return json.Unmarshal(raw, (*[]T)(m))
	}
	var item T
	if bytes.Equal(raw, []byte("null")) {
		return nil
	}
	err := json.Unmarshal(raw, &item)
	*m = []T{item}
	return err
}

// eachItem decodes each item separately and skips malformed ones.
func eachItem[T any](items []json.RawMessage, record func(T) *Record, source string) (all []*Record) {
	for _, raw := range items {
		if r := oneItem(raw, record, source); r != nil {
			all = append(all, r)
		}
	}
	return all
}

// oneItem decodes an item. It returns nil if the item is malformed.
func oneItem[T any](raw json.RawMessage, record func(T) *Record, source string) *Record {
	var item T
	if json.Unmarshal(raw, &item) != nil {
		return nil
	}
	if r := record(item); r != nil && r.finish(source) {
		return r
	}
	return nil
}

var isoDate = regexp.MustCompile(`^(\d{4})(?:-(\d{2}))?`)

// yearAndMonth parses the year and month of an ISO date.
func yearAndMonth(date string) (year, month int) {
	m := isoDate.FindStringSubmatch(strings.TrimSpace(date))
	if m == nil {
		return 0, 0
	}
	year, _ = strconv.Atoi(m[1])
	month, _ = strconv.Atoi(m[2])
	return year, month
}
