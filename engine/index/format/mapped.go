package format

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"github.com/edsrzf/mmap-go"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// A MappedFile is a memory-mapped file of a segment. Each block is verified against its checksum
// before its first use. An empty file has no mapping.
type MappedFile struct {
	path     string
	Mapping  mmap.MMap
	file     *os.File
	modified time.Time // modification time when the file was opened
	sums     BlockSums
	whole    []atomic.Uint32 // one bit per block, set once the block's checksum has been verified
	broken   atomic.Bool     // set after a memory fault
}

// MapFile maps a file into memory and checks its size.
func MapFile(ctx context.Context, path string, size int64, sums BlockSums) (*MappedFile, error) {
	file, err := files.Open(ctx, path)
	if err != nil {
		return nil, WithAdvice(err, RebuildAdvice)
	}
	m := &MappedFile{path: path, file: file, sums: sums}
	if err := m.open(size); err != nil {
		return nil, errors.Join(err, m.Close())
	}
	return m, nil
}

func (m *MappedFile) open(size int64) error {
	info, err := m.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() != size {
		return Damaged(m.path, fmt.Sprintf("%d bytes instead of %d", info.Size(), size))
	}
	m.modified = info.ModTime()
	m.whole = make([]atomic.Uint32, size/int64(m.sums.size)/32+1)
	if size == 0 {
		return nil
	}
	if m.Mapping, err = mmap.Map(m.file, mmap.RDONLY, 0); err != nil {
		return fmt.Errorf("map %s: %w", m.path, err)
	}
	watchFaults(m)
	return nil
}

// Bytes returns length bytes of the file, starting at an offset. It checks the bounds and verifies
// the checksums.
func (m *MappedFile) Bytes(at, length int) ([]byte, error) {
	if at < 0 || length < 0 || at > len(m.Mapping) || length > len(m.Mapping)-at {
		return nil, m.Damaged("an offset lies beyond the end of the file")
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
	return m.Mapping[at : at+length : at+length], nil
}

func (m *MappedFile) check(block int) error {
	from := block * m.sums.size
	if crc32.Checksum(m.Mapping[from:min(from+m.sums.size, len(m.Mapping))], Castagnoli) != m.sums.at(block) {
		return m.Damaged(fmt.Sprintf("wrong checksum at offset %d", from))
	}
	m.whole[block/32].Or(1 << (block % 32))
	return nil
}

func (m *MappedFile) Damaged(reason string) error { return Damaged(m.path, reason) }

// Changed reports whether the file was modified or could not be read since it was opened. If so,
// earlier checksum results are no longer valid.
func (m *MappedFile) Changed() bool {
	if m.broken.Load() {
		return true
	}
	info, err := m.file.Stat()
	return err != nil || info.Size() != int64(len(m.Mapping)) || !info.ModTime().Equal(m.modified)
}

func (m *MappedFile) Close() (err error) {
	if m.Mapping != nil {
		forgetFaults(m)
		err = m.Mapping.Unmap()
	}
	return errors.Join(err, m.file.Close())
}

// WithAdvice appends advice to an error about an irregular, oversized or unreadable file. For others,
// files.Explain gives advice.
func WithAdvice(err error, advice string) error {
	if errors.Is(err, files.ErrNotRegular) || errors.Is(err, files.ErrTooLarge) {
		return fmt.Errorf("%w: %s", err, advice)
	}
	if errors.Is(err, syscall.EIO) {
		return fmt.Errorf("%w: check the disk or network drive, or %s", err, advice)
	}
	return err
}

// RebuildAdvice ends every error about a damaged index. Callers that build indexes automatically
// replace it with their own advice.
const RebuildAdvice = "build the index again"

// A DamagedError reports a file whose content differs from the published content.
type DamagedError struct{ path, reason string }

// Damaged returns a DamagedError.
func Damaged(path, reason string) error { return DamagedError{path, reason} }

func (e DamagedError) Error() string {
	return e.path + " is damaged (" + e.reason + "): " + RebuildAdvice
}

// faults lists the mapped files, so that errors can name the file of a memory fault.
var faults = struct {
	mu    sync.Mutex
	files map[*MappedFile]bool
}{files: make(map[*MappedFile]bool)}

func watchFaults(m *MappedFile) {
	faults.mu.Lock()
	defer faults.mu.Unlock()
	faults.files[m] = true
}

func forgetFaults(m *MappedFile) {
	faults.mu.Lock()
	defer faults.mu.Unlock()
	delete(faults.files, m)
}

// faultAt returns the error for a memory fault at an address and marks its file as broken.
func faultAt(address uintptr) error {
	faults.mu.Lock()
	defer faults.mu.Unlock()
	for m := range faults.files {
		start := uintptr(unsafe.Pointer(unsafe.SliceData(m.Mapping)))
		if address >= start && address-start < uintptr(len(m.Mapping)) {
			m.broken.Store(true)
			return fmt.Errorf("%s cannot be read, because it was truncated or its disk is failing: run `scilit-lsp index "+
				"verify %s`", m.path, filepath.Dir(filepath.Dir(m.path)))
		}
	}
	return fmt.Errorf("an index could not be read (memory address %#x): run `scilit-lsp index verify` on "+
		"each index folder", address)
}

// Guard runs f and converts panics into errors. This includes faults in mapped memory, caused by a
// truncated file or a failing disk. f may run in a goroutine, where nothing else would recover
// panics (invariant 6).
func Guard(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error in the index: %v", r)
			if fault, ok := r.(interface{ Addr() uintptr }); ok {
				err = faultAt(fault.Addr())
			}
		}
	}()
	return f()
}
