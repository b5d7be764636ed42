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

// A value is the value of one key in one source.
type value struct {
	key  string // key as written in the source; keyOf normalizes it
	json []byte
}

const maxDepth = 4 // maximum nesting of lists and tables

// split flattens nested tables into one value per key.
func split(values map[string]json.RawMessage) (all []value, problems []error) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		raw := bytes.TrimSpace(values[name])
		table, isTable := tableNames[strings.ToLower(name)]
		var inner map[string]json.RawMessage
		switch {
		case deeperThan(raw, maxDepth):
			problems = append(problems, keyError{name, fmt.Errorf("its value is nested more than %d levels deep", maxDepth)})
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

// deeperThan reports whether JSON is nested more deeply than limit. It counts brackets instead of
// recursing.
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

// A keyError is an error about one key.
type keyError struct {
	key string
	err error
}

func (e keyError) Error() string { return fmt.Sprintf("setting scilit.%s: %v", shown(e.key), e.err) }
func (e keyError) Unwrap() error { return e.err }

// shown returns a name for display, shortened and without unprintable characters.
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

// keyOf returns the canonical name of a key. The key may be written in any case, with or without
// "_". The features table is also a key, since one value can set all features.
func keyOf(written string) (string, error) {
	low := strings.ReplaceAll(strings.ToLower(written), "_", "") // key_env is the same key as keyEnv
	if name, ok := keys[low]; ok {
		return name, nil
	}
	if name, ok := tableNames[low]; ok && name == "features" {
		return name, nil
	} else if ok {
		return "", keyError{name, errors.New("expected a table")}
	}
	return "", unknown(written)
}

// set changes one key. If it rejects the value, the settings stay unchanged, except that the
// default replaces a value that is no longer supported.
func (s *Settings) set(key string, raw []byte, folder string) error {
	changed := s.clone()
	err := json.Unmarshal(nested(key, raw), &changed)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		err = fmt.Errorf("found %s, expected %s", wrong.Value, kinds[wrong.Type.Kind()])
	}
	if descriptor, ok := Find(key); ok && err == nil {
		err = descriptor.accept(&changed, folder)
	}
	if err == nil || errors.As(err, new(removedError)) {
		*s = changed
	}
	if err != nil {
		return keyError{key, err}
	}
	return nil
}

// nested wraps a value in the tables named in its key.
func nested(key string, raw []byte) []byte {
	table, inner, ok := strings.Cut(key, ".")
	if ok {
		raw = nested(inner, raw)
	}
	return fmt.Appendf(nil, "{%q:%s}", table, raw)
}

var kinds = map[reflect.Kind]string{
	reflect.String: "a string", reflect.Int: "a whole number", reflect.Slice: "a list of strings",
	reflect.Struct: "a table", reflect.Map: "a table", reflect.Bool: "true or false",
	reflect.Int8: `true, false or "auto"`,
}

// errUnknown is wrapped by errors about unknown keys. It is ignored in settings that an editor
// shares among servers.
var errUnknown = errors.New("unknown name")

// IsUnknown reports whether a problem is about an unknown key.
func IsUnknown(problem error) bool { return errors.Is(problem, errUnknown) }

// KeyOf returns the key that a problem is about, or "" if the problem concerns a whole file.
func KeyOf(problem error) string { return shown(keyIn(problem)) }

// unknown returns the error for an unknown key. It suggests the closest known one.
func unknown(written string) error {
	if meant := closest(written); meant != "" {
		return keyError{written, fmt.Errorf("%w (did you mean scilit.%s?)", errUnknown, meant)}
	}
	return keyError{written, errUnknown}
}

// isMisspelt reports whether an unknown key is probably misspelled. An unknown table probably
// belongs to another server instead.
func isMisspelt(v value) bool {
	return closest(v.key) != "" && !bytes.HasPrefix(bytes.TrimSpace(v.json), []byte("{"))
}

// maxSlips is the maximum edit distance to a misspelled name. maxKey is the maximum length of a
// name that is compared.
const (
	maxSlips = 2
	maxKey   = 40
)

// closest returns the known key with the smallest edit distance, or "" if no key is close enough.
func closest(written string) (meant string) {
	low, best := strings.ToLower(written), maxSlips+1
	if len(low) > maxKey || len(low) <= 2*maxSlips {
		return ""
	}
	for _, key := range Keys() {
		if n := distance(low, strings.ToLower(key)); n < best {
			meant, best = key, n
		}
	}
	return meant
}

// distance returns the Levenshtein distance between two names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			changed := diagonal
			if a[i] != b[j] {
				changed++
			}
			diagonal = row[j+1]
			row[j+1] = min(changed, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
