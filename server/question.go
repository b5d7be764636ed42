package server

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// readJSON decodes the whole body as one JSON object and rejects unknown fields. Errors include the
// line and column.
func readJSON(r *http.Request, into any) error {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return errMedia
	}
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	return decode(raw, into)
}

func decode(raw []byte, into any) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		return badQuestion("the body is empty: send a JSON object")
	}
	if raw[0] != '{' && bytes.TrimSpace(raw)[0] != '{' {
		return badQuestion("the body is not a JSON object")
	}
	err := json.Unmarshal(raw, into, json.RejectUnknownMembers(true))
	if err == nil {
		return nil
	}
	var meaning *json.SemanticError
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, json.ErrUnknownName) && errors.As(err, &meaning):
		return badQuestion(fmt.Sprintf("%s: unknown field %s",
			lineColumn(raw, meaning.ByteOffset), pointer(meaning.JSONPointer)))
	case errors.As(err, &meaning):
		return badQuestion(fmt.Sprintf("%s: %s must be %s",
			lineColumn(raw, meaning.ByteOffset), pointer(meaning.JSONPointer), kindOf(meaning.GoType)))
	case errors.As(err, &syntax):
		return badQuestion(fmt.Sprintf("%s: invalid JSON: %v", lineColumn(raw, syntax.ByteOffset), syntax.Err))
	}
	return badQuestion("the body cannot be decoded as JSON")
}

// lineColumn formats an offset as a line and a column, both counted from 1.
func lineColumn(raw []byte, offset int64) string {
	before := raw[:min(max(0, offset), int64(len(raw)))]
	line := bytes.Count(before, []byte("\n"))
	column := len(before) - (bytes.LastIndexByte(before, '\n') + 1)
	return fmt.Sprintf("line %d, column %d", line+1, column+1)
}

// maxPointer is the maximum length of a field's path in an error message, in bytes.
const maxPointer = 100

func pointer(p jsontext.Pointer) string {
	return fmt.Sprintf("%+q", p[:min(len(p), maxPointer)])
}

// kindOf returns the JSON name for the kind of a Go type.
func kindOf(t reflect.Type) string {
	if t == nil {
		return "another value"
	}
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Float64, reflect.Float32:
		return "a number"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "an array"
	}
	return "an object"
}
