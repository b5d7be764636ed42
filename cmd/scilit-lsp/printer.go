package main

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A printer writes what a terminal may show: the words of records, names of
// files and messages about both come from strangers, and could hold escape
// sequences. Line ends stay.
type printer struct {
	to   io.Writer
	rest []byte // the beginning of a character whose end is not written yet
}

// Write implements io.Writer.
func (p *printer) Write(b []byte) (int, error) {
	all := append(p.rest, b...)
	whole := len(all) - partial(all)
	lines := strings.Split(string(all[:whole]), "\r\n")
	for i, line := range lines {
		lines[i] = text.Clean(line)
	}
	p.rest = append([]byte(nil), all[whole:]...)
	if _, err := io.WriteString(p.to, strings.Join(lines, "\r\n")); err != nil {
		return 0, err
	}
	return len(b), nil
}

// partial is how many bytes at the end begin a character that goes on.
func partial(b []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		if start := b[len(b)-n:]; utf8.RuneStart(start[0]) {
			if utf8.FullRune(start) {
				return 0
			}
			return n
		}
	}
	return 0
}

// unprinted is the stream itself, for the protocol, which carries manuscripts.
func unprinted(w io.Writer) io.Writer {
	if p, ok := w.(*printer); ok {
		return p.to
	}
	return w
}
