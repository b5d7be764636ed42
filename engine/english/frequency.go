package english

import (
	_ "embed"
	"math"
	"sync"
)

// frequencyData is a Table of stems. Each value has 6 bits for the inverse document frequency and 6
// bits for the topicality, both in units of 1/steps. `scilit-eval examples frequencies` writes the
// table.
//
//go:embed frequency.bin
var frequencyData []byte

// steps is the number of stored values per unit of the logarithm.
const steps = 6

var frequencies = sync.OnceValue(func() Table { return ReadTable(frequencyData) })

// Unknown is the inverse document frequency of stems that are not in the table.
const Unknown = 10.5

// unknownTopical is the topicality of stems that are not in the table.
const unknownTopical = 3.0

// Weight returns the inverse document frequency of a stem in scientific abstracts, and its topicality.
// Topicality is the logarithm of the ratio between its rate in the field that uses it most and its rate
// in the field that uses it least. It is low for "large" and high for "parser".
func Weight(stem string) (weight, topical float64) {
	if value, ok := frequencies().Value(stem); ok {
		return float64(value>>6) / steps, float64(value&63) / steps
	}
	return Unknown, unknownTopical
}

// Rarity returns the inverse document frequency of a stem in scientific abstracts.
func Rarity(stem string) float64 {
	weight, _ := Weight(stem)
	return weight
}

// A FieldCount holds the number of documents in a field that contain each stem.
type FieldCount struct {
	Documents int
	Stems     map[string]int
}

// FrequencyTable encodes the frequencies of stems in the documents of several fields.
func FrequencyTable(fields []FieldCount) []byte {
	const fewest = 3
	counts, documents := make(map[string]int), 0
	for _, f := range fields {
		documents += f.Documents
		for stem, count := range f.Stems {
			counts[stem] += count
		}
	}
	values := make(map[string]uint32)
	for stem, count := range counts {
		if count >= fewest {
			values[stem] = quantized(math.Log(float64(documents)/float64(count)))<<6 | quantized(topicality(stem, fields))
		}
	}
	return EncodeTable(values, func(a, b uint32) bool { return a < b })
}

func quantized(x float64) uint32 { return uint32(max(0, min(63, math.Round(steps*x)))) }

// topicality compares the rates of a stem in the fields that use it most and least often.
func topicality(stem string, fields []FieldCount) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, f := range fields {
		rate := math.Log((float64(f.Stems[stem]) + 0.5) / float64(f.Documents))
		low, high = min(low, rate), max(high, rate)
	}
	return high - low
}
