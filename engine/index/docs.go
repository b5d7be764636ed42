package index

import (
	"bufio"
	"encoding/binary"
	"errors"
	"os"

	"github.com/RoaringBitmap/roaring/v2"
)

// docs.bin holds twelve bytes a paper, little endian: its year (0 where
// unknown), the length of its title and abstract in terms, and the hash of its
// ID, which orders papers of equal scores however they are numbered.
const (
	docSize   = 12
	maxLength = 1<<16 - 1
)

type docsWriter struct {
	file *os.File
	out  *bufio.Writer
}

func createDocs(path string) (*docsWriter, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &docsWriter{file, bufio.NewWriter(file)}, nil
}

func (w *docsWriter) add(year, length int, id string) error {
	row := binary.LittleEndian.AppendUint16(nil, uint16(year))
	row = binary.LittleEndian.AppendUint16(row, uint16(length))
	row = binary.LittleEndian.AppendUint64(row, hashOf(id))
	_, err := w.out.Write(row)
	return err
}

// copy takes over the row of another table.
func (w *docsWriter) copy(row []byte) error {
	_, err := w.out.Write(row)
	return err
}

func (w *docsWriter) close() error { return errors.Join(w.out.Flush(), w.file.Close()) }

// docTable is docs.bin as it is read.
type docTable []byte

func (t docTable) row(doc uint32) []byte { return t[doc*docSize : (doc+1)*docSize] }
func (t docTable) year(doc uint32) int   { return int(binary.LittleEndian.Uint16(t[doc*docSize:])) }
func (t docTable) length(doc uint32) int {
	return int(binary.LittleEndian.Uint16(t[doc*docSize+2:]))
}

// order is what decides between papers of equal scores: the lower one wins.
func (t docTable) order(doc uint32) uint64 { return binary.LittleEndian.Uint64(t[doc*docSize+4:]) }

// lengths is the sum of the lengths of a set of papers.
func (t docTable) lengths(set *roaring.Bitmap) (sum int) {
	for docs := set.Iterator(); docs.HasNext(); {
		sum += t.length(docs.Next())
	}
	return sum
}

// years is the set of papers from..to, 0 for an open end. A paper of unknown
// year is in no range.
func (t docTable) years(from, to int) *roaring.Bitmap {
	set := roaring.New()
	for doc := range uint32(len(t) / docSize) {
		if year := t.year(doc); year != 0 && year >= from && (to == 0 || year <= to) {
			set.Add(doc)
		}
	}
	return set
}
