package rpc

import (
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/jsonrpc2"
)

// decode reads a message, or says what it is instead: the error is then for
// whoever sent it, under the id.
func decode(body []byte) (jsonrpc2.Message, jsonrpc2.ID, error) {
	message, err := jsonrpc2.DecodeMessage(body)
	if err == nil {
		return message, jsonrpc2.ID{}, nil
	}
	return salvage(body)
}

// An envelope is what can be read of a message that is none.
type envelope struct {
	ID     protocol.IntegerOrString `json:"id"`
	Method protocol.LSPAny          `json:"method"`
	Result protocol.LSPAny          `json:"result"`
	Error  protocol.LSPAny          `json:"error"`
}

// salvage returns an answer that cannot be read as a failed one, so that its
// call ends.
func salvage(body []byte) (jsonrpc2.Message, jsonrpc2.ID, error) {
	var whole protocol.LSPAny
	if err := protocol.Unmarshal(body, &whole); err != nil {
		return nil, jsonrpc2.ID{}, jsonrpc2.NewError(jsonrpc2.ParseError, "the message cannot be read: "+err.Error())
	}
	var e envelope
	if whole[0] != '{' || protocol.Unmarshal(body, &e) != nil {
		return nil, jsonrpc2.ID{}, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "a message is one object: the protocol has no batches")
	}
	id := idOf(e.ID)
	switch {
	case e.Method != nil || !id.IsValid():
		return nil, id, jsonrpc2.NewError(jsonrpc2.InvalidRequest, `a request has "jsonrpc": "2.0", a text as its method, and a whole number or a text as its id`)
	case e.Result != nil && string(e.Error) == "null":
		return jsonrpc2.NewResponse(id, jsonrpc2.RawMessage(e.Result), nil), id, nil
	}
	return jsonrpc2.NewResponse(id, nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the answer cannot be read")), id, nil
}

// idOf is the zero ID for what is none.
func idOf(id protocol.IntegerOrString) jsonrpc2.ID {
	switch id := id.(type) {
	case protocol.Integer:
		return jsonrpc2.NewNumberID(int64(id))
	case protocol.String:
		return jsonrpc2.NewStringID(string(id))
	}
	return jsonrpc2.ID{}
}
