package index

import (
	"bytes"
	"encoding/json"
	"errors"
)

// eachMember goes through the members of a JSON object, each decoded by use or
// not at all: so a short text makes no large one in memory.
func eachMember(raw []byte, use func(name string, decode func(any) error) error) error {
	in, err := opened(raw, '{')
	if in == nil || err != nil {
		return err
	}
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return err
		}
		if err := use(name.(string), in.Decode); err != nil { // the keys of an object are strings
			return err
		}
	}
	return nil
}

// eachItem goes through the items of a JSON array.
func eachItem(raw []byte, use func(decode func(any) error) error) error {
	in, err := opened(raw, '[')
	if in == nil || err != nil {
		return err
	}
	for in.More() {
		if err := use(in.Decode); err != nil {
			return err
		}
	}
	return nil
}

// opened is a decoder behind the first bracket, nil for null.
func opened(raw []byte, bracket json.Delim) (*json.Decoder, error) {
	in := json.NewDecoder(bytes.NewReader(raw))
	first, err := in.Token()
	if err != nil || first == nil {
		return nil, err
	}
	if first != bracket {
		return nil, errors.New("expected " + bracket.String())
	}
	return in, nil
}
