package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
)

// maxText is the maximum size of the text that a command reads, in bytes.
const maxText = 16 << 20

// ReadText returns the command's arguments as one text. Without arguments, it reads standard input,
// unless that is a terminal.
func (s Streams) ReadText(arguments []string) (string, error) {
	if len(arguments) > 0 || IsTerminal(s.In) {
		return strings.Join(arguments, " "), nil
	}
	raw, err := io.ReadAll(io.LimitReader(s.In, maxText+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("cannot read the text from standard input: %w", err)
	case len(raw) > maxText:
		return "", fmt.Errorf("%w: the text on standard input is larger than %d MB; give only its last paragraphs", ErrUsage,
			maxText>>20)
	}
	return string(raw), nil
}

// ReadSentences splits the text given to a command into sentences and returns the last ones, oldest
// first.
func (s Streams) ReadSentences(arguments []string) ([]string, error) {
	text, err := s.ReadText(arguments)
	return app.LastSentences(text), err
}
