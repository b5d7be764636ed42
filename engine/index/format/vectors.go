package format

import (
	"bufio"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
)

// VectorFiles writes the codes, int8 rows and text hashes of a segment. A row is a float32 scale
// followed by the components, one byte each.
type VectorFiles struct {
	files  [3]*os.File
	block  *rank.CodeTable // codes of the last block while it is incomplete
	codes  *bufio.Writer
	rows   *bufio.Writer
	hashes *bufio.Writer
}

// A Vector is the stored form of a text's vector.
type Vector struct {
	Hash uint64 // hash of the text
	Code []uint64
	Row  []byte
}

func CreateVectors(folder string, dim int) (w *VectorFiles, err error) {
	w = &VectorFiles{block: rank.NewCodeTable(rank.CodeWords(dim))}
	for i, name := range []string{codesFile, rowsFile, hashesFile} {
		if w.files[i], err = os.Create(filepath.Join(folder, name)); err != nil {
			return nil, errors.Join(err, w.Abandon())
		}
	}
	w.codes, w.rows, w.hashes = bufio.NewWriter(w.files[0]), bufio.NewWriter(w.files[1]), bufio.NewWriter(w.files[2])
	return w, nil
}

func (w *VectorFiles) Add(v Vector) {
	w.block.Append(v.Code)
	if w.block.Len == rank.CodeLanes {
		w.writeBlock()
	}
	w.rows.Write(v.Row)
	w.hashes.Write(binary.LittleEndian.AppendUint64(nil, v.Hash))
}

func (w *VectorFiles) writeBlock() {
	for _, word := range w.block.Blocks {
		w.codes.Write(binary.LittleEndian.AppendUint64(nil, word))
	}
	w.block = rank.NewCodeTable(w.block.Words)
}

// Close writes the remaining codes and returns the first error of any write.
func (w *VectorFiles) Close() error {
	w.writeBlock()
	return errors.Join(w.codes.Flush(), w.rows.Flush(), w.hashes.Flush(), w.Abandon())
}

func (w *VectorFiles) Abandon() (err error) {
	for _, file := range w.files {
		if file != nil {
			err = errors.Join(err, file.Close())
		}
	}
	return err
}

func PackVector(hash uint64, v []float32) Vector {
	code := make([]uint64, rank.CodeWords(len(v)))
	rank.Code(v, code)
	q := rank.Quantise(v, make([]int8, len(v)))
	row := binary.LittleEndian.AppendUint32(nil, math.Float32bits(q.Scale))
	for _, x := range q.Components {
		row = append(row, byte(x))
	}
	return Vector{hash, code, row}
}
