package index

import (
	"encoding/binary"
	"errors"
	"sort"
)

// A denseList says in which papers a frequent term is, and how often, without the full
// texts: a window of papers at a time, so that a search adds it to the scores of a window
// without a branch, and finds a single paper at once. It lies beside the posting list as a
// blockTable does. It begins with where each window ends, from the first window on, 4 bytes each, little
// endian. A window is empty, or has
//
//	how many entries it has, and markedWindow where it has marks: 2 bytes
//	marks: a bit for each paper that holds the term
//	entries: 2 bytes each, with marks only of papers that hold it more than once:
//	    the number of the paper in the window << 4 | how often, or oftenAtLeast
//	how often, for each entry with oftenAtLeast: 1 byte
type denseList []byte

const (
	windowPapers = 1 << 12
	windowMarks  = windowPapers / 8
	markedWindow = 1 << 15
	oftenAtLeast = 15

	// densePapers: a term is dense that is in one of so many papers.
	densePapers  = 32
	maxFrequency = 2*maxTitle + maxAbstract
)

var errDense = errors.New("a dense list that cannot be read")

func windowsOf(papers int) int { return (papers + windowPapers - 1) / windowPapers }

func isDense(count, papers int) bool { return count >= tabledFrom && count*densePapers >= papers }

// A denseWindow is a window of a list.
type denseWindow struct{ marks, entries, often []byte }

// window is one of so many windows that a list has.
func (d denseList) window(number, windows int) (w denseWindow, err error) {
	if len(d) < 4*windows {
		return w, errDense
	}
	from, end := 4*windows, int(binary.LittleEndian.Uint32(d[4*number:]))
	if number > 0 {
		from = int(binary.LittleEndian.Uint32(d[4*number-4:]))
	}
	if from < 4*windows || from > end || end > len(d) {
		return w, errDense
	}
	return parseWindow(d[from:end])
}

func parseWindow(raw []byte) (w denseWindow, err error) {
	if len(raw) == 0 {
		return w, nil
	}
	if len(raw) < 2 {
		return w, errDense
	}
	header := int(binary.LittleEndian.Uint16(raw))
	raw = raw[2:]
	if header&markedWindow != 0 {
		if len(raw) < windowMarks {
			return w, errDense
		}
		w.marks, raw = raw[:windowMarks], raw[windowMarks:]
	}
	entries := 2 * (header &^ markedWindow)
	if entries > len(raw) {
		return w, errDense
	}
	w.entries, w.often = raw[:entries:entries], raw[entries:]
	return w, nil
}

// frequency is how often the term is in a paper of the window.
func (w denseWindow) frequency(at uint16) uint8 {
	i := sort.Search(len(w.entries)/2, func(i int) bool { return w.entry(i)>>4 >= at })
	if 2*i < len(w.entries) && w.entry(i)>>4 == at {
		if often := w.entry(i) & 15; often < oftenAtLeast {
			return uint8(often)
		}
		return w.oftenOf(i)
	}
	if w.marks != nil && w.marks[at/8]&(1<<(at%8)) != 0 {
		return 1
	}
	return 0
}

func (w denseWindow) entry(i int) uint16 { return binary.LittleEndian.Uint16(w.entries[2*i:]) }

// oftenOf is that of an entry with oftenAtLeast, of which there are few.
func (w denseWindow) oftenOf(entry int) uint8 {
	before := 0
	for i := range entry {
		if w.entry(i)&15 == oftenAtLeast {
			before++
		}
	}
	if before < len(w.often) {
		return min(w.often[before], maxFrequency)
	}
	return oftenAtLeast
}

// frequency is how often the term is in a paper of a segment of so many windows.
func (d denseList) frequency(doc uint32, windows int) (uint8, error) {
	w, err := d.window(int(doc/windowPapers), windows)
	return w.frequency(uint16(doc % windowPapers)), err
}

// A denseWriter makes a denseList of the postings of a window after the other.
type denseWriter struct {
	ends, windows []byte
	offset        int

	once, entries []uint16 // papers that hold the term once, entries of the others
	often         []byte
}

// denseOf makes the dense list of a whole posting list, and counts the papers in it.
func denseOf(list []byte, papers int) (dense denseList, inText int) {
	w := denseWriter{offset: 4 * windowsOf(papers)}
	postings, window := listReader{bytes: list, papers: uint32(papers)}, 0
	for p, ok := postings.read(); ok; p, ok = postings.read() {
		for ; window < int(p.doc/windowPapers); window++ {
			w.flush()
		}
		if frequency := 2*p.title + p.abstract; frequency > 0 {
			inText++
			w.add(uint16(p.doc%windowPapers), frequency)
		}
	}
	for ; window < windowsOf(papers); window++ {
		w.flush()
	}
	return append(w.ends, w.windows...), inText
}

func (w *denseWriter) add(at uint16, frequency uint8) {
	if frequency == 1 {
		w.once = append(w.once, at)
		return
	}
	if frequency >= oftenAtLeast {
		w.often = append(w.often, frequency)
	}
	w.entries = append(w.entries, at<<4|uint16(min(frequency, oftenAtLeast)))
}

// flush ends a window, in the shorter of the two forms.
func (w *denseWriter) flush() {
	if 2*len(w.once) > windowMarks {
		w.windows = binary.LittleEndian.AppendUint16(w.windows, uint16(len(w.entries)|markedWindow))
		w.windows = append(w.windows, w.marks()...)
	} else if w.merge(); len(w.entries) > 0 {
		w.windows = binary.LittleEndian.AppendUint16(w.windows, uint16(len(w.entries)))
	}
	for _, entry := range w.entries {
		w.windows = binary.LittleEndian.AppendUint16(w.windows, entry)
	}
	w.windows = append(w.windows, w.often...)
	w.ends = binary.LittleEndian.AppendUint32(w.ends, uint32(w.offset+len(w.windows)))
	w.once, w.entries, w.often = w.once[:0], w.entries[:0], w.often[:0]
}

func (w *denseWriter) marks() []byte {
	marks := make([]byte, windowMarks)
	for _, at := range w.once {
		marks[at/8] |= 1 << (at % 8)
	}
	for _, entry := range w.entries {
		marks[entry>>4/8] |= 1 << (entry >> 4 % 8)
	}
	return marks
}

// merge makes entries of the papers that hold the term once.
func (w *denseWriter) merge() {
	for _, at := range w.once {
		w.entries = append(w.entries, at<<4|1)
	}
	sort.Slice(w.entries, func(i, j int) bool { return w.entries[i] < w.entries[j] })
}
