//go:build unix

package files

import (
	"errors"
	"syscall"
)

const (
	nonBlocking = syscall.O_NONBLOCK | syscall.O_NOCTTY
	noFollow    = syscall.O_NOFOLLOW
)

func isLoop(err error) bool { return errors.Is(err, syscall.ELOOP) }
