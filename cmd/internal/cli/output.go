package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/schollz/progressbar/v3"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"golang.org/x/term"
)

// PrintJSON writes v to w as one line of JSON, without escaping HTML characters.
func PrintJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// IsTerminal reports whether a stream is a terminal. It also recognizes a terminal that Run has
// wrapped in a printer.
func IsTerminal(stream any) bool {
	if p, ok := stream.(*printer); ok {
		stream = p.to
	}
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// Progress returns a progress bar of unknown length. It shows nothing if w is not a terminal.
func Progress(w io.Writer, work, unit string) *progressbar.ProgressBar {
	return ProgressOf(w, -1, work, unit)
}

// ProgressOf returns a progress bar that counts to steps, or indefinitely if steps is -1.
// It shows nothing if w is not a terminal.
func ProgressOf(w io.Writer, steps int, work, unit string) *progressbar.ProgressBar {
	if p, ok := w.(*printer); ok { // a printer would remove the control sequences that draw the bar
		w = p.to
	}
	if !IsTerminal(w) {
		w = io.Discard
	}
	return progressbar.NewOptions(steps, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(work),
		progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString(unit),
		progressbar.OptionThrottle(100e6), progressbar.OptionClearOnFinish(),
		// without this option, the library starts a goroutine that reads the bar without locking it
		progressbar.OptionSetSpinnerChangeInterval(0))
}

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
