package workspace

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// ErrLostLetters is the error of an open file that is not in the encoding that it
// was opened in.
var ErrLostLetters = errors.New("this file is not UTF-8, and saving it as it is shown would lose letters: open it again in its own encoding, such as Latin-1")

// LostLetter is the first place where the editor shows a mark for letters of the file
// at path, -1 where it shows all of them.
func LostLetter(ctx context.Context, path, text string) int {
	at := strings.IndexRune(text, utf8.RuneError)
	if at >= 0 && notUTF8(ctx, path) {
		return at
	}
	return -1
}

// notUTF8 reports whether a file has bytes that are no UTF-8.
func notUTF8(ctx context.Context, path string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	raw, err := files.Read(ctx, path, MaxBib)
	return err == nil && !utf8.Valid(raw)
}
