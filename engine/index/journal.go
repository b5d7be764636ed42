package index

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
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// A journal keeps each vector from the moment it is computed until the segment
// that holds it is published, so that an interrupted build or Add embeds no
// text twice. It is one file beside CURRENT: a line that names the embedder,
// then entries of one size: text hash, code, row, and the CRC-32C of these.
type journal struct {
	file  *os.File
	words int // of a code
	dim   int
	start int64             // of the first entry
	known map[uint64]uint32 // text hash to number of the entry

	mu sync.Mutex // adding
}

// openJournal finds what an interrupted writer left and goes on after its last
// whole entry; a journal of another embedder is begun anew.
func openJournal(dir string, embedder engine.Embedder) (*journal, error) {
	file, err := files.Update(filepath.Join(dir, journalFile))
	if err != nil {
		return nil, advised(err, "remove it")
	}
	j := &journal{file: file, words: rank.CodeWords(embedder.Dim()), dim: embedder.Dim(), known: make(map[uint64]uint32)}
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

// rewind cuts off what comes after so many entries, and goes on there.
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
	return crc32.Checksum(entry[:body], castagnoli) == binary.LittleEndian.Uint32(entry[body:])
}

// find returns the vector of a text that was embedded before the interruption.
func (j *journal) find(hash uint64) (v vector, ok bool) {
	number, ok := j.known[hash]
	if !ok {
		return v, false
	}
	entry := make([]byte, j.entrySize())
	if _, err := j.file.ReadAt(entry, j.start+int64(number)*int64(len(entry))); err != nil || !wholeEntry(entry) {
		return v, false
	}
	v = vector{hash: hash, code: make([]uint64, j.words)}
	for i := range v.code {
		v.code[i] = binary.LittleEndian.Uint64(entry[8+8*i:])
	}
	v.row = entry[8+8*j.words : len(entry)-4]
	return v, true
}

// add appends vectors by one write, so that a kill leaves whole entries but
// for the last.
func (j *journal) add(vectors []vector) error {
	var entries []byte
	for _, v := range vectors {
		begin := len(entries)
		entries = binary.LittleEndian.AppendUint64(entries, v.hash)
		for _, word := range v.code {
			entries = binary.LittleEndian.AppendUint64(entries, word)
		}
		entries = append(entries, v.row...)
		entries = binary.LittleEndian.AppendUint32(entries, crc32.Checksum(entries[begin:], castagnoli))
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	_, err := j.file.Write(entries)
	return err
}

func (j *journal) close() error { return j.file.Close() }
