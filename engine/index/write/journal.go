package write

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A journal stores each vector until its segment is published, so that no text is embedded again
// after an interrupted Build or Add. It is a file next to CURRENT. It has a line with the embedder,
// then entries of fixed size, each with a text hash, a code, a row, and their CRC-32C.
type journal struct {
	file  *os.File
	words int // number of words per code
	dim   int
	start int64             // offset of the first entry
	known map[uint64]uint32 // index of each entry, by text hash

	mu sync.Mutex // serializes add
}

// openJournal opens the journal of an interrupted writer and drops anything after its last valid
// entry. If the journal belongs to another embedder, it is replaced.
func openJournal(dir string, embedder engine.Embedder) (*journal, error) {
	file, err := files.Update(filepath.Join(dir, format.JournalFile))
	if err != nil {
		return nil, format.WithAdvice(err, "remove it")
	}
	j := &journal{
		file:  file,
		words: rank.CodeWords(embedder.Dim()),
		dim:   embedder.Dim(),
		known: make(map[uint64]uint32),
	}
	header := fmt.Sprintf("scilit-lsp vectors 1 %q %d\n", embedder.ID(), embedder.Dim())
	j.start = int64(len(header))
	if err := j.resume(header); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", file.Name(), err), file.Close())
	}
	return j, nil
}

func (j *journal) resume(header string) error {
	in := bufio.NewReaderSize(j.file, 1<<18)
	found := make([]byte, len(header))
	if _, err := io.ReadFull(in, found); err != nil || string(found) != header {
		if err := j.file.Truncate(0); err != nil {
			return err
		}
		_, err := j.file.WriteAt([]byte(header), 0)
		return errors.Join(err, j.rewind(0))
	}
	entry := make([]byte, j.entrySize())
	entries := uint32(0)
	for ; ; entries++ {
		if _, err := io.ReadFull(in, entry); err != nil || !wholeEntry(entry) {
			return j.rewind(entries)
		}
		j.known[binary.LittleEndian.Uint64(entry)] = entries
	}
}

// rewind truncates the journal to the given number of entries.
func (j *journal) rewind(entries uint32) error {
	end := j.start + int64(entries)*int64(j.entrySize())
	if err := j.file.Truncate(end); err != nil {
		return err
	}
	_, err := j.file.Seek(end, io.SeekStart)
	return err
}

func (j *journal) entrySize() int { return 8 + 8*j.words + 4 + j.dim + 4 }

func wholeEntry(entry []byte) bool {
	body := len(entry) - 4
	return crc32.Checksum(entry[:body], format.Castagnoli) == binary.LittleEndian.Uint32(entry[body:])
}

// find returns the vector of a text if an interrupted writer computed it.
func (j *journal) find(hash uint64) (v format.Vector, ok bool) {
	number, ok := j.known[hash]
	if !ok {
		return v, false
	}
	entry := make([]byte, j.entrySize())
	if _, err := j.file.ReadAt(entry, j.start+int64(number)*int64(len(entry))); err != nil || !wholeEntry(entry) {
		return v, false
	}
	v = format.Vector{Hash: hash, Code: make([]uint64, j.words)}
	for i := range v.Code {
		v.Code[i] = binary.LittleEndian.Uint64(entry[8+8*i:])
	}
	v.Row = entry[8+8*j.words : len(entry)-4]
	return v, true
}

// add appends vectors with a single write, so that a killed process leaves at most one incomplete
// entry.
func (j *journal) add(vectors []format.Vector) error {
	var entries []byte
	for _, v := range vectors {
		begin := len(entries)
		entries = binary.LittleEndian.AppendUint64(entries, v.Hash)
		for _, word := range v.Code {
			entries = binary.LittleEndian.AppendUint64(entries, word)
		}
		entries = append(entries, v.Row...)
		entries = binary.LittleEndian.AppendUint32(entries, crc32.Checksum(entries[begin:], format.Castagnoli))
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	_, err := j.file.Write(entries)
	return err
}

func (j *journal) close() error { return j.file.Close() }
