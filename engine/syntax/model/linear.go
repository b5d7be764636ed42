package model

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math/bits"
)

// Linear holds the quantised weights of hashed features. A bitmap maps each feature to its row.
// Many features of a decision have no row, since their weights are zero.
type Linear struct {
	shift   uint
	blocks  []block
	narrow  [][Actions]int8 // rows of weights, used if the classes are transitions
	start   []uint32        // used otherwise: index of each row's first entry, then the end of the last row
	entries []entry
}

// A block is a word of the bitmap with the number of rows before it.
type block struct {
	bits uint64
	rank uint32
}

// An entry is the weight of a class.
type entry struct {
	class  uint8
	weight int8
}

// maxBits and maxEntries limit the memory that a damaged file can request.
const (
	maxBits    = 24
	maxEntries = 1 << 23
)

var errDamaged = errors.New("damaged weights")

// Add adds the weights of features to the scores of classes.
func (l *Linear) Add(features []uint32, scores []int32) {
	var rows [maxFeatures]uint32
	for len(features) > 0 {
		n := min(len(features), len(rows))
		known := l.rows(features[:n], &rows)
		features = features[n:]
		if l.start == nil {
			l.addNarrow(known, (*[Actions]int32)(scores))
			continue
		}
		l.addEntries(known, scores)
	}
}

// addEntries looks up the ends of all rows before it reads their entries. The number of entries cannot be
// predicted, so each row would otherwise wait for its own cache miss.
func (l *Linear) addEntries(rows []uint32, scores []int32) {
	var ends [maxFeatures][2]uint32
	for i, row := range rows {
		ends[i%maxFeatures] = [2]uint32{l.start[row], l.start[row+1]}
	}
	for i := range rows {
		for _, e := range l.entries[ends[i%maxFeatures][0]:ends[i%maxFeatures][1]] {
			scores[e.class] += int32(e.weight)
		}
	}
}

func (l *Linear) addNarrow(rows []uint32, scores *[Actions]int32) {
	var shift, left, right int32
	for _, row := range rows {
		w := &l.narrow[row]
		shift += int32(w[Shift])
		left += int32(w[Left])
		right += int32(w[Right])
	}
	scores[Shift] += shift
	scores[Left] += left
	scores[Right] += right
}

// maxFeatures is the number of features that are looked up at once. Few decisions have more.
const maxFeatures = 128

// rows writes the rows of the features that have one to buffer. It has no branches, since the
// processor could not predict them and would wait for one cache miss after another.
func (l *Linear) rows(features []uint32, buffer *[maxFeatures]uint32) []uint32 {
	n := uint64(0)
	for _, f := range features {
		f >>= l.shift
		b := &l.blocks[f>>6]
		place := f & 63
		buffer[n%maxFeatures] = b.rank + uint32(bits.OnesCount64(b.bits&(1<<place-1)))
		n += b.bits >> place & 1
	}
	return buffer[:n]
}

// A Row holds the weights of one feature for each class.
type Row struct {
	Index   uint32
	Weights []int8
}

// WriteLinear writes rows in ascending order of their indices, which have indexBits bits. For
// transitions, a row lists the weight of every class. For other classes, it lists pairs of a class
// and its weight.
func WriteLinear(out io.Writer, indexBits int, rows []Row) error {
	b := binary.AppendUvarint(nil, uint64(indexBits))
	b = binary.AppendUvarint(b, uint64(len(rows)))
	last := uint32(0)
	for _, r := range rows {
		b = binary.AppendUvarint(b, uint64(r.Index-last))
		last = r.Index
		if len(r.Weights) == Actions {
			for _, w := range r.Weights {
				b = append(b, byte(w))
			}
			continue
		}
		b = appendPairs(b, r.Weights)
	}
	_, err := out.Write(b)
	return err
}

func appendPairs(b []byte, weights []int8) []byte {
	count := 0
	for _, w := range weights {
		if w != 0 {
			count++
		}
	}
	b = binary.AppendUvarint(b, uint64(count))
	for class, w := range weights {
		if w != 0 {
			b = append(b, byte(class), byte(w))
		}
	}
	return b
}

// readLinear reads the weights for the given number of classes.
func readLinear(in *bufio.Reader, classes int) (*Linear, error) {
	indexBits, err := readNumber(in, maxBits)
	if err != nil || indexBits < 6 {
		return nil, errDamaged
	}
	rows, err := readNumber(in, 1<<indexBits)
	if err != nil {
		return nil, err
	}
	l := &Linear{shift: uint(32 - indexBits), blocks: make([]block, 1<<(indexBits-6))}
	if classes == Actions {
		l.narrow = make([][Actions]int8, 0, rows)
	} else {
		l.start = append(make([]uint32, 0, rows+1), 0)
	}
	index := 0
	for range rows {
		gap, err := readNumber(in, 1<<indexBits)
		if err != nil {
			return nil, err
		}
		if index += gap; index>>6 >= len(l.blocks) {
			return nil, errDamaged
		}
		l.blocks[index>>6].bits |= 1 << (index & 63)
		if err := l.readRow(in, classes); err != nil {
			return nil, err
		}
	}
	total := uint32(0)
	for i := range l.blocks {
		l.blocks[i].rank = total
		total += uint32(bits.OnesCount64(l.blocks[i].bits))
	}
	if int(total) != rows {
		return nil, errDamaged
	}
	return l, nil
}

func (l *Linear) readRow(in *bufio.Reader, classes int) error {
	if classes == Actions {
		return l.readNarrow(in)
	}
	count, err := readNumber(in, classes)
	if err != nil || len(l.entries)+count > maxEntries {
		return errDamaged
	}
	for range count {
		class, err := in.ReadByte()
		if err != nil || int(class) >= classes {
			return errDamaged
		}
		weight, err := in.ReadByte()
		if err != nil {
			return errDamaged
		}
		l.entries = append(l.entries, entry{class, int8(weight)})
	}
	l.start = append(l.start, uint32(len(l.entries)))
	return nil
}

func appendNumber(b []byte, n int) []byte { return binary.AppendUvarint(b, uint64(n)) }

func (l *Linear) readNarrow(in *bufio.Reader) error {
	b, err := in.Peek(Actions)
	if err != nil {
		return errDamaged
	}
	l.narrow = append(l.narrow, [Actions]int8{int8(b[Shift]), int8(b[Left]), int8(b[Right])})
	_, err = in.Discard(Actions)
	return err
}

func readNumber(in *bufio.Reader, limit int) (int, error) {
	// Most numbers take one byte. This path avoids binary.ReadUvarint, which reads through an
	// interface.
	if b, err := in.Peek(1); err == nil && b[0] < 0x80 && int(b[0]) <= limit {
		_, err := in.Discard(1)
		return int(b[0]), err
	}
	n, err := binary.ReadUvarint(in)
	if err != nil || n > uint64(limit) {
		return 0, errDamaged
	}
	return int(n), nil
}
