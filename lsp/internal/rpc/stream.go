package rpc

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/jsonrpc2"
	lsp "go.lsp.dev/protocol"
)

// Limits on the memory and time a peer can consume.
const (
	maxHeader  = 8 << 10  // bytes per header
	maxBody    = 64 << 20 // bytes per message body
	maxSkipped = 1 << 30  // maximum length of a rejected body that is skipped by its length, in bytes
	keptBuffer = 1 << 20  // maximum size of a buffer kept for reuse, in bytes
)

const lengthField = "Content-Length:" // the only header field that is parsed

const lost = -1 // value of stream.left if the end of a rejected body is unknown

// A stream reads and writes framed messages. It answers malformed messages itself, since jsonrpc2
// would close the connection.
type stream struct {
	jsonrpc2.Stream // used for writing and closing
	in              *bufio.Reader
	body            []byte // the latest body, to which the decoded message refers
	left            int64  // bytes of a rejected body still to be skipped, or lost
}

func newStream(conn io.ReadWriteCloser) *stream {
	return &stream{Stream: jsonrpc2.NewStream(conn), in: bufio.NewReaderSize(conn, maxHeader)}
}

// Read implements jsonrpc2.Stream.
func (s *stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		body, err := s.frame()
		var message jsonrpc2.Message
		var id jsonrpc2.ID
		if err == nil {
			message, id, err = decode(body)
		}
		var fault *jsonrpc2.Error
		if !errors.As(err, &fault) {
			return message, int64(len(body)), err
		}
		if _, err := s.Write(ctx, jsonrpc2.NewResponse(id, nil, fault)); err != nil {
			return nil, 0, err
		}
	}
}

// frame reads the next message body. If it returns a *jsonrpc2.Error, the caller can continue
// reading.
func (s *stream) frame() ([]byte, error) {
	if err := s.skip(); err != nil {
		return nil, err
	}
	length, err := s.header()
	switch {
	case err != nil:
		s.left = lost
		return nil, err
	case length > maxBody:
		s.left = length
		if length > maxSkipped {
			s.left = lost
		}
		return nil, jsonrpc2.Errorf(
			jsonrpc2.InvalidRequest, "the message is %d bytes long: the limit is %d MB", length, maxBody>>20,
		)
	}
	return s.read(length)
}

// read reads a body. It allocates memory only as the bytes arrive, since the declared length may be
// wrong.
func (s *stream) read(length int64) ([]byte, error) {
	if cap(s.body) > keptBuffer {
		s.body = nil
	}
	buffer := bytes.NewBuffer(s.body[:0])
	_, err := io.CopyN(buffer, s.in, length)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	s.body = buffer.Bytes()
	return s.body, err
}

// skip advances to the next header, either by the length of the rejected body or by searching for
// the next Content-Length.
func (s *stream) skip() error {
	left := s.left
	s.left = 0
	if left != lost {
		_, err := io.CopyN(io.Discard, s.in, left)
		return err
	}
	for {
		next, err := s.in.Peek(len(lengthField))
		if err != nil {
			return err
		}
		if bytes.EqualFold(next, []byte(lengthField)) {
			return nil
		}
		_, _ = s.in.Discard(1)
	}
}

// header reads a header and returns the length of its body.
func (s *stream) header() (length int64, err error) {
	length = -1
	for read := 0; ; {
		line, err := s.in.ReadSlice('\n')
		if read += len(line); err == bufio.ErrBufferFull || read > maxHeader {
			return 0, malformed("it is longer than %d bytes", maxHeader)
		}
		if err == io.EOF && read > 0 {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return 0, err
		}
		if line = bytes.TrimSpace(line); len(line) == 0 {
			break
		}
		if length, err = lengthOf(line, length); err != nil {
			return 0, err
		}
	}
	if length < 0 {
		return 0, malformed("it has no Content-Length")
	}
	return length, nil
}

// lengthOf returns the length in a header line. If the line contains a different field, it returns
// known, the length read so far, which is negative if no length has been read.
func lengthOf(line []byte, known int64) (int64, error) {
	name, value, found := bytes.Cut(line, []byte(":"))
	switch {
	case !found:
		return 0, malformed("a line has no colon")
	case !bytes.EqualFold(name, []byte(lengthField[:len(lengthField)-1])):
		return known, nil
	}
	length, err := strconv.ParseInt(string(bytes.TrimSpace(value)), 10, 64)
	switch {
	case err != nil || length < 0:
		return 0, malformed("its Content-Length is not a number of bytes")
	case known >= 0 && known != length:
		return 0, malformed("it has two different Content-Length values, %d and %d", known, length)
	}
	return length, nil
}

func malformed(format string, args ...any) error {
	return jsonrpc2.NewError(
		jsonrpc2.ParseError, "the header of a message cannot be read: "+fmt.Sprintf(format, args...),
	)
}

// An envelope holds the members of a message that could not be decoded.
type envelope struct {
	ID     lsp.LSPAny `json:"id"`
	Method lsp.LSPAny `json:"method"`
	Result lsp.LSPAny `json:"result"`
	Error  lsp.LSPAny `json:"error"`
}

// decode decodes a message. On failure, it returns the error to send back and the ID of the failed
// request. It converts a malformed response into an error response, so that the pending call ends.
func decode(body []byte) (jsonrpc2.Message, jsonrpc2.ID, error) {
	if message, err := jsonrpc2.DecodeMessage(body); err == nil {
		return message, jsonrpc2.ID{}, nil
	}
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
