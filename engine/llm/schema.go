package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Schema is the subset of JSON Schema used to validate replies.
type Schema struct {
	Type        string             `json:"type"`
	Description string             `json:"description,omitempty"`
	Properties  map[string]*Schema `json:"properties,omitempty"`
	Required    []string           `json:"required,omitempty"`
	Closed      *bool              `json:"additionalProperties,omitempty"`
	Items       *Schema            `json:"items,omitempty"`
	Enum        []string           `json:"enum,omitempty"`
	MaxItems    int                `json:"maxItems,omitempty"`
	Minimum     *float64           `json:"minimum,omitempty"`
	Maximum     *float64           `json:"maximum,omitempty"`
	MaxLength   int                `json:"-"` // in characters; not sent, since some hosts reject it
}

// Object returns the schema of an object with exactly the given properties.
func Object(properties map[string]*Schema) *Schema {
	s := &Schema{Type: "object", Properties: properties, Closed: new(bool)}
	for name := range properties {
		s.Required = append(s.Required, name)
	}
	slices.Sort(s.Required)
	return s
}

// Text returns the schema of a string of at most max characters.
func Text(description string, max int) *Schema {
	return &Schema{Type: "string", Description: description, MaxLength: max}
}

// OneOf returns the schema of a string with one of the given values.
func OneOf(description string, values ...string) *Schema {
	return &Schema{Type: "string", Description: description, Enum: values}
}

// Number returns the schema of a number in a range.
func Number(description string, low, high float64) *Schema {
	return &Schema{Type: "number", Description: description, Minimum: &low, Maximum: &high}
}

// List returns the schema of a list of at most max items.
func List(description string, items *Schema, max int) *Schema {
	return &Schema{Type: "array", Description: description, Items: items, MaxItems: max}
}

// check returns the first difference between a decoded value and the schema. Its errors name only
// properties of the schema, never parts of the value.
func (s *Schema) check(v any, at string) error {
	switch s.Type {
	case "object":
		return s.checkObject(v, at)
	case "array":
		return s.checkList(v, at)
	case "number":
		n, ok := v.(float64)
		if !ok || math.IsNaN(n) || s.Minimum != nil && n < *s.Minimum || s.Maximum != nil && n > *s.Maximum {
			return fmt.Errorf("%s is not a number in the allowed range", at)
		}
	case "string":
		said, ok := v.(string)
		if !ok || len(s.Enum) > 0 && !slices.Contains(s.Enum, said) || s.MaxLength > 0 &&
			utf8.RuneCountInString(said) > s.MaxLength {
			return fmt.Errorf("%s is not an allowed string", at)
		}
	default:
		return fmt.Errorf("%s has the unknown type %q", at, s.Type)
	}
	return nil
}

func (s *Schema) checkObject(v any, at string) error {
	object, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("%s is not an object", at)
	}
	for _, name := range s.Required {
		value, there := object[name]
		if !there {
			return fmt.Errorf("%s lacks %s", at, name)
		}
		if err := s.Properties[name].check(value, at+"."+name); err != nil {
			return err
		}
	}
	if len(object) > len(s.Properties) {
		return fmt.Errorf("%s has unexpected fields", at)
	}
	return nil
}

func (s *Schema) checkList(v any, at string) error {
	list, ok := v.([]any)
	if !ok || len(list) > s.MaxItems {
		return fmt.Errorf("%s is not a list of at most %d elements", at, s.MaxItems)
	}
	for i, item := range list {
		if err := s.Items.check(item, fmt.Sprintf("%s[%d]", at, i)); err != nil {
			return err
		}
	}
	return nil
}

const (
	// maxTries is the maximum number of braces tried as the start of an object.
	maxTries = 32
	// maxAnswer is the maximum size of a reply searched for JSON, in bytes.
	maxAnswer = 256 << 10
)

// find decodes the JSON in a reply, which is the whole reply or the first object in prose that
// matches the schema. err is the error of the last attempt.
func (s *Schema) find(answer string) (raw []byte, err error) {
	err = fmt.Errorf("it has no JSON object")
	answer = answer[:min(len(answer), maxAnswer)]
	for range maxTries {
		at := strings.IndexByte(answer, '{')
		if at < 0 {
			break
		}
		answer = answer[at:]
		var value any
		if raw, value = decode(answer); raw == nil {
			err = fmt.Errorf("its JSON object cannot be read")
		} else if err = s.check(value, "the answer"); err == nil {
			return raw, nil
		}
		answer = answer[1:]
	}
	return nil, err
}

// decode decodes one value. If that fails, it retries without trailing commas.
func decode(s string) (raw []byte, value any) {
	for _, text := range []string{s, withoutLastCommas(s)} {
		decoder := json.NewDecoder(strings.NewReader(text))
		if decoder.Decode(&value) == nil {
			return bytes.TrimSpace([]byte(text[:decoder.InputOffset()])), value
		}
	}
	return nil, nil
}

func withoutLastCommas(s string) string {
	var out strings.Builder
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\' && i+1 < len(s):
			out.WriteByte(c)
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && c == ',' && closes(s[i+1:]):
			continue
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

// closes reports whether the next non-blank character is a closing bracket.
func closes(rest string) bool {
	rest = strings.TrimLeft(rest[:min(len(rest), 64)], " \t\r\n")
	return rest != "" && (rest[0] == '}' || rest[0] == ']')
}
