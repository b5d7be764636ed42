package config

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// Features turns features on or off that another server may provide.
type Features struct {
	Completion Switch `json:"completion"`
	Definition Switch `json:"definition"`
	References Switch `json:"references"`
	Rename     Switch `json:"rename"`
	Highlights Switch `json:"highlights"`
	Symbols    Switch `json:"symbols"`
	Links      Switch `json:"links"`
}

// A Switch turns a feature on or off, or leaves the choice to the server.
type Switch int8

// The values of a Switch. Auto is off if texlab runs too and an editor would display both replies.
const (
	Auto Switch = iota
	On
	Off
)

// UnmarshalJSON also accepts one value for all features.
func (f *Features) UnmarshalJSON(raw []byte) error {
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && raw[0] != '{' {
		var all Switch
		err := json.Unmarshal(raw, &all)
		if err == nil {
			*f = Features{all, all, all, all, all, all, all}
		}
		return err
	}
	type plain Features
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	return decoder.Decode((*plain)(f))
}

// UnmarshalJSON reads "auto", true or false.
func (s *Switch) UnmarshalJSON(raw []byte) error {
	switch string(raw) {
	case `"auto"`:
		*s = Auto
	case "true":
		*s = On
	case "false":
		*s = Off
	default:
		return &json.UnmarshalTypeError{Value: given(raw), Type: reflect.TypeFor[Switch]()}
	}
	return nil
}

// given returns a value for a message, shortened.
func given(raw []byte) string {
	const longest = 40
	if len(raw) > longest {
		return string(raw[:longest]) + " ..."
	}
	return string(raw)
}

// MarshalJSON encodes "auto", true or false.
func (s Switch) MarshalJSON() ([]byte, error) {
	return []byte([]string{`"auto"`, "true", "false"}[s]), nil
}

// Doubled turns the features off that an editor would display twice beside texlab, since it lists
// the results of all servers.
func (f Features) Doubled() Features {
	for _, s := range []*Switch{&f.Definition, &f.References, &f.Symbols} {
		if *s == Auto {
			*s = Off
		}
	}
	return f
}
