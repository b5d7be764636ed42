package server

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"log/slog"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// A Token is a line in a token file. It contains the owner's name, the hash of the token and the
// owner's limits.
type Token struct {
	Name   string
	Hash   [sha256.Size]byte
	Limits Limits
}

// NewToken returns a token with 130 random bits. With that many bits, a fast hash is as safe as a
// slow one.
func NewToken() string { return "scilit_" + rand.Text() }

// Line returns a token's line in a token file.
func Line(name, token string) string {
	sum := sha256.Sum256([]byte(token))
	return name + " " + hex.EncodeToString(sum[:])
}

// Limits on a token file.
const (
	maxTokenFile = 1 << 20 // size of the file in bytes
	maxTokens    = 10_000
	maxToken     = 256 // size of a token in bytes
)

// NameOfToken matches valid token names.
var NameOfToken = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$`)

// ParseTokens parses a token file. Each line contains a name, a hash and limits; # starts a
// comment. Errors include the file and the line.
func ParseTokens(path string, raw []byte) (all []Token, err error) {
	lines, number, named := bufio.NewScanner(bytes.NewReader(raw)), 0, make(map[string]bool)
	for lines.Scan() {
		number++
		line, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		t, err := parseToken(words)
		if err == nil && named[t.Name] {
			err = fmt.Errorf("another token has the same name: give each token its own name")
		}
		if err == nil && len(all) == maxTokens {
			err = fmt.Errorf("the file has more than %d tokens: remove some", maxTokens)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, number, err)
		}
		named[t.Name] = true
		all = append(all, t)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", path, number+1, err)
	}
	return all, nil
}

func parseToken(words []string) (t Token, err error) {
	t = Token{Name: words[0], Limits: defaultLimits}
	if !NameOfToken.MatchString(t.Name) {
		return t, fmt.Errorf("a line must begin with a token's name: up to 64 letters, digits and . _ @ -, " +
			"starting with a letter or digit")
	}
	if len(words) < 2 {
		return t, fmt.Errorf("the token's hash must follow its name: remove this line, "+
			"and run `scilit-lsp token %s`", t.Name)
	}
	sum, err := hex.DecodeString(words[1])
	if err != nil || len(sum) != len(t.Hash) {
		return t, fmt.Errorf("the name must be followed by the token's SHA-256 hash (64 hexadecimal digits), "+
			"not by the token itself: remove this line, and run `scilit-lsp token %s`", t.Name)
	}
	copy(t.Hash[:], sum)
	for _, word := range words[2:] {
		if err := t.Limits.set(word); err != nil {
			return t, err
		}
	}
	return t, nil
}

// limitsHelp lists the limits of a token and their defaults.
const limitsHelp = "rate=20 (requests per second), burst=40, concurrent=8 (at most 1000), " +
	"papers=100 (per response, at most 100) and body=1024 (KB, at most 4096)"

// set parses one limit of the form name=value.
func (l *Limits) set(word string) error {
	name, written, _ := strings.Cut(word, "=")
	n, err := strconv.ParseFloat(written, 64)
	whole := n == math.Trunc(n) && n >= 1
	if err != nil || !(n > 0) || n > 1e6 {
		return fmt.Errorf("%q is not a valid limit: the limits and their defaults are %s", word, limitsHelp)
	}
	switch {
	case name == "rate":
		l.Rate, l.Burst = n, max(1, int(2*n))
	case name == "burst" && whole:
		l.Burst = int(n)
	case name == "concurrent" && whole && n <= 1000:
		l.Concurrent = int(n)
	case name == "papers" && whole && n <= 100:
		l.Papers = int(n)
	case name == "body" && whole && n <= 4096:
		l.Body = int64(n) << 10
	default:
		return fmt.Errorf("%q is not a valid limit: the limits and their defaults are %s", word, limitsHelp)
	}
	return nil
}

// tokens contains the entries of a token file. The file is read again when it changes.
type tokens struct {
	watch fileWatch

	mu      sync.RWMutex
	entries []entry
}

type entry struct {
	Token
	client *client
}

func openTokens(path string, log *slog.Logger) (*tokens, error) {
	t := &tokens{watch: fileWatch{paths: []string{path}, log: log}}
	return t, t.reload()
}

func (t *tokens) reload() error { return t.watch.load(t.read) }

func (t *tokens) read() error {
	path := t.watch.paths[0]
	if err := checkPrivate(path, othersAndGroupWrite); err != nil {
		return err
	}
	raw, err := files.Read(context.Background(), path, maxTokenFile)
	if err != nil {
		return err
	}
	parsed, err := ParseTokens(path, raw)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.entries = renewed(t.entries, parsed)
	return nil
}

// renewed returns the entries of a changed file. Unchanged lines keep their clients, including
// the current usage of their limits.
func renewed(before []entry, parsed []Token) (all []entry) {
	known := make(map[Token]*client)
	for _, e := range before {
		known[e.Token] = e.client
	}
	for _, t := range parsed {
		c := known[t]
		if c == nil {
			c = newClient(t.Name, t.Limits)
		}
		all = append(all, entry{t, c})
	}
	return all
}

// find returns the client to whom a token belongs, or nil if the token is unknown. It compares all
// hashes in constant time, so that its timing does not reveal anything about them.
func (t *tokens) find(token string) *client {
	if len(token) > maxToken {
		return nil
	}
	return t.withHash(sha256.Sum256([]byte(token)))
}

func (t *tokens) withHash(sum [sha256.Size]byte) (found *client) {
	t.watch.refresh(t.read)
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, e := range t.entries {
		if subtle.ConstantTimeCompare(e.Hash[:], sum[:]) == 1 {
			found = e.client
		}
	}
	return found
}

// several reports whether the file contains more than one token.
func (t *tokens) several() bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.entries) > 1
}
