//go:build attack

package attack

import "syscall"

// peak returns the peak memory of an exited server in bytes; ok is false while it runs.
func peak(s *server) (bytes int, ok bool) {
	select {
	case <-s.ended:
	default:
		return 0, false
	}
	usage, ok := s.cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0, false
	}
	return int(usage.Maxrss) << 10, true
}
