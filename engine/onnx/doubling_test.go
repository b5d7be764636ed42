//go:build cgo

package onnx

import "encoding/binary"

// doubling returns a network in the ONNX format that adds each of its inputs to itself.
func doubling() []byte {
	var graph []byte
	for _, in := range []struct {
		name    string
		element uint64 // as TensorProto.DataType numbers the types
	}{{"floats", 1}, {"ints", 6}, {"longs", 7}} {
		out := in.name + "2"
		node := protoMessage(protoText(1, in.name), protoText(1, in.name), protoText(2, out), protoText(4, "Add"))
		graph = append(
			graph,
			protoMessage(
				protoPart(1, node), protoPart(11, value(in.name, in.element)),
				protoPart(12, value(out, in.element)),
			)...)
	}
	graph = append(graph, protoText(2, "doubling")...)
	const irVersion, opset = 8, 13
	return protoMessage(
		protoNumber(1, irVersion), protoPart(7, graph),
		protoPart(8, protoMessage(protoText(1, ""), protoNumber(2, opset))),
	)
}

// value returns a ValueInfoProto that describes a matrix of any size.
func value(name string, element uint64) []byte {
	shape := protoMessage(protoPart(1, protoText(2, name+" rows")), protoPart(1, protoText(2, name+" columns")))
	tensor := protoMessage(protoNumber(1, element), protoPart(2, shape))
	return protoMessage(protoText(1, name), protoPart(2, protoPart(1, tensor)))
}

// Fields of protocol buffers.

func protoMessage(fields ...[]byte) (m []byte) {
	for _, f := range fields {
		m = append(m, f...)
	}
	return m
}

func protoNumber(field int, n uint64) []byte {
	return binary.AppendUvarint([]byte{byte(field << 3)}, n)
}

func protoPart(field int, m []byte) []byte {
	return append(binary.AppendUvarint([]byte{byte(field<<3 | 2)}, uint64(len(m))), m...)
}

func protoText(field int, s string) []byte { return protoPart(field, []byte(s)) }
