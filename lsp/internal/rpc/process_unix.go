//go:build !windows && !linux

package rpc

import "os"

func isAlive(process *os.Process) bool { return takesSignals(process) }
