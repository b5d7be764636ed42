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

// ERROR_CANT_RESOLVE_FILENAME is Windows' error for circular links.
const errorCantResolveFilename = syscall.Errno(1921)

func isLoop(err error) bool { return errors.Is(err, errorCantResolveFilename) }
