package rpc

import (
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/jsonrpc2"
	lsp "go.lsp.dev/protocol"
)

// decode decodes a message. On failure, it returns the error to send back and the ID to send it
// with.
func decode(body []byte) (jsonrpc2.Message, jsonrpc2.ID, error) {
	message, err := jsonrpc2.DecodeMessage(body)
	if err == nil {
		return message, jsonrpc2.ID{}, nil
	}
	return salvage(body)
}

// An envelope holds the members of a message that could not be decoded.
type envelope struct {
	ID     lsp.LSPAny `json:"id"`
	Method lsp.LSPAny `json:"method"`
	Result lsp.LSPAny `json:"result"`
	Error  lsp.LSPAny `json:"error"`
}

// salvage decodes as much as possible of a malformed message. It converts a malformed response into
// an error response, so that the pending call ends.
func salvage(body []byte) (jsonrpc2.Message, jsonrpc2.ID, error) {
	var whole lsp.LSPAny
	if err := protocol.Unmarshal(body, &whole); err != nil {
		return nil, jsonrpc2.ID{}, jsonrpc2.NewError(jsonrpc2.ParseError, "the message cannot be read: "+err.Error())
	}
	var e envelope
	if whole[0] != '{' || protocol.Unmarshal(body, &e) != nil {
		return nil, jsonrpc2.ID{}, jsonrpc2.NewError(
			jsonrpc2.InvalidRequest, "the message is not an object: batches are not supported",
		)
	}
	id := protocol.ParseID(e.ID)
	switch {
	case e.Method != nil || !id.IsValid():
		return nil, id, jsonrpc2.NewError(
			jsonrpc2.InvalidRequest,
			`the message is not a request: a request has "jsonrpc": "2.0", a string method, and an integer or string id`,
		)
	case e.Result != nil && string(e.Error) == "null":
		return jsonrpc2.NewResponse(id, jsonrpc2.RawMessage(e.Result), nil), id, nil
	}
	failed := jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the answer cannot be read")
	return jsonrpc2.NewResponse(id, nil, failed), id, nil
}
