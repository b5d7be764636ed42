package english

import (
	_ "embed"
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"
	"sync"
)

// frequencyData is a sorted table of little-endian uint32 values. Each has 20 bits of a stem's hash, 6
// bits of its inverse document frequency and 6 bits of its topicality. The latter two are in units of
// 1/steps. `scilit-eval examples frequencies` writes the table.
//
//go:embed frequency.bin
var frequencyData []byte

// steps is the number of stored values per unit of the logarithm.
const steps = 6

var frequencies = sync.OnceValue(func() []uint32 {
	table := make([]uint32, len(frequencyData)/4)
	for i := range table {
		table[i] = binary.LittleEndian.Uint32(frequencyData[4*i:])
	}
	return table
})

// Unknown is the inverse document frequency of stems that are not in the table.
const Unknown = 10.5

// Weights for stems that are not in the table.
const (
	rarest         = Unknown
	unknownTopical = 3.0
)

// Weight returns the inverse document frequency of a stem in scientific abstracts, and its topicality.
// Topicality is the logarithm of the ratio between its rate in the field that uses it most and its rate
// in the field that uses it least. It is low for "large" and high for "parser".
func Weight(stem string) (weight, topical float64) {
	table := frequencies()
	key := hashOf(stem) << 12
	at, _ := slices.BinarySearch(table, key)
	if at < len(table) && table[at]>>12 == key>>12 {
		return float64(table[at]>>6&63) / steps, float64(table[at]&63) / steps
	}
	return rarest, unknownTopical
}

// Rarity returns the inverse document frequency of a stem in scientific abstracts.
func Rarity(stem string) float64 {
	weight, _ := Weight(stem)
	return weight
}

func hashOf(stem string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(stem))
	return h.Sum32() & 0xfffff
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
	packed := make(map[uint32]uint32)
	for stem, count := range counts {
		if count < fewest {
			continue
		}
		value := quantized(math.Log(float64(documents)/float64(count)))<<6 | quantized(topicality(stem, fields))
		if old, ok := packed[hashOf(stem)]; !ok || value < old {
			packed[hashOf(stem)] = value
		}
	}
	var table []uint32
	for hash, value := range packed {
		table = append(table, hash<<12|value)
	}
	slices.Sort(table)
	var data []byte
	for _, entry := range table {
		data = binary.LittleEndian.AppendUint32(data, entry)
	}
	return data
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
