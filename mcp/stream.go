package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

const maxMessage = 8 << 20 // maximum size of a client's message, in bytes

// A stream passes valid messages on to the SDK, one per line. It responds to any other line with an
// error, since the SDK would end the session.
type stream struct {
	in   *bufio.Reader
	out  *replies
	rest []byte // rest of a line that has been read only in part
}

// replies serializes the writes of the SDK and of the stream.
type replies struct {
	mu sync.Mutex
	to io.Writer
}

// Write implements io.Writer.
func (r *replies) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.to.Write(p)
}

// Close implements io.Closer. It leaves standard output open until the process exits.
func (*replies) Close() error { return nil }

// Close implements io.Closer.
func (*stream) Close() error { return nil }

func newStream(in io.Reader, out io.Writer) *stream {
	return &stream{in: bufio.NewReaderSize(in, 64<<10), out: &replies{to: out}}
}

// Read implements io.Reader.
func (s *stream) Read(p []byte) (int, error) {
	for len(s.rest) == 0 {
		line, err := s.line()
		if line = bytes.TrimSpace(line); len(line) > 0 && (err == nil || errors.Is(err, io.EOF)) {
			if wrong := checkMessage(line); wrong != nil {
				if failed := s.refuse(wrong); failed != nil {
					err = failed // io.EOF must not be wrapped, since readers compare it directly
				}
			} else {
				s.rest = append(line, '\n')
			}
		}
		if len(s.rest) == 0 && err != nil {
			return 0, err
		}
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// line returns the next line. If the line is longer than maxMessage, it returns only the beginning.
func (s *stream) line() (line []byte, err error) {
	for {
		part, err := s.in.ReadSlice('\n')
		if len(line) <= maxMessage {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// checkMessage returns an error for a message that the SDK cannot decode.
func checkMessage(line []byte) *jsonrpc.Error {
	switch {
	case len(line) > maxMessage:
		return invalid(fmt.Sprintf("the message is larger than %d MB", maxMessage>>20))
	case !json.Valid(line):
		return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "the message is not one line of valid JSON"}
	case isDeep(line):
		return invalid(fmt.Sprintf("the message is nested more than %d levels deep", maxDepth))
	case line[0] != '{':
		return invalid("the message is not one JSON-RPC object; batches are not supported")
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil { // the SDK would end the session because of this message
		return invalid("the message is not valid JSON-RPC 2.0: " + cut(text.OneLine(err.Error()), maxComplaint))
	}
	return nil
}

func invalid(message string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: message}
}

// maxDepth is the maximum nesting depth of a message. The SDK ends a session at a depth of 1,000.
const maxDepth = 100

// isDeep reports whether valid JSON is nested more deeply than maxDepth.
func isDeep(line []byte) bool {
	from := jsontext.NewDecoder(bytes.NewReader(line), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for {
		if _, err := from.ReadToken(); err != nil {
			return !errors.Is(err, io.EOF)
		}
		if from.StackDepth() > maxDepth {
			return true
		}
	}
}

// refuse responds to an invalid line. The response has no ID, since the line may not contain a
// valid one.
func (s *stream) refuse(wrong *jsonrpc.Error) error {
	raw, err := json.Marshal(wrong)
	if err == nil {
		_, err = fmt.Fprintf(s.out, `{"jsonrpc":"2.0","id":null,"error":%s}`+"\n", raw)
	}
	return err
}
