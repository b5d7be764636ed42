package model

import (
	"bufio"
	"io"
	"maps"
	"slices"
)

// Classes maps frequent words to distributional classes, which are numbered from 1.
type Classes struct{ of map[string]uint8 }

// NewClasses returns Classes with the given class of each normalised word (see Norm).
func NewClasses(of map[string]uint8) *Classes { return &Classes{of} }

// Of returns the class of a word, or 0 if it has none.
func (c *Classes) Of(norm string) uint32 {
	if c == nil {
		return 0
	}
	return uint32(c.of[norm])
}

// write writes the words in alphabetical order with front coding: each word begins with the length
// of the prefix it shares with the previous word.
func (c *Classes) write(out io.Writer) error {
	b := appendNumber(nil, len(c.of))
	last := ""
	for _, word := range slices.Sorted(maps.Keys(c.of)) {
		shared := 0
		for shared < min(len(word), len(last)) && word[shared] == last[shared] {
			shared++
		}
		b = append(b, byte(shared), byte(len(word)-shared))
		b = append(b, word[shared:]...)
		b = append(b, c.of[word])
		last = word
	}
	_, err := out.Write(b)
	return err
}

// maxClassed is the maximum number of words with a class.
const maxClassed = 1 << 18

func readClasses(in *bufio.Reader) (*Classes, error) {
	count, err := readNumber(in, maxClassed)
	if err != nil {
		return nil, err
	}
	c := &Classes{make(map[string]uint8, count)}
	last := ""
	for range count {
		var frame [2]byte
		if _, err := io.ReadFull(in, frame[:]); err != nil || int(frame[0]) > len(last) {
			return nil, errDamaged
		}
		rest := make([]byte, int(frame[1])+1)
		if _, err := io.ReadFull(in, rest); err != nil {
			return nil, errDamaged
		}
		last = last[:frame[0]] + string(rest[:frame[1]])
		c.of[last] = rest[frame[1]]
	}
	return c, nil
}
