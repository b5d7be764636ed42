package files

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"syscall"
)

// Explain returns the text of an error, with the system's message in plain words. It appends advice if
// that message ends the text.
func Explain(err error) string {
	text := err.Error()
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		what, todo := reasonOf(failed.Err)
		if todo != "" && strings.HasSuffix(text, failed.Error()) {
			what += ": " + todo
		}
		return strings.ReplaceAll(text, failed.Error(), failed.Path+": "+what)
	}
	if errors.Is(err, context.Canceled) {
		return strings.ReplaceAll(text, context.Canceled.Error(), "interrupted")
	}
	return text
}

func reasonOf(err error) (what, todo string) {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file or folder", "check the name"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied", "change the permissions, or use another file or folder"
	case errors.Is(err, syscall.EISDIR):
		return "this is a folder, not a file", "use a file in this folder"
	case errors.Is(err, syscall.ENOTDIR):
		return "part of this path is a file, not a folder", "check the name"
	case errors.Is(err, syscall.ENOSPC):
		return "the disk is full", "free some space, and try again"
	}
	return err.Error(), ""
}
