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
// ID, which orders papers of equal scores however they are numbered. In an index for
// identity search it is seven: the length takes one, and the hash four.
const (
	docSize         = 12
	identityDocSize = 7
	maxLength       = 1<<16 - 1
	maxTitleLength  = 1<<8 - 1
)

// docSize is that of a row of docs.bin.
func (m *Manifest) docSize() int {
	if m.Identity {
		return identityDocSize
	}
	return docSize
}

type docsWriter struct {
	file     *os.File
	out      *bufio.Writer
	identity bool
}

func createDocs(path string, identity bool) (*docsWriter, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &docsWriter{file, bufio.NewWriter(file), identity}, nil
}

func (w *docsWriter) add(year, length int, id string) error {
	row := binary.LittleEndian.AppendUint16(nil, uint16(year))
	if w.identity {
		row = append(row, uint8(length))
		row = binary.LittleEndian.AppendUint32(row, uint32(hashOf(id)))
	} else {
		row = binary.LittleEndian.AppendUint16(row, uint16(length))
		row = binary.LittleEndian.AppendUint64(row, hashOf(id))
	}
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
type docTable struct {
	raw  []byte
	size int // of a row
}

func (t docTable) row(doc uint32) []byte {
	at := int(doc) * t.size
	return t.raw[at : at+t.size]
}

func (t docTable) year(doc uint32) int { return int(binary.LittleEndian.Uint16(t.row(doc))) }

func (t docTable) length(doc uint32) int {
	if t.size == identityDocSize {
		return int(t.raw[int(doc)*identityDocSize+2])
	}
	return int(binary.LittleEndian.Uint16(t.raw[int(doc)*docSize+2:]))
}

// order is what decides between papers of equal scores: the lower one wins.
func (t docTable) order(doc uint32) uint64 {
	row := t.row(doc)
	if t.size == identityDocSize {
		return uint64(binary.LittleEndian.Uint32(row[3:]))
	}
	return binary.LittleEndian.Uint64(row[4:])
}

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
	for doc := range uint32(len(t.raw) / t.size) {
		if year := t.year(doc); year != 0 && year >= from && (to == 0 || year <= to) {
			set.Add(doc)
		}
	}
	return set
}
