//go:build linux || darwin || freebsd

package pdfproc

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// confine permanently limits this process. Afterwards, it cannot open files, sockets or pipes, write to
// files, or start programs.
func confine(limits Limits) error {
	// The last file may be started when nearly limits.Time has been used, so the hard limit is twice as high.
	seconds := uint64(2*limits.Time/time.Second) + 2
	space, data := mapped()
	var failed error
	for _, l := range []struct {
		name     string
		resource int
		limit    uint64
	}{
		// The kernel permits one allocation beyond the data limit if it replaces reserved space, as the
		// Go heap does. Therefore the address space is limited too.
		{"memory", unix.RLIMIT_DATA, data + uint64(limits.Memory)},
		{"address space", unix.RLIMIT_AS, space + uint64(limits.Memory)},
		{"processor time", unix.RLIMIT_CPU, seconds},
		{"size of files", unix.RLIMIT_FSIZE, 0},
		{"core dumps", unix.RLIMIT_CORE, 0},
		{"open files", unix.RLIMIT_NOFILE, 0},
	} {
		if err := setLimit(l.resource, l.limit); err != nil && runtime.GOOS == "linux" {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", l.name, err))
		}
	}
	return failed
}

// mapped returns the sizes of the address space and the data already mapped by this process, in bytes.
// Most of it is unused stacks. The race detector maps terabytes.
func mapped() (space, data uint64) {
	raw, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, 0
	}
	fields := strings.Fields(string(raw)) // sizes in pages: the first is the address space, the sixth data and stacks
	if len(fields) < 6 {
		return 0, 0
	}
	size := func(field string) uint64 {
		pages, _ := strconv.ParseUint(field, 10, 64)
		return pages * uint64(os.Getpagesize())
	}
	return size(fields[0]), size(fields[5])
}

func processorTime() time.Duration {
	var used unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func hide(*exec.Cmd) {}
