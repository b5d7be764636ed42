package syntax

import "testing"

func BenchmarkParse(b *testing.B) {
	const sentence = "Structural changes occurring in the welded joint during cooling, which were not expected, are " +
		"described in the diagram (Figure 3), and we show that they reduce its strength."
	Parse(sentence)
	for b.Loop() {
		Parse(sentence)
	}
}
