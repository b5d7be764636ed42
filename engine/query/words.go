package query

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"sync"
)

// packedWords is the compressed word list. data/README.md names the sources of the lists and their
// licences.
//
//go:embed data/words.txt.gz
var packedWords []byte

//go:embed data/names.txt.gz
var packedNames []byte

// commonWords holds folded words in lower case, and words with capitals as written, such as
// "Bayesian" and "BERT". givenNames holds folded given names.
var (
	commonWords = sync.OnceValue(func() wordList { return unpacked(packedWords) })
	givenNames  = sync.OnceValue(func() wordList { return unpacked(packedNames) })
)

// A wordList is a sorted list, one word per line.
type wordList []byte

func unpacked(packed []byte) wordList {
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err) // unreachable unless the binary is broken
	}
	lines, err := io.ReadAll(reader)
	if err != nil {
		panic(err)
	}
	return lines
}

// has reports whether a list contains a word, by binary search over its bytes.
func (l wordList) has(word string) bool {
	low, high := 0, len(l) // both are always the start of a line
	for low < high {
		start := low + bytes.LastIndexByte(l[low:low+(high-low)/2], '\n') + 1
		end := start + bytes.IndexByte(l[start:], '\n')
		switch line := string(l[start:end]); {
		case line == word:
			return true
		case line < word:
			low = end + 1
		default:
			high = start
		}
	}
	return false
}
