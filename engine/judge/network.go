package judge

import (
	_ "embed" // for the weights
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"sync"
)

// networkData is written by models/train/judge.py; its card is models/judge/README.md.
//
//go:embed network.bin
var networkData string

// A layer is a linear layer with one row of weights per output.
type layer struct {
	rows [][]float32
	bias []float32
}

// of adds the layer's output for x to out.
func (l layer) of(x, out []float32) {
	for i, row := range l.rows {
		out[i] += inner(row, x)
		if l.bias != nil {
			out[i] += l.bias[i]
		}
	}
}

// A network attends, compares and aggregates (Parikh et al. 2016).
type network struct {
	project, own, attend, compare, hidden, out layer
	lemma                                      map[string][]float32
	mean, scale                                []float32 // of the features
	calibration                                calibration
}

var trained = sync.OnceValue(func() *network {
	n, err := readNetwork(networkData)
	if err != nil {
		panic("engine/judge: network.bin: " + err.Error()) // the binary is broken
	}
	return n
})

// readNetwork parses a line of JSON with the lemmas and the shapes, then the matrices: per row a
// little-endian float32 scale and one signed byte per column.
func readNetwork(data string) (*network, error) {
	line, data, _ := strings.Cut(data, "\n")
	var header struct {
		Lemmas      []string
		Mean, Scale []float32
		Shapes      [][2]int
		Calibration calibration
	}
	if err := json.Unmarshal([]byte(line), &header); err != nil {
		return nil, err
	}
	var matrices [][][]float32
	for _, shape := range header.Shapes {
		rows, columns := shape[0], shape[1]
		if rows < 1 || columns < 1 || rows > len(data)/(4+columns) {
			return nil, fmt.Errorf("a matrix of %d rows and %d columns is not whole", rows, columns)
		}
		matrices = append(matrices, readRows(data, rows, columns))
		data = data[rows*(4+columns):]
	}
	m := matrices
	if len(m) != 12 || data != "" || len(header.Lemmas) > len(m[11]) {
		return nil, fmt.Errorf("%d matrices, %d bytes left and %d lemmas", len(m), len(data), len(header.Lemmas))
	}
	n := &network{
		project: layer{m[0], m[1][0]}, own: layer{m[2], nil}, attend: layer{m[3], m[4][0]},
		compare: layer{m[5], m[6][0]}, hidden: layer{m[7], m[8][0]}, out: layer{m[9], m[10][0]},
		lemma: make(map[string][]float32), mean: header.Mean, scale: header.Scale, calibration: header.Calibration,
	}
	for i, lemma := range header.Lemmas {
		n.lemma[lemma] = m[11][i]
	}
	return n, nil
}

func readRows(data string, rows, columns int) [][]float32 {
	out := make([][]float32, rows)
	for i := range out {
		row := data[i*(4+columns):][:4+columns]
		scale := math.Float32frombits(binary.LittleEndian.Uint32([]byte(row[:4])))
		out[i] = make([]float32, columns)
		for j := range out[i] {
			out[i][j] = scale * float32(int8(row[4+j]))
		}
	}
	return out
}

// width is the length of the network's representation of a word.
func (n *network) width() int { return len(n.project.rows) }

// encode returns the representation of each word of a text.
func (n *network) encode(words []word) [][]float32 {
	out := make([][]float32, len(words))
	for i, w := range words {
		v := make([]float32, n.width())
		n.project.of(w.vector, v)
		if e := n.lemma[w.lemma]; e != nil {
			add(e, 1, v)
		}
		n.own.of(properties(w), v)
		out[i] = rectified(v)
	}
	return out
}

func add(x []float32, times float32, to []float32) {
	for i := range to {
		to[i] += times * x[i]
	}
}

func rectified(v []float32) []float32 {
	for i, x := range v {
		v[i] = max(x, 0)
	}
	return v
}

// logits returns the logits of support, contradiction and neither.
func (n *network) logits(x read) (logits [3]float32) {
	a, b := n.encode(x.premise), n.encode(x.hypothesis)
	scores := n.scores(a, b)
	seen := append(n.aggregate(b, attended(scores, a, n.width()), x.hypothesis, x.there, x.premise),
		n.aggregate(a, attended(transposed(scores, len(a)), b, n.width()), x.premise, x.back, x.hypothesis)...)
	for i, f := range x.features[:len(n.mean)] {
		z := (float32(f) - n.mean[i]) / n.scale[i]
		seen = append(seen, max(-3, min(3, z)))
	}
	hidden := make([]float32, len(n.hidden.rows))
	n.hidden.of(seen, hidden)
	n.out.of(rectified(hidden), logits[:])
	return logits
}

// scores returns for each word of b its attention to each word of a.
func (n *network) scores(a, b [][]float32) [][]float32 {
	x, y := n.attending(a), n.attending(b)
	scale := float32(1 / math.Sqrt(float64(n.width())))
	scores := make([][]float32, len(b))
	for j := range b {
		scores[j] = make([]float32, len(a))
		for i := range a {
			scores[j][i] = scale * inner(x[i], y[j])
		}
	}
	return scores
}

func (n *network) attending(words [][]float32) [][]float32 {
	out := make([][]float32, len(words))
	for i, w := range words {
		v := make([]float32, n.width())
		n.attend.of(w, v)
		out[i] = rectified(v)
	}
	return out
}

func transposed(scores [][]float32, columns int) [][]float32 {
	out := make([][]float32, columns)
	for i := range out {
		out[i] = make([]float32, len(scores))
		for j := range scores {
			out[i][j] = scores[j][i]
		}
	}
	return out
}

// attended returns for each row of scores the mean of the words, weighted by softmax.
func attended(scores, words [][]float32, width int) [][]float32 {
	out := make([][]float32, len(scores))
	for j, row := range scores {
		out[j] = make([]float32, width)
		top := float32(math.Inf(-1))
		for _, s := range row {
			top = max(top, s)
		}
		sum := float32(0)
		for i, s := range row {
			e := float32(math.Exp(float64(s - top)))
			sum += e
			add(words[i], e, out[j])
		}
		if sum > 0 {
			for i := range out[j] {
				out[j][i] /= sum
			}
		}
	}
	return out
}

// aggregate compares each word with the words that it attends to, and returns the mean and the
// maximum over the words.
func (n *network) aggregate(words, other [][]float32, text []word, links []link, there []word) []float32 {
	width := n.width()
	out := make([]float32, 2*width)
	for i, w := range words {
		input := append(append(make([]float32, 0, 3*width+numFlags), w...), other[i]...)
		for k := range w {
			input = append(input, w[k]*other[i][k])
		}
		input = append(input, flags(text[i], links[i], there)...)
		v := make([]float32, width)
		n.compare.of(input, v)
		for k, x := range rectified(v) {
			out[k] += x / float32(len(words))
			out[width+k] = max(out[width+k], x)
		}
	}
	return out
}
