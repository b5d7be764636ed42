package route

import (
	"encoding/binary"
	"math"
)

// A table holds one row of weights per feature. A row has one weight per discipline.
type table []float64

func newTable(rows int) table { return make(table, rows*len(disciplines)) }

func (t table) row(id int32) []float64 { return t[int(id)*len(disciplines):][:len(disciplines)] }

// add adds the weights of features to the sums of the disciplines.
func (t table) add(sums []float64, found []feature) {
	for _, f := range found {
		for j, weight := range t.row(f.id) {
			sums[j] += f.value * weight
		}
	}
}

// bytesPerRow returns the size of a row in a weights file: a scale, and a signed byte per weight.
func bytesPerRow() int { return 4 + len(disciplines) }

// appendTo appends the table as it is stored: a little-endian float32 scale per row, and then the rows
// as signed bytes.
func (t table) appendTo(data []byte) []byte {
	var numbers []byte
	for i := range len(t) / len(disciplines) {
		row := t.row(int32(i))
		scale := float32(largest(row) / 127)
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(scale))
		for _, weight := range row {
			numbers = append(numbers, byte(int8(math.Round(weight/float64(scale)))))
		}
	}
	return append(data, numbers...)
}

func largest(row []float64) float64 {
	most := 1e-9
	for _, weight := range row {
		most = max(most, math.Abs(weight))
	}
	return most
}

// parseTable parses a stored table, whose length must be a multiple of bytesPerRow.
func parseTable(data string) table {
	rows := len(data) / bytesPerRow()
	t := newTable(rows)
	for i := range rows {
		scale := float64(math.Float32frombits(binary.LittleEndian.Uint32([]byte(data[4*i : 4*i+4]))))
		row := t.row(int32(i))
		for j := range row {
			row[j] = scale * float64(int8(data[4*rows+i*len(row)+j]))
		}
	}
	return t
}
