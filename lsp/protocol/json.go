package protocol

import (
	"encoding/json"
	"fmt"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// LSPAny is a value of any shape, as it was sent.
type LSPAny = json.RawMessage

// maxDepth bounds how deep values are nested. No message of the protocol comes
// near it but one that is made to exhaust the stack.
const maxDepth = 1000

// lenient takes what editors send: a name twice, and half of a surrogate pair
// out of a document that holds one.
var lenient = jsonv2.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

var (
	encoding = jsonv2.JoinOptions(lenient, jsonv2.Deterministic(true))
	decoding = jsonv2.JoinOptions(lenient, jsonv2.WithUnmarshalers(jsonv2.JoinUnmarshalers(
		union(commandOrCodeAction), union(textDocumentEditElement), union(documentChange),
		jsonv2.UnmarshalFromFunc(decodeContentChange), jsonv2.UnmarshalFromFunc(decodeIntegerOrString), jsonv2.UnmarshalFromFunc(decodeURI),
	)))
)

// Marshal encodes a value: lists that are nil as [], maps in the order of their
// names, and letters that mean something in HTML as they are.
func Marshal(v any) ([]byte, error) { return jsonv2.Marshal(v, encoding) }

// Unmarshal decodes into v, which is a pointer. Members that v does not have are
// ignored.
func Unmarshal(data []byte, v any) error {
	if err := checkDepth(data); err != nil {
		return err
	}
	return jsonv2.Unmarshal(data, v, decoding)
}

// checkDepth refuses what is nested too deep, without nesting itself.
func checkDepth(data []byte) error {
	depth, inString := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '[' || c == '{':
			if depth++; depth > maxDepth {
				return fmt.Errorf("values are nested deeper than %d", maxDepth)
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return nil
}

// union decodes an interface: choose looks at a value and returns the pointer
// that it is decoded into, nil for a shape that is not in use.
func union[T any](choose func(jsontext.Value) T) *jsonv2.Unmarshalers {
	return jsonv2.UnmarshalFromFunc(func(in *jsontext.Decoder, to *T) error {
		raw, err := in.ReadValue()
		if err != nil {
			return err
		}
		*to = choose(raw)
		if any(*to) == nil {
			return nil
		}
		return jsonv2.Unmarshal(raw, *to, in.Options())
	})
}

// member is the value under a name of an object, nil where there is none.
func member(object jsontext.Value, name string) jsontext.Value {
	var members map[string]jsontext.Value
	if object.Kind() != '{' || jsonv2.Unmarshal(object, &members, lenient) != nil {
		return nil
	}
	return members[name]
}
