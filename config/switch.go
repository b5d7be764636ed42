package config

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// Features configures features that another language server may also provide.
type Features struct {
	Completion Switch `json:"completion"`
	Definition Switch `json:"definition"`
	References Switch `json:"references"`
	Rename     Switch `json:"rename"`
	Highlights Switch `json:"highlights"`
	Symbols    Switch `json:"symbols"`
	Links      Switch `json:"links"`
}

// A Switch turns a feature on or off, or lets the server decide.
type Switch int8

// The values of a Switch. With Auto, a feature is off if texlab is running and the editor would
// display the replies of both servers.
const (
	Auto Switch = iota
	On
	Off
)

// UnmarshalJSON implements json.Unmarshaler. It also accepts one value for all features.
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

// UnmarshalJSON implements json.Unmarshaler. It accepts "auto", true and false.
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

// given returns a shortened value for an error message.
func given(raw []byte) string {
	const longest = 40
	if len(raw) > longest {
		return string(raw[:longest]) + " ..."
	}
	return string(raw)
}

// MarshalJSON implements json.Marshaler. It encodes "auto", true or false.
func (s Switch) MarshalJSON() ([]byte, error) {
	return []byte([]string{`"auto"`, "true", "false"}[s]), nil
}

// Doubled turns off the features set to Auto that texlab also provides. It is used for editors that
// list the results of all servers.
func (f Features) Doubled() Features {
	for _, s := range []*Switch{&f.Definition, &f.References, &f.Symbols} {
		if *s == Auto {
			*s = Off
		}
	}
	return f
}
