package server

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// A fileWatch reads files again when they change. If reading fails, the previous content stays in
// use.
type fileWatch struct {
	paths []string
	log   *slog.Logger

	mu      sync.Mutex
	checked time.Time
	state   string
	failed  bool
}

const checkInterval = time.Second // minimum time between checks for changes

// refresh reads the files again if they have changed.
func (f *fileWatch) refresh(read func() error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.checked) < checkInterval {
		return
	}
	f.checked = time.Now()
	if now := f.currentState(); now != f.state {
		_ = f.readAs(now, read) // readAs logs the error itself
	}
}

// load reads the files now.
func (f *fileWatch) load(read func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.readAs(f.currentState(), read)
}

func (f *fileWatch) readAs(state string, read func() error) error {
	f.state = state
	err := read()
	f.failed = err != nil
	if err != nil {
		f.log.Error("cannot read a file; its previous content, if any, remains in use", "error", err.Error())
	}
	return err
}

// isStale reports whether the previous content is in use because the files could not be read.
func (f *fileWatch) isStale() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.failed
}

// currentState returns a string that changes whenever one of the files changes.
func (f *fileWatch) currentState() (state string) {
	for _, path := range f.paths {
		info, err := os.Stat(path)
		if err != nil {
			state += "?"
			continue
		}
		state += fmt.Sprint(info.Size(), info.ModTime().UnixNano(), info.Mode(), ";")
	}
	return state
}

// The permission bits that files with secrets must not have.
const (
	othersAndGroupWrite = 0o027
	othersAny           = 0o007
)

// checkPrivate returns an error if other users can read or change a file.
func checkPrivate(path string, forbidden os.FileMode) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if mode := info.Mode().Perm(); runtime.GOOS != "windows" && mode&forbidden != 0 {
		return fmt.Errorf("other users can read or change %s (mode %04o): run chmod 600 %s", path, mode, path)
	}
	return nil
}

// A keyPair is a TLS certificate and its key. It is read again when the files change.
type keyPair struct {
	watch fileWatch // watches the certificate and the key
	pair  atomic.Pointer[tls.Certificate]
}

func openKeyPair(cert, key string, log *slog.Logger) (*keyPair, error) {
	k := &keyPair{watch: fileWatch{paths: []string{cert, key}, log: log}}
	return k, k.reload()
}

func (k *keyPair) reload() error { return k.watch.load(k.read) }

func (k *keyPair) read() error {
	cert, key := k.watch.paths[0], k.watch.paths[1]
	if err := checkPrivate(key, othersAny); err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		return fmt.Errorf("%s, %s: %w", cert, key, err)
	}
	k.pair.Store(&pair)
	return nil
}

// get implements tls.Config.GetCertificate.
func (k *keyPair) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	k.watch.refresh(k.read)
	return k.pair.Load(), nil
}
