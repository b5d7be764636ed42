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
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
)

// publish publishes a state and removes files that it does not refer to. All files of the state must
// be on disk, since CURRENT will refer to them.
func publish(dir string, s *format.State) (format.Current, error) {
	raw, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return format.Current{}, err
	}
	c := format.Current{Name: snapshotName(s), Hash: format.HexSHA256(raw)}
	path := filepath.Join(dir, c.Name)
	if len(raw) > format.MaxDescribed || len(s.Segments) > format.MaxSegments {
		return format.Current{}, fmt.Errorf(
			"%s has too many segments (%d, with %d bytes of metadata): merge them with `scilit-lsp index compact %s`",
			dir,
			len(s.Segments),
			len(raw),
			dir,
		)
	}
	if err := files.Write(path, raw); err != nil {
		return format.Current{}, err
	}
	if err := errors.Join(files.SyncFile(path), files.SyncFolder(dir)); err != nil {
		return format.Current{}, err
	}
	if err := replaceCurrent(dir, c); err != nil {
		return format.Current{}, err
	}
	if err := files.SyncFolder(dir); err != nil {
		return format.Current{}, err
	}
	sweep(dir, s)
	return c, nil
}

// snapshotName returns the file name of a state.
func snapshotName(s *format.State) string {
	return format.SnapshotPrefix + strconv.Itoa(s.Number) + format.SnapshotSuffix
}

// replaceCurrent replaces CURRENT. On Windows, a file that is being read cannot be replaced, so it
// retries for a second.
func replaceCurrent(dir string, c format.Current) (err error) {
	path := filepath.Join(dir, format.CurrentFile)
	if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSymlink != 0 {
		_ = os.Remove(path) // if this fails, so does the write below
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

// sweep removes files that a state does not refer to: older snapshots, and the output of an
// interrupted writer except for its vectors. If a file is in use and cannot be removed, the next
// writer removes it. Readers keep their files open, or read CURRENT again.
func sweep(dir string, s *format.State) {
	kept := map[string]bool{snapshotName(s): true}
	for _, segment := range s.Segments {
		kept[segment.Folder] = true
	}
	for _, name := range ownNames(dir) {
		if !kept[name] {
			_ = os.RemoveAll(filepath.Join(dir, name))
		}
	}
}

// ownPattern matches the names of temporary files and files of a snapshot that writers create.
var ownPattern = regexp.MustCompile(`^(snapshot-[0-9]+\.json|segment-[0-9]+|CURRENT[0-9]+)$`)

// ownNames returns the names that writers created. Users may keep other files in the folder.
func ownNames(dir string) (names []string) {
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if ownPattern.MatchString(entry.Name()) {
			names = append(names, entry.Name())
		}
	}
	return names
}

// highest returns the highest number in names that begin with a prefix.
func highest(dir, prefix string) (n int) {
	for _, name := range ownNames(dir) {
		if strings.HasPrefix(name, prefix) {
			n = max(n, format.NumberIn(name))
		}
	}
	return n
}
