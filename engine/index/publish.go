package index

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/natefinch/atomic"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// publish makes a state what readers see from now on, and removes what it does
// not name. All its bytes are on disk before CURRENT names it.
func publish(dir string, s *state) (current, error) {
	raw, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return current{}, err
	}
	c := current{snapshotPrefix + strconv.Itoa(s.number) + snapshotSuffix, hashOfFile(raw)}
	path := filepath.Join(dir, c.name)
	if len(raw) > maxDescribed || len(s.Segments) > maxSegments {
		return current{}, fmt.Errorf("%s: %d segments, described by %d bytes: merge them with `scilit-lsp index compact`", dir, len(s.Segments), len(raw))
	}
	if err := files.Write(path, raw); err != nil {
		return current{}, err
	}
	if err := errors.Join(syncFile(path), syncFolder(dir)); err != nil {
		return current{}, err
	}
	if err := replaceCurrent(dir, c); err != nil {
		return current{}, err
	}
	if err := syncFolder(dir); err != nil {
		return current{}, err
	}
	sweep(dir, s)
	return c, nil
}

// replaceCurrent tries for a second on Windows, where a file that someone reads
// this moment cannot be replaced.
func replaceCurrent(dir string, c current) (err error) {
	path := filepath.Join(dir, currentFile)
	if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSymlink != 0 {
		_ = os.Remove(path) // where this fails, so does what follows
	}
	for range 50 {
		err = atomic.WriteFile(path, strings.NewReader(c.String()))
		if err == nil || runtime.GOOS != "windows" {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	return err
}

// sweep removes what a state does not name: what was published before, and what
// an interrupted writer left, but for the vectors it had embedded. It does what
// it can: where a file in use cannot be removed, the next writer tries again.
// Readers that have it open keep it, or look at CURRENT again.
func sweep(dir string, s *state) {
	kept := map[string]bool{snapshotPrefix + strconv.Itoa(s.number) + snapshotSuffix: true}
	for _, segment := range s.Segments {
		kept[segment.Folder] = true
	}
	for _, name := range ownNames(dir) {
		if !kept[name] {
			_ = os.RemoveAll(filepath.Join(dir, name))
		}
	}
}

// ownPattern is what writers name what they make, besides what is always there.
var ownPattern = regexp.MustCompile(`^(snapshot-[0-9]+\.json|segment-[0-9]+|CURRENT[0-9]+)$`)

// ownNames are those in a folder that writers made: a folder may be one that its
// owner keeps other things in.
func ownNames(dir string) (names []string) {
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if ownPattern.MatchString(entry.Name()) {
			names = append(names, entry.Name())
		}
	}
	return names
}

// highest is the highest number in the names that begin with a prefix.
func highest(dir, prefix string) (n int) {
	for _, name := range ownNames(dir) {
		if strings.HasPrefix(name, prefix) {
			n = max(n, numberOf(name))
		}
	}
	return n
}

// syncAll brings a folder of files to the disk, its names too.
func syncAll(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := syncFile(filepath.Join(folder, entry.Name())); err != nil {
			return err
		}
	}
	return syncFolder(folder)
}

func syncFile(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// syncFolder brings names to the disk; on Windows folders cannot be opened, and
// the file system sees to it.
func syncFolder(path string) error {
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
