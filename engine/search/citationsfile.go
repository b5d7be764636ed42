package search

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unsafe"

	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/internal/weights"
)

// citationsHead is the JSON header line of a citation graph file.
type citationsHead struct {
	Format   int    `json:"format"`
	Embedder string `json:"embedder"`
	Dim      int    `json:"dim"`
	Works    int    `json:"works"`
	Contexts int    `json:"contexts"`
}

// Limits on a citation graph file. A header that exceeds them is corrupt.
const (
	citationsFormat = 1
	maxCitationRows = 1 << 24
	maxCitationData = 1 << 30 // number of components of all vectors together
)

// ReadCitationGraph reads a file written by models/train/citations.py, which documents the format.
func ReadCitationGraph(r io.Reader) (*CitationGraph, error) {
	in := bufio.NewReader(r)
	var head citationsHead
	if err := weights.ReadHead(in, &head); err != nil {
		return nil, err
	}
	if head.Format != citationsFormat {
		return nil, fmt.Errorf("the file has format %d, but this program reads format %d",
			head.Format, citationsFormat)
	}
	if !head.sensible() {
		return nil, errors.New("the file is damaged: the first line is invalid")
	}
	return readCitations(in, head)
}

func (h citationsHead) sensible() bool {
	return h.Dim > 0 && h.Works >= 0 && h.Works <= maxCitationRows && h.Contexts >= 0 && h.Contexts <= maxCitationRows &&
		h.Dim <= maxCitationData/max(h.Contexts, 1)
}

func readCitations(in io.Reader, head citationsHead) (*CitationGraph, error) {
	hashes, works := make([]uint64, head.Works), make([]uint32, head.Contexts)
	c := &CitationGraph{
		embedder: head.Embedder, dim: head.Dim, works: make(map[uint64]uint32), citing: make([]uint32, head.Contexts),
	}
	scales, raw := make([]float32, head.Contexts), make([]byte, head.Contexts*head.Dim)
	for _, array := range []any{hashes, works, c.citing, scales, raw} {
		if err := binary.Read(in, binary.LittleEndian, array); err != nil {
			return nil, err
		}
	}
	// Reinterpreting the bytes avoids decoding them one by one.
	components := unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(raw))), len(raw))
	c.contexts = make([][]int32, head.Works)
	for number, hash := range hashes {
		c.works[hash] = uint32(number)
	}
	for i, work := range works {
		if int(work) >= head.Works {
			return nil, fmt.Errorf("the file is damaged: context %d refers to work %d of %d", i, work, head.Works)
		}
		c.contexts[work] = append(c.contexts[work], int32(i))
		row := components[i*head.Dim : (i+1)*head.Dim]
		c.vectors = append(c.vectors, rank.QuantisedVector{Scale: scales[i], Components: row})
	}
	return c, nil
}
