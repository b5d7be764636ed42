package server

import (
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"sync"
	"time"
)

// watched are files that are read again when they change. What was read last holds until
// they can be read.
type watched struct {
	paths []string
	log   *slog.Logger

	mu     sync.Mutex
	looked time.Time
	seen   string
}

// staleAfter is how long a change may go unseen.
const staleAfter = time.Second

// look reads the files again where they changed since.
func (f *watched) look(read func() error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.looked) < staleAfter {
		return
	}
	f.looked = time.Now()
	if now := f.shape(); now != f.seen {
		f.readAs(now, read)
	}
}

// load reads the files now.
func (f *watched) load(read func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.readAs(f.shape(), read)
}

func (f *watched) readAs(shape string, read func() error) error {
	f.seen = shape
	err := read()
	if err != nil {
		f.log.Error("a file is not read again, so what it said before holds", "error", err.Error())
	}
	return err
}

// shape changes when a file does.
func (f *watched) shape() (shape string) {
	for _, path := range f.paths {
		info, err := os.Stat(path)
		if err != nil {
			shape += "?"
			continue
		}
		shape += fmt.Sprint(info.Size(), info.ModTime().UnixNano(), info.Mode(), ";")
	}
	return shape
}

// The permissions that files with secrets must not have.
const (
	groupMayRead = 0o027
	othersMayNot = 0o007
)

// checkPrivate is an error where others could read a file.
func checkPrivate(path string, forbidden os.FileMode) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&forbidden != 0 {
		return fmt.Errorf("%s: other users may read or change it (mode %04o): run chmod 600 on it", path, info.Mode().Perm())
	}
	return nil
}
