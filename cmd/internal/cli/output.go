package cli

import (
	"encoding/json"
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
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
func Progress(w io.Writer, unit string) *progressbar.ProgressBar {
	return ProgressOf(w, -1, "indexing", unit)
}

// ProgressOf returns a progress bar that counts to steps, or counts without an end if steps is -1.
// It shows nothing if w is not a terminal.
func ProgressOf(w io.Writer, steps int, work, unit string) *progressbar.ProgressBar {
	if w = Unprinted(w); !IsTerminal(w) { // a printer would remove the control sequences that draw the bar
		w = io.Discard
	}
	return progressbar.NewOptions(steps, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(work),
		progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString(unit),
		progressbar.OptionThrottle(100e6), progressbar.OptionClearOnFinish(),
		// without this option, the library starts a goroutine that reads the bar without locking it
		progressbar.OptionSetSpinnerChangeInterval(0))
}
