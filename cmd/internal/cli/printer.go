package cli

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A printer removes control characters except line endings from its input. Records, file names and
// error messages come from untrusted sources and may contain escape sequences.
type printer struct {
	to      io.Writer
	pending []byte // incomplete UTF-8 sequence at the end of the last Write
}

// Write implements io.Writer.
func (p *printer) Write(b []byte) (int, error) {
	all := append(p.pending, b...)
	whole := len(all) - partial(all)
	lines := strings.Split(string(all[:whole]), "\r\n")
	for i, line := range lines {
		lines[i] = text.Clean(line)
	}
	p.pending = bytes.Clone(all[whole:])
	if _, err := io.WriteString(p.to, strings.Join(lines, "\r\n")); err != nil {
		return 0, err
	}
	return len(b), nil
}

// partial returns the length of the incomplete UTF-8 sequence at the end of b.
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

// Unprinted returns the stream that w wraps if w is a printer, and otherwise w. Protocol messages
// use it, since they must arrive unchanged.
func Unprinted(w io.Writer) io.Writer {
	if p, ok := w.(*printer); ok {
		return p.to
	}
	return w
}
