package check

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
)

// forestData holds the weights written by models/train/verifier.py.
//
//go:embed forest.bin
var forestData []byte

// A node is a node of a regression tree. A leaf has the feature -1.
type node struct {
	Feature     int32
	Threshold   float32 // the left child follows if the feature is at most this value
	Left, Right int32   // indexes of the children in the forest's nodes
	Value       float32
}

// A forest is a sum of regression trees. The sum is the log odds that a paper supports a claim.
type forest struct {
	head  forestHead
	nodes []node
}

// A forestHead is the first line of the weights file. The nodes follow in binary form.
type forestHead struct {
	Format   int      `json:"format"`
	Features []string `json:"features"`
	Roots    []int32  `json:"roots"`
	Nodes    int      `json:"nodes"`
	Base     float64  `json:"base"`
	// Bias and Slope calibrate the sum of the trees' values.
	Bias      float64 `json:"bias"`
	Slope     float64 `json:"slope"`
	Threshold float64 `json:"threshold"` // minimum probability at which a claim is supported
}

const forestFormat = 1

var trained = sync.OnceValue(func() *forest {
	f, err := readForest(bytes.NewReader(forestData))
	if err != nil {
		panic("engine/check: forest.bin: " + err.Error()) // unreachable unless the binary is broken
	}
	return f
})

// maxNodes is the maximum number of nodes. It limits the memory that a damaged file can request.
const maxNodes = 1 << 20

func readForest(r io.Reader) (*forest, error) {
	in := bufio.NewReader(r)
	line, err := in.ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	f := &forest{}
	if err := json.Unmarshal(line, &f.head); err != nil {
		return nil, err
	}
	if f.head.Format != forestFormat || f.head.Nodes < 0 || f.head.Nodes > maxNodes {
		return nil, fmt.Errorf("unexpected format %d or number of nodes %d", f.head.Format, f.head.Nodes)
	}
	if fmt.Sprint(f.head.Features) != fmt.Sprint(FeatureNames) {
		return nil, errors.New("the model was trained on different features")
	}
	f.nodes = make([]node, f.head.Nodes)
	if err := binary.Read(in, binary.LittleEndian, f.nodes); err != nil {
		return nil, err
	}
	return f, f.valid()
}

// valid returns an error unless children always come after their parent, so that every path ends in
// a leaf.
func (f *forest) valid() error {
	for i, n := range f.nodes {
		if n.Feature >= int32(len(FeatureNames)) || n.Feature >= 0 && (n.Left <= int32(i) || n.Right <= int32(i) ||
			int(max(n.Left, n.Right)) >= len(f.nodes)) {
			return fmt.Errorf("node %d is damaged", i)
		}
	}
	for _, root := range f.head.Roots {
		if root < 0 || int(root) >= len(f.nodes) {
			return errors.New("a root is damaged")
		}
	}
	return nil
}

func (f *forest) odds(features []float64) float64 {
	sum := f.head.Base
	for _, at := range f.head.Roots {
		for f.nodes[at].Feature >= 0 {
			if n := f.nodes[at]; features[n.Feature] <= float64(n.Threshold) {
				at = n.Left
			} else {
				at = n.Right
			}
		}
		sum += float64(f.nodes[at].Value)
	}
	return sum
}

// hardScore is the maximum score of a claim with a hard flaw.
const hardScore = 0.05

// shiftedScore is the maximum score of a claim in which a preposition has a different object than in the
// paper.
const shiftedScore = 0.45

// Probability returns the probability that the passages support the claim. It is calibrated on
// claims, half of which are true.
func (e Examination) Probability() float64 {
	f := trained()
	p := 1 / (1 + math.Exp(-(f.head.Bias + f.head.Slope*f.odds(e.Features))))
	if e.shifted {
		p = min(p, shiftedScore)
	}
	if e.Hard {
		p = min(p, hardScore)
	}
	return p
}

// Threshold returns the minimum probability at which a claim is regarded as supported. It rejects a
// tenth of the true claims in the dev split.
func Threshold() float64 { return trained().head.Threshold }
