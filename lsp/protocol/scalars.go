package protocol

import (
	"strconv"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/uri"
)

// An Optional is a value that may be left out. A struct leaves it out where its
// tag says omitzero.
type Optional[T any] struct {
	value T
	given bool
}

// NewOptional is a value that is given.
func NewOptional[T any](v T) Optional[T] { return Optional[T]{v, true} }

// Get returns the value, and whether it is given.
func (o Optional[T]) Get() (T, bool) { return o.value, o.given }

// IsZero reports whether the value is left out.
func (o Optional[T]) IsZero() bool { return !o.given }

// MarshalJSON writes the value, or null.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if !o.given {
		return []byte("null"), nil
	}
	return Marshal(o.value)
}

// UnmarshalJSON takes null as left out.
func (o *Optional[T]) UnmarshalJSON(raw []byte) error {
	if *o = (Optional[T]{}); string(raw) == "null" {
		return nil
	}
	o.given = true
	return Unmarshal(raw, &o.value)
}

// IntegerOrString is an Integer or a String; nil is neither.
type IntegerOrString interface{ isIntegerOrString() }

// The two of them.
type (
	Integer int64
	String  string
)

func (Integer) isIntegerOrString() {}
func (String) isIntegerOrString()  {}

// ProgressToken names a progress bar.
type ProgressToken = IntegerOrString

func decodeIntegerOrString(in *jsontext.Decoder, to *IntegerOrString) error {
	raw, err := in.ReadValue()
	if err != nil {
		return err
	}
	*to = nil
	switch raw.Kind() {
	case '"':
		var text String
		err = jsonv2.Unmarshal(raw, &text, lenient)
		*to = text
	case '0':
		if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
			*to = Integer(n)
		}
	}
	return err
}

// decodeURI leaves an empty text empty: parsed it is the root of the file system.
func decodeURI(in *jsontext.Decoder, to *uri.URI) (err error) {
	var text string
	if err := jsonv2.UnmarshalDecode(in, &text, lenient); err != nil {
		return err
	}
	if *to = ""; text != "" {
		*to, err = uri.Parse(text)
	}
	return err
}
