package model

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math/bits"
)

// Linear holds the quantised weights of hashed features. A bitmap finds the row of a feature; most
// features of a decision have none.
type Linear struct {
	shift   uint
	bitmap  []uint64
	rank    []uint32 // rows before each word of the bitmap
	start   []uint32 // first entry of each row, and the end of the last
	entries []entry
}

// An entry is the weight of a class.
type entry struct {
	class  uint8
	weight int8
}

// maxBits and maxEntries bound the memory that a damaged file can request.
const (
	maxBits    = 24
	maxEntries = 1 << 23
)

var errDamaged = errors.New("damaged weights")

// Add adds the weights of features to the scores of classes.
func (l *Linear) Add(features []uint32, scores []int32) {
	for _, f := range features {
		f >>= l.shift
		word := l.bitmap[f>>6]
		bit := uint64(1) << (f & 63)
		if word&bit == 0 {
			continue
		}
		row := l.rank[f>>6] + uint32(bits.OnesCount64(word&(bit-1)))
		for _, e := range l.entries[l.start[row]:l.start[row+1]] {
			scores[e.class] += int32(e.weight)
		}
	}
}

// A Row is a feature's index and its weights by class.
type Row struct {
	Index   uint32
	Weights []int8
}

// WriteLinear writes rows in ascending order of their indices, which have a number of bits.
func WriteLinear(out io.Writer, indexBits int, rows []Row) error {
	b := binary.AppendUvarint(nil, uint64(indexBits))
	b = binary.AppendUvarint(b, uint64(len(rows)))
	last := uint32(0)
	for _, r := range rows {
		b = binary.AppendUvarint(b, uint64(r.Index-last))
		last = r.Index
		count := 0
		for _, w := range r.Weights {
			if w != 0 {
				count++
			}
		}
		b = binary.AppendUvarint(b, uint64(count))
		for class, w := range r.Weights {
			if w != 0 {
				b = append(b, byte(class), byte(w))
			}
		}
	}
	_, err := out.Write(b)
	return err
}

// readLinear reads weights of a number of classes.
func readLinear(in *bufio.Reader, classes int) (*Linear, error) {
	indexBits, err := readNumber(in, maxBits)
	if err != nil || indexBits < 6 {
		return nil, errDamaged
	}
	rows, err := readNumber(in, 1<<indexBits)
	if err != nil {
		return nil, err
	}
	l := &Linear{shift: uint(32 - indexBits), bitmap: make([]uint64, 1<<(indexBits-6))}
	l.start = append(l.start, 0)
	index := 0
	for range rows {
		gap, err := readNumber(in, 1<<indexBits)
		if err != nil {
			return nil, err
		}
		if index += gap; index>>6 >= len(l.bitmap) {
			return nil, errDamaged
		}
		l.bitmap[index>>6] |= 1 << (index & 63)
		if err := l.readRow(in, classes); err != nil {
			return nil, err
		}
	}
	l.rank = make([]uint32, len(l.bitmap))
	total := uint32(0)
	for i, word := range l.bitmap {
		l.rank[i] = total
		total += uint32(bits.OnesCount64(word))
	}
	if int(total) != rows {
		return nil, errDamaged
	}
	return l, nil
}

func (l *Linear) readRow(in *bufio.Reader, classes int) error {
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

func readNumber(in *bufio.Reader, limit int) (int, error) {
	n, err := binary.ReadUvarint(in)
	if err != nil || n > uint64(limit) {
		return 0, errDamaged
	}
	return int(n), nil
}
