// Package files opens files of unknown origin. It never waits for a named pipe or opens a device,
// and reads at most a given number of bytes.
package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// ErrNotRegular is wrapped by errors for folders, pipes, sockets and devices.
var ErrNotRegular = errors.New("not a regular file")

// ErrTooLarge is wrapped by errors for files above a size limit.
var ErrTooLarge = errors.New("larger than the limit")

// Open opens a regular file for reading. Its errors are *fs.PathError. It returns when ctx is done,
// even if the system is still waiting for a network disk.
func Open(ctx context.Context, path string) (*os.File, error) {
	return call(ctx, path, func() (*os.File, error) { return open(path) }, func(f *os.File) { _ = f.Close() })
}

// Read reads a regular file of at most limit bytes. Its errors are *fs.PathError. It returns when
// ctx is done.
func Read(ctx context.Context, path string, limit int64) ([]byte, error) {
	return Call(ctx, path, func() ([]byte, error) { return read(ctx, path, limit) })
}

// Stat returns the metadata of a regular file without opening it. It returns when ctx is done.
func Stat(ctx context.Context, path string) (fs.FileInfo, error) {
	return Call(ctx, path, func() (fs.FileInfo, error) {
		info, err := os.Stat(path)
		if err != nil {
			return nil, clarify(reading, path, err)
		}
		return info, regular(reading, path, info)
	})
}

// Write creates a file with the given content. It replaces any file with that name, and never writes
// through a link.
func Write(path string, content []byte) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}

// Update opens a regular file for reading and writing, or creates one with permissions 0600. It
// never writes through a link.
func Update(path string) (*os.File, error) {
	made, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if !errors.Is(err, fs.ErrExist) {
		return made, err
	}
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return nil, clarify(writing, path, err)
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, refuse(writing, path,
			fmt.Errorf("it is a symbolic link, %w, and links are not followed when writing", ErrNotRegular))
	}
	return openChecked(writing, path, os.O_RDWR|noFollow)
}

// Writable returns the reason why an existing regular file cannot be opened for writing, or nil if
// it can be. It follows links, as editors do when saving, and never waits for a pipe.
func Writable(path string) error {
	file, err := openChecked(writing, path, os.O_WRONLY)
	if err != nil {
		return err
	}
	return file.Close()
}

func open(path string) (*os.File, error) { return openChecked(reading, path, os.O_RDONLY) }

// openChecked opens a file that must be regular. It checks the type before opening, since opening a
// device can have side effects, and again afterwards, since the path may have been replaced.
func openChecked(op, path string, flag int) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, clarify(op, path, err)
	}
	if err := regular(op, path, info); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, flag|nonBlocking, 0)
	if err != nil {
		return nil, clarify(op, path, err)
	}
	if info, err = file.Stat(); err == nil {
		err = regular(op, path, info)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

func regular(op, path string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return refuse(op, path, fmt.Errorf("%s, %w", kind(info.Mode()), ErrNotRegular))
}

func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "of an unknown kind"
}

func read(ctx context.Context, path string, limit int64) ([]byte, error) {
	file, err := open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, clarify(reading, path, err)
	}
	if info.Size() > limit {
		return nil, tooLarge(path, limit)
	}
	var content bytes.Buffer
	content.Grow(int(info.Size()) + bytes.MinRead)
	// Check the limit again, since a file may grow, and the size of files in /proc is reported as 0.
	n, err := content.ReadFrom(io.LimitReader(Reader{ctx, file}, limit+1))
	switch {
	case err != nil:
		return nil, clarify(reading, path, err)
	case n > limit:
		return nil, tooLarge(path, limit)
	}
	return content.Bytes(), nil
}

// A Reader fails once its context is done.
type Reader struct {
	Ctx context.Context
	In  io.Reader
}

// Read implements io.Reader.
func (r Reader) Read(p []byte) (int, error) {
	if err := r.Ctx.Err(); err != nil {
		return 0, err
	}
	return r.In.Read(p)
}

func tooLarge(path string, limit int64) error {
	return refuse(reading, path, fmt.Errorf("%w of %s", ErrTooLarge, size(limit)))
}

func size(bytes int64) string {
	switch {
	case bytes >= 1<<20:
		return fmt.Sprintf("%d MB", bytes>>20)
	case bytes >= 1<<10:
		return fmt.Sprintf("%d KB", bytes>>10)
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// Operations that errors report.
const reading, writing = "read", "write"

func refuse(op, path string, err error) error { return &fs.PathError{Op: op, Path: path, Err: err} }

// clarify returns a system error with a uniform operation. It replaces obscure messages with plain
// words.
func clarify(op, path string, err error) error {
	if known, ok := errors.AsType[*fs.PathError](err); ok {
		err = known.Err
	}
	if isLoop(err) {
		err = fmt.Errorf("it is a symbolic link that points back to itself, and %w", ErrNotRegular)
	}
	return refuse(op, path, err)
}

// SyncAll flushes the files of a folder, and the folder itself, to disk.
func SyncAll(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := SyncFile(filepath.Join(folder, entry.Name())); err != nil {
			return err
		}
	}
	return SyncFolder(folder)
}

// SyncFile flushes a file to disk.
func SyncFile(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// SyncFolder flushes the entries of a folder to disk. It does nothing on Windows, which cannot open
// folders and flushes their entries by itself.
func SyncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	if err := errors.Join(folder.Sync(), folder.Close()); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// MaxCalls is the maximum number of pending system calls, including abandoned ones. It limits the
// number of goroutines that an unresponsive disk can block.
const MaxCalls = 64

var calls = make(chan struct{}, MaxCalls)

// Call runs a system call on a path, such as resolving its links. It returns when ctx is done, even
// if the system is still waiting for a network disk. ask must not call this package with a
// cancellable context.
func Call[T any](ctx context.Context, path string, ask func() (T, error)) (T, error) {
	return call(ctx, path, ask, func(T) {})
}

// call runs ask in a goroutine. If ctx is done before ask returns, drop is called with the result later.
func call[T any](ctx context.Context, path string, ask func() (T, error), drop func(T)) (result T, err error) {
	if ctx.Err() != nil {
		return result, refuse(reading, path, ctx.Err())
	}
	if ctx.Done() == nil {
		return ask()
	}
	select {
	case calls <- struct{}{}:
	case <-ctx.Done():
		return result, refuse(reading, path, ctx.Err())
	}
	type answer struct {
		result T
		err    error
	}
	answers := make(chan answer) // unbuffered, so that each answer is either received or dropped
	go func() {
		defer func() { <-calls }()
		result, err := ask()
		select {
		case answers <- answer{result, err}:
		case <-ctx.Done():
			if err == nil {
				drop(result)
			}
		}
	}()
	select {
	case a := <-answers:
		return a.result, a.err
	case <-ctx.Done():
		return result, refuse(reading, path, ctx.Err())
	}
}
