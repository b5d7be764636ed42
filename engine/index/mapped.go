package index

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"sync/atomic"
	"time"

	"github.com/edsrzf/mmap-go"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// A mappedFile is a file of a segment as memory, of which no byte is used before
// its block was compared with its checksum. An empty file is no mapping.
type mappedFile struct {
	path     string
	mapping  mmap.MMap
	file     *os.File
	modified time.Time // when it was opened
	sums     blockSums
	whole    []atomic.Uint32 // a bit for each block that was found to be as it was published
	broken   atomic.Bool     // reading it failed
}

// mapFile opens a file that has that size and those checksums.
func mapFile(ctx context.Context, path string, size int64, sums blockSums) (*mappedFile, error) {
	file, err := files.Open(ctx, path)
	if err != nil {
		return nil, advised(err, RebuildAdvice)
	}
	m := &mappedFile{path: path, file: file, sums: sums}
	if err := m.open(size); err != nil {
		return nil, errors.Join(err, m.close())
	}
	return m, nil
}

func (m *mappedFile) open(size int64) error {
	info, err := m.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() != size {
		return damagedError{m.path, fmt.Sprintf("%d bytes instead of %d", info.Size(), size)}
	}
	m.modified = info.ModTime()
	m.whole = make([]atomic.Uint32, size/int64(m.sums.size)/32+1)
	if size == 0 {
		return nil
	}
	if m.mapping, err = mmap.Map(m.file, mmap.RDONLY, 0); err != nil {
		return fmt.Errorf("map %s: %w", m.path, err)
	}
	watchFaults(m)
	return nil
}

// bytes returns a piece of the file. The caller need not have checked its bounds.
func (m *mappedFile) bytes(at, length int) ([]byte, error) {
	if at < 0 || length < 0 || at > len(m.mapping) || length > len(m.mapping)-at {
		return nil, m.damaged("an offset points behind its end")
	}
	if length == 0 {
		return nil, nil
	}
	for block := at / m.sums.size; block <= (at+length-1)/m.sums.size; block++ {
		if m.whole[block/32].Load()&(1<<(block%32)) == 0 {
			if err := m.check(block); err != nil {
				return nil, err
			}
		}
	}
	return m.mapping[at : at+length : at+length], nil
}

func (m *mappedFile) check(block int) error {
	from := block * m.sums.size
	if crc32.Checksum(m.mapping[from:min(from+m.sums.size, len(m.mapping))], castagnoli) != m.sums.at(block) {
		return m.damaged(fmt.Sprintf("changed bytes behind offset %d", from))
	}
	m.whole[block/32].Or(1 << (block % 32))
	return nil
}

func (m *mappedFile) damaged(reason string) error { return damagedError{m.path, reason} }

// changed reports whether a file that never changes did, or could not be read:
// what was checked before is then worth nothing.
func (m *mappedFile) changed() bool {
	if m.broken.Load() {
		return true
	}
	info, err := m.file.Stat()
	return err != nil || info.Size() != int64(len(m.mapping)) || !info.ModTime().Equal(m.modified)
}

func (m *mappedFile) close() (err error) {
	if m.mapping != nil {
		forgetFaults(m)
		err = m.mapping.Unmap()
	}
	return errors.Join(err, m.file.Close())
}

// advised adds what to do about something that is no file.
func advised(err error, advice string) error {
	if errors.Is(err, files.ErrNotRegular) || errors.Is(err, files.ErrTooLarge) {
		return fmt.Errorf("%w: %s", err, advice)
	}
	return err
}

// RebuildAdvice is what every error of a damaged index advises. Who keeps an index that is
// not built by hand has another remedy, and puts it in its place.
const RebuildAdvice = "build the index again"

// A damagedError says that a file is not as it was published.
type damagedError struct{ path, reason string }

func (e damagedError) Error() string { return e.path + ": " + e.reason + ": " + RebuildAdvice }
