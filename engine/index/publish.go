package index

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/natefinch/atomic"
)

const snapshotPrefix = "snapshot-"

// currentSnapshot is the folder of the published snapshot of dir.
func currentSnapshot(dir string) (string, error) {
	raw, err := os.ReadFile(filepath.Join(dir, currentFile))
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s: no index here: build one with `scilit-lsp index build --out %s FILE...`", dir, dir)
	}
	if err != nil {
		return "", err
	}
	fields := strings.Fields(string(raw))
	if len(fields) != 2 || !strings.HasPrefix(fields[0], snapshotPrefix) || filepath.Base(fields[0]) != fields[0] {
		return "", fmt.Errorf("%s: damaged: build the index again", filepath.Join(dir, currentFile))
	}
	return filepath.Join(dir, fields[0]), nil
}

// newSnapshot makes the folder that the next snapshot is written to, and
// removes what an interrupted build may have left.
func newSnapshot(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	next := filepath.Join(dir, snapshotPrefix+strconv.Itoa(lastNumber(dir)+1))
	return next, os.Mkdir(next, 0o755)
}

func lastNumber(dir string) (last int) {
	folders, _ := filepath.Glob(filepath.Join(dir, snapshotPrefix+"*"))
	for _, folder := range folders {
		n, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(folder), snapshotPrefix))
		if err == nil {
			last = max(last, n)
		}
	}
	return last
}

// publish makes folder the snapshot that readers see from now on, and removes
// the others. All its bytes are on disk before CURRENT names it.
func publish(dir, folder, manifestHash string) error {
	if err := syncAll(folder); err != nil {
		return err
	}
	current := filepath.Base(folder) + " " + manifestHash + "\n"
	if err := atomic.WriteFile(filepath.Join(dir, currentFile), strings.NewReader(current)); err != nil {
		return err
	}
	removeOthers(dir, folder)
	return nil
}

// removeOthers does what it can: where a file in use cannot be removed, the
// next build tries again.
func removeOthers(dir, kept string) {
	folders, _ := filepath.Glob(filepath.Join(dir, snapshotPrefix+"*"))
	for _, folder := range folders {
		if folder != kept {
			_ = os.RemoveAll(folder)
		}
	}
}

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
	return nil
}

func syncFile(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
