//go:build cgo

package ort_test

import "encoding/binary"

// doubling is a network in ONNX's form that adds each of its inputs to itself.
func doubling() []byte {
	var graph []byte
	for _, in := range []struct {
		name    string
		element uint64 // as TensorProto.DataType numbers the types
	}{{"floats", 1}, {"ints", 6}, {"longs", 7}} {
		out := in.name + "2"
		node := message(text(1, in.name), text(1, in.name), text(2, out), text(4, "Add"))
		graph = append(graph, message(part(1, node), part(11, value(in.name, in.element)), part(12, value(out, in.element)))...)
	}
	graph = append(graph, text(2, "doubling")...)
	const irVersion, opset = 8, 13
	return message(number(1, irVersion), part(7, graph), part(8, message(text(1, ""), number(2, opset))))
}

// value is a ValueInfoProto: a matrix of any size.
func value(name string, element uint64) []byte {
	shape := message(part(1, text(2, name+" rows")), part(1, text(2, name+" columns")))
	tensor := message(number(1, element), part(2, shape))
	return message(text(1, name), part(2, part(1, tensor)))
}

// Fields of protocol buffers.

func message(fields ...[]byte) (m []byte) {
	for _, f := range fields {
		m = append(m, f...)
	}
	return m
}

func number(field int, n uint64) []byte {
	return binary.AppendUvarint([]byte{byte(field << 3)}, n)
}

func part(field int, m []byte) []byte {
	return append(binary.AppendUvarint([]byte{byte(field<<3 | 2)}, uint64(len(m))), m...)
}

func text(field int, s string) []byte { return part(field, []byte(s)) }
