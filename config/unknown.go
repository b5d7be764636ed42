package config

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// errUnknown is wrapped by errors about unknown keys. It is ignored in settings that an editor
// shares among servers.
var errUnknown = errors.New("unknown name")

// IsUnknown reports whether a problem is an unknown key.
func IsUnknown(problem error) bool { return errors.Is(problem, errUnknown) }

// KeyOf returns the key to which a problem refers, or "" if the problem concerns a whole file.
func KeyOf(problem error) string { return shown(keyIn(problem)) }

// unknown returns the error for an unknown key. It suggests the closest known one.
func unknown(written string) error {
	if meant := closest(written); meant != "" {
		return keyError{written, fmt.Errorf("%w (did you mean scilit.%s?)", errUnknown, meant)}
	}
	return keyError{written, errUnknown}
}

// isMisspelt reports whether an unknown key is probably misspelled. An unknown table probably
// belongs to another server instead.
func isMisspelt(v value) bool {
	return closest(v.key) != "" && !bytes.HasPrefix(bytes.TrimSpace(v.json), []byte("{"))
}

// maxSlips is the maximum edit distance to a misspelled name. maxKey is the maximum length of a
// name that is compared.
const (
	maxSlips = 2
	maxKey   = 40
)

// closest returns the known key with the smallest edit distance, or "" if no key is close enough.
func closest(written string) (meant string) {
	low, best := strings.ToLower(written), maxSlips+1
	if len(low) > maxKey || len(low) <= 2*maxSlips {
		return ""
	}
	for _, key := range Keys() {
		if n := distance(low, strings.ToLower(key)); n < best {
			meant, best = key, n
		}
	}
	return meant
}

// distance returns the Levenshtein distance between two names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			changed := diagonal
			if a[i] != b[j] {
				changed++
			}
			diagonal = row[j+1]
			row[j+1] = min(changed, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
