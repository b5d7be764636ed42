package llm

import (
	"context"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A secret is the key of a host, which is read before its first use.
type secret struct {
	read func(context.Context) (string, error)

	mu  sync.Mutex
	key string
}

// get returns the key, "" if the host needs none. It does not remember failures: the user may
// unlock a store of passwords later.
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
	// maxDetail bounds the host's message in an error, in bytes.
	maxDetail = 200
	// shortest is the length of a part of the key that is removed from messages, in bytes.
	shortest = 6
)

// line returns the beginning of a host's message as one clean line, "" if it contains a part of
// the key.
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

// in reports whether a text contains a part of the key.
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

// whole reports whether a text contains the whole key, if that is too long to be a word.
func (s *secret) whole(said string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.key) > shortest && strings.Contains(said, s.key)
}
