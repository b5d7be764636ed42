package corpus

import (
	"bufio"
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// A head is the beginning of a file, parsed to detect its format.
type head struct {
	bytes []byte
	keys  map[string]bool // keys of the first JSON objects
	root  string          // name of the first XML element, without its namespace prefix
	// inside is the name of the second element, usually the first child of the root.
	inside string
}

func newHead(start []byte) head {
	h := head{bytes: start}
	switch first := bytes.TrimLeft(start, " \t\r\n"); {
	case len(first) == 0:
	case first[0] == '{' || first[0] == '[':
		h.keys = firstKeys(start)
	case first[0] == '<':
		h.root, h.inside = firstElements(start)
	}
	return h
}

// has reports whether the first JSON objects have all these keys.
func (h head) has(keys ...string) bool {
	return len(h.keys) > 0 && !slices.ContainsFunc(keys, func(key string) bool { return !h.keys[key] })
}

// manyObjects is the number of JSON objects sampled, since a few of them may be damaged.
const manyObjects = 8

func firstKeys(start []byte) map[string]bool {
	keys := make(map[string]bool)
	s := newScanner(bufio.NewReader(bytes.NewReader(start)))
	for range manyObjects {
		raw, _, err := s.next()
		if err != nil {
			break
		}
		addKeys(keys, raw)
	}
	return keys
}

// addKeys adds the top-level keys of an object, which may be truncated.
func addKeys(keys map[string]bool, object []byte) {
	tokens := json.NewDecoder(bytes.NewReader(object))
	depth, isKey := 0, false
	for {
		token, err := tokens.Token()
		if err != nil {
			return
		}
		switch t := token.(type) {
		case json.Delim:
			if t == '{' || t == '[' {
				depth++
			} else {
				depth--
			}
			isKey = depth == 1
			continue
		case string:
			if depth == 1 && isKey {
				keys[t] = true
				isKey = false
				continue
			}
		}
		isKey = depth == 1
	}
}

var element = regexp.MustCompile(`<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)`)

// firstElements returns the names of the first two elements outside comments.
func firstElements(start []byte) (root, inside string) {
	found := element.FindAllSubmatch(comment.ReplaceAll(start, nil), 2)
	if len(found) > 0 {
		root = string(found[0][1])
	}
	if len(found) > 1 {
		inside = string(found[1][1])
	}
	return root, inside
}

var comment = regexp.MustCompile(`(?s)<!--.*?-->`)

// line reports whether any line of the head matches.
func (h head) line(pattern *regexp.Regexp) bool {
	for line := range strings.Lines(string(h.bytes)) {
		if pattern.MatchString(line) {
			return true
		}
	}
	return false
}
