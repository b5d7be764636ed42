package llm

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
)

// Limits on a stream, in bytes. An event may contain a single word or a whole reply.
const (
	maxLine   = 512 << 10
	maxStream = 16 << 20
)

var (
	errLine   = errors.New("one of its lines is longer than 512 KB")
	errStream = errors.New("it is longer than 16 MB")
)

// events parses a stream of server-sent events.
type events struct {
	lines *bufio.Scanner
	limit *io.LimitedReader
}

func newEvents(r io.Reader) *events {
	limit := &io.LimitedReader{R: r, N: maxStream + 1}
	lines := bufio.NewScanner(limit)
	lines.Buffer(nil, maxLine)
	lines.Split(eventLines)
	return &events{lines, limit}
}

// eventLines is a bufio.SplitFunc that splits at line feeds and drops carriage returns. The last
// line may lack a line feed.
func eventLines(data []byte, atEOF bool) (advance int, line []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, bytes.TrimSuffix(data[:i], []byte("\r")), nil
	}
	if atEOF && len(data) > 0 {
		return len(data), bytes.TrimSuffix(data, []byte("\r")), nil
	}
	return 0, nil, nil
}

// next returns the data of the next event that has data, or io.EOF.
func (e *events) next() (data string, err error) {
	var parts []string
	size := 0
	for e.lines.Scan() {
		line := strings.TrimPrefix(e.lines.Text(), "\ufeff")
		if line == "" && len(parts) > 0 {
			return strings.Join(parts, "\n"), nil
		}
		value, isData := dataOf(line)
		if !isData {
			continue // skips comments, event names and blank lines
		}
		if size += len(value) + 1; size > maxLine {
			return "", errLine
		}
		parts = append(parts, value)
	}
	switch err := e.lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return "", errLine
	case err != nil:
		return "", err
	case e.limit.N <= 0:
		return "", errStream
	case len(parts) > 0:
		return strings.Join(parts, "\n"), nil
	}
	return "", io.EOF
}

func dataOf(line string) (value string, isData bool) {
	name, value, _ := strings.Cut(line, ":")
	return strings.TrimPrefix(value, " "), name == "data"
}
