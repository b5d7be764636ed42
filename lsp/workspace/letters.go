package workspace

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// ErrLostLetters is returned for an open file that the editor decoded with the wrong character
// encoding.
var ErrLostLetters = errors.New(
	"this file is not UTF-8, so saving it would damage accented letters: reopen it with its actual encoding, such as Latin-1",
)

// LostLetter returns the offset of the first replacement character in a text that the editor could
// not decode completely, or -1.
func LostLetter(ctx context.Context, path, text string) int {
	at := strings.IndexRune(text, utf8.RuneError)
	if at >= 0 && notUTF8(ctx, path) {
		return at
	}
	return -1
}

// notUTF8 reports whether a file on disk is not valid UTF-8.
func notUTF8(ctx context.Context, path string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	raw, err := files.Read(ctx, path, MaxBib)
	return err == nil && !utf8.Valid(raw)
}
