package files

import (
	"errors"
	"syscall"
)

// These flags have no effect on Windows, where opening pipes and consoles does not block.
const (
	nonBlocking = 0
	noFollow    = 0
)

// errorCantResolveFilename is Windows' error for circular links, ERROR_CANT_RESOLVE_FILENAME.
const errorCantResolveFilename = syscall.Errno(1921)

func isLoop(err error) bool { return errors.Is(err, errorCantResolveFilename) }
