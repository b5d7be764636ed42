package server

import (
	"cmp"
	"encoding/json"
	"reflect"
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
)

// A schema is a JSON Schema, which OpenAPI 3.1 uses without changes.
type schema map[string]any

// openAPI returns the OpenAPI document for the routes. It derives the schemas from the Go types of
// the bodies.
func openAPI(routes []route, version string) []byte {
	d := &describer{schemas: schema{}}
	paths := map[string]map[string]any{}
	for _, r := range routes {
		method, path, _ := strings.Cut(r.pattern, " ")
		if paths[path] == nil {
			paths[path] = map[string]any{}
		}
		paths[path][strings.ToLower(method)] = d.operation(r, path)
	}
	document, err := json.MarshalIndent(schema{
		"openapi": "3.1.0",
		"info": schema{
			"title": "scilit-lsp", "version": cmp.Or(version, "dev"),
			"description": "Finds papers worth citing at the end of a text, and passages that support a claim.",
		},
		"paths": paths,
		"components": schema{
			"schemas": d.schemas,
			"securitySchemes": schema{"token": schema{
				"type": "http", "scheme": "bearer", "description": "Required if the server has a token file.",
			}},
		},
	}, "", " ")
	if err != nil {
		panic(err) // cannot happen, since maps, slices and strings can always be encoded
	}
	return append(document, '\n')
}

// A describer collects schemas, keyed by struct name.
type describer struct{ schemas schema }

var pathValue = regexp.MustCompile(`\{(\w+)\}`)

func (d *describer) operation(r route, path string) schema {
	o := schema{"summary": r.summary, "responses": d.responses(r)}
	var parameters []schema
	for _, name := range pathValue.FindAllStringSubmatch(path, -1) {
		parameters = append(parameters, schema{
			"name": name[1], "in": "path", "required": true, "schema": schema{"type": "string"},
		})
	}
	if parameters != nil {
		o["parameters"] = parameters
	}
	if r.endpoint.request != nil {
		body := content("application/json", d.of(r.endpoint.request, true))
		o["requestBody"] = schema{"required": true, "content": body}
	}
	if r.access != open {
		o["security"] = []schema{{"token": []string{}}, {}}
	}
	return o
}

func (d *describer) responses(r route) schema {
	e := r.endpoint
	good := schema{"description": "The answer."}
	switch {
	case e.response != nil:
		good["content"] = content("application/json", d.of(e.response, false))
	case e.media != "":
		good["content"] = content(e.media, schema{"type": "string"})
	}
	if e.events != nil {
		stream := d.of(e.events, false)
		description := "A stream of events: a step event for each " + stream["$ref"].(string) +
			", then one answer or error event."
		good["content"].(schema)[eventStream] = schema{"schema": schema{"type": "string", "description": description}}
	}
	failure := content("application/json", d.of(reflect.TypeFor[Error](), false))
	return schema{"200": good, "default": schema{"description": "An error.", "content": failure}}
}

func content(media string, s schema) schema { return schema{media: schema{"schema": s}} }

// of returns the schema of a type. In requests, the schema does not allow unknown fields.
func (d *describer) of(t reflect.Type, request bool) schema {
	switch t.Kind() {
	case reflect.Pointer:
		return schema{"anyOf": []schema{d.of(t.Elem(), request), {"type": "null"}}}
	case reflect.Slice:
		return schema{"type": []string{"array", "null"}, "items": d.of(t.Elem(), request)}
	case reflect.Map:
		return schema{"type": "object", "additionalProperties": d.of(t.Elem(), request)}
	case reflect.Bool:
		return schema{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return schema{"type": "integer"}
	case reflect.Float32, reflect.Float64:
		return schema{"type": "number"}
	case reflect.Struct:
		if t == reflect.TypeFor[keyword.Tree]() {
			return schema{"type": []string{"object", "null"}, "description": "A keyword query as a tree of and, or, not, " +
				"phrase, near, anywhere, years and field nodes; null matches every paper."}
		}
		return d.named(t, request)
	}
	return schema{"type": "string"}
}

// named returns a reference to the schema of a struct. It adds the schema if it is new.
func (d *describer) named(t reflect.Type, request bool) schema {
	name := strings.ToUpper(t.Name()[:1]) + t.Name()[1:]
	ref := schema{"$ref": "#/components/schemas/" + name}
	if d.schemas[name] != nil {
		return ref
	}
	properties, required := schema{}, []string{}
	s := schema{"type": "object", "properties": properties}
	d.schemas[name] = s // set it before describing the fields, since they may refer to it
	for _, field := range fieldsOf(t) {
		key, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		key = cmp.Or(key, field.Name)
		properties[key] = d.of(field.Type, request)
		if !request && !strings.Contains(options, "omit") {
			required = append(required, key)
		}
	}
	if request {
		s["additionalProperties"] = false
	}
	if len(required) > 0 {
		s["required"] = required
	}
	return ref
}

// fieldsOf returns the fields that encoding/json encodes, including those of embedded structs.
func fieldsOf(t reflect.Type) (all []reflect.StructField) {
	for i := range t.NumField() {
		field := t.Field(i)
		key := field.Tag.Get("json")
		switch {
		case field.Anonymous && key == "":
			all = append(all, fieldsOf(field.Type)...)
		case field.IsExported() && key != "-":
			all = append(all, field)
		}
	}
	return all
}
