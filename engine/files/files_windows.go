package files

import (
	"errors"
	"syscall"
)

// Windows opens pipes and consoles without waiting.
const (
	nonBlocking = 0
	noFollow    = 0
)

// ERROR_CANT_RESOLVE_FILENAME is what Windows says of links in a circle.
const errorCantResolveFilename = syscall.Errno(1921)

func isLoop(err error) bool { return errors.Is(err, errorCantResolveFilename) }
