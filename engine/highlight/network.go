package highlight

// A network is a small multilayer perceptron with ReLU between its layers.
type network []layer

// A layer is a linear layer. Its weights are ordered by input, so that add can process part of the input.
type layer struct {
	in, out int
	weights []float32
	bias    []float32
}

// add adds the contribution of the inputs x to sum. from is the index of the first input.
func (l layer) add(sum []float32, from int, x []float32) {
	for k, v := range x {
		if v == 0 {
			continue
		}
		row := l.weights[(from+k)*l.out:][:l.out]
		for o, w := range row {
			sum[o] += v * w
		}
	}
}

// run returns the output for x. It is valid until the next run with the same buffer.
func (n network) run(x []float32, b *buffer) []float32 {
	sum := append(b[0][:0], n[0].bias...)
	n[0].add(sum, 0, x)
	b[0] = sum
	return n.finish(sum, b)
}

// finish returns the output, given the first layer's sum, which it overwrites.
func (n network) finish(sum []float32, b *buffer) []float32 {
	for i, l := range n[1:] {
		for k, v := range sum {
			sum[k] = max(v, 0)
		}
		at := 1 + i%2
		next := append(b[at][:0], l.bias...)
		l.add(next, 0, sum)
		b[at], sum = next, next
	}
	return sum
}

// A buffer is the working memory of a network.
type buffer [3][]float32
