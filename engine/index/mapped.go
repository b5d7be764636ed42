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
// its megabyte was compared with its checksum. An empty file is no mapping.
type mappedFile struct {
	path     string
	mapping  mmap.MMap
	file     *os.File
	modified time.Time // when it was opened
	sums     []uint32
	whole    []atomic.Uint32 // a bit for each megabyte that was found to be as it was published
	broken   atomic.Bool     // reading it failed
}

// mapFile opens a file that has the size and the checksums of sum.
func mapFile(ctx context.Context, path string, sum FileSum) (*mappedFile, error) {
	file, err := files.Open(ctx, path)
	if err != nil {
		return nil, advised(err, "build the index again")
	}
	m := &mappedFile{path: path, file: file, sums: sum.Blocks, whole: make([]atomic.Uint32, (len(sum.Blocks)+31)/32)}
	if err := m.open(sum.Size); err != nil {
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
	for block := at / checksumBlock; block <= (at+length-1)/checksumBlock; block++ {
		if m.whole[block/32].Load()&(1<<(block%32)) == 0 {
			if err := m.check(block); err != nil {
				return nil, err
			}
		}
	}
	return m.mapping[at : at+length : at+length], nil
}

func (m *mappedFile) check(block int) error {
	from := block * checksumBlock
	if crc32.Checksum(m.mapping[from:min(from+checksumBlock, len(m.mapping))], castagnoli) != m.sums[block] {
		return m.damaged(fmt.Sprintf("changed bytes in the megabyte at offset %d", from))
	}
	m.whole[block/32].Or(1 << (block % 32))
	return nil
}

func (m *mappedFile) damaged(reason string) error { return damagedError{m.path, reason} }

// changed tells whether a file that never changes did, or could not be read:
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

// A damagedError says that a file is not as it was published.
type damagedError struct{ path, reason string }

func (e damagedError) Error() string { return e.path + ": " + e.reason + ": build the index again" }
