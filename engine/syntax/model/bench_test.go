package model

import (
	"bytes"
	"os"
	"testing"
)

func BenchmarkRead(b *testing.B) {
	data, err := os.ReadFile("../grammar.bin")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Read(bytes.NewReader(data)); err != nil {
			b.Fatal(err)
		}
	}
}
