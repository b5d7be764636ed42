package llm

import (
	"context"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A secret is the key of a host. It is read when first needed.
type secret struct {
	read func(context.Context) (string, error)

	mu  sync.Mutex
	key string
}

// get returns the key, or "" if the host needs none. It does not cache failures, since the user may
// unlock a password store later.
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
	// maxDetail is the maximum length of a host's message in an error, in bytes.
	maxDetail = 200
	// shortest is the minimum length, in bytes, of a part of the key that must not appear in a message.
	shortest = 6
)

// line returns the beginning of a host's message on one line, or "" if the message contains part of
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

// in reports whether a text contains part of the key.
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

// whole reports whether a text contains the whole key. It ignores keys so short that they could be
// a word.
func (s *secret) whole(said string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.key) > shortest && strings.Contains(said, s.key)
}
