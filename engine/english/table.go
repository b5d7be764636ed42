package english

import (
	"encoding/binary"
	"hash/fnv"
	"slices"
)

// A Table maps words to 12-bit values. Its sorted entries consist of 20 bits of a word's hash and
// the value.
type Table []uint32

// ReadTable decodes a table of little-endian values.
func ReadTable(data []byte) Table {
	t := make(Table, len(data)/4)
	for i := range t {
		t[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	return t
}

// Value returns the value of a word. ok is false if the table lacks the word.
func (t Table) Value(word string) (value uint32, ok bool) {
	key := tableKey(word)
	at, _ := slices.BinarySearch(t, key)
	if at == len(t) || t[at]>>12 != key>>12 {
		return 0, false
	}
	return t[at] & 0xfff, true
}

// EncodeTable encodes values of at most 12 bits. If two words share a hash, it keeps the value that
// prefer reports to be better.
func EncodeTable(values map[string]uint32, prefer func(a, b uint32) bool) (data []byte) {
	packed := make(map[uint32]uint32)
	for word, value := range values {
		if old, ok := packed[tableKey(word)]; !ok || prefer(value, old) {
			packed[tableKey(word)] = value
		}
	}
	var t Table
	for key, value := range packed {
		t = append(t, key|value)
	}
	slices.Sort(t)
	for _, entry := range t {
		data = binary.LittleEndian.AppendUint32(data, entry)
	}
	return data
}

func tableKey(word string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(word))
	return h.Sum32() << 12
}
