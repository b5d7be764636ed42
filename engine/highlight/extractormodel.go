package highlight

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/scilit-lsp/scilit-lsp/internal/weights"
)

// An extractorModel holds the weights of an Extractor.
type extractorModel struct {
	terms  network   // computes the logits of term.inAbstract and term.another from termFeatures
	pairs  network   // computes the logit of pair.inAbstract from pairFeatures
	gain   network   // computes the gain from Selection.Features and Selection.Given
	priors []float32 // priors by bucketOf, which are added to the logit of term.inAbstract
}

// extractorHead is the first line of a weights file. The networks and the priors follow as
// little-endian float32. A layer consists of its weights, input by input, followed by its bias.
type extractorHead struct {
	Format int   `json:"format"`
	Terms  []int `json:"terms"` // sizes of the layers, beginning with the input
	Pairs  []int `json:"pairs"`
	Gain   []int `json:"gain"`
	Priors int   `json:"priors"`
}

const extractorFormat = 1

// readExtractorModel reads the output of models/train/extractor.py.
func readExtractorModel(r io.Reader) (*extractorModel, error) {
	in := bufio.NewReader(r)
	var head extractorHead
	err := weights.ReadHead(in, &head)
	if err != nil {
		return nil, err
	}
	if head.Format != extractorFormat || head.Priors != buckets {
		return nil, fmt.Errorf("the weights have format %d with %d priors, but this program reads format %d with %d",
			head.Format, head.Priors, extractorFormat, buckets)
	}
	m := &extractorModel{priors: make([]float32, buckets)}
	if m.terms, err = readNetwork(in, head.Terms, termFeatures, 2); err != nil {
		return nil, fmt.Errorf("terms: %w", err)
	}
	if m.pairs, err = readNetwork(in, head.Pairs, pairFeatures, 1); err != nil {
		return nil, fmt.Errorf("pairs: %w", err)
	}
	if m.gain, err = readNetwork(in, head.Gain, passageFeatures+givenFeatures, 1); err != nil {
		return nil, fmt.Errorf("gain: %w", err)
	}
	if err := binary.Read(in, binary.LittleEndian, m.priors); err != nil {
		return nil, fmt.Errorf("priors: %w", err)
	}
	return m, nil
}

// widestLayer is the maximum number of neurons per layer. It limits the memory that a damaged file can
// request.
const widestLayer = 1 << 12

func readNetwork(r io.Reader, sizes []int, in, out int) (network, error) {
	if len(sizes) < 2 || sizes[0] != in || sizes[len(sizes)-1] != out {
		return nil, fmt.Errorf("the layer sizes are %v, but the network must have %d inputs and %d outputs", sizes, in, out)
	}
	var n network
	for i, size := range sizes[1:] {
		if size < 1 || size > widestLayer {
			return nil, fmt.Errorf("invalid layer size %d", size)
		}
		l := layer{in: sizes[i], out: size, weights: make([]float32, sizes[i]*size), bias: make([]float32, size)}
		err := errors.Join(
			binary.Read(r, binary.LittleEndian, l.weights),
			binary.Read(r, binary.LittleEndian, l.bias),
		)
		if err != nil {
			return nil, err
		}
		n = append(n, l)
	}
	return n, nil
}
