package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
)

// maxText bounds the text of a command, in bytes.
const maxText = 16 << 20

// ReadText returns the text of a command: its arguments, else standard input, else "" on a
// terminal.
func (s Streams) ReadText(arguments []string) (string, error) {
	if len(arguments) > 0 || IsTerminal(s.In) {
		return strings.Join(arguments, " "), nil
	}
	raw, err := io.ReadAll(io.LimitReader(s.In, maxText+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("read the text from standard input: %w", err)
	case len(raw) > maxText:
		return "", fmt.Errorf("%w: the text on standard input is larger than %d MB: give its last paragraphs", ErrUsage,
			maxText>>20)
	}
	return string(raw), nil
}

// ReadSentences returns the last sentences of a command's text, oldest first.
func (s Streams) ReadSentences(arguments []string) ([]string, error) {
	text, err := s.ReadText(arguments)
	return app.LastSentences(text), err
}
