package protocol

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	lsp "go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// maxDepth is the maximum nesting depth of a message. Only a message designed to exhaust the stack
// comes close to it.
const maxDepth = 1000

// lenient accepts duplicate members and invalid UTF-8. An editor sends an unpaired surrogate if the
// document contains one.
var lenient = jsonv2.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

var (
	encoding = jsonv2.JoinOptions(lenient, jsonv2.Deterministic(true))
	decoding = jsonv2.JoinOptions(lenient, jsonv2.WithUnmarshalers(jsonv2.JoinUnmarshalers(
		jsonv2.UnmarshalFromFunc(decodeURI),
		jsonv2.UnmarshalFromFunc(decodeContentChange),
		jsonv2.UnmarshalFromFunc(decodeToken),
		jsonv2.UnmarshalFromFunc(decodeFolders),
		union[lsp.CommandOrCodeAction](), union[lsp.DocumentChange](), union[lsp.TextDocumentEditElement](),
		jsonv2.UnmarshalFromFunc(decodeMessage),
	)))
)

// Marshal encodes v. It writes nil slices as [] and sorts map keys, and it does not escape HTML.
func Marshal(v any) ([]byte, error) { return jsonv2.Marshal(v, encoding) }

// Unmarshal decodes a message into v. Unlike the library's decoder, it decodes null as the zero
// value and an empty URI as an absent one. It skips malformed optional members.
func Unmarshal(data []byte, v any) error {
	if err := checkDepth(data); err != nil {
		return err
	}
	return jsonv2.Unmarshal(data, v, decoding)
}

// checkDepth rejects deeply nested values without recursion.
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
				return fmt.Errorf("values are nested more than %d levels deep", maxDepth)
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return nil
}

// A message is a library type whose own decoder is too strict for some editors.
type message interface {
	UnmarshalJSONFrom(*jsontext.Decoder) error
}

// decodeMessage decodes a library struct member by member.
func decodeMessage(in *jsontext.Decoder, to message) error {
	v := reflect.ValueOf(to).Elem()
	members := membersOf(v.Type())
	if members == nil {
		return to.UnmarshalJSONFrom(in)
	}
	begin, err := in.ReadToken()
	if err != nil {
		return err
	}
	switch begin.Kind() {
	case 'n':
		v.SetZero()
		return nil
	case '{':
	default:
		return fmt.Errorf("%s is not an object", v.Type().Name())
	}
	for in.PeekKind() != '}' {
		name, err := in.ReadToken()
		if err != nil {
			return err
		}
		if m, ok := members[name.String()]; !ok {
			err = in.SkipValue()
		} else {
			err = m.decode(in, v.FieldByIndex(m.index))
		}
		if err != nil {
			return err
		}
	}
	_, err = in.ReadToken()
	return err
}

// A member describes a struct field and how to decode it.
type member struct {
	index    []int
	optional bool // the field keeps its zero value if the member is malformed
	union    bool // the field has a union type, which the library decodes
}

func (m member) decode(in *jsontext.Decoder, to reflect.Value) error {
	if !m.optional && !m.union {
		return jsonv2.UnmarshalDecode(in, to.Addr().Interface())
	}
	raw, err := in.ReadValue()
	if err != nil {
		return err
	}
	if m.union {
		err = lsp.Unmarshal(raw, to.Addr().Interface())
	} else {
		err = jsonv2.Unmarshal(raw, to.Addr().Interface(), in.Options())
	}
	if err != nil && m.optional {
		to.SetZero()
		return nil
	}
	return err
}

// cellChanges lists the types whose members are all required. Skipping a malformed member would
// leave the server and the editor with different texts.
var cellChanges = []reflect.Type{
	reflect.TypeFor[lsp.NotebookDocumentChangeEvent](), reflect.TypeFor[lsp.NotebookDocumentCellChanges](),
	reflect.TypeFor[lsp.NotebookDocumentCellChangeStructure](),
}

var knownMembers sync.Map // maps reflect.Type to map[string]member

// membersOf returns the members of a struct, keyed by JSON name. It returns nil for a type that is
// not encoded as a plain object.
func membersOf(t reflect.Type) map[string]member {
	if known, ok := knownMembers.Load(t); ok {
		return known.(map[string]member)
	}
	members := readMembers(t)
	knownMembers.Store(t, members)
	return members
}

func readMembers(t reflect.Type) map[string]member {
	if t.Kind() != reflect.Struct {
		return nil
	}
	members := map[string]member{}
	for _, f := range reflect.VisibleFields(t) {
		if !f.IsExported() {
			return nil // types such as Optional and Nullable have their own encoding
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" {
			continue // an embedded struct has no JSON name
		}
		optional := options == "omitzero" || f.Type.Kind() == reflect.Pointer
		members[name] = member{
			index:    f.Index,
			optional: optional && !slices.Contains(cellChanges, t),
			union:    f.Type.Kind() == reflect.Interface && f.Type != reflect.TypeFor[lsp.ProgressToken](),
		}
	}
	for _, name := range unused[t] {
		delete(members, name)
	}
	return members
}

// unused maps types to the members that this server never reads and therefore does not decode.
// Diagnostics, for example, come from all servers, and some violate the protocol.
var unused = map[reflect.Type][]string{
	reflect.TypeFor[lsp.CodeActionContext]():                   {"diagnostics"},
	reflect.TypeFor[lsp.DidOpenNotebookDocumentParams]():       {"notebookDocument"},
	reflect.TypeFor[lsp.DidChangeNotebookDocumentParams]():     {"notebookDocument"},
	reflect.TypeFor[lsp.NotebookDocumentCellChanges]():         {"data"},
	reflect.TypeFor[lsp.NotebookDocumentCellChangeStructure](): {"array"},
}

// union returns an unmarshaler for the elements of a slice of a union type.
func union[T any]() *jsonv2.Unmarshalers {
	return jsonv2.UnmarshalFromFunc(func(in *jsontext.Decoder, to *T) error {
		raw, err := in.ReadValue()
		if err != nil {
			return err
		}
		return lsp.Unmarshal(raw, to)
	})
}

// decodeContentChange decodes a document change and rejects unknown kinds of changes. Skipping one
// would leave the server and the editor with different texts.
func decodeContentChange(in *jsontext.Decoder, to *lsp.TextDocumentContentChangeEvent) error {
	var change struct {
		Range *lsp.Range `json:"range"`
		Text  *string    `json:"text"`
	}
	if err := jsonv2.UnmarshalDecode(in, &change); err != nil {
		return err
	}
	switch {
	case change.Text == nil:
		return errors.New("a document change has no text")
	case change.Range == nil:
		*to = &lsp.TextDocumentContentChangeWholeDocument{Text: *change.Text}
	default:
		*to = &lsp.TextDocumentContentChangePartial{Range: *change.Range, Text: *change.Text}
	}
	return nil
}

// decodeToken decodes a progress token. It treats a token of an invalid type as absent.
func decodeToken(in *jsontext.Decoder, to *lsp.ProgressToken) error {
	raw, err := in.ReadValue()
	if err != nil {
		return err
	}
	*to = nil
	switch raw.Kind() {
	case '"':
		var text lsp.String
		err = jsonv2.Unmarshal(raw, &text, lenient)
		*to = text
	case '0':
		if n, err := strconv.ParseInt(string(raw), 10, 32); err == nil {
			*to = lsp.Integer(n)
		}
	}
	return err
}

// decodeFolders decodes workspace folders with the options of Unmarshal. The decoder of Nullable
// would use the options of the library.
func decodeFolders(in *jsontext.Decoder, to *lsp.Nullable[[]lsp.WorkspaceFolder]) error {
	var folders []lsp.WorkspaceFolder
	if err := jsonv2.UnmarshalDecode(in, &folders); err != nil {
		return err
	}
	*to = lsp.NewNullable(folders)
	return nil
}

// decodeURI decodes a URI. It treats an empty URI as absent; the library would decode it as the
// root directory. It keeps the URI of a path that is not UTF-8 unchanged, since the library would
// escape its percent signs again.
func decodeURI(in *jsontext.Decoder, to *uri.URI) (err error) {
	var text string
	if err := jsonv2.UnmarshalDecode(in, &text, lenient); err != nil {
		return err
	}
	if *to = uri.URI(text); text != "" && doc.IsUTF8(text) {
		*to, err = uri.Parse(text)
	}
	return err
}
