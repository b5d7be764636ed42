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
)

// maxMessage is how many bytes a message of a client may have.
const maxMessage = 8 << 20

// A stream hands on the lines that are messages. Any other one is answered by an error,
// where the SDK would end the session.
type stream struct {
	in   *bufio.Reader
	out  *replies
	rest []byte // of the line that is being handed on
}

// replies are written one at a time, by the SDK and by the stream.
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

// Close leaves the stream open, whose end is the process's.
func (*replies) Close() error { return nil }

// Close implements io.Closer.
func (*stream) Close() error { return nil }

// newStream reads and answers a client.
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
					err = failed // else io.EOF itself, by which readers know the end
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

// line is the next one; of a line that is too long it is the beginning.
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

// A wrongMessage has a code of JSON-RPC and the reason.
type wrongMessage struct {
	code int
	text string
}

// The codes of JSON-RPC.
const unreadable, invalid = -32700, -32600

// checkMessage is nil for a message that the SDK reads.
func checkMessage(line []byte) *wrongMessage {
	if len(line) > maxMessage {
		return &wrongMessage{invalid, fmt.Sprintf("a message has at most %d MB", maxMessage>>20)}
	}
	var m struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Method  *string         `json:"method"`
	}
	switch err := json.Unmarshal(line, &m); {
	case !json.Valid(line):
		return &wrongMessage{unreadable, "a message is one line of JSON"}
	case isDeep(line):
		return &wrongMessage{invalid, fmt.Sprintf("a message is nested at most %d deep", maxDepth)}
	case err != nil || line[0] != '{':
		return &wrongMessage{invalid, "a message is one object of JSON-RPC; batches are not supported"}
	case m.Version != "2.0":
		return &wrongMessage{invalid, "a message has \"jsonrpc\": \"2.0\""}
	case len(m.ID) > 0 && bytes.ContainsRune([]byte("{[tf"), rune(m.ID[0])):
		return &wrongMessage{invalid, "the id of a message is a string or a number"}
	}
	return nil
}

// maxDepth is how deep a message may be nested; the SDK ends a session at 1,000.
const maxDepth = 100

// isDeep counts the brackets of valid JSON.
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

func (s *stream) refuse(wrong *wrongMessage) error {
	_, err := fmt.Fprintf(s.out, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%q}}`+"\n", wrong.code, wrong.text)
	return err
}
