package format

import (
	"encoding/binary"
	"errors"
)

// A DenseList holds the documents and frequencies of a frequent term, excluding full texts. It is
// divided into windows of papers. A search adds a whole window to its sums without branching, or
// looks up a single paper without scanning. Like a BlockTable, a DenseList is stored separately from
// the posting list. It begins with the end offset of each window, 4 bytes each, little endian. A
// window is empty, or consists of
//
//	the number of entries | the number of bit sets << 14: 2 bytes
//	bit sets: the first marks each paper with the term; an optional second one marks each
//	    paper that contains it more than once
//	entries for papers with more occurrences than there are bit sets: 2 bytes each, the number
//	    of the paper in the window << 4 | the frequency, at most OftenAtLeast
//	frequencies: 1 byte for each entry with OftenAtLeast
type DenseList []byte

const (
	WindowPapers = 1 << 12
	WindowMarks  = WindowPapers / 8
	OftenAtLeast = 15

	// A term is dense if at least one in densePapers papers contains it.
	densePapers  = 64
	MaxFrequency = 2*MaxTitle + MaxAbstract

	// If more than onceMarked papers contain the term exactly once, a bit set is shorter than
	// entries. If more than twiceMarked papers contain it exactly twice, a second bit set is faster.
	onceMarked  = WindowMarks / 2
	twiceMarked = WindowMarks / 4
)

var ErrDense = errors.New("a dense list cannot be decoded")

func WindowsOf(papers int) int { return (papers + WindowPapers - 1) / WindowPapers }

func IsDense(count, papers int) bool { return count >= TabledFrom && count*densePapers >= papers }

// A DenseWindow is one window of a DenseList.
type DenseWindow struct {
	Marked                 int // number of bit sets
	Marks, Entries, counts []byte
}

// Window returns the window with the given number. windows is the number of windows in the list.
func (d DenseList) Window(number, windows int) (w DenseWindow, err error) {
	if len(d) < 4*windows {
		return w, ErrDense
	}
	from, end := 4*windows, int(binary.LittleEndian.Uint32(d[4*number:]))
	if number > 0 {
		from = int(binary.LittleEndian.Uint32(d[4*number-4:]))
	}
	if from < 4*windows || from > end || end > len(d) {
		return w, ErrDense
	}
	return parseWindow(d[from:end])
}

func parseWindow(raw []byte) (w DenseWindow, err error) {
	if len(raw) == 0 {
		return w, nil
	}
	if len(raw) < 2 {
		return w, ErrDense
	}
	header := int(binary.LittleEndian.Uint16(raw))
	w.Marked = header >> 14
	marks, entries := w.Marked*WindowMarks, 2*(header&(1<<14-1))
	if raw = raw[2:]; w.Marked > 2 || marks+entries > len(raw) {
		return w, ErrDense
	}
	w.Marks, w.Entries, w.counts = raw[:marks], raw[marks:marks+entries], raw[marks+entries:]
	return w, nil
}

// Frequency returns the frequency of the term in the paper at a position in the window.
func (w *DenseWindow) Frequency(at uint16) uint8 {
	for times := range w.Marked {
		if w.Marks[times*WindowMarks+int(at/8)]&(1<<(at%8)) == 0 {
			return uint8(times)
		}
	}
	if i := w.find(at); 2*i < len(w.Entries) && w.entry(i)>>4 == at {
		return w.often(i)
	}
	return uint8(w.Marked)
}

// find returns the index of the first entry at or after a position in the window.
func (w *DenseWindow) find(at uint16) int {
	low, high := 0, len(w.Entries)/2
	for low < high {
		if middle := (low + high) / 2; w.entry(middle)>>4 < at {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

func (w *DenseWindow) entry(i int) uint16 { return binary.LittleEndian.Uint16(w.Entries[2*i:]) }

// often returns the frequency recorded in an entry.
func (w *DenseWindow) often(entry int) uint8 {
	if often := w.entry(entry) & 15; often < OftenAtLeast {
		return uint8(often)
	}
	before := 0
	for i := range entry {
		if w.entry(i)&15 == OftenAtLeast {
			before++
		}
	}
	if before < len(w.counts) {
		return min(w.counts[before], MaxFrequency)
	}
	return OftenAtLeast
}

// Frequency returns the frequency of the term in a paper of a segment.
func (d DenseList) Frequency(doc uint32, windows int) (uint8, error) {
	w, err := d.Window(int(doc/WindowPapers), windows)
	return w.Frequency(uint16(doc % WindowPapers)), err
}

// A denseWriter builds a DenseList, window by window.
type denseWriter struct {
	ends, windows []byte
	offset        int

	papers      []windowPaper // papers in the current window
	once, twice int           // number of papers that contain the term exactly once or twice
}

type windowPaper struct {
	at        uint16
	frequency uint8
}

// DenseOf builds the DenseList of a posting list. It also returns the number of papers that contain
// the term in the title or abstract.
func DenseOf(list []byte, papers int) (dense DenseList, inText int) {
	w := denseWriter{offset: 4 * WindowsOf(papers)}
	postings, window := ListReader{Bytes: list, Papers: uint32(papers)}, 0
	for p, ok := postings.Read(); ok; p, ok = postings.Read() {
		for ; window < int(p.Doc/WindowPapers); window++ {
			w.flush()
		}
		if frequency := 2*p.Title + p.Abstract; frequency > 0 {
			inText++
			w.add(windowPaper{uint16(p.Doc % WindowPapers), frequency})
		}
	}
	for ; window < WindowsOf(papers); window++ {
		w.flush()
	}
	return append(w.ends, w.windows...), inText
}

func (w *denseWriter) add(p windowPaper) {
	w.papers = append(w.papers, p)
	switch p.frequency {
	case 1:
		w.once++
	case 2:
		w.twice++
	}
}

// flush appends the current window to the list and begins the next one.
func (w *denseWriter) flush() {
	if len(w.papers) > 0 {
		w.writeWindow()
	}
	w.ends = binary.LittleEndian.AppendUint32(w.ends, uint32(w.offset+len(w.windows)))
	w.papers, w.once, w.twice = w.papers[:0], 0, 0
}

func (w *denseWriter) writeWindow() {
	marked := w.marked()
	header, at := len(w.windows), 0
	w.windows = append(w.windows, make([]byte, 2+int(marked)*WindowMarks)...)
	for times := range marked {
		w.mark(w.windows[header+2+int(times)*WindowMarks:], times)
	}
	var counts []byte
	for _, p := range w.papers {
		if p.frequency <= marked {
			continue
		}
		w.windows = binary.LittleEndian.AppendUint16(w.windows, p.at<<4|uint16(min(p.frequency, OftenAtLeast)))
		if at++; p.frequency >= OftenAtLeast {
			counts = append(counts, p.frequency)
		}
	}
	binary.LittleEndian.PutUint16(w.windows[header:], uint16(at)|uint16(marked)<<14)
	w.windows = append(w.windows, counts...)
}

// marked returns the number of bit sets to write for the window.
func (w *denseWriter) marked() uint8 {
	switch {
	case w.once <= onceMarked:
		return 0
	case w.twice <= twiceMarked:
		return 1
	}
	return 2
}

// mark sets the bits of the papers in which the term occurs more than times times.
func (w *denseWriter) mark(marks []byte, times uint8) {
	for _, p := range w.papers {
		if p.frequency > times {
			marks[p.at/8] |= 1 << (p.at % 8)
		}
	}
}

// A BlockTable divides a posting list into blocks, so that a search can begin at any of them. Only
// terms that are neither rare nor dense have a table. Tables are stored in a separate bucket of
// terms.db, which older programs ignore. For each block, a table has, little endian:
//
//	the last document of the block     4 bytes
//	the end of the block in the list   4 bytes
type BlockTable []byte

const (
	TableBlock = 128 // number of postings per block
	TableEntry = 8
	// TabledFrom is the minimum number of postings for a list to have a table. A shorter list can
	// be read within a few microseconds.
	TabledFrom = 512
)

func (t BlockTable) Blocks() int { return len(t) / TableEntry }

// Last returns the last document of a block. For block -1 it returns -1.
func (t BlockTable) Last(block int) int64 {
	if block < 0 {
		return -1
	}
	return int64(binary.LittleEndian.Uint32(t[block*TableEntry:]))
}

// End returns the offset in the list at which a block ends.
func (t BlockTable) End(block int) int {
	if block < 0 {
		return 0
	}
	return int(binary.LittleEndian.Uint32(t[block*TableEntry+4:]))
}

// Seek returns the first block, from the given one on, whose last document is doc or a later one.
func (t BlockTable) Seek(block int, doc uint32) int {
	low, step := block, 1
	for low+step < t.Blocks() && t.Last(low+step) < int64(doc) {
		low, step = low+step, 2*step
	}
	for high := min(low+step, t.Blocks()); low < high; {
		if middle := (low + high) / 2; t.Last(middle) < int64(doc) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// TableOf builds the table of a posting list. It also returns the number of papers that contain the
// term in the title or abstract.
func TableOf(list []byte, papers int) (table BlockTable, inText int) {
	postings := ListReader{Bytes: list, Papers: uint32(papers)}
	for n := 1; ; n++ {
		p, ok := postings.Read()
		if !ok {
			return table, inText
		}
		if p.Title+p.Abstract > 0 {
			inText++
		}
		if n%TableBlock == 0 || postings.At == len(list) {
			table = binary.LittleEndian.AppendUint32(table, p.Doc)
			table = binary.LittleEndian.AppendUint32(table, uint32(postings.At))
		}
	}
}
