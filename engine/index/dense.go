package index

import (
	"encoding/binary"
	"errors"
)

// A denseList says in which papers a frequent term is, and how often, without the full
// texts: a window of papers at a time, so that a search adds it to the sums of a window
// without a branch, and finds a single paper at once. It lies beside the posting list as a
// blockTable does. It begins with where each window ends, 4 bytes each, little endian. A
// window is empty, or has
//
//	how many entries it has, and how often it has marks << 14: 2 bytes
//	marks: a bit for each paper that holds the term; then, if there are twice as many, a
//	    bit for each paper that holds it more than once
//	entries of the papers that hold it more often than marks say: 2 bytes each, the number
//	    of the paper in the window << 4 | how often, or oftenAtLeast
//	how often, for each entry with oftenAtLeast: 1 byte
type denseList []byte

const (
	windowPapers = 1 << 12
	windowMarks  = windowPapers / 8
	oftenAtLeast = 15

	// densePapers: a term is dense that is in one of so many papers.
	densePapers  = 64
	maxFrequency = 2*maxTitle + maxAbstract

	// onceMarked is from how many papers on that hold a term once marks are shorter than
	// entries, twiceMarked from how many that hold it twice they are quicker.
	onceMarked  = windowMarks / 2
	twiceMarked = windowMarks / 4
)

var errDense = errors.New("a dense list that cannot be read")

func windowsOf(papers int) int { return (papers + windowPapers - 1) / windowPapers }

func isDense(count, papers int) bool { return count >= tabledFrom && count*densePapers >= papers }

// A denseWindow is a window of a list.
type denseWindow struct {
	marked                 int // how often it has marks
	marks, entries, counts []byte
}

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
	w.marked = header >> 14
	marks, entries := w.marked*windowMarks, 2*(header&(1<<14-1))
	if raw = raw[2:]; w.marked > 2 || marks+entries > len(raw) {
		return w, errDense
	}
	w.marks, w.entries, w.counts = raw[:marks], raw[marks:marks+entries], raw[marks+entries:]
	return w, nil
}

// frequency is how often the term is in a paper of the window.
func (w *denseWindow) frequency(at uint16) uint8 {
	for times := range w.marked {
		if w.marks[times*windowMarks+int(at/8)]&(1<<(at%8)) == 0 {
			return uint8(times)
		}
	}
	if i := w.find(at); 2*i < len(w.entries) && w.entry(i)>>4 == at {
		return w.often(i)
	}
	return uint8(w.marked)
}

// find returns the first entry of the paper or one behind it.
func (w *denseWindow) find(at uint16) int {
	low, high := 0, len(w.entries)/2
	for low < high {
		if middle := (low + high) / 2; w.entry(middle)>>4 < at {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

func (w *denseWindow) entry(i int) uint16 { return binary.LittleEndian.Uint16(w.entries[2*i:]) }

// often is how often the term is in the paper of an entry.
func (w *denseWindow) often(entry int) uint8 {
	if often := w.entry(entry) & 15; often < oftenAtLeast {
		return uint8(often)
	}
	before := 0
	for i := range entry {
		if w.entry(i)&15 == oftenAtLeast {
			before++
		}
	}
	if before < len(w.counts) {
		return min(w.counts[before], maxFrequency)
	}
	return oftenAtLeast
}

// frequency is how often the term is in a paper of a segment of so many windows.
func (d denseList) frequency(doc uint32, windows int) (uint8, error) {
	w, err := d.window(int(doc/windowPapers), windows)
	return w.frequency(uint16(doc % windowPapers)), err
}

// A denseWriter makes a denseList, a window after the other.
type denseWriter struct {
	ends, windows []byte
	offset        int

	papers      []windowPaper // of the window
	once, twice int           // how many hold the term so often
}

type windowPaper struct {
	at        uint16
	frequency uint8
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
			w.add(windowPaper{uint16(p.doc % windowPapers), frequency})
		}
	}
	for ; window < windowsOf(papers); window++ {
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

// flush ends a window.
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
	w.windows = append(w.windows, make([]byte, 2+int(marked)*windowMarks)...)
	for times := range marked {
		w.mark(w.windows[header+2+int(times)*windowMarks:], times)
	}
	var counts []byte
	for _, p := range w.papers {
		if p.frequency <= marked {
			continue
		}
		w.windows = binary.LittleEndian.AppendUint16(w.windows, p.at<<4|uint16(min(p.frequency, oftenAtLeast)))
		if at++; p.frequency >= oftenAtLeast {
			counts = append(counts, p.frequency)
		}
	}
	binary.LittleEndian.PutUint16(w.windows[header:], uint16(at)|uint16(marked)<<14)
	w.windows = append(w.windows, counts...)
}

// marked is how often the window gets marks.
func (w *denseWriter) marked() uint8 {
	switch {
	case w.once <= onceMarked:
		return 0
	case w.twice <= twiceMarked:
		return 1
	}
	return 2
}

// mark marks the papers that hold the term more often than so many times.
func (w *denseWriter) mark(marks []byte, times uint8) {
	for _, p := range w.papers {
		if p.frequency > times {
			marks[p.at/8] |= 1 << (p.at % 8)
		}
	}
}
