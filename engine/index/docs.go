package index

import (
	"bufio"
	"encoding/binary"
	"errors"
	"os"

	"github.com/RoaringBitmap/roaring/v2"
)

// docs.bin holds four bytes a paper: its year (0 where unknown) and the length
// of its title and abstract in terms, little endian.
const docSize = 4

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

func (w *docsWriter) add(year, length int) error {
	row := binary.LittleEndian.AppendUint16(nil, uint16(year))
	row = binary.LittleEndian.AppendUint16(row, uint16(min(length, 1<<16-1)))
	_, err := w.out.Write(row)
	return err
}

func (w *docsWriter) close() error { return errors.Join(w.out.Flush(), w.file.Close()) }

// docTable is docs.bin as it is read.
type docTable []byte

func (t docTable) year(doc uint32) int { return int(binary.LittleEndian.Uint16(t[doc*docSize:])) }
func (t docTable) length(doc uint32) int {
	return int(binary.LittleEndian.Uint16(t[doc*docSize+2:]))
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
