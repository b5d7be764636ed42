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

// publish publishes a state and removes files that it does not refer to. All its data is on disk
// before CURRENT refers to it.
func publish(dir string, s *format.State) (format.Current, error) {
	raw, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return format.Current{}, err
	}
	c := format.Current{Name: snapshotName(s), Hash: format.HexSHA256(raw)}
	path := filepath.Join(dir, c.Name)
	if len(raw) > format.MaxDescribed || len(s.Segments) > format.MaxSegments {
		return format.Current{}, fmt.Errorf(
			"%s: %d segments, described by %d bytes: merge them with `scilit-lsp index compact`",
			dir,
			len(s.Segments),
			len(raw),
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

// replaceCurrent retries for a second on Windows, where a file that is being read cannot be
// replaced.
func replaceCurrent(dir string, c format.Current) (err error) {
	path := filepath.Join(dir, format.CurrentFile)
	if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSymlink != 0 {
		_ = os.Remove(path) // the write below fails if this does
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
// interrupted writer except for its vectors. A file in use that cannot be removed is left to the
// next writer. Readers keep open files, or read CURRENT again.
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

// ownPattern matches the names of files that writers create, except for permanent ones.
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

// highest returns the highest number among names with a prefix.
func highest(dir, prefix string) (n int) {
	for _, name := range ownNames(dir) {
		if strings.HasPrefix(name, prefix) {
			n = max(n, format.NumberIn(name))
		}
	}
	return n
}
