package mcp

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/config/confine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// maxBib is how many bytes a .bib may have.
const maxBib = 32 << 20

// A bibFile is a .bib inside a folder of the user's. All access goes through the folder,
// so that no link leads out of it, whenever it is made.
type bibFile struct {
	folder *os.Root
	name   string // in the folder, links followed
	path   string // of the same
}

// bibFile opens the folder of a .bib that a call names.
func (s *Server) bibFile(path string) (*bibFile, error) {
	refused := failed(NotAllowed, cut(path, 200)+": not a .bib file inside the folders that this server was started with (--workspace DIR): name one of those, or give the text in place of a path")
	if len(s.opts.Workspace) == 0 || !confine.OnThisMachine(path) {
		return nil, refused
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.opts.Workspace[0], path)
	}
	real, err := confine.Resolve(path)
	if err != nil || !strings.EqualFold(filepath.Ext(real), ".bib") {
		return nil, refused
	}
	for _, folder := range s.opts.Workspace {
		if file := openIn(folder, real); file != nil {
			return file, nil
		}
	}
	return nil, refused
}

// openIn is nil where the path is not inside the folder.
func openIn(folder, real string) *bibFile {
	at, err := confine.Resolve(folder)
	if err != nil {
		return nil
	}
	name, err := filepath.Rel(at, real)
	if err != nil || !filepath.IsLocal(name) {
		return nil
	}
	root, err := os.OpenRoot(at)
	if err != nil {
		return nil
	}
	return &bibFile{root, name, real}
}

func (f *bibFile) Close() error { return f.folder.Close() }

// read returns nothing where there is no file yet.
func (f *bibFile) read(ctx context.Context, limit int64) ([]byte, error) {
	if _, err := f.folder.Stat(f.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err // it leads out of the folder by now
	}
	raw, err := files.Read(ctx, f.path, limit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return raw, err
}

// tries is how often a file that somebody else changes meanwhile is edited anew.
const tries = 3

// edit replaces the file as a whole by what change makes of it, unless somebody else
// changes it meanwhile; change returns nil where nothing is to be written.
func (f *bibFile) edit(ctx context.Context, change func([]byte) []byte) (written bool, err error) {
	for range tries {
		before, err := f.read(ctx, maxBib)
		if err != nil {
			return false, err
		}
		after := change(before)
		if after == nil {
			return false, nil
		}
		if err := f.replace(ctx, before, after); !errors.Is(err, errChanged) {
			return err == nil, err
		}
	}
	return false, failed(NotAllowed, f.path+": another program keeps changing it, so nothing was written: try again")
}

// errChanged is returned where a file is not any more what an edit was made for.
var errChanged = errors.New("changed meanwhile")

// replace writes beside the file, and takes its place last.
func (f *bibFile) replace(ctx context.Context, before, after []byte) error {
	mode := fs.FileMode(0o644)
	if info, err := f.folder.Stat(f.name); err == nil {
		if err := files.Writable(f.path); err != nil {
			return err
		}
		mode = info.Mode().Perm()
	}
	beside := filepath.Join(filepath.Dir(f.name), ".scilit-"+rand.Text()+".tmp")
	if err := f.write(beside, after, mode); err != nil {
		return errors.Join(err, f.folder.Remove(beside))
	}
	now, err := f.read(ctx, maxBib)
	if err == nil && !bytes.Equal(now, before) {
		err = errChanged
	}
	if err == nil {
		err = f.folder.Rename(beside, f.name)
	}
	if err != nil {
		return errors.Join(err, f.folder.Remove(beside))
	}
	return nil
}

func (f *bibFile) write(name string, content []byte, mode fs.FileMode) error {
	file, err := f.folder.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Chmod(mode), file.Sync(), file.Close())
}
