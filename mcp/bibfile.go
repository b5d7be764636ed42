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

const maxBib = 32 << 20 // maximum size of a .bib, in bytes

// A bibFile is a .bib file in a workspace folder. It is accessed through the folder's os.Root, so
// that no symbolic link can lead outside, not even one that is created later.
type bibFile struct {
	folder *os.Root
	name   string // path relative to the folder, with symbolic links resolved
	path   string // absolute path of the same file
}

// bibFile opens the .bib named in a call, together with its folder.
func (s *Server) bibFile(path string) (*bibFile, error) {
	refused := failed(NotAllowed, cut(path, 200)+" is not a .bib file in one of the --workspace folders: "+
		"give the path of a file there, or pass the content as text (check_bibliography) or bib_text (cite)")
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

// openIn opens the .bib at a path. It returns nil if the path is outside the folder.
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

// read returns the content of the file, or nil if it does not exist yet.
func (f *bibFile) read(ctx context.Context, limit int64) ([]byte, error) {
	if _, err := f.folder.Stat(f.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err // a symbolic link now leads outside the folder
	}
	raw, err := files.Read(ctx, f.path, limit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return raw, err
}

const maxTries = 5 // number of attempts to edit a file while another program keeps changing it

// edit replaces the content of the file with the result of change, or leaves it if the result is
// nil. If another program changes the file in the meantime, edit starts again with the new content.
func (f *bibFile) edit(ctx context.Context, change func([]byte) ([]byte, error)) (written bool, err error) {
	for range maxTries {
		before, err := f.read(ctx, maxBib)
		if err != nil {
			return false, err
		}
		after, err := change(before)
		if err != nil || after == nil {
			return false, err
		}
		if added, ok := bytes.CutPrefix(after, before); ok && before != nil {
			err = f.append(ctx, before, added)
		} else {
			err = f.replace(ctx, before, after)
		}
		if !errors.Is(err, errChanged) {
			return err == nil, err
		}
	}
	return false, failed(NotAllowed, f.path+": another program keeps changing this file, so nothing was "+
		"written: try again")
}

// errChanged is returned if the file has changed since it was read for an edit.
var errChanged = errors.New("the file has changed in the meantime")

// append writes to the end of the file in place, which preserves entries that other programs append
// at the same time.
func (f *bibFile) append(ctx context.Context, before, added []byte) error {
	if err := files.Writable(f.path); err != nil {
		return err
	}
	file, err := f.folder.OpenFile(f.name, os.O_WRONLY|os.O_APPEND, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return errChanged
	}
	if err != nil {
		return err
	}
	defer file.Close()
	now, err := f.read(ctx, maxBib)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, before) {
		return errChanged
	}
	if _, err := file.Write(added); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	// Another program may have saved the file in the meantime and removed the entry.
	if now, err = f.read(ctx, maxBib); err == nil && !bytes.Contains(now, added) {
		err = errChanged
	}
	return err
}

// replace writes a temporary file and renames it to the .bib. It is used for edits in the middle of
// a file, such as before an unclosed entry.
func (f *bibFile) replace(ctx context.Context, before, after []byte) error {
	mode := fs.FileMode(0o644)
	if info, err := f.folder.Stat(f.name); err == nil {
		if err := files.Writable(f.path); err != nil {
			return err
		}
		mode = info.Mode().Perm()
	}
	beside := filepath.Join(filepath.Dir(f.name), ".scilit-"+rand.Text()+".tmp")
	err := f.write(beside, after, mode)
	if err == nil {
		err = f.publish(ctx, beside, before)
	}
	if err != nil {
		return errors.Join(err, f.folder.Remove(beside))
	}
	return nil
}

// publish renames a temporary file to the .bib, unless the .bib has changed.
func (f *bibFile) publish(ctx context.Context, beside string, before []byte) error {
	now, err := f.read(ctx, maxBib)
	switch {
	case err != nil:
		return err
	case !bytes.Equal(now, before):
		return errChanged
	case before == nil: // the .bib is new, and Link fails if another program has created it
		err := f.folder.Link(beside, f.name)
		if errors.Is(err, fs.ErrExist) {
			return errChanged
		}
		if err == nil {
			return f.folder.Remove(beside)
		}
	}
	return f.folder.Rename(beside, f.name)
}

func (f *bibFile) write(name string, content []byte, mode fs.FileMode) error {
	file, err := f.folder.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Chmod(mode), file.Sync(), file.Close())
}
