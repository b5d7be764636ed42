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

// readJSON reads the whole body as one JSON value without fields that the question does
// not have. The error says where it is not.
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
		return badQuestion("the body is no JSON object")
	}
	err := json.Unmarshal(raw, into, json.RejectUnknownMembers(true))
	if err == nil {
		return nil
	}
	var meaning *json.SemanticError
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, json.ErrUnknownName) && errors.As(err, &meaning):
		return badQuestion(fmt.Sprintf("%s: there is no such field at %s", where(raw, meaning.ByteOffset), pointer(meaning.JSONPointer)))
	case errors.As(err, &meaning):
		return badQuestion(fmt.Sprintf("%s: %s belongs at %s", where(raw, meaning.ByteOffset), kindOf(meaning.GoType), pointer(meaning.JSONPointer)))
	case errors.As(err, &syntax):
		return badQuestion(fmt.Sprintf("%s: no JSON: %v", where(raw, syntax.ByteOffset), syntax.Err))
	}
	return badQuestion("the body cannot be read as JSON")
}

// where is a place in a body as editors count.
func where(raw []byte, offset int64) string {
	before := raw[:min(max(0, offset), int64(len(raw)))]
	line := bytes.Count(before, []byte("\n"))
	column := len(before) - (bytes.LastIndexByte(before, '\n') + 1)
	return fmt.Sprintf("line %d, column %d", line+1, column+1)
}

// maxPointer bounds what is repeated of a question.
const maxPointer = 100

func pointer(p jsontext.Pointer) string {
	shown := fmt.Sprintf("%+q", p[:min(len(p), maxPointer)])
	return shown
}

// kindOf names what belongs in the place of a value.
func kindOf(t reflect.Type) string {
	if t == nil {
		return "another value"
	}
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Float64, reflect.Float32:
		return "a number"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	}
	return "an object"
}
