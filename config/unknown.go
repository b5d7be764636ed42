package config

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// errUnknown is no problem in settings that an editor keeps for several servers.
var errUnknown = errors.New("there is no such setting")

// UnknownKey is the key that a problem says there is not.
func UnknownKey(problem error) (key string, ok bool) {
	return KeyOf(problem), errors.Is(problem, errUnknown)
}

// KeyOf is the key that a problem is about, "" where it is about a whole file.
func KeyOf(problem error) string { return shown(keyIn(problem)) }

// unknown is the error of a key that there is not, with the one that may be meant.
func unknown(written string) error {
	if meant := closest(written); meant != "" {
		return keyError{written, fmt.Errorf("%w: is scilit.%s meant?", errUnknown, meant)}
	}
	return keyError{written, errUnknown}
}

// isMisspelt reports whether a key that is not ours may be meant as one of ours. The
// settings of another server are a table of its name.
func isMisspelt(v value) bool {
	return closest(v.key) != "" && !bytes.HasPrefix(bytes.TrimSpace(v.json), []byte("{"))
}

// maxSlips is how many letters of a name may be wrong, and maxKey how long one is that is
// compared.
const (
	maxSlips = 2
	maxKey   = 40
)

// closest is the key that is written most like a name, "" where none is.
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

// distance is the Levenshtein distance of two names.
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
