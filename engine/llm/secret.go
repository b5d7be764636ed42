package llm

import (
	"context"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A secret is the key of a host, read when it is needed first.
type secret struct {
	read func(context.Context) (string, error)

	mu  sync.Mutex
	key string
}

// get is the key, "" where the host needs none. A failure is not remembered: a store of
// passwords may be unlocked later.
func (s *secret) get(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.read == nil || s.key != "" {
		return s.key, nil
	}
	key, err := s.read(ctx)
	s.key = key
	return key, err
}

const (
	// maxDetail bounds the words of a host in an error, in bytes.
	maxDetail = 200
	// shortest is how many bytes of a key in a row give it away.
	shortest = 6
)

// line is the beginning of a stranger's text as one clean line, "" where it repeats a part
// of the key: hosts quote what they refuse.
func (s *secret) line(detail string) string {
	if s.in(detail) {
		return ""
	}
	line := strings.Join(strings.Fields(text.Clean(text.Cut(detail, 4*maxDetail))), " ")
	if len(line) > maxDetail {
		line = text.Cut(line, maxDetail) + "..."
	}
	return line
}

// in reports whether a text has a part of the key.
func (s *secret) in(said string) bool {
	s.mu.Lock()
	key := s.key
	s.mu.Unlock()
	if key == "" {
		return false
	}
	for i := 0; i == 0 || i+shortest <= len(key); i++ {
		if strings.Contains(said, key[i:min(i+shortest, len(key))]) {
			return true
		}
	}
	return false
}

// whole reports whether a text has the whole key, where that is long enough to be no word.
func (s *secret) whole(said string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.key) > shortest && strings.Contains(said, s.key)
}
