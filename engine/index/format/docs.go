package format

import (
	"bufio"
	"encoding/binary"
	"errors"
	"os"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
)

// docs.bin has a 12-byte row per paper, little endian: year (0 if unknown), length of title and
// abstract in terms, and hash of the ID. The hash orders papers with equal scores, independently of
// their document numbers. In an index for identity search a row has 7 bytes: 2 for the year, 1 for
// the length and 4 for the hash.
const (
	DocSize         = 12
	identityDocSize = 7
	MaxLength       = 1<<16 - 1
	MaxTitleLength  = 1<<8 - 1
)

// DocSize returns the size of a row of docs.bin in bytes.
func (m *Manifest) DocSize() int {
	if m.Identity {
		return identityDocSize
	}
	return DocSize
}

type DocsWriter struct {
	file     *os.File
	out      *bufio.Writer
	identity bool
}

func CreateDocs(path string, identity bool) (*DocsWriter, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &DocsWriter{file, bufio.NewWriter(file), identity}, nil
}

func (w *DocsWriter) Add(year, length int, id string) error {
	row := binary.LittleEndian.AppendUint16(nil, uint16(year))
	if w.identity {
		row = append(row, uint8(length))
		row = binary.LittleEndian.AppendUint32(row, uint32(profile.Hash(id)))
	} else {
		row = binary.LittleEndian.AppendUint16(row, uint16(length))
		row = binary.LittleEndian.AppendUint64(row, profile.Hash(id))
	}
	return w.Copy(row)
}

// Copy appends a row that was read from another docs.bin.
func (w *DocsWriter) Copy(row []byte) error {
	_, err := w.out.Write(row)
	return err
}

func (w *DocsWriter) Close() error { return errors.Join(w.out.Flush(), w.file.Close()) }

// DocTable reads docs.bin.
type DocTable struct {
	raw  []byte
	size int // size of a row in bytes
}

func (t DocTable) Row(doc uint32) []byte {
	at := int(doc) * t.size
	return t.raw[at : at+t.size]
}

func (t DocTable) year(doc uint32) int { return int(binary.LittleEndian.Uint16(t.Row(doc))) }

// Before reports whether a paper was published in the given year or earlier. It returns true for
// every paper if the year is 0, and otherwise false for papers of unknown year.
func (t DocTable) Before(doc uint32, year int) bool {
	return year == 0 || t.year(doc) != 0 && t.year(doc) <= year
}

func (t DocTable) Length(doc uint32) int {
	if t.size == identityDocSize {
		return int(t.raw[int(doc)*identityDocSize+2])
	}
	return int(binary.LittleEndian.Uint16(t.raw[int(doc)*DocSize+2:]))
}

// Order returns a number by which papers with equal scores are sorted in ascending order.
func (t DocTable) Order(doc uint32) uint64 {
	row := t.Row(doc)
	if t.size == identityDocSize {
		return uint64(binary.LittleEndian.Uint32(row[3:]))
	}
	return binary.LittleEndian.Uint64(row[4:])
}

// Lengths returns the total length of the papers in a set.
func (t DocTable) Lengths(set *roaring.Bitmap) (sum int) {
	for docs := set.Iterator(); docs.HasNext(); {
		sum += t.Length(docs.Next())
	}
	return sum
}

// Years returns the papers published in from..to. If from or to is 0, the range is open at that
// end. Papers of unknown year are excluded.
func (t DocTable) Years(from, to int) *roaring.Bitmap {
	set := roaring.New()
	for doc := range uint32(len(t.raw) / t.size) {
		if year := t.year(doc); year != 0 && year >= from && (to == 0 || year <= to) {
			set.Add(doc)
		}
	}
	return set
}

// DocTable returns a table backed by the bytes of docs.bin.
func (m *Manifest) DocTable(raw []byte) DocTable { return DocTable{raw, m.DocSize()} }
