package cli

import (
	"fmt"
	"os"
	"reflect"
	"unicode/utf8"

	"github.com/alecthomas/kong"
)

// exactArguments returns options that make kong preserve every byte of an argument. Kong's mappers
// pass strings through JSON, which replaces invalid UTF-8, so that a command would write to a
// different file.
func exactArguments() []kong.Option {
	registry := kong.NewRegistry().RegisterDefaults().RegisterKind(reflect.String, kong.MapperFunc(exactString))
	options := []kong.Option{kong.KindMapper(reflect.String, kong.MapperFunc(exactString))}
	for _, name := range []string{"path", "existingfile"} {
		mapper := exactPath{registry.ForNamedValue(name, reflect.ValueOf("")), name == "existingfile"}
		registry.RegisterName(name, mapper)
		options = append(options, kong.NamedMapper(name, mapper))
	}
	return options
}

func exactString(ctx *kong.DecodeContext, target reflect.Value) error {
	token, err := ctx.Scan.PopValue("string")
	if err == nil {
		target.SetString(token.String())
	}
	return err
}

// An exactPath decodes paths that are not valid UTF-8 and leaves all others to kong's mapper.
type exactPath struct {
	kong.Mapper
	exists bool // whether the path must already exist
}

// Decode implements kong.Mapper.
func (m exactPath) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	path, isString := ctx.Scan.Peek().Value.(string)
	if target.Kind() != reflect.String || !isString || utf8.ValidString(path) {
		return m.Mapper.Decode(ctx, target)
	}
	ctx.Scan.Pop()
	path = kong.ExpandPath(path)
	if m.exists {
		if info, err := os.Stat(path); err != nil {
			return err
		} else if info.IsDir() {
			return fmt.Errorf("%q is a folder: give a file", path)
		}
	}
	target.SetString(path)
	return nil
}
