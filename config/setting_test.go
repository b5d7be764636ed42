package config

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fieldsOf returns the types of the fields of Settings, by name of the setting.
func fieldsOf(t reflect.Type, prefix string) map[string]Type {
	types := map[reflect.Type]Type{
		reflect.TypeFor[string](): Text, reflect.TypeFor[int](): Integer, reflect.TypeFor[float64](): Number,
		reflect.TypeFor[bool](): Boolean, reflect.TypeFor[Switch](): Toggle, reflect.TypeFor[[]string](): Texts,
		reflect.TypeFor[map[string]string](): TextTable, reflect.TypeFor[map[string][]string](): TextsTable,
	}
	fields := make(map[string]Type)
	for _, field := range reflect.VisibleFields(t) {
		switch name := prefix + field.Tag.Get("json"); {
		case field.Tag.Get("json") == "-": // the program sets this field
		case field.Type.Kind() == reflect.Struct:
			maps.Copy(fields, fieldsOf(field.Type, name+"."))
		default:
			fields[name] = types[field.Type]
		}
	}
	return fields
}

func TestEveryFieldHasADescriptor(t *testing.T) {
	described := make(map[string]Type)
	for _, s := range All() {
		described[s.Name] = s.Type
	}
	if diff := cmp.Diff(described, fieldsOf(reflect.TypeFor[Settings](), "")); diff != "" {
		t.Errorf("all.go (-) and the fields of Settings (+) differ: %s", diff)
	}
}

func TestDescriptorsAreComplete(t *testing.T) {
	var named []string
	for _, table := range Tables() {
		named = append(named, table.Name)
		if table.Help == "" {
			t.Errorf("table %s: Help is missing", table.Name)
		}
	}
	for _, s := range All() {
		if s.Help == "" || s.By == "" {
			t.Errorf("%s: Help or By is missing", s.Name)
		}
		if s.Table() != "" && !slices.Contains(named, s.Table()) {
			t.Errorf("%s: tables lacks %s", s.Name, s.Table())
		}
		if (s.Type == Integer || s.Type == Number) && s.Max == 0 {
			t.Errorf("%s: a number needs bounds", s.Name)
		}
		settings := Default()
		if err := s.accept(&settings, "/"); err != nil {
			t.Errorf("%s: its default is rejected: %v", s.Name, err)
		}
	}
}

// A clone shares no list with the original settings, whatever the type of a setting.
func TestAClonedSettingIsWhole(t *testing.T) {
	settings := Default()
	settings.Indexes, settings.Online.KeyEnv = []string{"/a"}, map[string]string{"arxiv": "K"}
	settings.Online.KeyCommand = map[string][]string{"arxiv": {"pass"}}
	clone := settings.clone()
	if diff := cmp.Diff(settings, clone); diff != "" {
		t.Error(diff)
	}
	clone.Indexes[0], clone.Online.KeyEnv["arxiv"] = "/b", "L"
	if err := json.Unmarshal([]byte(`{"online": {"keyCommand": {"crossref": ["x"]}}}`), &clone); err != nil {
		t.Fatal(err)
	}
	if settings.Indexes[0] != "/a" || settings.Online.KeyEnv["arxiv"] != "K" || len(settings.Online.KeyCommand) != 1 {
		t.Errorf("%+v", settings)
	}
}

func TestATableIsAsStrictAsItsStrictestSetting(t *testing.T) {
	settings := []Setting{
		{Name: "a.first", By: UserOnly}, {Name: "a.second", By: TrustedWorkspace}, {Name: "a.third", By: AnyWorkspace},
		{Name: "b.first", By: TrustedWorkspace}, {Name: "b.second", By: AnyWorkspace}, {Name: "c.first", By: AnyWorkspace},
	}
	for table, want := range map[string]Setter{"a": UserOnly, "b": TrustedWorkspace, "c": AnyWorkspace} {
		if got := strictest(table, settings); got != want {
			t.Errorf("table %s may be set by %s, want %s", table, got, want)
		}
	}
}
