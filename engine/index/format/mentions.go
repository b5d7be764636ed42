package format

import (
	"bufio"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/engine/profile"
)

// MentionSize is the size in bytes of a row of mentions.bin. The file has a row for each mention of a
// work in the full texts of a segment. A row has the hashes of the work (see profile.Work), the
// document number of the citing paper, and the mention's length in terms, little endian. The length is
// 0 if only the citation is known. Rows are ordered by citing paper. The dictionary profiles.db has the
// terms of mentions, in the format of terms.db but with row numbers instead of document numbers.
const MentionSize = 8 + 8 + 4 + 4 + 4

// A MentionRow is a row of mentions.bin.
type MentionRow struct {
	profile.Work
	Doc    uint32 // document number of the citing paper
	Length uint32
}

// A MentionTable is the content of mentions.bin.
type MentionTable []byte

// Len returns the number of rows.
func (t MentionTable) Len() int { return len(t) / MentionSize }

// Row decodes the row with the given number.
func (t MentionTable) Row(number uint32) MentionRow {
	raw := t[int(number)*MentionSize:][:MentionSize]
	return MentionRow{
		Work: profile.Work{
			Title: t.Title(number), ID: t.ID(number), Author: binary.LittleEndian.Uint32(raw[16:]),
		},
		Doc: t.Doc(number), Length: t.Length(number),
	}
}

// Title returns the hash of the title of the mentioned work.
func (t MentionTable) Title(number uint32) uint64 {
	return binary.LittleEndian.Uint64(t[int(number)*MentionSize:])
}

// ID returns the hash of the identifier of the mentioned work.
func (t MentionTable) ID(number uint32) uint64 {
	return binary.LittleEndian.Uint64(t[int(number)*MentionSize+8:])
}

// Doc returns the document number of the citing paper.
func (t MentionTable) Doc(number uint32) uint32 {
	return binary.LittleEndian.Uint32(t[int(number)*MentionSize+20:])
}

// Length returns the length of the mention in terms.
func (t MentionTable) Length(number uint32) uint32 {
	return binary.LittleEndian.Uint32(t[int(number)*MentionSize+24:])
}

// A MentionsWriter writes mentions.bin, which it creates at the first row.
type MentionsWriter struct {
	folder string
	file   *os.File
	out    *bufio.Writer
	Rows   int
	Length int // total length of all mentions
	Bare   int // number of rows of length 0
}

// NewMentions returns a writer of mentions.bin for the segment in folder.
func NewMentions(folder string) *MentionsWriter { return &MentionsWriter{folder: folder} }

// Add appends a row.
func (w *MentionsWriter) Add(row MentionRow) (err error) {
	if w.file == nil {
		if w.file, err = os.Create(filepath.Join(w.folder, MentionsFile)); err != nil {
			return err
		}
		w.out = bufio.NewWriterSize(w.file, 1<<16)
	}
	w.Rows++
	w.Length += int(row.Length)
	if row.Length == 0 {
		w.Bare++
	}
	raw := binary.LittleEndian.AppendUint64(w.out.AvailableBuffer(), row.Title)
	raw = binary.LittleEndian.AppendUint64(raw, row.ID)
	raw = binary.LittleEndian.AppendUint32(raw, row.Author)
	raw = binary.LittleEndian.AppendUint32(raw, row.Doc)
	_, err = w.out.Write(binary.LittleEndian.AppendUint32(raw, row.Length))
	return err
}

// Close closes the file.
func (w *MentionsWriter) Close() error {
	if w.file == nil {
		return nil
	}
	return errors.Join(w.out.Flush(), w.file.Close())
}

// possibleMentions reports whether the counts of mentions are possible for the segment.
func (m *Manifest) possibleMentions() bool {
	most := m.Bodies * profile.MaxMentions
	return m.Mentions >= 0 && m.Mentions <= most && m.MentionLength >= 0 &&
		m.MentionLength <= m.Mentions*profile.MaxLength &&
		m.BareMentions >= 0 && m.BareMentions <= m.Mentions && (m.Profiled || m.Mentions == 0)
}
