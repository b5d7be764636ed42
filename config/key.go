package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// keys are the names of all keys, "library.folders" for one in a table, by
// their names in lower case; tables are those that hold keys.
var keys, tables = namesOf(reflect.TypeFor[Settings](), "")

func namesOf(t reflect.Type, prefix string) (keys, tables map[string]string) {
	keys, tables = map[string]string{}, map[string]string{}
	for _, field := range reflect.VisibleFields(t) {
		if field.Tag.Get("json") == "-" { // set by the program, no key of a file
			continue
		}
		name := prefix + field.Tag.Get("json")
		if field.Type.Kind() != reflect.Struct {
			keys[strings.ToLower(name)] = name
			continue
		}
		tables[strings.ToLower(name)] = name
		inner, _ := namesOf(field.Type, name+".")
		maps.Copy(keys, inner)
	}
	return keys, tables
}

// Keys are the names of all keys, in order.
func Keys() []string { return slices.Sorted(maps.Values(keys)) }

// A value is what one key is given.
type value struct {
	key  string // as it is written; keyOf has the name that counts
	json []byte
}

// maxDepth is how deeply lists and tables may be nested; no key needs more.
const maxDepth = 4

// split takes values apart until each is that of one key.
func split(values map[string]json.RawMessage) (all []value, problems []error) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		raw := bytes.TrimSpace(values[name])
		table, isTable := tables[strings.ToLower(name)]
		var inner map[string]json.RawMessage
		switch {
		case deeperThan(raw, maxDepth):
			problems = append(problems, keyError{name, errors.New("nested too deeply")})
		case isTable && json.Unmarshal(raw, &inner) == nil && inner != nil:
			for _, key := range slices.Sorted(maps.Keys(inner)) {
				all = append(all, value{table + "." + key, inner[key]})
			}
		default:
			all = append(all, value{name, raw})
		}
	}
	return all, problems
}

// deeperThan counts brackets alone, so that no input costs a stack.
func deeperThan(raw []byte, limit int) bool {
	depth, quoted := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			if depth++; depth > limit {
				return true
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return false
}

// A keyError says what is wrong with one key.
type keyError struct {
	key string
	err error
}

func (e keyError) Error() string { return fmt.Sprintf("setting scilit.%s: %v", shown(e.key), e.err) }
func (e keyError) Unwrap() error { return e.err }

// shown is a name that a file gives, without what a terminal or an editor would
// obey, and no longer than names are.
func shown(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, name)
	if runes := []rune(name); len(runes) > maxShown {
		return string(runes[:maxShown]) + " ..."
	}
	return name
}

const maxShown = 80

// keyOf is the name of a key that is written in any case, in words with or without "_". All features can be
// set by one value, so that this table is a key too.
func keyOf(written string) (string, error) {
	low := strings.ToLower(written)
	if strings.Contains(low, "_") { // key_env is keyEnv, as users of TOML write it
		low = strings.ReplaceAll(low, "_", "")
	}
	if name, ok := keys[low]; ok {
		return name, nil
	}
	if name, ok := tables[low]; ok && name == "features" {
		return name, nil
	} else if ok {
		return "", keyError{name, errors.New("another value given where a table belongs")}
	}
	return "", unknown(written)
}

// set changes one key; a value that cannot be leaves the settings as they were.
func (s *Settings) set(key string, raw []byte, folder string) error {
	changed := s.clone()
	err := json.Unmarshal(nested(key, raw), &changed)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		err = fmt.Errorf("%s given where %s belongs", wrong.Value, kinds[wrong.Type.Kind()])
	}
	if err == nil {
		err = changed.tidy(key, folder)
	}
	if err == nil {
		err = changed.check()
	}
	if err != nil {
		return keyError{key, err}
	}
	*s = changed
	return nil
}

// nested is a value inside the tables that its key names.
func nested(key string, raw []byte) []byte {
	table, inner, ok := strings.Cut(key, ".")
	if ok {
		raw = nested(inner, raw)
	}
	return fmt.Appendf(nil, "{%q:%s}", table, raw)
}

var kinds = map[reflect.Kind]string{
	reflect.String: "a text", reflect.Int: "a whole number", reflect.Slice: "a list of texts", reflect.Struct: "a table", reflect.Map: "a table", reflect.Bool: "true or false", reflect.Int8: `true, false or "auto"`,
}
