package config

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Setting describes one setting. To add a setting, add its descriptor to all and its field to
// Settings, then run `make generate`. Tests report any other places to change.
type Setting struct {
	Name    string // name of the setting, such as "library.folders" for one in a table
	Type    Type
	Default any // default value; nil for the zero value
	By      Setter
	Help    string   // description in Markdown, one or two sentences
	Choices []Choice // allowed values of a text; nil allows any text
	Removed []Choice // former values and the reasons for their removal; the default replaces them
	// Min and Max are the limits of a number. Every number needs them.
	Min, Max float64
	Elements []string // allowed elements of a list; nil allows any element
	Machine  bool     // VS Code stores the setting per machine rather than per workspace

	// normalize converts a new value to its final form, for example by expanding paths. folder is
	// the folder of the settings file, or "" if an editor sent the value. check rejects values for
	// reasons that the fields above cannot express.
	normalize func(s *Settings, folder string) error
	check     func(*Settings) error
}

// A Choice is an allowed value of a text.
type Choice struct {
	Value string
	Help  string
}

// A Type is the type of a setting's value.
type Type string

// The types of values.
const (
	Text       Type = "string"
	Integer    Type = "integer"
	Number     Type = "number"
	Boolean    Type = "boolean"
	Toggle     Type = `true, false or "auto"`
	Texts      Type = "list of strings"
	TextTable  Type = "table of strings"
	TextsTable Type = "table of lists"
)

// A Setter states who may set a value.
type Setter string

// The values of Setter. The user may set every setting.
const (
	AnyWorkspace Setter = "any workspace" // the setting only affects the display or the document
	// the setting names a host, folder or program, or affects memory or time
	TrustedWorkspace Setter = "a trusted workspace"
	UserOnly         Setter = "you alone" // the setting names a recipient of text or a reader of secrets
)

// setters lists the values of Setter, the strictest last.
var setters = []Setter{AnyWorkspace, TrustedWorkspace, UserOnly}

// A Table describes a table that groups settings.
type Table struct{ Name, Help string }

// All returns the descriptors of all settings in the order of the documentation.
func All() []Setting { return slices.Clone(all) }

// Tables returns all tables in the order of the documentation.
func Tables() []Table { return slices.Clone(tables) }

// Find returns the descriptor of a setting.
func Find(name string) (s Setting, ok bool) {
	i := slices.IndexFunc(all, func(s Setting) bool { return s.Name == name })
	if i < 0 {
		return Setting{}, false
	}
	return all[i], true
}

// Table returns the name of the setting's table, or "".
func (s Setting) Table() string {
	table, _, dotted := strings.Cut(s.Name, ".")
	if !dotted {
		return ""
	}
	return table
}

// CheckNumber returns an error if a number is outside the limits of a setting.
func CheckNumber(name string, value float64) error {
	s, _ := Find(name)
	if !(value >= s.Min && value <= s.Max) {
		return fmt.Errorf("%s is not between %s and %s", plain(value), plain(s.Min), plain(s.Max))
	}
	return nil
}

func plain(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// accept normalizes and checks a value that was just set.
func (s Setting) accept(settings *Settings, folder string) error {
	if s.normalize != nil {
		if err := s.normalize(settings, folder); err != nil {
			return err
		}
	}
	value := valueOf(reflect.ValueOf(settings).Elem(), s.Name)
	for _, gone := range s.Removed {
		if value.String() == gone.Value {
			value.Set(reflect.ValueOf(s.Default))
			return removedError{gone}
		}
	}
	var err error
	switch {
	case s.Choices != nil && !slices.Contains(s.values(), value.String()):
		err = fmt.Errorf("%q is not one of %s", shown(value.String()), strings.Join(s.values(), ", "))
	case s.Type == Integer:
		err = CheckNumber(s.Name, float64(value.Int()))
	case s.Type == Number:
		err = CheckNumber(s.Name, value.Float())
	}
	if err != nil || s.check == nil {
		return err
	}
	return s.check(settings)
}

// A removedError reports that the default replaced a value that is no longer supported.
type removedError struct{ value Choice }

func (e removedError) Error() string { return fmt.Sprintf("%q %s", e.value.Value, e.value.Help) }

func (s Setting) values() (values []string) {
	for _, c := range s.Choices {
		values = append(values, c.Value)
	}
	return values
}

// valueOf returns the field for a setting, whose name is a path of JSON names.
func valueOf(v reflect.Value, name string) reflect.Value {
	first, rest, dotted := strings.Cut(name, ".")
	for i := range v.NumField() {
		if v.Type().Field(i).Tag.Get("json") != first {
			continue
		}
		if dotted {
			return valueOf(v.Field(i), rest)
		}
		return v.Field(i)
	}
	return reflect.Value{}
}

var defaults = sync.OnceValue(func() []byte {
	tree := make(map[string]any)
	for _, s := range all {
		if s.Default == nil {
			continue
		}
		table, key := tree, s.Name
		if t := s.Table(); t != "" {
			if tree[t] == nil {
				tree[t] = make(map[string]any)
			}
			table, key = tree[t].(map[string]any), strings.TrimPrefix(s.Name, t+".")
		}
		table[key] = s.Default
	}
	raw, err := json.Marshal(tree)
	if err != nil {
		panic(err) // cannot happen, since defaults are texts, numbers and booleans
	}
	return raw
})

// Default returns the default settings, with the indexes from SCILIT_INDEX.
func Default() (s Settings) {
	if err := json.Unmarshal(defaults(), &s); err != nil {
		panic(err) // cannot happen, since a test checks the type of each default
	}
	s.Indexes, _ = indexesOfEnvironment()
	return s
}

// clone returns a copy that shares no lists or tables with s, so that decoding into the copy leaves
// s unchanged.
func (s Settings) clone() Settings {
	cloneLists(reflect.ValueOf(&s).Elem())
	return s
}

func cloneLists(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			cloneLists(v.Field(i))
		}
	case reflect.Slice:
		if !v.IsNil() {
			v.Set(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v))
		}
	case reflect.Map:
		if v.IsNil() {
			return
		}
		table := reflect.MakeMap(v.Type())
		for key, value := range v.Seq2() {
			table.SetMapIndex(key, value)
		}
		v.Set(table)
	}
}

// keys and tableNames map the lower-case names of settings and tables to their canonical names.
var keys, tableNames = func() (keys, names map[string]string) {
	keys, names = make(map[string]string), make(map[string]string)
	for _, s := range all {
		keys[strings.ToLower(s.Name)] = s.Name
	}
	for _, t := range tables {
		names[strings.ToLower(t.Name)] = t.Name
	}
	return keys, names
}()

// Keys returns the sorted names of all settings.
func Keys() []string { return slices.Sorted(maps.Values(keys)) }

// setterOf returns who may set a key. For a table, it returns who may set all settings in it.
func setterOf(key string) Setter {
	if s, ok := Find(key); ok {
		return s.By
	}
	return strictest(key, all)
}

// strictest returns the strictest setter of the settings in a table.
func strictest(table string, settings []Setting) Setter {
	at := 0
	for _, s := range settings {
		if s.Table() == table {
			at = max(at, slices.Index(setters, s.By))
		}
	}
	return setters[at]
}
