package corpus

import (
	"bufio"
	"errors"
	"io"
)

// A scanner splits a stream into JSON objects. It tracks only brackets and strings, so that an invalid
// record does not affect others. An unclosed record ends at a line that begins the next record.
type scanner struct {
	in       *bufio.Reader
	line     int
	raw      []byte
	inList   bool // whether the objects are in a list, at whose end the scanner stops
	most     int  // maximum length of a record, in bytes
	skipping bool // set after a record that was too long; the next record begins on a new line
}

func newScanner(in *bufio.Reader) *scanner { return &scanner{in: in, line: 1, most: maxRecord} }

// maxRecord is the maximum length of a record in bytes. It exceeds the length of any full text.
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

// startsAnew reports whether a line begins another record although one is still open. It relies on
// JSON lines having one record per line, and on pretty-printed JSON indenting nested objects.
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
