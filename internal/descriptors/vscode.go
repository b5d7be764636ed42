package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/config"
)

// A property describes a setting, as package.json of a VS Code extension does.
type property struct {
	Type                 any         `json:"type,omitempty"`
	Scope                string      `json:"scope,omitempty"`
	Markdown             string      `json:"markdownDescription,omitempty"`
	Default              any         `json:"default,omitempty"`
	Enum                 []any       `json:"enum,omitempty"`
	EnumDescriptions     []string    `json:"enumDescriptions,omitempty"`
	Minimum              *float64    `json:"minimum,omitempty"`
	Maximum              *float64    `json:"maximum,omitempty"`
	UniqueItems          bool        `json:"uniqueItems,omitempty"`
	Items                *property   `json:"items,omitempty"`
	AdditionalProperties any         `json:"additionalProperties,omitempty"`
	Properties           *properties `json:"properties,omitempty"`
}

// properties encodes as a JSON object whose members keep their order.
type properties struct {
	names  []string
	values []property
}

func (p *properties) add(name string, value property) {
	p.names, p.values = append(p.names, name), append(p.values, value)
}

// MarshalJSON implements json.Marshaler.
func (p *properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, name := range p.names {
		value, err := plainJSON(p.values[i])
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%q:%s,", name, value)
	}
	return append(append([]byte("{"), bytes.TrimSuffix(b.Bytes(), []byte(","))...), '}'), nil
}

func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// indented encodes v as JSON. It indents all lines after the first by depth levels, as in
// package.json.
func indented(v any, depth int) string {
	raw, err := plainJSON(v)
	if err != nil {
		panic(err) // strings, numbers and booleans can always be encoded
	}
	var b bytes.Buffer
	if err := json.Indent(&b, raw, strings.Repeat("  ", depth), "  "); err != nil {
		panic(err)
	}
	return b.String()
}

// inEditors reports whether editor extensions pass a setting to the server.
func inEditors(s config.Setting) bool { return s.Table() != "server" }

// entryOf returns the name of the entry in package.json that contains a setting. If the setting is
// in a table, the entry describes the whole table.
func entryOf(s config.Setting) string {
	if table := s.Table(); table != "" && table != "network" {
		return table
	}
	return s.Name
}

func entries() []string { return distinctNames(entryOf) }

// isRestricted reports whether VS Code ignores a setting's value from an untrusted workspace.
func isRestricted(s config.Setting) bool { return s.By != config.AnyWorkspace || s.Name == "writer" }

func restricted() string {
	names := distinctNames(func(s config.Setting) string {
		if isRestricted(s) {
			return "scilit." + entryOf(s)
		}
		return ""
	})
	return indented(append([]string{"scilit.server.path"}, names...), 3)
}

const (
	pathHelp = "Path of the server's program. If empty, the program that comes with the extension is used, or else " +
		"`scilit-lsp` from the `PATH`."
	logHelp = "Log the messages between the editor and the server. They contain text from your manuscript."
)

func configuration() string {
	all := &properties{}
	for _, name := range entries() {
		if s, ok := config.Find(name); ok {
			p := propertyOf(s)
			p.Scope = scopeOf(s)
			all.add("scilit."+name, p)
			continue
		}
		all.add("scilit."+name, tableOf(name, config.All()))
	}
	all.add("scilit.server.path", property{Type: "string", Scope: "machine-overridable", Markdown: pathHelp,
		Default: ""})
	all.add("scilit.trace.server", property{
		Type: "string", Scope: "window", Markdown: logHelp, Default: "off", Enum: []any{"off", "messages", "verbose"},
	})
	return indented(struct {
		Title      string      `json:"title"`
		Properties *properties `json:"properties"`
	}{"SciLit", all}, 2)
}

// tableOf describes a table of settings. Its scope is the strictest of its settings' scopes.
func tableOf(name string, all []config.Setting) property {
	inner, scope, defaults := &properties{}, 0, map[string]bool{}
	kind := any("object")
	for _, s := range all {
		if s.Table() == name {
			inner.add(strings.TrimPrefix(s.Name, name+"."), propertyOf(s))
			scope = max(scope, slices.Index(scopes, scopeOf(s)))
			if s.Type == config.Boolean && s.Default == true {
				// VS Code shows an element without a default as disabled
				defaults[strings.TrimPrefix(s.Name, name+".")] = true
			}
			if s.Type == config.Toggle {
				kind = []string{"object", "boolean", "string"}
			}
		}
	}
	table := config.Tables()[slices.IndexFunc(config.Tables(), func(t config.Table) bool { return t.Name == name })]
	return property{
		Type: kind, Scope: scopes[scope], Markdown: table.Help, Default: defaults, AdditionalProperties: false,
		Properties: inner,
	}
}

// scopes lists the scopes of settings in VS Code, the strictest last.
var scopes = []string{"resource", "machine-overridable", "machine"}

// scopeOf returns the scope of a setting in VS Code, which determines the settings files in which
// VS Code accepts it.
func scopeOf(s config.Setting) string {
	switch {
	case s.By == config.UserOnly || s.Machine:
		return "machine"
	case s.By == config.TrustedWorkspace && s.Name != "bibFile" && s.Name != "prefetch":
		return "machine-overridable"
	}
	return "resource"
}

func propertyOf(s config.Setting) property {
	p := property{Markdown: s.Help, Default: s.Default}
	text := &property{Type: "string"}
	switch s.Type {
	case config.Text:
		p.Type = "string"
	case config.Integer, config.Number:
		p.Type, p.Minimum, p.Maximum = string(s.Type), &s.Min, &s.Max
	case config.Boolean:
		p.Type = "boolean"
	case config.Toggle:
		p.Enum = []any{true, false, "auto"}
	case config.Texts:
		p.Type, p.Items, p.UniqueItems = "array", text, s.Elements != nil
		if s.Elements != nil {
			p.Items = &property{}
			for _, element := range s.Elements {
				p.Items.Enum = append(p.Items.Enum, element)
			}
		}
	case config.TextTable:
		p.Type, p.AdditionalProperties = "object", text
	case config.TextsTable:
		p.Type, p.AdditionalProperties = "object", property{Type: "array", Items: text}
	}
	if s.Type != config.Toggle && p.Default == nil {
		p.Default = json.RawMessage(defaultOf(s))
	}
	for _, c := range s.Choices {
		p.Enum = append(p.Enum, c.Value)
		if c.Help != "" {
			p.EnumDescriptions = append(p.EnumDescriptions, c.Help)
		}
	}
	return p
}

// settingNames returns the content of settingnames.ts, which lists the settings that the extension
// passes to the server.
func settingNames() string {
	var b strings.Builder
	b.WriteString("// Written by `make generate` from config/all.go.\n\n")
	b.WriteString(
		"/** The server's settings, by their names under \"scilit\". */\nexport const serverSettings " +
			"= [\n",
	)
	for _, name := range entries() {
		fmt.Fprintf(&b, "  '%s',\n", name)
	}
	b.WriteString("] as const;\n")
	return b.String()
}
