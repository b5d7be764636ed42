package config

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// Features are what may be left to another server beside this one.
type Features struct {
	Completion Switch `json:"completion"`
	Definition Switch `json:"definition"`
	References Switch `json:"references"`
	Rename     Switch `json:"rename"`
	Highlights Switch `json:"highlights"`
	Symbols    Switch `json:"symbols"`
	Links      Switch `json:"links"`
}

// A Switch turns a feature on or off, or leaves it to the kind of the document.
type Switch int8

// The values of a Switch: "auto", true, false. Auto is off where texlab runs
// beside and gives the same answers, so that an editor would show both.
const (
	Auto Switch = iota
	On
	Off
)

// UnmarshalJSON takes one switch for all features too.
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

// given names a value in a message, cut off where it is long.
func given(raw []byte) string {
	const longest = 40
	if len(raw) > longest {
		return string(raw[:longest]) + " ..."
	}
	return string(raw)
}

// MarshalJSON writes what UnmarshalJSON reads.
func (s Switch) MarshalJSON() ([]byte, error) {
	return []byte([]string{`"auto"`, "true", "false"}[s]), nil
}

// Doubled are the features whose answers an editor shows twice beside texlab:
// it lists the results of all servers. Of renamings and highlights it takes one
// server's, completions say where they come from, and texlab links no DOIs.
func (f Features) Doubled() Features {
	for _, s := range []*Switch{&f.Definition, &f.References, &f.Symbols} {
		if *s == Auto {
			*s = Off
		}
	}
	return f
}
