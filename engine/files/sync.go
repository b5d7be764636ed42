package files

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

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
