package format

import (
	"bytes"
	"encoding/json"
	"errors"
)

// eachMember calls use for each member of a JSON object. use must decode the value or return an
// error. Values are decoded one at a time, so that a short text cannot fill the memory.
func eachMember(raw []byte, use func(name string, decode func(any) error) error) error {
	in, err := openDecoder(raw, '{')
	if in == nil || err != nil {
		return err
	}
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return err
		}
		if err := use(name.(string), in.Decode); err != nil { // an object's keys are strings
			return err
		}
	}
	return nil
}

// EachItem calls use for each item of a JSON array. use must decode the item or return an error.
func EachItem(raw []byte, use func(decode func(any) error) error) error {
	in, err := openDecoder(raw, '[')
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

// openDecoder returns a decoder positioned after the opening bracket, or nil for null.
func openDecoder(raw []byte, bracket json.Delim) (*json.Decoder, error) {
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
