package index

import (
	"bufio"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// vectorFiles are the codes, int8 rows and text hashes of a segment as they are
// written. A row is its scale as a float32 and its components, one byte each.
type vectorFiles struct {
	files  [3]*os.File
	block  *rank.CodeTable // the last codes, until there is a block of them
	codes  *bufio.Writer
	rows   *bufio.Writer
	hashes *bufio.Writer
}

// A vector is what a segment stores of a text's vector.
type vector struct {
	hash uint64 // of the text
	code []uint64
	row  []byte
}

func createVectors(folder string, dim int) (w *vectorFiles, err error) {
	w = &vectorFiles{block: rank.NewCodeTable(rank.CodeWords(dim))}
	for i, name := range []string{codesFile, rowsFile, hashesFile} {
		if w.files[i], err = os.Create(filepath.Join(folder, name)); err != nil {
			return nil, errors.Join(err, w.abandon())
		}
	}
	w.codes, w.rows, w.hashes = bufio.NewWriter(w.files[0]), bufio.NewWriter(w.files[1]), bufio.NewWriter(w.files[2])
	return w, nil
}

func (w *vectorFiles) add(v vector) {
	w.block.Append(v.code)
	if w.block.Len == rank.CodeLanes {
		w.writeBlock()
	}
	w.rows.Write(v.row)
	w.hashes.Write(binary.LittleEndian.AppendUint64(nil, v.hash))
}

func (w *vectorFiles) writeBlock() {
	for _, word := range w.block.Blocks {
		w.codes.Write(binary.LittleEndian.AppendUint64(nil, word))
	}
	w.block = rank.NewCodeTable(w.block.Words)
}

// close writes what is left; errors of before show here.
func (w *vectorFiles) close() error {
	w.writeBlock()
	return errors.Join(w.codes.Flush(), w.rows.Flush(), w.hashes.Flush(), w.abandon())
}

func (w *vectorFiles) abandon() (err error) {
	for _, file := range w.files {
		if file != nil {
			err = errors.Join(err, file.Close())
		}
	}
	return err
}

func pack(hash uint64, v []float32) vector {
	code := make([]uint64, rank.CodeWords(len(v)))
	rank.Code(v, code)
	q := rank.Quantise(v, make([]int8, len(v)))
	row := binary.LittleEndian.AppendUint32(nil, math.Float32bits(q.Scale))
	for _, x := range q.Components {
		row = append(row, byte(x))
	}
	return vector{hash, code, row}
}
