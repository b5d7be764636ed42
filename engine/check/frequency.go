package check

import (
	_ "embed" // for the table
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"
	"sync"
)

// frequencyData is sorted little-endian uint32: 20 bits of a stem's hash, 6 that
// say how rare it is, and 6 that say how much it belongs to one field alone.
// `scilit-lsp eval examples frequencies` writes it.
//
//go:embed frequency.bin
var frequencyData []byte

// steps is how many steps of six bits make one unit of the natural logarithm.
const steps = 6

var frequencies = sync.OnceValue(func() []uint32 {
	table := make([]uint32, len(frequencyData)/4)
	for i := range table {
		table[i] = binary.LittleEndian.Uint32(frequencyData[4*i:])
	}
	return table
})

// The weight of a stem that the table does not have.
const (
	rarest         = 10.5
	unknownTopical = 3.0
)

// weightOf is the inverse document frequency of a stem among scientific
// abstracts, and how topical it is: the logarithm of how much more often one
// field has it than another. "Large" is nearly as frequent everywhere,
// "parser" is not.
func weightOf(stem string) (weight, topical float64) {
	table := frequencies()
	key := hashOf(stem) << 12
	at, _ := slices.BinarySearch(table, key)
	if at < len(table) && table[at]>>12 == key>>12 {
		return float64(table[at]>>6&63) / steps, float64(table[at]&63) / steps
	}
	return rarest, unknownTopical
}

// Rarity is the inverse document frequency of a stem among scientific abstracts.
func Rarity(stem string) float64 {
	weight, _ := weightOf(stem)
	return weight
}

func hashOf(stem string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(stem))
	return h.Sum32() & 0xfffff
}

// A FieldCount says in how many of a field's documents each stem is.
type FieldCount struct {
	Documents int
	Stems     map[string]int
}

// FrequencyTable packs what the documents of fields say of stems.
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

// topicality compares the fields in which a stem is most and least frequent.
func topicality(stem string, fields []FieldCount) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, f := range fields {
		rate := math.Log((float64(f.Stems[stem]) + 0.5) / float64(f.Documents))
		low, high = min(low, rate), max(high, rate)
	}
	return high - low
}
