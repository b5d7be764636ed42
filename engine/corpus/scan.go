package corpus

import (
	"bufio"
	"errors"
	"io"
)

// A scanner splits a stream into JSON objects. It tracks only brackets and strings, so that an
// invalid record does not affect others. An unclosed record ends where a line begins the next one.
type scanner struct {
	in       *bufio.Reader
	line     int
	raw      []byte
	inList   bool // inside an object's list, whose end ends the stream
	most     int  // maximum length of a record, in bytes
	skipping bool // the previous record was too long; the next one begins on a new line
}

func newScanner(in *bufio.Reader) *scanner { return &scanner{in: in, line: 1, most: maxRecord} }

// maxRecord limits a record, in bytes. Any full text is shorter.
const maxRecord = 256 << 20

var errTooLong = errors.New("a record is longer than 256 MB; check that this file contains papers")

// next returns the next object and its first line. The bytes are valid until the next call.
func (s *scanner) next() (raw []byte, line int, err error) {
	if err := s.skipToObject(); err != nil {
		return nil, s.line, err
	}
	line, s.raw = s.line, append(s.raw[:0], '{')
	depth, quoted, escaped := 1, false, false
	for depth > 0 {
		c, err := s.in.ReadByte()
		if errors.Is(err, io.EOF) {
			return s.raw, line, nil
		}
		if err != nil {
			return nil, s.line, err
		}
		if c == '\n' {
			s.line++
			if s.startsAnew() {
				return s.raw, line, nil
			}
		}
		if s.raw = append(s.raw, c); len(s.raw) > s.most {
			s.raw, s.skipping = nil, true
			return nil, line, errTooLong
		}
		switch {
		case escaped:
			escaped = false
		case quoted:
			escaped, quoted = c == '\\', c != '"'
		case c == '"':
			quoted = true
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
	}
	return s.raw, line, nil
}

// startsAnew reports whether a new line begins another record while one is open. Records of JSON
// lines never span lines, and pretty-printed JSON indents nested objects.
func (s *scanner) startsAnew() bool {
	start, err := s.in.Peek(2)
	return err == nil && start[0] == '{' && start[1] == '"'
}

func (s *scanner) skipToObject() error {
	for s.skipping {
		c, err := s.in.ReadByte()
		if err != nil {
			return err
		}
		if c == '\n' {
			s.line++
			s.skipping = !s.startsAnew()
		}
	}
	for lists := 0; ; {
		c, err := s.in.ReadByte()
		if err != nil {
			return err
		}
		switch c {
		case '\n':
			s.line++
		case '[':
			lists++
		case ']':
			if lists--; s.inList && lists < 0 {
				return io.EOF
			}
		case '{':
			return nil
		}
	}
}
