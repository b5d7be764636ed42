package corpus

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// Loose is a string that a file or an API may spell as a number or as a list of one,
// or leave null.
type Loose string

// UnmarshalJSON takes any scalar, and the first one of a list.
func (l *Loose) UnmarshalJSON(raw []byte) error {
	switch raw[0] {
	case '"':
		var s string
		err := json.Unmarshal(raw, &s)
		*l = Loose(strings.TrimSpace(s))
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
			*l = Loose(raw)
		}
	}
	return nil
}

// Number is 0 where there is none.
func (l Loose) Number() int {
	n, _ := strconv.Atoi(string(l))
	return n
}
