package files

import (
	"errors"
	"syscall"
)

// Windows opens pipes and consoles without blocking.
const (
	nonBlocking = 0
	noFollow    = 0
)

// errorCantResolveFilename is Windows' error for circular links, ERROR_CANT_RESOLVE_FILENAME.
const errorCantResolveFilename = syscall.Errno(1921)

func isLoop(err error) bool { return errors.Is(err, errorCantResolveFilename) }
