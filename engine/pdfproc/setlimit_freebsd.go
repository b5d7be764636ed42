package pdfproc

import "golang.org/x/sys/unix"

func setLimit(resource int, limit uint64) error {
	return unix.Setrlimit(resource, &unix.Rlimit{Cur: int64(limit), Max: int64(limit)})
}
