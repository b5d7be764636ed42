package corpus

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

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
