package catalogue

import "sync"

// A vocabulary assigns numbers to terms. All versions of a file share it, and terms are never
// removed.
type vocabulary struct {
	mu      sync.RWMutex
	numbers map[string]uint32
}

// number appends the number of each term and assigns numbers to new terms.
func (v *vocabulary) number(numbers []uint32, terms []string) []uint32 {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, term := range terms {
		n, known := v.numbers[term]
		if !known {
			n = uint32(len(v.numbers))
			v.numbers[term] = n
		}
		numbers = append(numbers, n)
	}
	return numbers
}

func (v *vocabulary) find(term string) (n uint32, known bool) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	n, known = v.numbers[term]
	return n, known
}

func (v *vocabulary) size() int {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return len(v.numbers)
}
